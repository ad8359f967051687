"""A seat's door answers by what the seat knows: with other hidden cards it gives equal bytes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from haggis_rules import (
    Action,
    Combination,
    IllegalAction,
    MatchState,
    NoSuchSeatError,
    Reason,
    Rules,
    Seat,
    Value,
)
from haggis_rules.engine import refusals
from haggis_rules.enumeration.legal_actions import ActionPlan, LegalActions
from haggis_rules.ir.game import CardParam, CombinationParam, FreeParam
from haggis_rules.semantics.state import GameState, pack
from tests.games import SEATINGS, rules_of

EACH = 84  # positions of each seating: a thousand in all
TRIED = 12  # actions that are asked about at each door


class Question(NamedTuple):
    """A position, and a seat of it that asks."""

    match: MatchState
    seat: int


def questions(rules: Rules, many: int) -> Iterator[Question]:
    """Yield positions of matches that are played by chance, each looked at from one seat."""
    for seed in range(many):
        chance = Random(seed)
        match = rules.new_match(seed)
        for _ in range(chance.randrange(40)):
            if match.finished:
                break
            match = match.apply(chance.choice(match.actions(chance.choice(match.to_act))))
        yield Question(match, chance.randrange(rules.players))


def tries(rules: Rules, seat: Seat, chance: Random) -> Iterator[Action]:
    """Yield actions of any seat that may be legal or not, and some that are nonsense."""
    legal = seat.actions()
    yield from chance.sample(legal, min(2, len(legal)))
    yield Action("no such thing", seat.number)
    yield Action(rules.game.actions[0].name, rules.players)
    for _ in range(TRIED):
        declared = chance.choice(rules.game.actions)
        arguments = [_argument(rules, param, chance) for param in declared.params]
        yield Action(declared.name, chance.randrange(rules.players), tuple(arguments))


def _argument(
    rules: Rules, param: CardParam | CombinationParam | FreeParam, chance: Random
) -> Value:
    match param:
        case CardParam():
            return chance.randrange(len(rules.game.cards))
        case CombinationParam():
            card = chance.randrange(len(rules.game.cards))
            cards = pack([(card, 1)])
            readings = rules.readings(cards)
            reading = readings[0] if readings else chance.choice(rules.patterns.readings)
            return Combination(reading, cards)
        case FreeParam():
            return chance.choice(rules.choices.domain(param))


def answers(seat: Seat, tried: list[Action]) -> list[str]:
    """Ask a door everything, and write down what it says."""
    said = [repr(seat), str(seat.view.to_json()), str(seat.may_act), str(seat.actions())]
    said += [str(list(seat.record())), str(seat.view.table.to_text())]
    for action in tried:
        said += [str(action), str(seat.is_legal(action)), str(seat.why_not(action))]
        try:
            seat.apply(action)
            said.append("applied")
        except IllegalAction as fault:
            said += [str(fault), repr(fault.reasons)]
    return said


def differing(rules: Rules, many: int) -> Iterator[tuple[list[str], list[str]]]:
    """Yield what doors say of the same with other hidden cards, where it is not the same."""
    for number, (match, place) in enumerate(questions(rules, many)):
        chance = Random(number)
        other = rules.determinize(match.view(place), chance)
        tried = list(tries(rules, match.seat(place), chance))
        doors = [each.seat(place) for each in (match, other)]
        one, two = (answers(door, tried) for door in doors)
        if one != two or doors[0] != doors[1] or hash(doors[0]) != hash(doors[1]):
            yield one, two


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), SEATINGS)
def test_hidden_cards_change_no_answer_of_a_door(variant: str, players: int) -> None:
    assert list(differing(rules_of(variant, players), EACH)) == []


def leaking(
    choices: LegalActions, plan: ActionPlan, state: GameState, actor: int
) -> Iterator[tuple[str, str]]:
    """Say what lies in every hand, as a careless reason would."""
    del choices, actor
    yield plan.action.clause, str(state.zones)


@pytest.mark.parametrize("players", [2, 3])
def test_a_leak_in_the_reasons_is_caught(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("classic", players)
    assert list(differing(rules, 10)) == []
    monkeypatch.setattr(refusals, "_against", leaking)
    assert list(differing(rules, 10))


def test_refused_tries_name_no_card_of_another_hand() -> None:
    match = rules_of("classic", 2).new_match(1)
    for seat in (match.seat(0), match.seat(1)):
        other = 1 - seat.number
        for card in range(len(match.rules.game.cards)):
            (reading, *_) = match.rules.readings(pack([(card, 1)]))
            tried = Action("play", other, (Combination(reading, pack([(card, 1)])),))
            assert not seat.is_legal(tried)
            (reason,) = seat.why_not(tried)
            assert reason.wrong == f"only seat {other + 1} may do this"
            with pytest.raises(IllegalAction, match="only seat"):
                seat.apply(tried)


def test_who_may_not_act_is_told_nothing_else() -> None:
    match = rules_of("classic", 2).new_match(1)
    turn = match.value("turn")
    waits = 1 if turn == 0 else 0
    said = set[tuple[Reason, ...]]()
    for card in range(len(match.rules.game.cards)):
        (reading, *_) = match.rules.readings(pack([(card, 1)]))
        tried = Action("play", waits, (Combination(reading, pack([(card, 1)])),))
        said.add(tuple(match.why_not(tried)))
    assert len(said) == 1


def test_a_door_leads_on_and_only_its_maker_comes_behind_it() -> None:
    match = rules_of("classic", 2).new_match(1)
    door = match.seat(match.to_act[0])
    assert door.actions() == match.actions(door.number)
    after = door.apply(door.actions()[0])
    assert MatchState.behind(after) == match.apply(door.actions()[0])
    assert after.number == door.number
    assert not [name for name in dir(door) if not name.startswith("_") and "match" in name]
    assert "state" not in repr(door)


def test_doors_are_equal_if_their_seat_knows_the_same() -> None:
    rules = rules_of("classic", 2)
    match = rules.new_match(1)
    other = rules.determinize(match.view(0), Random(1))
    assert match.state != other.state
    assert match.seat(0) == other.seat(0)
    assert hash(match.seat(0)) == hash(other.seat(0))
    assert match.seat(1) != other.seat(1)
    assert match.seat(0) != match.seat(1)


def test_the_record_of_a_door_is_what_its_seat_was_shown() -> None:
    match = rules_of("classic", 2).new_match(1)
    chance = Random(1)
    while not match.finished and match.hand < 3:
        match = match.apply(chance.choice(match.actions(match.to_act[0])))
    events = list(match.seat(1).record())
    assert [event["hand"] for event in events if event["what"] == "deal"] == [1, 2, 3]
    assert events[0]["what"] == "deal"
    shown = [event for ended in match.view(1).ended for event in ended.view.events_to_json()]
    assert [{**one, "hand": 0} for one in events][: len(shown)] == [
        {**one, "hand": 0} for one in shown
    ]


@pytest.mark.parametrize("number", [-1, 2, True])
def test_there_is_no_door_for_nobody(number: int) -> None:
    with pytest.raises(NoSuchSeatError):
        rules_of("classic", 2).new_match(1).seat(number)
