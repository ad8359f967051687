"""Positions, and what happened in them, in words for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from haggis_rules.cli.terminal.output import count, wrapped
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trace import EntryKind, TraceEntry
from haggis_rules.ir.game import CardParam, Clause, CombinationParam, Game, Owner
from haggis_rules.knowledge.seen import (
    SeenEvent,
    SeenKind,
    SeenMove,
    SeenValue,
    SeenZone,
    ZonePlace,
)
from haggis_rules.notation.table_text import (
    Whose,
    place_name,
    value_parts,
    zone_rows,
)
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import GameState, size


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
            yield wrapped(f"{actor}: {done_text(rules, seen)}", hanging=8)
            moves = () if _shows_cards(rules.game, seen) else seen.moves
        case SeenKind.STEP:
            moves = seen.moves
            yield f"    {seen.name}{f': {clause_of(rules.game, seen).called}' if titled else ''}"
    for move in moves:
        yield wrapped(_move(rules.game, move, whose), indent=8, hanging=2)


def _there(game: Game, zone: int, owner: int) -> ZonePlace:
    declared = game.zones[zone]
    return ZonePlace(declared.name, None if declared.owner is Owner.NOBODY else owner)


def event_sentence(rules: Ruleset, seen: SeenEvent, whose: Whose) -> str:
    """Say the same in one sentence; nothing of a deal."""
    match seen.kind:
        case SeenKind.DEAL:
            return ""
        case SeenKind.ACTION:
            event = f"{whose(seen.actor or 0)}: {done_text(rules, seen)}"
            moves = () if _shows_cards(rules.game, seen) else seen.moves
        case SeenKind.STEP:
            clause = clause_of(rules.game, seen)
            event, moves = f"then {seen.name}, by {clause.name}", seen.moves
    moved = ", ".join(_counted(rules.game, move, whose) for move in moves)
    text = f"{event}: {moved}" if moved else event
    return f"{text[0].upper()}{text[1:]}."


def clause_of(game: Game, seen: SeenEvent) -> Clause:
    """Return the clause that an action or a step carries out."""
    acting = game.steps if seen.kind is SeenKind.STEP else game.actions
    return game.clauses[next(one.clause for one in acting if one.name == seen.name)]


def done_text(rules: Ruleset, seen: SeenEvent) -> str:
    """Write an action; one whose choices were secret by its name."""
    if seen.arguments is None:
        by_chance = rules.game.action(seen.name).by_chance
        return f"{seen.name} ({'by chance' if by_chance else 'secretly'})"
    return rules.show_action(Action(seen.name, seen.actor or 0, seen.arguments))


def _shows_cards(game: Game, seen: SeenEvent) -> bool:
    """Whether the action itself names the cards that moved."""
    params = game.action(seen.name).params
    return seen.arguments is not None and any(
        isinstance(param, CombinationParam | CardParam) for param in params
    )


def _counted(game: Game, move: SeenMove, whose: Whose) -> str:
    number = count(size(move.cards) + move.unseen, "card")
    return f"{number} to {place_name(game, move.target, whose)}"


def _move(game: Game, move: SeenMove, whose: Whose) -> str:
    seen = [show_cards(game, move.cards)] if move.cards else []
    hidden = [count(move.unseen, "card") + " face down"] if move.unseen else []
    where = place_name(game, move.target, whose)
    if move.source is not None:
        where = f"{place_name(game, move.source, whose)} to {where}"
    return f"{where}: {' and '.join(seen + hidden)}"
