"""A hand played by the generated Python and by the definition, which have to agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from random import Random
from typing import TypeVar, cast

from haggis_rules import (
    Action,
    Breach,
    Position,
    Rules,
)
from haggis_rules.engine.trace import TraceEntry, take_unchecked
from haggis_rules.semantics import transition
from haggis_rules.semantics.event import Event

MOVES = 40  # of a hand at most
WIDE = 400  # actions of a seat at most, where each is compared with the definition


_Result = TypeVar("_Result")


class Difference(Exception):
    """Two readings of one input do not agree, or what is written is not what was read."""


def differ(what: str, one: object, other: object) -> None:
    """Raise ``Difference`` when two things that should be equal are not."""
    if one != other:
        message = f"{what}: {one!r:.300} is not {other!r:.300}"
        raise Difference(message)


def play_by_both(own: Rules, seed: int) -> None:
    """Play a hand by the generated Python and by the definition. Raises ``Difference``."""
    chance = Random(seed)
    try:
        table = own.new_hand(seed)
    except Breach:
        return
    for _ in range(MOVES):
        try:
            offered = [one for seat in table.to_act for one in table.actions(seat)]
        except Breach:
            return
        if not offered:
            return
        for action in chance.sample(offered, min(2, len(offered))):
            tried = action._replace(actor=chance.randrange(own.players))
            differ("whether it is legal", *legal_by_both(table, tried))
        action = chance.choice(offered)
        after = _step_by_both(table, action)
        if after is None:
            return
        table = after


def legal_by_both(table: Position, action: Action) -> tuple[object, object]:
    game, patterns, state = table.rules.game, table.rules.patterns, table.state
    declared = game.action(action.name)
    return (
        _outcome(lambda: table.is_legal(action)),
        _outcome(lambda: transition.is_legal(game, patterns, state, declared, *action[1:])),
    )


def _step_by_both(table: Position, action: Action) -> Position | None:
    """Take an action by both readings; None where both break down."""
    after = _outcome(lambda: table.apply(action))
    entries = _outcome(lambda: list(take_unchecked(table.rules.patterns, table.state, action)))
    if isinstance(after, Position) and isinstance(entries, list):
        events = after.history[len(table.history) :]
        pairs = cast(
            "Iterable[tuple[TraceEntry | None, Event | None]]", zip_longest(entries[:-1], events)
        )
        for entry, event in pairs:
            told = None if entry is None else (entry.moved, entry.state)
            differ("what is done", told, None if event is None else (event.moved, event.state))
        return after
    differ("what came of it", after, entries)
    return None


def _outcome(do: Callable[[], _Result]) -> _Result | type[Breach]:
    """Return what comes of a call, or the kind of breach."""
    try:
        return do()
    except Breach as breach:
        return type(breach)
