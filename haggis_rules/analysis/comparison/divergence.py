"""A match on which two variants part in fact, found by playing many by chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position, again
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.notation.errors import NotationError
from haggis_rules.records.events import ActionEvent, MatchRecord, RecordLine
from haggis_rules.records.other_rules import Parting, PartingGround, compare
from haggis_rules.records.writer import events_of, head_of
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.random_streams import StreamPurpose, pick, random_stream
from haggis_rules.semantics.state import Combination

MOST_HANDS = 3  # of each match, so that what happens between hands is looked at too
MOST_MOVES = 2000  # of each match, should the rules let it go on for ever


@dataclass(frozen=True, slots=True)
class DivergenceExample:
    """A match by the rules of one variant, up to where it parts from the same one by the other.

    ``own`` are the rules that it was played by, ``table`` is the hand in which they part, as it
    was dealt, and ``actions`` what was done in it, the last one being that on which they part.
    """

    own: Ruleset
    other: Ruleset
    seed: int
    table: Position
    actions: tuple[Action, ...]
    parting: Parting


def find_divergence(first: Rules, second: Rules, seeds: int) -> DivergenceExample | None:
    """Play a match from each of so many seeds by the first rules, and see where the others part.

    They part where an action that is taken is not allowed, or brings other cards, turns or scores;
    or, should all be the same to the end, where one offers an action that the other does not. None
    says that chance has not found such a match, never that there is none. Raises a ``Breach`` when
    rules are not sound.
    """
    for seed in range(1, seeds + 1):
        found = _parting(first, second, seed)
        if found is not None:
            return found
    return None


def _parting(own: Rules, other: Rules, seed: int) -> DivergenceExample | None:
    match = _played(own, seed)
    lines = tuple(
        RecordLine(number, event) for number, event in enumerate(events_of(match), start=2)
    )
    compared = compare(MatchRecord(head_of(match), lines, 0, 0, closed=True), other, own)
    parting = compared.parting
    if parting is None:
        theirs = compared.match.hands if compared.match else ()
        return _offered(seed, zip(match.hands, theirs, strict=False))
    table = match.hands[parting.hand - 1]
    action_records = [line for line in lines if isinstance(line.event, ActionEvent)]
    until = sum(line.number <= parting.line for line in action_records)
    before = sum(len(list(_actions_of(hand))) for hand in match.hands[: parting.hand - 1])
    done = tuple(_actions_of(table))[: max(0, until - before)]
    return DivergenceExample(own, other, seed, again(table), done, parting)


class _TwoPositions(NamedTuple):
    """One position by two rules, and what was done to come there in the words of each."""

    own: Position
    other: Position
    done: tuple[Action, ...]
    done_there: tuple[Action, ...]


def _offered(seed: int, hands: Iterable[tuple[Position, Position]]) -> DivergenceExample | None:
    """Find the first action that only one of two allows, in hands that are played alike."""
    for hand, (mine, theirs) in enumerate(hands, start=1):
        for own, other, done, done_there in _in_step(mine, theirs):
            lone = _lone(own, other)
            if lone is not None:
                return _allowed(seed, hand, own, other, (*done, lone))
            lone = _lone(other, own)
            if lone is not None:
                return _allowed(seed, hand, other, own, (*done_there, lone))
    return None


def _in_step(mine: Position, theirs: Position) -> Iterator[_TwoPositions]:
    """Yield each position of a hand that was played by two rules."""
    positions = _TwoPositions(again(mine), again(theirs), (), ())
    yield positions
    for action, there in zip(_actions_of(mine), _actions_of(theirs), strict=False):
        own, other, done, done_there = positions
        positions = _TwoPositions(
            own.apply(action), other.apply(there), (*done, action), (*done_there, there)
        )
        yield positions


def _lone(one: Position, other: Position) -> Action | None:
    """Return the first action that a position offers and the other one does not."""
    known = {_shown(other.rules, a) for seat in other.to_act for a in other.actions(seat)}
    for seat in one.to_act:
        for action in one.actions(seat):
            if _shown(one.rules, action) not in known:
                return action
    return None


def _shown(rules: Ruleset, action: Action) -> str:
    """Write an action with every reading, so that other rules can tell what is meant."""
    match action.arguments:
        case (Combination(reading, cards),):
            play = f"{rules.show(cards)} = {rules.show(reading)}"
            return f"{action.actor + 1}: {action.name} {play}"
        case _:
            return rules.show_action(action, seated=True)


def _allowed(
    seed: int, hand: int, own: Position, other: Position, actions: tuple[Action, ...]
) -> DivergenceExample:
    """Tell of an action that only one of two rules allows, the last of these."""
    shown = _shown(own.rules, actions[-1])
    try:
        reasons = other.why_not(other.rules.parse_action(shown))
    except NotationError:
        reasons = []
    words = f"`{shown}` is allowed by {own.rules.name}, and not by {other.rules.name}"
    parting = Parting(0, hand, PartingGround.ILLEGAL, words, tuple(reasons))
    return DivergenceExample(own.rules, other.rules, seed, again(own), actions, parting)


def _actions_of(table: Position) -> Iterator[Action]:
    for event in table.history:
        if isinstance(event.done, Action):
            yield event.done


def _played(rules: Rules, seed: int) -> MatchState:
    """Play a few hands by chance."""
    match = rules.new_match(seed)
    chance = random_stream(seed, StreamPurpose.COMPARISON)
    for _ in range(MOST_MOVES):
        seats = match.to_act
        if match.finished or not seats or match.hand > MOST_HANDS:
            break
        action = pick(match.decisions(pick(seats, chance)), chance)
        match = match.apply(match.by_chance(action, chance))
    return match
