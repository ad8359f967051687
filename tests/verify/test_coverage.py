"""Each clause is used by a hand that is named, and a dead one is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.analysis.simulate import random_playout
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.trace import take_unchecked
from haggis_rules.ir.game import ClauseStatus, Game
from haggis_rules.ir.load import load_game
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.verdicts.model import PromiseCoverage, PromiseResult, Unused
from haggis_rules.verdicts.show import is_green, record, show
from haggis_verify.analysis.coverage import COVERED, measure_coverage
from haggis_verify.analysis.instrument import instrument
from haggis_verify.cache.verdict_codec import verdict_from_json, verdict_to_json
from haggis_verify.report import prepare, verify
from haggis_verify.solvers.answer_store import AnswerStore
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits
from tests.engine.games import rules_of
from tests.games import SEATINGS
from tests.planted.changed import changed_game
from tests.planted.reading import fault_named
from tests.verify.changed import heron_with

NEVER = "heron-a-step-that-never-follows"
WREN = Path(__file__).parents[1] / "mutation/wren.haggis"


def result_of(game: Game) -> PromiseResult:
    (found,) = verify(game, [COVERED])
    return found


def test_each_clause_of_heron_is_used_in_a_hand_that_is_named() -> None:
    found = result_of(rules_of("heron").game)
    assert isinstance(found.verdict, PromiseCoverage)
    assert is_green(found.verdict)
    parts = {(use.piece.clause, use.piece.part) for use in found.verdict.uses}
    assert {("higher", "except beats"), ("quake", "pattern quake"), ("win", "step win")} <= parts
    assert all(use.seed is not None for use in found.verdict.uses)
    assert show(found).startswith(f"{COVERED}: shown, each of {len(found.verdict.uses)} parts of ")


def test_a_use_is_seen_again_in_the_hand_that_is_named() -> None:
    rules = rules_of("heron")
    found, marks = measure_coverage(rules), instrument(rules.game)
    use = next(use for use in found.uses if use.piece.part == "except beats")
    (mark,) = (mark for mark, piece in marks.parts.items() if piece == use.piece)
    assert use.seed is not None
    state, actions = rules.new_match(use.seed).position.state, 0
    for action, after in random_playout(rules, state, use.seed):
        if action is not None:
            actions += 1
            entries = list(take_unchecked(Patterns(marks.game), state, action))
            here = any(mark in entry.clauses for entry in entries)
            assert here is (actions == use.actions)
            if here:
                return
        state = after
    pytest.fail("the hand does not use it")


def test_a_part_that_only_an_example_comes_to_is_told_with_it() -> None:
    found = measure_coverage(Rules(load_game(WREN, players=2)), matches=0)
    assert isinstance(found, Unused)
    assert found.uses
    assert all(use.seed is None for use in found.uses)
    assert "The last card sweeps the pile." in {use.example for use in found.uses}


def test_what_is_promised_is_no_part_of_how_the_game_runs() -> None:
    game = rules_of("heron").game
    derived = {n for n, clause in game.clauses.items() if clause.status is ClauseStatus.DERIVED}
    assert derived
    assert not derived & {piece.clause for piece in instrument(game).parts.values()}


def test_a_word_that_nothing_asks_for_is_no_part_of_it_either() -> None:
    game = heron_with("define unasked as number of seats s where (asleep of s)")
    assert isinstance(measure_coverage(Rules(game)), PromiseCoverage)


def test_the_marked_game_is_the_same_game() -> None:
    rules = rules_of("long-heron")
    same, state = Patterns(instrument(rules.game).game), rules.new_match(3).position.state
    for action, after in random_playout(rules, state, 3):
        if action is not None:
            one, other = (list(take_unchecked(p, state, action)) for p in (rules.patterns, same))
            assert [(e.name, e.moved, e.state) for e in one] == [
                (e.name, e.moved, e.state) for e in other
            ]
        state = after


# Told and kept


@pytest.mark.slow
def test_both_verdicts_are_written_and_read_again() -> None:
    for game in (rules_of("heron").game, changed_game(fault_named(NEVER))):
        found = result_of(game)
        assert verdict_from_json(verdict_to_json(found.verdict)) == found.verdict
        recorded = record(found)
        assert recorded["verdict"] in {"used", "unused"}
        assert recorded["uses"]


def test_what_uses_each_clause_is_known_from_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rules_of("heron").game
    with AnswerStore(tmp_path / "answers") as before:
        first = prepare(game, SolverPool(Limits(), before=before), [COVERED])(None)

        def never(*_: object) -> PromiseCoverage:
            pytest.fail("it is looked for again")

        monkeypatch.setattr("haggis_verify.report.measure_coverage", never)
        assert prepare(game, SolverPool(Limits(), before=before), [COVERED])(None) == first
        with pytest.raises(pytest.fail.Exception):
            prepare(replace(game, words="others"), SolverPool(Limits(), before=before), [COVERED])(
                None
            )


@pytest.mark.slow
@pytest.mark.long  # the site is built from the same proofs
@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_no_clause_of_a_shipped_variant_is_dead(name: str, seats: int) -> None:
    found = result_of(load_game(name, players=seats))
    assert isinstance(found.verdict, PromiseCoverage), show(found)
