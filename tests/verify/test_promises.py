"""What the texts promise is proved, and every promise is seen to fail when its rule is broken."""

from pathlib import Path

import pytest

from haggis_rules.engine.rules import load
from haggis_rules.ir.load import load_game
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_rules.verdicts.model import (
    How,
    PromiseCoverage,
    PromiseResult,
    Proved,
    Reached,
    Refuted,
)
from haggis_verify.analysis.coverage import COVERED
from haggis_verify.counterexample.reach import play_hand
from haggis_verify.report import verify
from tests.playing import HERON
from tests.verify.asking import result_of

TESTS = Path(__file__).parents[1]
MUTANTS = sorted((TESTS / "mutants").glob("*.haggis"))
HERON_MUTANTS = sorted((TESTS / "heron").glob("breaks.*.haggis"))
QUICK = {"sent.pips", "trick.rises", "out.first", "passing.over", "courts.own"}
DEAR = {"auto.bounds"}  # long; the mutant of classic breaks the same promise each time
LITERAL = TESTS / "texts/literal-lead.haggis"
# Cards only ever move, so no text breaks the sums; taking what is not there breaks auto.bounds.
UNBREAKABLE = {"cards.kept", "kept"}


def named(path: Path) -> str:
    return path.stem.removeprefix("breaks.")


def marks(path: Path) -> list[pytest.MarkDecorator]:
    """Return the marks of a mutant by what it takes to judge it."""
    if path.stem in QUICK:
        return []
    return [pytest.mark.slow, *([pytest.mark.long] if path.stem in DEAR else ())]


def verdict(
    text: Path | str, promise: str, hands: int = 0, *, players: int | None = None
) -> PromiseResult:
    game = load_game(text, players=players)
    return result_of(game, promise, hands=hands)


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
        assert solved, f"{result.promise} was asked of nobody"
        assert all(met.z3 > 0 and met.cvc5 > 0 for met in solved)


@pytest.mark.planted("mutant")
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=marks(path)) for path in MUTANTS],
    ids=named,
)
def test_a_broken_rule_of_neeps_breaks_its_promise(path: Path) -> None:
    assert isinstance(verdict(path, named(path)).verdict, Refuted)


@pytest.mark.planted("mutant")
@pytest.mark.parametrize("path", HERON_MUTANTS, ids=named)
def test_a_broken_rule_of_heron_breaks_its_promise(path: Path) -> None:
    assert isinstance(verdict(path, named(path)).verdict, Refuted)


@pytest.mark.parametrize("text", ["neeps-core", HERON], ids=str)
def test_every_promise_has_a_mutant_that_breaks_it(text: str | Path) -> None:
    broken = {named(path) for path in (*MUTANTS, *HERON_MUTANTS)}
    assert {promise.name for promise in load_game(text).promises} - broken <= UNBREAKABLE


@pytest.mark.planted("broken rule")
@pytest.mark.slow
def test_the_literal_lead_is_refuted_replayed_and_reached_from_a_deal() -> None:
    found = verdict(LITERAL, "turn.ready", 5).verdict
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
