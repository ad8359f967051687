"""A match on which two variants part in fact, found by playing many by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from haggis_rules.engine.action import Action
from haggis_rules.engine.game import Rules
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.table import Table
from haggis_rules.record.events import Deed, Line, Record
from haggis_rules.record.under import Parting, compare
from haggis_rules.record.writing import events_of, head_of

MOST_HANDS = 3  # of each match, so that what happens between hands is looked at too
MOST_MOVES = 2000  # of each match, should the rules let it go on for ever


@dataclass(frozen=True, slots=True)
class Example:
    """A match by the rules of one variant, up to where it parts from the same one by the other.

    ``own`` are the rules that it was played by, ``table`` is the hand in which they part, as it
    was dealt, and ``actions`` what was done in it, the last one being that on which they part.
    """

    own: Rules
    other: Rules
    seed: int
    table: Table
    actions: tuple[Action, ...]
    parting: Parting


def find(first: Rules, second: Rules, seeds: int) -> Example | None:
    """Play a match from each of so many seeds, and give the first on which the two part.

    Each is played by either of the two, and looked at by the other. None says that chance has
    not found one, never that there is none. Raises a ``Breach`` when rules are not sound.
    """
    for seed in range(1, seeds + 1):
        for own, other in ((first, second), (second, first)):
            found = _parting(own, other, seed)
            if found is not None:
                return found
    return None


def _parting(own: Rules, other: Rules, seed: int) -> Example | None:
    match = _played(own, seed)
    lines = tuple(Line(number, event) for number, event in enumerate(events_of(match), start=2))
    parting = compare(Record(head_of(match), lines, 0, 0, closed=True), other, own).parting
    if parting is None:
        return None
    table = match.hands[parting.hand - 1]
    deeds = [line for line in lines if isinstance(line.event, Deed)]
    until = sum(line.number <= parting.line for line in deeds)
    before = sum(len(list(_deeds(hand))) for hand in match.hands[: parting.hand - 1])
    done = tuple(_deeds(table))[: max(0, until - before)]
    return Example(own, other, seed, own.at(table.start), done, parting)


def _deeds(table: Table) -> Iterator[Action]:
    for event in table.history:
        if isinstance(event.done, Action):
            yield event.done


def _played(rules: Rules, seed: int) -> MatchState:
    """Play a few hands by chance."""
    match = rules.new_match(seed)
    chance = Random(f"compare {seed}").random  # noqa: S311 - a game, not a secret
    for _ in range(MOST_MOVES):
        seats = match.to_act
        if match.finished or not seats or match.hand > MOST_HANDS:
            break
        actions = match.actions(seats[int(chance() * len(seats))])
        match = match.apply(actions[int(chance() * len(actions))])
    return match
