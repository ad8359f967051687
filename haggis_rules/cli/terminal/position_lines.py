"""Positions, and what happened in them, in words for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from haggis_rules.cli.terminal.output import count, wrapped
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trace import EntryKind, TraceEntry
from haggis_rules.ir.game import CardParam, CombinationParam, Game, Owner, StateVariable
from haggis_rules.ir.types import NumberType, OptionType, Plain
from haggis_rules.knowledge.view import (
    SeenEvent,
    SeenKind,
    SeenMove,
    SeenValue,
    SeenZone,
    ZonePlace,
)
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import GameState, Value, size

Whose = Callable[[int], str]  # how a seat is called

YOU = "you"
MANY = 10  # cards in one place that are no longer named, where a brief look is wanted


def seat_name(seat: int) -> str:
    """Call a seat by its number, which people count from 1."""
    return f"seat {seat + 1}"


def owner_name(game: Game, kind: Owner, owner: int, whose: Whose) -> str:
    """Call the seat, the pair of seats or the team that owns something."""
    match kind:
        case Owner.TEAM:
            return game.teams[owner]
        case Owner.PAIR:
            giver, taker = game.seat_pair(owner)
            return f"{whose(giver)} for {whose(taker)}"
        case Owner.SEAT | Owner.NOBODY:
            return whose(owner)


def zone_lines(
    game: Game, zones: Iterable[SeenZone], whose: Whose, *, brief: bool = False
) -> Iterator[str]:
    """Say what lies where; places without cards are left out.

    When ``brief``, many cards are told as a number, but for those that actions choose from.
    """
    full = _chosen_from(game) if brief else {zone.name for zone in game.zones}
    rows: list[tuple[str, str]] = []
    for place, cards, unseen in zones:
        seen = [show_cards(game, cards)] if cards else []
        if place.zone not in full and size(cards) > MANY:
            seen = [count(size(cards), "card")]
        hidden = [f"{unseen} face down"] if unseen else []
        if cards or unseen:
            rows.append((_place(game, place, whose), " and ".join(seen + hidden)))
    wide = max((len(name) for name, _ in rows), default=0)
    for name, there in rows:
        yield wrapped(f"{name.ljust(wide)}  {there}", indent=2, hanging=wide + 2)


def _chosen_from(game: Game) -> set[str]:
    """Name the zones from which actions choose cards."""
    params = [param for action in game.actions for param in action.params]
    places = [p.zone.zone for p in params if isinstance(p, CombinationParam | CardParam)]
    return {game.zones[zone].name for zone in places}


def value_lines(
    game: Game, values: Iterable[SeenValue], whose: Whose, *, brief: bool = False
) -> Iterator[str]:
    """Say what is kept in mind, each name once. When ``brief``, what is none, false or 0 is not."""
    known: dict[str, list[SeenValue]] = {}
    for one in values:
        if one.value or not brief or _counts_from_zero(game, one):
            known.setdefault(one.name, []).append(one)
    parts = [
        f"{variable.name}: {_variable_text(game, variable, known[variable.name], whose)}"
        for variable in game.states
        if variable.name in known
    ]
    if parts:
        yield wrapped("; ".join(parts), indent=2)


def _counts_from_zero(game: Game, seen: SeenValue) -> bool:
    """Whether 0 stands for the first of several things, and not for nothing."""
    kind = next(one.type for one in game.states if one.name == seen.name)
    inner = kind.inner if isinstance(kind, OptionType) else kind
    return seen.value is not None and not isinstance(inner, NumberType) and inner != Plain.TRUTH


def _value(game: Game, variable: StateVariable, value: Value, whose: Whose) -> str:
    if Plain.SEAT in {variable.type, getattr(variable.type, "inner", None)} and type(value) is int:
        return whose(value)
    return show_value(game, variable.type, value)


def _variable_text(
    game: Game, variable: StateVariable, found: list[SeenValue], whose: Whose
) -> str:
    """Write a value, or each owner's; of truths that hold, whose they are."""
    shown = [_value(game, variable, one.value, whose) for one in found]
    if variable.owner is Owner.NOBODY:
        return shown[0]
    if len(set(shown)) == 1 and len(found) == game.owners(variable.owner):
        return f"{shown[0]} for all"
    owners = [owner_name(game, variable.owner, one.owner or 0, whose) for one in found]
    if set(shown) == {"true"}:
        return ", ".join(owners)
    return ", ".join(f"{owner} {text}" for owner, text in zip(owners, shown, strict=True))


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


def event_lines(rules: Ruleset, seen: SeenEvent, whose: Whose) -> Iterator[str]:
    """Say what happened, as far as it was seen."""
    match seen.kind:
        case SeenKind.DEAL:
            return
        case SeenKind.ACTION:
            actor = whose(seen.actor or 0)
            yield wrapped(f"{actor}: {_done(rules, seen)}", hanging=8)
            moves = () if _shows_cards(rules.game, seen) else seen.moves
        case SeenKind.STEP:
            moves = seen.moves
            yield f"    {seen.name}"
    for move in moves:
        yield wrapped(_move(rules.game, move, whose), indent=8, hanging=2)


def _place(game: Game, place: ZonePlace, whose: Whose) -> str:
    if place.owner is None:
        return place.zone
    kind = next(zone.owner for zone in game.zones if zone.name == place.zone)
    owner = owner_name(game, kind, place.owner, whose)
    yours, _, whom = owner.partition(" for ") if kind is Owner.PAIR else (owner, "", "")
    if yours == YOU:
        return f"your {place.zone} for {whom}" if whom else f"your {place.zone}"
    return f"{place.zone} of {owner}"


def _there(game: Game, zone: int, owner: int) -> ZonePlace:
    declared = game.zones[zone]
    return ZonePlace(declared.name, None if declared.owner is Owner.NOBODY else owner)


def _done(rules: Ruleset, seen: SeenEvent) -> str:
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


def _move(game: Game, move: SeenMove, whose: Whose) -> str:
    seen = [show_cards(game, move.cards)] if move.cards else []
    hidden = [count(move.unseen, "card") + " face down"] if move.unseen else []
    where = _place(game, move.target, whose)
    if move.source is not None:
        where = f"{_place(game, move.source, whose)} to {where}"
    return f"{where}: {' and '.join(seen + hidden)}"
