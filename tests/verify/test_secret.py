"""That no view depends on what is hidden is proved, and a planted leak is refuted and shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.model import (
    How,
    NotInductive,
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
from tests.games import SEATINGS, game_of, rules_of
from tests.planted.changed import changed_game
from tests.planted.reading import fault_named
from tests.verify.asking import result_of

if TYPE_CHECKING:
    from haggis_rules.ir.game import Game

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


PEEKING = "heron-a-legality-looks-into-another-hand-auto.secret"
FIRST_TURN = "heron-the-first-turn-rests-on-the-deal-auto.secret"


def test_play_comes_to_a_leak_with_all_that_was_shown_before_the_same() -> None:
    found = secrecy_of(changed_game(fault_named(PEEKING)))
    assert isinstance(found.verdict, Refuted)
    play = found.verdict.case.play
    assert isinstance(play, Reached)
    assert play.record
    assert "and play gets there" in show(found)


def test_a_leak_that_play_is_not_seen_to_come_to_is_told_so() -> None:
    found = secrecy_of(changed_game(fault_named(PEEKING)), hands=0)
    assert isinstance(found.verdict, NotInductive)
    assert isinstance(found.verdict.case.play, NotReached)
    assert "play may never get there" in show(found)


@pytest.mark.planted("leak")
def test_what_nobody_sees_cannot_be_opened() -> None:
    found = secrecy_of(game_of("curlew"))
    assert isinstance(found.verdict, Refuted)
    assert "starter is" in found.verdict.case.replay


# Who judges


def test_a_leak_that_evaluation_does_not_show_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def blind(*_: object, **__: object) -> str:
        return ""

    monkeypatch.setattr(observers.Observer, "firsts", blind)
    found = secrecy_of(changed_game(fault_named(FIRST_TURN)))
    assert isinstance(found.verdict, Unknown)
    assert found.verdict.reason.startswith("not replayed")


def test_two_states_beside_each_other_look_the_same_and_are_not() -> None:
    rules = rules_of("heron")
    matter = EncodedGame(rules.game)
    for seat, watcher in enumerate(observers.observers(rules.patterns)):
        pair = self_compose(matter.view, seat, SeatKnowledge(rules.game))
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
