"""What Heron and Neeps promise is proved, and a lead that is taken literally breaks a promise."""

from pathlib import Path

import pytest

from haggis_rules.engine.rules import load
from haggis_rules.ir.load import load_game
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_rules.verdicts.model import (
    How,
    PromiseCoverage,
    Proved,
    Reached,
    Refuted,
)
from haggis_verify.analysis.coverage import COVERED
from haggis_verify.counterexample.reach import play_hand
from haggis_verify.proving.builtin_promises import ENDS
from haggis_verify.report import verify
from tests.playing import HERON
from tests.verify.asking import result_of

TESTS = Path(__file__).parents[1]
LITERAL = TESTS / "texts/literal-lead.haggis"


def test_heron_keeps_all_its_promises() -> None:
    results = verify(load_game(HERON))
    assert results
    assert all(isinstance(result.verdict, Proved | PromiseCoverage) for result in results)


@pytest.mark.slow
@pytest.mark.long  # the site is built from the same proofs
def test_neeps_keeps_all_its_promises() -> None:
    game = load_game("neeps-core")
    results = verify(game)
    assert {promise.name for promise in game.promises} <= {result.promise for result in results}
    for result in (one for one in results if one.promise != COVERED):
        assert isinstance(result.verdict, Proved), result
        solved = [met for met in result.verdict.obligations if met.how is How.SOLVED]
        if not solved:  # a promise of the text, which was asked, says all of it
            assert result.promise == ENDS, f"{result.promise} was asked of nobody"
            assert result.verdict.helpers == ("hand.ends",)
        assert all(met.z3 > 0 and met.cvc5 > 0 for met in solved)


@pytest.mark.planted("broken rule")
@pytest.mark.slow
def test_the_literal_lead_is_refuted_replayed_and_reached_from_a_deal() -> None:
    found = result_of(load_game(LITERAL), "turn.ready", hands=5).verdict
    assert isinstance(found, Refuted)
    assert isinstance(found.case.play, Reached)


def test_under_the_literal_lead_a_hand_comes_to_where_nobody_can_lead() -> None:
    """Played by the engine alone: no promise is looked at."""
    rules = load(LITERAL)
    states = [state.name for state in rules.game.states]
    for seed in range(5):
        table = rules.new_hand(seed)
        last = play_hand(rules, seed).moments[-1][-1].state
        stage, turn = (last.values[states.index(name)] for name in ("stage", "turn"))
        if rules.at(last).to_act == () and not rules.at(last).finished:
            assert isinstance(turn, int)
            hands = last.zones[0]
            assert isinstance(hands, tuple)
            assert hands[turn] == 0
            assert any(hands)
            assert stage == table.rules.game.choices[0].choices.index("tricks")
            return
    pytest.fail("no hand came there")


def test_with_the_ruling_on_the_lead_the_same_hands_go_on_to_their_end() -> None:
    rules = load("neeps-core")
    for seed in range(5):
        last = play_hand(rules, seed).moments[-1][-1].state
        finished = rules.game.definitions["finished"].base
        assert holds_true(finished, Environment(rules.game, last))
