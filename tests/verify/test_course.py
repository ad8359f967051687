"""How a hand goes on and ends is proved, refuted by a played match, or told as not known."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.records.reader import read
from haggis_rules.records.replay import replay
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.breach import Endless
from haggis_rules.verdicts.model import NotKnown, Proved, Reached, Refuted
from haggis_rules.verdicts.show import is_green, record, show
from haggis_verify.analysis.hand_course import seen_moves
from haggis_verify.counterexample import endless
from haggis_verify.proving.builtin_promises import COURSE_PROMISES, ENDS, LIVE
from haggis_verify.proving.measure_search import MeasuredMove, lexicographic_order, numbers_of
from haggis_verify.proving.prover import Prover
from haggis_verify.report import verify
from tests.engine.games import PLACES, rules_of
from tests.verify.asking import results_of
from tests.verify.changed import heron_with

MAY_SLEEP = "may sleep only when not done and top is not none"
KNOCK = """clause knock
  "A player may knock."
  cites heron-sheet "Play"
  action knock by turn
  may knock only when not done
  on knock
    let turn be turn
"""
SPIN = """clause spin
  "A step that never ceases to wait."
  cites heron-sheet "Play"
  step spin when top is not none and not done and turn is dealer
  on spin
    let owner-of-top be dealer
"""


SPIN_AT_ONCE = """clause spin
  "A step that waits from the deal on."
  cites heron-sheet "Play"
  state odd is truth, at first false, seen by all
  step spin when not done
  on spin
    let odd be not odd
"""


@cache
def heron_without(*promises: str, added: str = "", may_sleep: str = MAY_SLEEP) -> Game:
    """Load Heron without these promises, or without any, and with some rules otherwise."""
    text = PLACES["heron"].read_text("utf-8")
    assert MAY_SLEEP in text
    clause = text.index("clause promises")
    kept = text[clause:] if promises else ""
    for name in promises:
        begin = kept.index(f"  promise {name}")
        after = kept.find("\n  promise ", begin)
        kept = kept[:begin] + (kept[after + 1 :] if after >= 0 else "")
    text = text[:clause].replace(MAY_SLEEP, may_sleep) + added + kept
    with TemporaryDirectory() as folder:
        path = Path(folder) / "heron.haggis"
        path.write_text(text, "utf-8")
        return load_game(path)


def verdicts_of(game: Game) -> dict[str, object]:
    """Return what comes of both, by their names."""
    results = results_of(game, COURSE_PROMISES)
    assert all(show(result).startswith(f"{result.promise}: ") for result in results)
    return {result.promise: result.verdict for result in results}


def refuted(verdict: object) -> Reached:
    assert isinstance(verdict, Refuted)
    assert not is_green(verdict)
    play = verdict.case.play
    assert isinstance(play, Reached)
    return play


def replayed(game: Game, play: Reached) -> MatchState:
    """Play a match again by its record alone."""
    match = replay(Rules(game), read(BytesIO("\n".join((*play.record, "")).encode())))
    taken = [event for event in play.record if '"action"' in event]
    assert len(taken) == len(play.actions)
    return match


# Kept


@pytest.mark.slow
def test_what_a_text_promises_and_proves_is_told_by_name() -> None:
    verdicts = verdicts_of(rules_of("heron").game)
    live, ends = verdicts[LIVE], verdicts[ENDS]
    assert isinstance(live, Proved)
    assert live.helpers == ("never.stuck",)
    assert ends == Proved(("ends",), approximated=False, obligations=())
    (shown,) = (
        show(result)
        for result in results_of(rules_of("heron").game, [ENDS])
        if result.promise == ENDS
    )
    assert shown == "auto.ends: kept by ends"


@pytest.mark.slow
def test_both_are_proved_of_a_text_that_promises_neither() -> None:
    verdicts = verdicts_of(heron_without("never.stuck", "ends"))
    live, ends = verdicts[LIVE], verdicts[ENDS]
    assert isinstance(live, Proved)
    assert live.helpers == ("turn.awake",)
    assert isinstance(ends, Proved)
    assert len(ends.obligations) > 1
    assert all(met.z3 > 0 < met.cvc5 for met in (*live.obligations, *ends.obligations))


def test_what_every_text_needs_for_it_is_proved_too_or_it_is_not_founded() -> None:
    results = results_of(heron_without("never.stuck", "ends"), [ENDS])
    by_name = {result.promise: result.verdict for result in results}
    ends = by_name[ENDS]
    assert isinstance(ends, Proved)
    assert all(isinstance(by_name[helper], Proved) for helper in ends.helpers)


# Refuted, by a match


def test_a_follower_who_can_neither_beat_nor_pass_is_shown_with_a_match() -> None:
    game = heron_without(may_sleep=f"{MAY_SLEEP} and cards in fist of actor is above 12")
    play = refuted(verdicts_of(game)[LIVE])
    assert play.breach == endless.NOBODY
    table = replayed(game, play).position
    assert not table.to_act
    assert not table.finished


@pytest.mark.slow
@pytest.mark.parametrize(
    "promises", [(ENDS, "auto.used"), pytest.param(None, marks=pytest.mark.long)]
)
def test_steps_that_never_end_after_the_deal_are_a_verdict_and_no_breach_of_the_proof(
    promises: tuple[str, ...] | None,
) -> None:
    results = verify(heron_without(added=SPIN_AT_ONCE), promises, hands=1)
    verdicts = {result.promise: result.verdict for result in results}
    play = refuted(verdicts[ENDS])
    assert "steps follow one another" in play.breach
    assert (play.actions, play.record) == ((), ())
    assert not is_green(verdicts["auto.used"])


@pytest.mark.slow
def test_an_action_that_can_be_repeated_for_ever_is_shown_with_a_match() -> None:
    game = heron_without(added=KNOCK)
    play = refuted(verdicts_of(game)[ENDS])
    assert play.actions[-1].endswith("knock")
    assert "the state is that of 1 action before" in play.breach
    states = [event.state for event in replayed(game, play).position.history]
    assert states[-1] in [*states[:-1], replayed(game, play).position.start]


@pytest.mark.slow
def test_a_loop_of_several_players_is_found() -> None:
    game = heron_without(added=KNOCK.replace("be turn", "be 1 seats after actor"))
    play = refuted(verdicts_of(game)[ENDS])
    assert "the state is that of 3 actions before" in play.breach


@pytest.mark.slow
def test_steps_that_follow_without_end_are_shown() -> None:
    game = heron_without(added=SPIN)
    play = refuted(verdicts_of(game)[ENDS])
    assert "steps follow one another" in play.breach
    match = replay(Rules(game), read(BytesIO("\n".join((*play.record, "")).encode())))
    (last,) = (
        action
        for seat in match.position.to_act
        for action in match.position.actions(seat)
        if play.actions[-1] == f"seat {seat + 1}: {match.position.rules.show_action(action)}"
    )
    with pytest.raises(Endless):
        match.apply(last)


# Not known


def test_what_is_neither_proved_nor_refuted_is_told_with_how_far_was_looked() -> None:
    game = heron_without(may_sleep=f"{MAY_SLEEP} and cards in fist of actor is above 12")
    ends = verdicts_of(game)[ENDS]
    assert isinstance(ends, NotKnown)
    assert str(endless.WALKS) in ends.looked
    assert is_green(ends)
    (result,) = (one for one in results_of(game, [ENDS]) if one.promise == ENDS)
    assert show(result).startswith("auto.ends: not known: no measure was found")
    assert record(result)["verdict"] == "not known"


def test_a_promise_that_is_refuted_keeps_nothing() -> None:
    """A measure that nobody proves is not believed, and neither is progress."""
    game = heron_with("action knock by turn may knock only when not done on knock let top be top")
    verdicts = verdicts_of(game)
    assert "the state is that of 1 action before" in refuted(verdicts[ENDS]).breach


@pytest.mark.slow
def test_a_solver_that_gives_up_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: object) -> None:
        return None

    monkeypatch.setattr(Prover, "live", gives_up)
    monkeypatch.setattr(Prover, "measured", gives_up)
    monkeypatch.setattr(endless, "HANDS", 5)
    found = verify(heron_without("never.stuck", "ends"), COURSE_PROMISES)
    assert [type(one.verdict) for one in found] == [NotKnown, NotKnown]


def test_where_nothing_says_when_a_hand_is_over_it_is_when_nobody_can_act() -> None:
    game = heron_without()
    unsaid = {name: one for name, one in game.definitions.items() if name != FINISHED}
    live = verdicts_of(replace(game, definitions=unsaid))[LIVE]
    assert isinstance(live, NotKnown)
    assert "do not say when a hand is over" in live.looked


# The order of a measure


def moved(name: str, *changes: int) -> MeasuredMove:
    return MeasuredMove(name, (5,) * len(changes), tuple(5 + change for change in changes))


def test_numbers_stand_in_an_order_in_which_the_first_that_changes_falls() -> None:
    moves = [moved("play", -1, 3), moved("pass", 0, -1)]
    assert lexicographic_order(moves, ["play", "pass"], 2) == (0, 1)
    assert lexicographic_order(moves, ["pass", "play"], 2) == (0, 1)


@pytest.mark.parametrize(
    "moves",
    [
        [moved("play", -1, 1), moved("pass", 1, -1)],
        [moved("play", 0, 0), moved("pass", -1, -1)],
        [moved("play", -1, 0), moved("play", 0, 0), moved("pass", -1, -1)],
    ],
    ids=["each rises once", "nothing falls", "not always"],
)
def test_where_no_order_will_do_there_is_none(moves: list[MeasuredMove]) -> None:
    assert lexicographic_order(moves, ["play", "pass"], 2) is None


@pytest.mark.parametrize("name", ["heron", pytest.param("neeps-core", marks=pytest.mark.slow)])
def test_the_numbers_that_are_tried_are_never_negative(name: str) -> None:
    rules = rules_of(name)
    numbers = numbers_of(rules.game)
    assert len(numbers) > 2 * len(rules.game.zones)
    seen = list(seen_moves(rules, numbers))
    assert {move.name for move in seen} > {action.name for action in rules.game.actions[:1]}
    assert all(number >= 0 for move in seen for number in (*move.before, *move.after))
