"""Each promise gets the verdict that it deserves; only a proof is green."""

import re

import pytest

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.verdicts.model import (
    Disagree,
    ExpectedBreach,
    How,
    NotBroken,
    NotInductive,
    NotReached,
    PromiseResult,
    Proved,
    Reached,
    Refuted,
    Unfounded,
    Unknown,
    Unsupported,
    Vacuous,
    Verdict,
)
from haggis_rules.verdicts.show import is_green, show
from haggis_verify.encode import expressions
from haggis_verify.encode.expressions import SymbolicEnvironment
from haggis_verify.encode.symbols import NotEncodableError, Symbol
from haggis_verify.proving.refinement import PlayRefinement, RefinedOutcome
from haggis_verify.report import verify
from haggis_verify.solvers import solve
from haggis_verify.solvers.solve import Limits, NotEntailed, SolverAnswer
from tests.engine.games import rules_of
from tests.verify.asking import result_of, results_of
from tests.verify.changed import heron_promising, heron_with
from tests.verify.test_solve import saying

UNPROVED = "always not done implies turn is not none and not asleep of turn"  # without helpers


def verdict_of(game: Game, name: str = "tried") -> Verdict:
    return result_of(game, name, hands=3).verdict


def tried(promise: str) -> Verdict:
    return verdict_of(heron_promising(promise))


# Proved


def test_that_no_card_is_lost_is_proved_by_both_solvers() -> None:
    verdict = verdict_of(rules_of("neeps-core").game, "cards.kept")
    assert isinstance(verdict, Proved)
    solved = [met for met in verdict.obligations if met.how is How.SOLVED]
    assert {met.name for met in solved} >= {"at first", "step close", "play by seat 5"}
    assert all(met.z3 > 0 and met.cvc5 > 0 for met in solved)
    assert sum(met.z3 + met.cvc5 for met in solved) < 10
    assert verdict.approximated


def test_moves_that_write_nothing_that_is_read_are_not_asked_about() -> None:
    verdict = verdict_of(rules_of("neeps-core").game, "out.first")
    assert isinstance(verdict, Proved)
    how = {met.name: met.how for met in verdict.obligations}
    assert how["pass by seat 1"] is How.UNTOUCHED
    assert how["step go.out"] is How.SOLVED
    assert not verdict.approximated


def test_promises_that_use_each_other_are_proved_together() -> None:
    results = results_of(rules_of("heron").game, ["awake"])
    assert [result.promise for result in results] == ["fresh", "awake", "sleepers", "turn.awake"]
    assert all(map(_is_proved, results))


def _is_proved(result: PromiseResult) -> bool:
    return isinstance(result.verdict, Proved) and is_green(result.verdict)


def test_what_every_game_has_to_keep_names_the_promises_that_it_needs() -> None:
    results = {r.promise: r.verdict for r in results_of(rules_of("heron").game, ["auto.apart"])}
    verdict = results["auto.apart"]
    assert isinstance(verdict, Proved)
    assert verdict.helpers
    assert all(isinstance(results[helper], Proved) for helper in verdict.helpers)


# Refuted


def test_a_promise_that_the_deal_breaks_is_refuted_by_a_deal() -> None:
    verdict = tried("always cards in fist of 1 seats after dealer is 14")
    assert isinstance(verdict, Refuted)
    assert verdict.case.obligation == "at first"
    assert verdict.case.play is None


def test_two_exceptions_that_hold_at_one_time_are_seen_again() -> None:
    game = heron_with("except beats when b is single as true")
    results = {one.promise: one.verdict for one in results_of(game, ["auto.apart"], hands=0)}
    verdict = results["auto.apart"]
    assert isinstance(verdict, Refuted)
    assert verdict.case.obligation == "exceptions to beats"
    assert verdict.case.replay == "two exceptions to `beats` hold"


def test_a_breach_that_play_comes_to_is_shown_with_its_hand() -> None:
    verdict = tried("always every seat s has (not asleep of s)")
    assert isinstance(verdict, Refuted)
    play = verdict.case.play
    assert isinstance(play, Reached)
    assert play.actions[-1].endswith(": sleep")
    assert verdict.case.lines[-1].startswith("then asleep of seat")


def test_a_breach_that_play_does_not_come_to_is_told_apart_with_what_would_help() -> None:
    game = heron_promising(UNPROVED)
    results = {r.promise: r.verdict for r in results_of(game, ["awake", "tried"], hands=1)}
    verdict = results["tried"]
    assert isinstance(verdict, NotInductive)
    assert verdict.case.play == NotReached(1, ())
    assert set(verdict.using) <= {"turn.awake", "awake", "fresh", "sleepers"}
    assert verdict.using
    assert not is_green(verdict)
    told = show(PromiseResult("tried", "", verdict)).splitlines()
    assert told[0].startswith("tried: not inductive, ")
    assert told[-2:] == [
        "    not reached in 1 hand; play may never get there",
        f"    proved with: using {', '.join(verdict.using)}",
    ]
    added = f"{UNPROVED} using {', '.join(verdict.using)}"
    assert isinstance(verdict_of(heron_promising(added)), Proved)


def test_a_case_that_some_promises_exclude_but_not_all_is_told_with_these() -> None:
    game = heron_with(
        f"promise tried {UNPROVED} and cards in leftover is at least 11"
        " state odd is truth, at first false, seen by all"
        " on sleep move all from leftover to gone when odd"
    )
    verdict = verdict_of(game)
    assert isinstance(verdict, NotInductive)
    assert verdict.case.obligation == "lay by seat 1"
    assert (verdict.using, verdict.case.play) == ((), NotReached(33, ("fresh", "awake")))


def test_what_no_promise_excludes_has_no_proposal() -> None:
    game = heron_with(
        "promise tried always cards in leftover is at least 11"
        " state odd is truth, at first false, seen by all"
        " on sweep move all from leftover to gone when odd"
    )
    verdict = verdict_of(game)
    assert isinstance(verdict, NotInductive)
    assert (verdict.using, verdict.case.play) == ((), NotReached(33, ()))
    assert "no promise that holds excludes it" in show(PromiseResult("tried", "", verdict))


def test_a_promise_that_does_not_stand_is_not_proposed() -> None:
    game = heron_with(
        "state odd is truth, at first false, seen by all"
        " on sweep move all from leftover to gone when odd"
        " promise tried always cards in leftover is at least 11"
        " promise wrong always not odd and not done"
    )
    results = {one.promise: one.verdict for one in results_of(game, ["tried", "wrong"], hands=1)}
    assert isinstance(results["wrong"], Refuted)
    verdict = results["tried"]
    assert isinstance(verdict, NotInductive)
    assert verdict.using == ()


def test_a_move_that_breaks_what_holds_after_each_move_is_refuted() -> None:
    verdict = tried("after each move top is none or before (top) is none or top is before (top)")
    assert isinstance(verdict, Refuted)
    assert isinstance(verdict.case.play, Reached)


def test_a_measure_that_stays_is_refuted_with_its_one_value() -> None:
    verdict = tried("measure cards in every fist")
    assert isinstance(verdict, Refuted)
    assert re.fullmatch(r"the measure stays at \(\d+\), but has to fall", verdict.case.replay)


@pytest.mark.parametrize("measure", ["cards in table-top", "7 when top is none otherwise 9"])
def test_the_values_of_a_measure_that_are_shown_are_never_the_same_twice(measure: str) -> None:
    verdict = tried(f"measure ({measure})")
    assert isinstance(verdict, Refuted)
    found = re.search(r"from \((\d+)\) to \((\d+)\)", verdict.case.replay)
    stays = verdict.case.replay.startswith("the measure stays at (")
    assert stays if found is None else int(found[1]) < int(found[2])


def test_a_measure_that_can_be_negative_is_refuted() -> None:
    verdict = tried("measure cards in every fist - 20 then cards in table-top")
    assert isinstance(verdict, Refuted)
    assert verdict.case.replay.startswith("a part is negative")


def test_progress_without_a_case_for_a_state_is_refuted() -> None:
    verdict = tried("progress unless done when not done and top is not none by sleep")
    assert isinstance(verdict, Refuted)
    assert verdict.case.replay == "no case holds"
    assert isinstance(verdict.case.play, Reached)
    assert verdict.case.play.actions == ()


def test_a_witness_that_cannot_act_is_refuted() -> None:
    verdict = tried("progress unless done when not done by sleep")
    assert isinstance(verdict, Refuted)
    assert verdict.case.replay == "nobody can sleep as the witness says"


def test_a_witness_that_makes_no_combination_is_refuted() -> None:
    game = heron_promising(
        "progress unless done"
        " when not done and top is none"
        "   for some card c where (c in fist of actor is above 0)"
        "   by lay with (combination of c as single with top 9 colour suit of c)"
        " when not done and top is not none by sleep"
        " using turn.awake"
    )
    verdict = verdict_of(game)
    assert isinstance(verdict, Refuted)
    assert verdict.case.replay == "nobody can lay as the witness says"


# Neither


def refining_nothing(
    _self: object, _moves: object, _question: object, found: NotEntailed, _ask: object
) -> RefinedOutcome:
    return RefinedOutcome(found)


def test_a_case_with_cards_that_are_no_combination_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PlayRefinement, "refine", refining_nothing)
    verdict = tried(
        "always top is not none and top is pair implies cards in table-top is at least 2"
    )
    assert isinstance(verdict, Unknown)
    assert verdict.reason == (
        "the solvers allowed a play that the cards do not make, so the case shows nothing"
    )
    assert not is_green(verdict)


def test_what_rests_on_something_unproved_is_not_proved() -> None:
    game = heron_with(
        "promise wrong always every seat s has (not asleep of s)"
        " promise tried always done is true or done is false using wrong"
    )
    verdict = verdict_of(game)
    assert verdict == Unfounded(("wrong",))
    assert not is_green(verdict)


def test_a_circle_with_one_wrong_promise_in_it_falls_as_a_whole() -> None:
    game = heron_with(
        "promise left always cards in leftover is 11 using both"
        " promise both always cards in leftover is 11 and cards in gone is 0 using left"
    )
    verdicts = {result.promise: result.verdict for result in results_of(game, ["left"], hands=1)}
    assert isinstance(verdicts["both"], Refuted)
    assert verdicts["left"] == Unfounded(("both",))


def test_a_breach_that_the_text_declares_is_green_with_a_match_that_shows_it() -> None:
    game = heron_with(
        "promise tried always every seat s has (not asleep of s)"
        ' breaks tried because "whoever sleeps is asleep"'
    )
    verdict = verdict_of(game)
    assert isinstance(verdict, ExpectedBreach)
    assert verdict.because == "whoever sleeps is asleep"
    assert isinstance(verdict.case.play, Reached)
    assert is_green(verdict)


@pytest.mark.slow
def test_a_declared_breach_to_which_no_match_comes_is_not_green() -> None:
    game = heron_with(
        "promise tried always cards in leftover is at least 11"
        " state odd is truth, at first false, seen by all"
        " on sweep move all from leftover to gone when odd"
        ' breaks tried because "it might"'
    )
    verdict = verdict_of(game)
    assert isinstance(verdict, Unknown)
    assert verdict.case is not None
    assert isinstance(verdict.case.play, NotReached)
    assert not is_green(verdict)


def test_what_is_proved_is_not_broken() -> None:
    game = heron_with(
        'promise tried always done is true or done is false breaks tried because "we say so"'
    )
    verdict = verdict_of(game)
    assert verdict == NotBroken("extra")
    assert not is_green(verdict)


def test_no_proof_rests_on_what_is_broken() -> None:
    game = heron_with(
        "promise wrong always every seat s has (not asleep of s)"
        " promise tried always done implies every seat s has (not asleep of s) using wrong"
        ' breaks wrong because "whoever sleeps is asleep"'
    )
    verdicts = {one.promise: one.verdict for one in results_of(game, ["tried"], hands=3)}
    assert set(verdicts) == {"tried"}
    assert isinstance(verdicts["tried"], Refuted)


def test_a_measure_cannot_help() -> None:
    verdict = tried("always done is true or done is false using ends")
    assert isinstance(verdict, Unsupported)
    assert verdict.clause == "extra"
    assert "`ends`" in verdict.what


def test_what_has_no_form_in_terms_is_told_with_its_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = expressions.encode

    def without_order(node: nodes.Expr, view: SymbolicEnvironment) -> Symbol:
        if isinstance(node, nodes.Outranks):
            raise NotEncodableError("an odd thing")
        return right(node, view)

    monkeypatch.setattr(expressions, "encode", without_order)
    (result,) = results_of(rules_of("heron").game, ["kept"])
    assert result.verdict == Unsupported("higher", "an odd thing")
    assert not is_green(result.verdict)
    assert "higher uses an odd thing" in show(result)


def test_a_move_that_never_happens_proves_nothing() -> None:
    game = heron_with(
        "action nap by turn may nap only when done and not done on nap let done be false"
        " promise tried always done is true or done is false"
    )
    verdict = verdict_of(game)
    assert verdict == Vacuous("on nap")
    assert not is_green(verdict)


def test_a_helper_that_no_state_keeps_proves_nothing() -> None:
    game = heron_with(
        "promise never always cards in leftover is 11 and cards in leftover is 12"
        " promise tried always cards in gone is 0 using never"
    )
    assert verdict_of(game) == Vacuous("on sweep")


def test_solvers_that_disagree_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "ask_cvc5", saying(SolverAnswer("sat", 0.1)))
    (result,) = verify(rules_of("heron").game, ["kept"])
    verdict = result.verdict
    assert isinstance(verdict, Disagree)
    assert (verdict.z3, verdict.cvc5) == ("unsat", "sat")
    assert not is_green(verdict)


def test_a_solver_that_gives_up_proves_nothing() -> None:
    (result,) = verify(rules_of("heron").game, ["kept"], limits=Limits(z3=1))
    assert isinstance(result.verdict, Unknown)
    assert "z3 gave up" in result.verdict.reason


def nothing_shown(*_: object) -> str:
    return ""


def test_a_case_that_the_interpreter_does_not_show_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for place in ("counterexample.reenact", "counterexample.moments"):
        monkeypatch.setattr(f"haggis_verify.{place}.shown_at", nothing_shown)
    verdict = tried("always every seat s has (not asleep of s)")
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "not replayed: it holds after the move"
