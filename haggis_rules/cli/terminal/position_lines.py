"""Positions, and what happened in them, in words for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from haggis_rules.cli.terminal.output import count, wrapped
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trace import EntryKind, TraceEntry
from haggis_rules.ir.game import Game, Owner
from haggis_rules.knowledge.seen import (
    SeenEvent,
    SeenKind,
    SeenMove,
    SeenValue,
    SeenZone,
    ZonePlace,
)
from haggis_rules.knowledge.seen_text import clause_of, done_text, shows_cards
from haggis_rules.notation.table_text import (
    Whose,
    place_name,
    value_parts,
    zone_rows,
)
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import GameState


def zone_lines(
    game: Game, zones: Iterable[SeenZone], whose: Whose, *, brief: bool = False
) -> Iterator[str]:
    """Say what lies where, as ``zone_rows``."""
    for name, there in zone_rows(game, zones, whose, brief=brief):
        yield wrapped(f"{name}  {there}", indent=2, hanging=len(name) + 2)


def value_lines(
    game: Game, values: Iterable[SeenValue], whose: Whose, *, brief: bool = False
) -> Iterator[str]:
    """Say what is kept in mind, as ``value_parts``."""
    parts = value_parts(game, values, whose, brief=brief)
    if parts:
        yield wrapped("; ".join(parts), indent=2)


def actions_taken(match: MatchState) -> int:
    """Return how many actions were taken in all hands of a match."""
    return sum(isinstance(event.done, Action) for hand in match.hands for event in hand.history)


def all_zones(game: Game, state: GameState) -> Iterator[SeenZone]:
    """Yield what lies in each zone, as somebody has it who sees all."""
    for zone, held in zip(game.zones, state.zones, strict=True):
        for owner, cards in enumerate(held if isinstance(held, tuple) else (held,)):
            of = None if zone.owner is Owner.NOBODY else owner
            yield SeenZone(ZonePlace(zone.name, of), cards, 0)


def entry_lines(rules: Ruleset, action: Action, entry: TraceEntry, whose: Whose) -> Iterator[str]:
    """Say what an action or a step did, to somebody who sees all."""
    game, step = rules.game, entry.part is EntryKind.STEP
    moves = tuple(
        SeenMove(_there(game, *one.source), _there(game, *one.target), one.cards, 0, one.shown)
        for one in entry.moved
        if one.cards
    )
    if entry.part is not EntryKind.REST:
        kind, done = (SeenKind.STEP, None) if step else (SeenKind.ACTION, action.arguments)
        seen = SeenEvent(kind, entry.name, None if step else action.actor, done, moves, ())
        yield from event_lines(rules, seen, whose)


def event_lines(
    rules: Ruleset, seen: SeenEvent, whose: Whose, *, titled: bool = False
) -> Iterator[str]:
    """Say what happened, as far as it was seen; ``titled`` adds which clause a step carries out."""
    match seen.kind:
        case SeenKind.DEAL:
            return
        case SeenKind.ACTION:
            actor = whose(seen.actor or 0)
            done = done_text(rules.game, seen, rules.show_action)
            yield wrapped(f"{actor}: {done}", hanging=8)
            moves = () if shows_cards(rules.game, seen) else seen.moves
        case SeenKind.STEP:
            moves = seen.moves
            yield f"    {seen.name}{f': {clause_of(rules.game, seen).called}' if titled else ''}"
    for move in moves:
        yield wrapped(_move(rules.game, move, whose), indent=8, hanging=2)


def _there(game: Game, zone: int, owner: int) -> ZonePlace:
    declared = game.zones[zone]
    return ZonePlace(declared.name, None if declared.owner is Owner.NOBODY else owner)


def _move(game: Game, move: SeenMove, whose: Whose) -> str:
    seen = [show_cards(game, move.cards)] if move.cards else []
    hidden = [count(move.unseen, "card") + " face down"] if move.unseen else []
    where = place_name(game, move.target, whose)
    if move.source is not None:
        where = f"{place_name(game, move.source, whose)} to {where}"
    return f"{where}: {' and '.join(seen + hidden)}"
