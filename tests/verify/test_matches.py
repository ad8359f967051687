"""A hand may be any hand of a match, and what happens between two hands is proved as well."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.ir.types import Plain
from haggis_rules.verdicts.model import (
    NotInductive,
    NotReached,
    Proved,
    Reached,
    Refuted,
    Unfounded,
    Vacuous,
    Verdict,
)
from haggis_verify.counterexample.moments import Moment, shown_at
from haggis_verify.encode import between_hands, initial_states
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.states import constant_state, flat_state
from haggis_verify.obligations.matter import BETWEEN, EncodedGame
from haggis_verify.solvers.solve import Limits, find_model
from tests.engine.games import rules_of
from tests.verify.asking import result_of, results_of
from tests.verify.changed import long_heron_with
from tests.verify.test_moves import same_term

LATER = Path(__file__).parents[1] / "texts/later-hand.haggis"


def verdict_of(game: Game, name: str = "tried") -> Verdict:
    return result_of(game, name, hands=2).verdict


def tried(items: str) -> Verdict:
    return verdict_of(long_heron_with(items))


def test_a_match_keeps_what_every_game_has_to_keep() -> None:
    game = rules_of("long-heron").game
    results = {r.promise: r.verdict for r in results_of(game, ["auto.defined", "auto.bounds"])}
    defined, bounds = results["auto.defined"], results["auto.bounds"]
    assert isinstance(defined, Proved)
    assert isinstance(bounds, Proved)
    assert {met.name for met in defined.obligations} >= {
        "first values",
        "when the match opens",
        "whether the hand is over",
        "the score sheet",
        BETWEEN,
        "whether the match is over",
    }
    assert {met.name for met in bounds.obligations} >= {"when the match opens", BETWEEN}


# What lasts is any that a match can come to


def test_later_hands_of_a_match_begin_as_a_proof_says() -> None:
    matter = EncodedGame(rules_of("long-heron").game)
    begun, chance = matter.beginning, Random(1)
    match = rules_of("long-heron").new_match(1)
    for hand in (1, 2, 3):
        while match.hand < hand:
            match = match.apply(chance.choice(match.actions(chance.choice(match.to_act))))
        dealt = constant_state(matter.shape, match.position.start)
        pairs = zip(flat_state(begun.view.table), flat_state(dealt), strict=True)
        assert (
            find_model([*begun.facts, *(same_term(a, b) for a, b in pairs)], Limits()) is not None
        )


def test_a_slip_that_shows_only_in_a_later_hand_is_refuted_and_reached_there() -> None:
    verdict = verdict_of(load_game(LATER, players=2), "turn.ready")
    assert isinstance(verdict, Refuted)
    assert verdict.case.obligation == "at first"
    assert any(line.startswith("tally of seat") for line in verdict.case.lines)
    assert not {"tally of seat 1 is 0", "tally of seat 2 is 0"} <= set(verdict.case.lines)
    assert isinstance(verdict.case.play, Reached)
    assert verdict.case.play.hand > 1


def test_a_deal_that_a_match_begins_with_needs_no_search() -> None:
    verdict = tried("promise tried always tally of dealer is above 0")
    assert isinstance(verdict, Refuted)
    verdict = tried("promise tried always cards in fist of 1 seats after dealer is 14")
    assert isinstance(verdict, Refuted)
    assert verdict.case.play is None


def test_a_hand_with_values_that_no_match_comes_to_is_told_apart() -> None:
    game = long_heron_with(
        "promise low always every seat s has (tally of s is at most best)"
        " promise tried always not done implies tally of dealer is at most best or done"
    )
    results = {r.promise: r.verdict for r in results_of(game, ["low", "tried"], hands=1)}
    verdict = results["tried"]
    assert isinstance(verdict, NotInductive)
    assert verdict.case.play == NotReached(1, ())
    assert verdict.case.obligation == "at first"
    assert verdict.using == ("low",)


def test_beginning_with_the_first_hand_alone_would_miss_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(LATER, players=2)
    opened = EncodedGame(game).opening.view.table.values
    first = {index: opened[index] for index in between_hands.lasting_states(game)}

    def first_alone(_: StateShape) -> object:
        return first

    monkeypatch.setattr(initial_states, "lasting_values", first_alone)
    result = result_of(game, "turn.ready")
    assert not isinstance(result.verdict, Refuted)


# Promises of what lasts alone


def test_what_is_promised_of_lasting_values_alone_is_kept_from_hand_to_hand() -> None:
    verdict = tried("promise tried always every seat s has (tally of s is at most best)")
    assert isinstance(verdict, Proved)
    names = [met.name for met in verdict.obligations]
    assert names[:2] == ["when the match opens", BETWEEN]
    assert "at first" not in names


def test_a_lasting_promise_that_the_next_hand_breaks_is_refuted_and_replayed() -> None:
    verdict = tried("promise tried always best is at most 20")
    assert isinstance(verdict, Refuted)
    assert verdict.case.obligation == BETWEEN
    assert "the hand is over" in verdict.case.lines
    assert any(line.startswith("then best is") for line in verdict.case.lines)
    assert isinstance(verdict.case.play, Reached)
    assert verdict.case.play.hand > 1


def test_a_lasting_promise_that_a_match_breaks_at_once_is_refuted() -> None:
    verdict = tried("promise tried always best is above 0")
    assert isinstance(verdict, Refuted)
    assert verdict.case.obligation == "when the match opens"
    assert verdict.case.play is None


def test_a_lasting_promise_helps_where_a_hand_begins() -> None:
    verdict = tried(
        "promise low always every seat s has (tally of s is at most best)"
        " promise tried always not done implies tally of dealer is at most best or done using low"
    )
    assert isinstance(verdict, Proved)
    assert verdict.helpers == ("low",)


def test_what_rests_on_a_lasting_promise_falls_with_it() -> None:
    verdict = tried(
        "promise wrong always best is at most 20"
        " promise tried always best is at most 30 and done is done using wrong"
    )
    assert isinstance(verdict, Unfounded)


# Promises of what happens between two hands

GROWS = "every seat s has (tally of s is before (tally of s) + before (total score of s))"


def test_a_promise_between_hands_is_proved_of_any_hand() -> None:
    verdict = tried(f"promise tried between hands {GROWS}")
    assert isinstance(verdict, Proved)
    assert [met.name for met in verdict.obligations] == [BETWEEN]


def test_a_promise_between_hands_may_rest_on_what_holds_in_a_hand() -> None:
    items = "promise tried between hands total for every seat s of (luck of s) is above 0"
    assert isinstance(tried(items), NotInductive)
    held = "promise emptied always done implies some seat s has (cards in fist of s is 0)"
    verdict = tried(
        f"{held} promise tried between hands some seat s has (before (luck of s) is not luck of s)"
        " using emptied"
    )
    assert isinstance(verdict, Proved)
    assert verdict.helpers == ("emptied",)


def test_a_promise_between_hands_that_is_broken_is_replayed_and_reached() -> None:
    verdict = tried("promise tried between hands dealer is before (dealer)")
    assert isinstance(verdict, Refuted)
    assert verdict.case.obligation == BETWEEN
    assert "the hand is over" in verdict.case.lines
    play = verdict.case.play
    assert isinstance(play, Reached)
    assert play.hand == 1
    assert play.small is not None


def test_nothing_else_is_looked_at_after_a_hand() -> None:
    rules = rules_of("long-heron")
    state = rules.new_match(1).position.state
    never = nodes.Truth(Plain.TRUTH, value=False)
    moments = Moment(state, state), Moment(state, state, after_hand=True)
    seen = {
        form: [bool(shown_at("tried", form(never), each, rules.patterns)) for each in moments]
        for form in (ir.Always, ir.EachHand)
    }
    assert seen == {ir.Always: [True, False], ir.EachHand: [False, True]}


# Between two hands


def test_whether_the_match_is_over_has_to_be_defined() -> None:
    game = long_heron_with(
        "define poorest as least for every seat t where (tally of t is below 1) of (tally of t)"
        " define ended as poorest is 5"
    )
    assert game.until is not None
    until = replace(game.until, expr=nodes.Call(Plain.TRUTH, "ended", ()))
    verdict = verdict_of(replace(game, until=until), "auto.defined")
    assert isinstance(verdict, Refuted)
    assert verdict.case.obligation == "whether the match is over"
    assert "there is nothing to compare here" in verdict.case.replay


def test_a_hand_that_is_never_over_proves_nothing_of_the_next() -> None:
    game = long_heron_with("promise tried always best is at most target or best is above 1")
    never_over = replace(game.definitions["finished"], base=nodes.Truth(Plain.TRUTH, value=False))
    game = replace(game, definitions={**game.definitions, "finished": never_over})
    assert verdict_of(game) == Vacuous(BETWEEN)


# What players agree on


def test_a_proof_is_for_every_number_that_players_may_agree_on() -> None:
    assert isinstance(tried("promise tried always target is above 5 or target is below 9"), Proved)
    verdict = tried("promise tried always best is below target or best is at least 60")
    assert isinstance(verdict, NotInductive)
    (agreed,) = [line for line in verdict.case.lines if line.startswith("agreed: target is ")]
    assert int(agreed.removeprefix("agreed: target is ")) != 60


def test_a_number_by_which_there_are_clauses_is_what_it_is() -> None:
    game = long_heron_with(
        "option rounds is 1 to 9 hands, usually 3 promise tried always rounds is above 2"
    )
    assert isinstance(verdict_of(game), Refuted)
    options = tuple(
        replace(one, selects=True) if one.name == "rounds" else one for one in game.options
    )
    assert isinstance(verdict_of(replace(game, options=options)), Proved)


def test_the_usual_number_is_shown_where_it_breaks_the_promise() -> None:
    verdict = tried("promise tried always best is below target")
    assert isinstance(verdict, NotInductive)
    assert "agreed: target is 60" in verdict.case.lines


def test_the_table_between_hands_keeps_all_but_what_lasts() -> None:
    matter = EncodedGame(rules_of("long-heron").game)
    move = matter.between
    assert isinstance(move, between_hands.HandTransition)
    before, after = matter.view.table, move.after.table
    for index, state in enumerate(matter.game.states):
        if not state.lasting:
            assert before.values[index] == after.values[index]
    assert before.zones == after.zones
