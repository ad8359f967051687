"""That no view depends on what is hidden is proved, and a planted leak is refuted and shown."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from haggis_rules.ir.load import load_game, seatings_of, shipped
from haggis_rules.storage.package_data import read
from haggis_rules.verdicts.model import (
    How,
    NotReached,
    PromiseResult,
    Proved,
    Reached,
    Refuted,
    Unknown,
    Vacuous,
)
from haggis_rules.verdicts.show import show
from haggis_verify.counterexample import observers
from haggis_verify.encode.states import decode_state, flat_state
from haggis_verify.obligations.matter import EncodedGame, Obligation
from haggis_verify.obligations.origins import ComparedAspect, StatePair
from haggis_verify.proving.prover import Prover
from haggis_verify.secrecy.claims import secrecy_obligations
from haggis_verify.secrecy.self_composition import SeatKnowledge, self_compose
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits, complete_model, find_model
from haggis_verify.terms import build
from tests.engine.games import PLACES, rules_of
from tests.verify.asking import result_of

if TYPE_CHECKING:
    from haggis_rules.ir.game import Game

SEATINGS = [(name, seats) for name in shipped() for seats in seatings_of(name)]
NAME = "auto.secret"


def secrecy_of(game: Game, hands: int = 3) -> PromiseResult:
    return result_of(game, NAME, hands=hands)


# Proved


@pytest.mark.parametrize("name", ["heron", pytest.param("long-heron", marks=pytest.mark.slow)])
def test_a_game_that_hides_well_is_proved_to(name: str) -> None:
    found = secrecy_of(rules_of(name).game)
    verdict = found.verdict
    assert isinstance(verdict, Proved)
    solved = [met for met in verdict.obligations if met.how is How.SOLVED]
    assert all(met.z3 > 0 and met.cvc5 > 0 for met in solved)
    names = {met.name for met in solved}
    assert {"what follows, to seat 1", "lay by seat 2, to seat 3"} <= names
    same = [met.name for met in verdict.obligations if met.how is How.SAME]
    assert "whether it may sleep, to seat 1" in same
    assert f"{len(same)} by what is seen alone" in show(found)


@pytest.mark.slow
@pytest.mark.long  # the site is built from the same proofs
@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_every_shipped_variant_keeps_its_secrets(name: str, seats: int) -> None:
    verdict = secrecy_of(load_game(name, players=seats)).verdict
    assert isinstance(verdict, Proved), verdict
    assert any(met.how is How.SOLVED for met in verdict.obligations)


# Refuted


class Leak(NamedTuple):
    """What is written for what in Heron, and what the verdict says of it."""

    right: str
    wrong: str
    message: str


SLEEP = "on sleep\n    let asleep of actor be true\n    let turn be next of actor"
SWEEP = "move all from table-top to gone"
LEAKS = {
    "a legality looks into another hand": Leak(
        "may sleep only when not done",
        "may sleep only when 3c in fist of next of actor is 0 and not done",
        "may `sleep` so in only one of them",
    ),
    "a turn rests on who holds a card": Leak(
        "action sleep by turn",
        "action sleep by first seat s from dealer where (3c in fist of s is above 0)",
        "it is for seat",
    ),
    "any seat that holds a card may act": Leak(
        "action sleep by turn",
        "action sleep by any seat s where (3c in fist of s is above 0)",
        "it is for seat",
    ),
    "the next turn rests on a hidden hand": Leak(
        SLEEP,
        SLEEP.removesuffix("next of actor")
        + "(actor when 3c in fist of next of actor is above 0 otherwise next of actor)",
        "turn is seat",
    ),
    "the first turn rests on the deal": Leak(
        "at first 1 seats after dealer",
        "at first first seat s from dealer where (3c in fist of s is above 0)",
        "first values",
    ),
    "cards are chosen from where nobody sees": Leak(
        "clause win",
        'clause take "One takes." cites heron-sheet "Play"\n'
        "  action take of card c from leftover by turn\n"
        "  on take move c from leftover to fist of actor\n\nclause win",
        "may `take` so in only one of them",
    ),
    "whether cards are shown rests on a hidden one": Leak(
        SWEEP,
        f"{SWEEP}\n    for each seat s move all from fist of s to leftover,"
        " shown to all when 3c in fist of s is above 0",
        "shown to all",
    ),
    "a step rests on a hidden card": Leak(
        "some seat s has (cards in fist of s is 0)",
        "some seat s has (cards in fist of s is 0 or 9s in fist of s is 2)",
        "the step `win` waits in the",
    ),
    "a secret choice lies in the open": Leak(
        "clause win",
        'clause take "One lays." cites heron-sheet "Play"\n'
        "  secret action take of card c from fist of actor by turn\n"
        "  on take move c from fist of actor to gone\n\nclause win",
        "a secret choice is opened",
    ),
    "a secret choice is said by what is kept in mind": Leak(
        "clause win",
        'clause take "One chooses." cites heron-sheet "Play"\n'
        "  state named is suit or none, at first none, seen by all\n"
        "  secret action take of suit x by turn\n"
        "  on take let named be x\n\nclause win",
        "named is",
    ),
}


QUICK = {
    "the first turn rests on the deal",
    "a secret choice lies in the open",
}


def leaking(leak: Leak, folder: Path) -> Game:
    text, place = PLACES["heron"].read_text("utf-8"), folder / "heron.haggis"
    wrong, times = re.subn(re.escape(leak.right), leak.wrong, text, count=1)
    assert times
    place.write_text(wrong, "utf-8")
    return load_game(place)


@pytest.mark.planted("leak")
@pytest.mark.parametrize(
    "leak",
    [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in LEAKS],
)
def test_a_planted_leak_is_refuted_by_two_positions(leak: str, tmp_path: Path) -> None:
    found = secrecy_of(leaking(LEAKS[leak], tmp_path), hands=0)
    assert isinstance(found.verdict, Refuted), found
    assert LEAKS[leak].message in show(found).splitlines()[0]
    assert any(line.startswith("or, which looks the same to") for line in found.verdict.case.lines)


def test_play_comes_to_a_leak_with_all_that_was_shown_before_the_same(tmp_path: Path) -> None:
    found = secrecy_of(leaking(LEAKS["a legality looks into another hand"], tmp_path))
    assert isinstance(found.verdict, Refuted)
    play = found.verdict.case.play
    assert isinstance(play, Reached)
    assert play.record
    assert "and so play comes there" in show(found)


def test_a_leak_that_play_is_not_seen_to_come_to_is_told_so(tmp_path: Path) -> None:
    found = secrecy_of(leaking(LEAKS["a legality looks into another hand"], tmp_path), hands=0)
    assert isinstance(found.verdict, Refuted)
    assert isinstance(found.verdict.case.play, NotReached)
    assert "play may not come there" in show(found)


@pytest.mark.planted("leak")
def test_what_nobody_sees_cannot_be_opened() -> None:
    curlew = load_game(Path(__file__).parents[1] / "secrets/curlew.haggis")
    found = secrecy_of(curlew)
    assert isinstance(found.verdict, Refuted)
    assert "starter is" in found.verdict.case.replay


@pytest.mark.planted("leak")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seats", "right"),
    [
        ("neeps", 4, "zone sent of each seat, seen by owner"),
        pytest.param("neeps", 6, "at first down, seen by owner", marks=pytest.mark.long),
        pytest.param("tatties", 3, "zone kitty, seen by nobody", marks=pytest.mark.long),
        pytest.param(
            *("tatties", 5, "zone offered of each seat, seen by owner"), marks=pytest.mark.long
        ),
    ],
)
def test_a_secret_choice_that_opens_too_early_is_refuted(
    name: str, seats: int, right: str, tmp_path: Path
) -> None:
    text = read("spec", f"{name}.haggis")
    assert right in text
    wrong = right.replace("seen by owner", "seen by all").replace("seen by nobody", "seen by all")
    place = tmp_path / f"{name}.haggis"
    place.write_text(text.replace(right, wrong), "utf-8")
    verdict = secrecy_of(load_game(place, players=seats), hands=0).verdict
    assert isinstance(verdict, Refuted)


# Who judges


def test_a_leak_that_evaluation_does_not_show_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def blind(*_: object, **__: object) -> str:
        return ""

    monkeypatch.setattr(observers.Observer, "firsts", blind)
    found = secrecy_of(leaking(LEAKS["the first turn rests on the deal"], tmp_path))
    assert isinstance(found.verdict, Unknown)
    assert found.verdict.reason.startswith("not replayed")


def test_two_states_beside_each_other_look_the_same_and_are_not() -> None:
    rules = rules_of("heron")
    matter = EncodedGame(rules.game)
    for seat, watcher in enumerate(observers.observers(rules.patterns)):
        pair = self_compose(matter.view, seat, SeatKnowledge(rules.game), ())
        case = find_model([matter.formed, pair.alike, pair.differ], Limits())
        assert case is not None
        terms = [*flat_state(pair.one.table), *flat_state(pair.other.table)]
        chosen = complete_model(terms, case.chosen)
        one, other = (decode_state(rules.game, v.table, chosen) for v in (pair.one, pair.other))
        assert one != other
        assert watcher.looks_same(one, other)


def test_facts_with_which_nothing_can_be_hidden_prove_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matter = EncodedGame(rules_of("heron").game)
    prover = Prover(matter, SolverPool(Limits()))
    listed = [
        replace(one, witness=(build.FALSE,))
        for one in secrecy_obligations(matter.given(()), matter)
    ]

    def those(*_: object) -> list[Obligation]:
        return listed

    monkeypatch.setattr("haggis_verify.proving.prover.builtin_obligations", those)
    assert isinstance(prover.builtin(NAME, ()), Vacuous)


def test_each_seat_is_asked_of_each_move() -> None:
    matter = EncodedGame(rules_of("heron").game)
    origins = [one.origin for one in secrecy_obligations(matter.given(()), matter)]
    pairs = [one for one in origins if isinstance(one, StatePair)]
    assert len(pairs) == len(origins)
    for seat in range(3):
        moves = [one.moves for one in pairs if one.seat == seat and one.ask is ComparedAspect.MOVE]
        assert len(moves) == len(matter.transitions)
        assert {one.ask for one in pairs if one.seat == seat} >= {
            ComparedAspect.STEPS,
            ComparedAspect.RIGHTS,
            ComparedAspect.OVER,
        }
