"""An example begins where it says, is played by the rules, and every claim is worked out twice."""

import pickle
from collections.abc import Callable
from typing import cast

import pytest

from haggis_rules.analysis.simulate import simulate
from haggis_rules.cases import CaseOutcome, runner
from haggis_rules.cases.outcome import Allowed, Differ, FalseOperands, MadeReadings, Refused
from haggis_rules.diagnostics.errors import TwoAnswersError
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Chance
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import first_values, values_after_hand
from haggis_rules.semantics.state import GameState, Reading, Value, size
from tests.cases.texts import checked, games, only
from tests.games import game_of

HANDS = 'given hand of seat 1 is "2r 3r J", hand of seat 2 is "4r 5r", the rest in stock'
LAST = "state last is seat, at first 1 seats before starter, seen by all"


def outcome(body: str) -> CaseOutcome:
    found = only(body)
    assert found.outcome is not None, found.detail
    return found.outcome


def test_cards_lie_where_they_are_said_to_lie() -> None:
    start = outcome(f'example "" with 2 seats {HANDS} then cards in pile is 0').start
    assert start is not None
    hands, stock, pile = cast("tuple[tuple[int, ...], int, int]", start.zones)
    assert [size(hand) for hand in hands] == [3, 2]
    assert size(stock) == 10 - 5
    assert pile == 0


def test_cards_may_be_written_in_capitals_and_no_card_is_an_empty_text() -> None:
    body = 'example "" with 2 seats given hand of seat 1 is "2R j", hand of seat 2 is "", '
    assert only(f"{body} the rest in stock then cards in hand of seat 1 is 2").passed


def test_what_is_not_said_has_its_first_value_and_chance_takes_the_lowest() -> None:
    for game in games(LAST):
        blank = GameState((None,) * len(game.states), (0,) * len(game.zones))
        drawn = tuple(0 for state in game.states if isinstance(state.initial, Chance))
        for lasting in (True, False):
            values = first_values(game, blank, drawn if not lasting else (), lasting=lasting)
            blank = GameState(values, blank.zones)
        body = "state last is seat, at first 1 seats before starter, seen by all"
        body += (
            f' example "" with {game.seats} seats given the rest in stock then cards in pile is 0'
        )
        start = outcome(body).start
        assert start is not None
        assert start.values == blank.values


def test_first_values_follow_from_what_is_said() -> None:
    body = "state last is seat, at first 1 seats before starter, seen by all "
    body += (
        f'example "" with 3 seats {HANDS}, starter is seat 3 then last is seat 2, turn is seat 3'
    )
    assert only(body).passed


def test_one_seat_can_have_a_value_and_the_others_their_first() -> None:
    body = f'example "" with 2 seats {HANDS}, call of seat 2 is low'
    assert only(f"{body} then call of seat 2 is low, call of seat 1 is none").passed


def test_a_play_without_its_reading_is_the_highest_that_is_allowed() -> None:
    body = f'example "" with 2 seats {HANDS}, turn is seat 1, top is "2g 3g = run2@3"'
    assert only(f'{body} when seat 1: play "3r J" then top is "3r J = run2@4"').passed
    body = 'example "" with 2 seats given hand of seat 1 is "3r 4g J", the rest in stock'
    assert only(f'{body} when seat 1: play "3r 4g J" then top is "3r 4g 5r"').passed


def test_a_play_can_be_called_lower_than_it_could_be() -> None:
    body = f'example "" with 2 seats {HANDS}, turn is seat 1'
    assert only(f'{body} when seat 1: play "3r J = run2@3" then top is "2g 3g = run2@3"').passed


def test_what_can_be_several_plays_can_be_played_nonetheless() -> None:
    body = f'example "" with 2 seats {HANDS}, turn is seat 1'
    assert only(f'{body} then seat 1 can play "3r J"').passed
    (failed,) = outcome(f'{body} then seat 1 can not play "3r J"').failed
    assert isinstance(failed.found, Allowed)
    assert only(f'{body}, top is "J" then seat 1 can not play "3r J"').passed


def test_a_card_is_chosen_in_quotes_or_without() -> None:
    body = f'example "" with 2 seats {HANDS}, turn is seat 1'
    done = 'when seat 1: give "2r" seat 2, seat 1: give 3r seat 2 then cards in hand of seat 2 is 4'
    assert only(f"{body} {done}").passed


def test_a_second_turn_goes_on_from_the_first() -> None:
    body = f'example "" with 2 seats {HANDS}, turn is seat 1'
    body += ' when seat 1: play "2r" then turn is seat 2 when seat 2: play "4r" then turn is seat 1'
    found = outcome(body)
    assert found.passed
    first, second = found.stages
    assert first.after == second.before
    assert [done.words for done in first.done] == ["play 2r"]
    assert "turns" in first.done[0].trace.clauses


def test_an_action_that_is_not_allowed_stops_the_example() -> None:
    body = f'example "" with 2 seats {HANDS}, turn is seat 1'
    found = outcome(f'{body} when seat 2: play "4r" then turn is seat 1 then turn is seat 1')
    assert not found.passed
    assert len(found.stages) == 1
    stopped = found.stages[0].stopped
    assert stopped is not None
    assert isinstance(stopped.found, Refused)
    assert [reason.clause for reason in stopped.found.reasons] == ["turns"]
    assert "turns" in found.clauses


def test_what_was_found_is_data() -> None:
    found = outcome('example "" with 2 seats then "3r J" makes "set2@3", "2r" beats "3r"')
    made, beaten = found.failed
    assert made.found == MadeReadings(("set2@3", "run2@3", "run2@4"))
    assert isinstance(beaten.found, FalseOperands)
    assert [(side.words, side.value) for side in beaten.found.operands] == [
        ('"2r"', "single@2"),
        ('"3r"', "single@3"),
    ]


def test_a_claim_names_what_it_rests_on() -> None:
    found = outcome('example "" with 2 seats then "3r" beats "2r", "2r" makes "single@2"')
    assert [one.clauses for one in found.looked] == [
        ("deck.cards", "plays", "beating"),
        ("deck.cards", "plays"),
    ]


def test_an_example_is_looked_at_once_for_each_table() -> None:
    several = checked(
        'example "a" then "3r" beats "2r" example "b" with 3 seats then "3r" beats "2r"'
    )
    assert [(one.case.words, one.where) for one in several] == [
        ("a", "with 2 seats"),
        ("a", "with 3 seats"),
        ("b", "with 3 seats"),
    ]


def test_an_example_is_looked_at_with_the_usual_options_or_with_those_of_its_guard() -> None:
    body = 'option open is truth, usually false example "a" with open then open'
    several = checked(f'{body} example "b" then "3r" beats "2r"')
    assert all(one.passed for one in several)
    assert sorted((one.case.words, one.where) for one in several) == [
        ("a", "with 2 seats and open"),
        ("a", "with 3 seats and open"),
        ("b", "with 2 seats"),
        ("b", "with 3 seats"),
    ]


def test_an_answer_of_the_generated_python_that_differs_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lying(_rules: Rules) -> object:
        return Liar()

    class Liar:
        def function(self, _node: object) -> Callable[..., Value]:
            return lambda *_: False

    monkeypatch.setattr(runner, "claim_functions", lying)
    found = only('example "" with 2 seats then "3r" beats "2r"')
    (fault,) = found.faults
    assert isinstance(fault, TwoAnswersError)
    assert "True" in fault.message
    assert "False" in fault.message


def test_readings_that_differ_from_the_definition_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_rules: Rules, _cards: int) -> list[Reading]:
        return []

    monkeypatch.setattr(Rules, "readings", none)
    found = outcome('example "" with 2 seats then "2r" makes "single@2"')
    assert isinstance(found.failed[0].found, Differ)


def test_an_action_that_one_way_allows_and_the_other_does_not_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(_table: Position, _action: Action) -> bool:
        return False

    monkeypatch.setattr(Position, "is_legal", never)
    body = f'example "" with 2 seats {HANDS}, turn is seat 1 then seat 1 can not play "2r"'
    assert isinstance(outcome(body).failed[0].found, Differ)


def test_an_outcome_can_be_kept() -> None:
    found = outcome(f'example "" with 2 seats {HANDS} then cards in pile is 1')
    assert pickle.loads(pickle.dumps(found)).failed == found.failed  # noqa: S301


def test_pages_are_told_what_does_not_hold() -> None:
    body = f'example "" with 2 seats {HANDS} then'
    good, bad = only(f"{body} cards in pile is 0"), only(f"{body} cards in pile is 1")
    assert (good.passed, good.detail) == (True, "")
    assert (bad.passed, bad.detail) == (
        False,
        "`cards in pile is 1`: this does not hold: `cards in pile` is `0 cards`",
    )


def test_what_one_hand_leaves_behind_is_not_taken_for_that_of_another() -> None:
    rules = Rules(game_of("classic", 2), checked=True)
    running = runner._Running(rules)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    for hand in simulate(rules, 3):
        left, _ = running._after_hand(hand.state)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        assert left == values_after_hand(rules.game, hand.state)
