"""A promise that says nothing is told: a condition that never holds makes it red."""

import pytest

from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.semantics.between_hands import values_after_hand
from haggis_rules.semantics.state import GameState
from haggis_rules.verdicts.model import ConditionWitness, PromiseResult, Proved, Vacuous, Verdict
from haggis_rules.verdicts.show import is_green, record, show
from haggis_verify.counterexample import condition_search
from haggis_verify.counterexample.condition_search import AskedCondition, ConditionSearch
from haggis_verify.obligations.conditions import conditions
from tests.games import game_of, rules_of
from tests.verify.asking import result_of
from tests.verify.changed import heron_promising, heron_with, long_heron_with

NEVER = "done and not done"


def tried(promise: str) -> Verdict:
    return verdict_of(heron_promising(promise))


def verdict_of(game: Game) -> Verdict:
    return result_of(game, "tried").verdict


@pytest.mark.parametrize(
    "promise",
    [
        f"always {NEVER} implies cards in leftover is 3",
        f"at rest {NEVER} implies cards in leftover is 3",
        f"after each move {NEVER} implies cards in leftover is 3",
        f"after each move before (done) and not done and {NEVER} implies cards in leftover is 3",
        f"always every seat s where ({NEVER} and asleep of s) has (asleep of s)",
        f"always every seat s has (asleep of s and {NEVER} implies not asleep of s)",
        f"always done implies ({NEVER} implies done)",
        "for any reading a has (a is single and a is pair implies a is not single)",
    ],
)
def test_a_condition_that_never_holds_is_red_with_its_place(promise: str) -> None:
    verdict = tried(promise)
    assert isinstance(verdict, Vacuous), verdict
    assert not is_green(verdict)
    assert ":10:" in verdict.place
    told = show(PromiseResult("tried", "", verdict))
    assert told.startswith(f"tried: says nothing here, {verdict.obligation}: ")
    assert verdict.place in told


def test_between_hands_and_in_the_second_hand_a_condition_is_looked_for() -> None:
    never = long_heron_with("promise tried between hands best is not best implies best is 3")
    assert isinstance(verdict_of(never), Vacuous)
    later = long_heron_with(
        "promise tried always some seat s has (tally of s is above 0) and not done implies true"
    )
    verdict = verdict_of(later)
    assert isinstance(verdict, Proved)
    (seen,) = verdict.conditions
    assert seen.hand > 1


@pytest.mark.parametrize(("form", "worked_out"), [("always", 0), ("between hands", 40)])
def test_what_a_hand_changes_is_worked_out_for_those_alone_who_ask(
    form: str, worked_out: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = list[GameState]()

    def counted(game: Game, state: GameState) -> GameState:
        calls.append(state)
        return values_after_hand(game, state)

    monkeypatch.setattr(condition_search, "values_after_hand", counted)
    game = long_heron_with(f"promise tried {form} best is not best implies best is 3")
    (promise,) = [one for one in game.promises if one.name == "tried"]
    asked = [AskedCondition(promise, one) for one in conditions(promise)]
    found = ConditionSearch(Rules(game), asked).run(lambda _: False)
    assert len(found) < len(asked)
    assert len(calls) == worked_out


def test_what_helpers_exclude_never_holds() -> None:
    helped = "always not done implies (turn is none implies cards in leftover is 3)"
    game = heron_with(f"promise tried {helped} using turn.awake, fresh, awake")
    assert isinstance(verdict_of(game), Vacuous)


def test_each_condition_is_kept_with_where_it_holds() -> None:
    verdict = tried("always done implies every seat s where (asleep of s) has (done)")
    assert isinstance(verdict, Proved)
    done, asleep = verdict.conditions
    assert (done.words, asleep.words) == ("done", "asleep of s")
    assert done.seed is not None
    written = record(PromiseResult("tried", "", verdict))["conditions"]
    assert isinstance(written, list)
    assert written[0] == {
        "words": "done", "place": done.place, "seed": done.seed, "hand": 1,
        "actions": done.actions, "values": [],
    }  # fmt: skip


def test_values_are_a_witness_of_what_holds_for_any() -> None:
    verdict = tried("for any reading a, reading b has (a beats b implies not b beats a)")
    assert isinstance(verdict, Proved)
    (seen,) = verdict.conditions
    assert [value.split(" is ")[0] for value in seen.values] == ["a", "b"]


def test_what_is_neither_seen_nor_excluded_is_told_and_stays_green() -> None:
    rare = " and ".join(f"{rank}c in leftover is 2" for rank in range(3, 8))
    verdict = tried(f"always {rare} implies cards in leftover is 11")
    assert isinstance(verdict, Proved)
    assert not verdict.conditions[0].is_seen
    told = show(PromiseResult("tried", "", verdict))
    assert "not seen to hold: 3c in leftover is 2" in told
    assert is_green(verdict)


def test_what_is_counted_is_no_condition() -> None:
    verdict = tried(f"always number of seats s where ({NEVER} and asleep of s) is 0")
    assert isinstance(verdict, Proved)
    assert verdict.conditions == ()


@pytest.mark.parametrize("table", ["classic for 2", "classic for 3"])
def test_conditions_of_the_shipped_rules_hold_soon(table: str) -> None:
    """The other tables are seen by `haggis verify`, at each merge."""
    promises = [one for one in game_of(table).promises if one.broken is None]
    asked = [
        AskedCondition(each, one)
        for each in promises
        if not type(each.form).__name__.startswith("ForAny")
        for one in conditions(each)
    ]
    assert len(asked) > 30
    found = ConditionSearch(rules_of(table), asked).run(lambda _: pytest.fail("it takes long"))
    assert found.keys() == set(range(len(asked)))
    assert all(isinstance(one, ConditionWitness) for one in found.values())
