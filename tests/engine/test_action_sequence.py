"""The sequence that ``actions`` gives: as a list would be, but nothing is made unasked."""

import copy
import pickle
from collections.abc import Sequence
from random import Random

import pytest

from haggis_rules import Action, Combination, IllegalAction, Position, Rules
from haggis_rules.enumeration.action_sequence import MOST_SINGLE, ActionSequence
from haggis_rules.enumeration.compiled_rows.row_plays import RowPlays
from haggis_rules.enumeration.legal_actions import LegalActions
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.enumeration.search.staged_search import PackedPlay
from haggis_rules.semantics.state import Cards
from tests.engine.games import NAMES, random_hand, rules_of


def fresh(table: Position, seat: int) -> ActionSequence:
    """Return the actions of a seat, of which nothing has been made."""
    return ActionSequence(table.rules.choices, table.state.values, table.state.zones, seat)


def cards_of(action: Action) -> list[Combination]:
    """Return what an action plays, if it does."""
    return [one for one in action.arguments if isinstance(one, Combination)]


def lead(rules: Rules) -> tuple[Position, int]:
    """Return the position of a hand in which somebody can do most, and who that is."""
    tables = [table for table, _, _ in random_hand(rules, 3)]
    found = [(table, seat) for table in tables for seat in table.to_act]
    return max(found, key=lambda one: len(one[0].actions(one[1])))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_what_a_list_of_the_same_actions_is(name: str) -> None:
    rules, chance, longest = rules_of(name), Random(1), 0
    for table, _, _ in random_hand(rules, 5):
        for seat in range(rules.players):
            every = list(fresh(table, seat))
            asked = fresh(table, seat)
            assert len(asked) == len(every)
            assert bool(asked) is bool(every)
            for number in chance.sample(range(len(every)), min(len(every), 5)):
                assert asked[number] == every[number]
                assert asked[number - len(every)] == every[number]
                assert every[number] in asked
            assert asked[1:4] == every[1:4]
            assert asked[::-3] == every[::-3]
            assert asked == every == asked
            assert every == fresh(table, seat) == fresh(table, seat)
            assert repr(asked) == repr(every)
            longest = max(longest, len(every))
    assert longest > MOST_SINGLE


def test_it_ends_where_a_list_ends() -> None:
    table, seat = lead(rules_of("classic for 2"))
    asked = fresh(table, seat)
    for number in (len(asked), -len(asked) - 1):
        with pytest.raises(IndexError):
            asked[number]
    assert asked[-1] == list(asked)[-1]
    assert not fresh(table, 1 - seat)[5:]


def test_it_differs_from_what_differs() -> None:
    table, seat = lead(rules_of("classic for 2"))
    every = list(fresh(table, seat))
    assert fresh(table, seat) != every[:-1]
    assert fresh(table, seat) != every[::-1]
    assert fresh(table, seat) != tuple(every)
    assert every[0]._replace(actor=1 - seat) not in fresh(table, seat)
    with pytest.raises(TypeError):
        hash(fresh(table, seat))


def test_copies_and_pickles_are_lists() -> None:
    table, seat = lead(rules_of("classic for 2"))
    every = list(fresh(table, seat))
    assert copy.copy(fresh(table, seat)) == every
    assert pickle.loads(pickle.dumps(fresh(table, seat))) == every  # noqa: S301 - our own


def test_nothing_is_looked_at_until_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat = lead(rules_of("classic for 2"))
    with monkeypatch.context() as stopped:
        stopped.setattr(LegalActions, "options_of", None)
        asked = fresh(table, seat)
    made: list[int] = []
    plays = RowPlays.plays

    def watched(maker: RowPlays, hand: Cards, rows: Sequence[int]) -> list[PackedPlay]:
        made.extend(rows)
        return plays(maker, hand, rows)

    monkeypatch.setattr(RowPlays, "plays", watched)
    monkeypatch.setattr(Enumerator, "packed", None)
    assert len(asked) > 200
    assert asked
    assert not made
    rules, looked = table.rules, 0
    for number in range(0, len(asked), len(asked) // (MOST_SINGLE - 2)):
        made.clear()
        action = asked[number]
        plays_cards = bool(cards_of(action))
        assert len({rules.enumerator.rows.rows[row].place for row in made}) == plays_cards
        looked += plays_cards
        assert action in asked
    assert looked > MOST_SINGLE // 2


def test_the_same_action_is_given_each_time() -> None:
    table, seat = lead(rules_of("classic for 2"))
    asked = fresh(table, seat)
    first = [asked[number] for number in range(MOST_SINGLE + 3)]
    assert all(asked[number] is one for number, one in enumerate(first))
    assert all(one is other for one, other in zip(asked, first, strict=False))


def test_its_own_action_is_applied_without_a_second_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, seat = lead(rules_of("classic for 2"))
    one, every = table.actions(seat)[3], list(table.actions(seat))
    wanted = [table.apply(Action(*action)) for action in (one, every[5])]
    monkeypatch.setattr(LegalActions, "is_legal", None)
    assert [table.apply(action) for action in (one, every[5])] == wanted
    with pytest.raises(TypeError):
        table.apply(Action(*one))


def test_an_action_of_another_position_or_made_by_hand_is_looked_at() -> None:
    table, seat = lead(rules_of("classic for 2"))
    played = next(one for one in table.actions(seat) if cards_of(one))
    after = table.apply(played)
    for action in (played, Action(*played)):
        with pytest.raises(IllegalAction):
            after.apply(action)
    (chosen,) = cards_of(played)
    forged = played._replace(arguments=(chosen._replace(cards=chosen.cards + 1),))
    for wrong in (forged, played._replace(actor=1 - seat)):
        assert not table.is_legal(wrong)
        with pytest.raises(IllegalAction):
            table.apply(wrong)


def test_an_action_of_another_sequence_of_equal_content_is_looked_at() -> None:
    table, seat = lead(rules_of("classic for 2"))
    other = rules_of("classic for 2").position(table.to_json())
    assert other == table
    action = other.actions(seat)[0]
    assert not table.actions(seat).made(action)
    assert table.apply(action) == other.apply(action)
