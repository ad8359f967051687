"""Cards, plays, positions and what happened, in words for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from haggis_rules.cli.out import count, wrapped
from haggis_rules.engine.action import Action
from haggis_rules.engine.explain import Entry, Part
from haggis_rules.engine.game import Rules
from haggis_rules.engine.notation import Json, show_value, to_json
from haggis_rules.engine.view import Kind, Place, Seen, SeenMove, SeenValue, SeenZone
from haggis_rules.ir.game import CardParam, CombinationParam, Game, Owner
from haggis_rules.ir.types import Plain
from haggis_rules.run.patterns import show_cards, show_field, show_reading
from haggis_rules.run.state import Combination, Reading, State, size

Whose = Callable[[int], str]  # how a seat is called

MANY = 10  # cards in one place that are no longer named, where a brief look is wanted


def seat_name(seat: int) -> str:
    """Call a seat by its number, which people count from 1."""
    return f"seat {seat + 1}"


def show_play(game: Game, play: Combination) -> str:
    """Write a play with its reading."""
    return f"{show_cards(game, play.cards)} = {show_reading(game, play.reading)}"


def play_record(game: Game, play: Combination) -> dict[str, Json]:
    """Give a play for programs: as people write it, its cards and its reading."""
    written = {"written": show_play(game, play)}
    return {**written, **cast("dict[str, Json]", to_json(game, Plain.COMBINATION, play))}


def kind_of(game: Game, reading: Reading) -> tuple[int, ...]:
    """Give what a reading shares with those that it is compared to: its pattern, and alike what."""
    pattern = game.patterns[reading[0]]
    return (reading[0], *(reading[1 + place] for place in pattern.alike))


def show_kind(game: Game, reading: Reading) -> str:
    """Write what a reading shares with those that it is compared to, as `sequence, length 3`."""
    pattern = game.patterns[reading[0]]
    shared = [
        f"{pattern.fields[place].name} "
        + show_field(game, pattern.fields[place].type, reading[1 + place])
        for place in pattern.alike
    ]
    return ", ".join([pattern.name, *shared])


def by_kind(game: Game, plays: Iterable[Combination]) -> Iterator[tuple[str, list[Combination]]]:
    """Give the plays of each kind under its name, kinds and plays in their order."""
    groups: dict[tuple[int, ...], list[Combination]] = {}
    for play in plays:
        groups.setdefault(kind_of(game, play.reading), []).append(play)
    for group in groups.values():
        yield show_kind(game, group[0].reading), group


def owner_name(game: Game, kind: Owner, owner: int, whose: Whose) -> str:
    """Call the seat or team that owns something."""
    return game.teams[owner] if kind is Owner.TEAM else whose(owner)


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


def value_lines(game: Game, values: Iterable[SeenValue], whose: Whose) -> Iterator[str]:
    """Say what is kept in mind, each name once."""
    known: dict[str, list[SeenValue]] = {}
    for one in values:
        known.setdefault(one.name, []).append(one)
    told: list[str] = []
    for variable in game.states:
        found = known.get(variable.name, [])
        shown = [_value(game, variable.name, one, whose) for one in found]
        if len(set(shown)) == 1:
            told.append(f"{variable.name}: {shown[0]}" + (" for all" if len(shown) > 1 else ""))
        elif shown:
            each = (
                f"{owner_name(game, variable.owner, one.owner or 0, whose)} {text}"
                for one, text in zip(found, shown, strict=True)
            )
            told.append(f"{variable.name}: {', '.join(each)}")
    if told:
        yield wrapped("; ".join(told), indent=2)


def all_zones(game: Game, state: State) -> Iterator[SeenZone]:
    """Give what lies in each zone, as somebody has it who sees all."""
    for zone, held in zip(game.zones, state.zones, strict=True):
        for owner, cards in enumerate(held if isinstance(held, tuple) else (held,)):
            of = None if zone.owner is Owner.NOBODY else owner
            yield SeenZone(Place(zone.name, of), cards, 0)


def entry_lines(rules: Rules, action: Action, entry: Entry, whose: Whose) -> Iterator[str]:
    """Say what an action or a step did, to somebody who sees all."""
    game, step = rules.game, entry.part is Part.STEP
    moves = tuple(
        SeenMove(_there(game, *one.source), _there(game, *one.target), one.cards, 0, one.shown)
        for one in entry.moved
        if one.cards
    )
    if entry.part is not Part.REST:
        kind, done = (Kind.STEP, None) if step else (Kind.ACTION, action.arguments)
        seen = Seen(kind, entry.name, None if step else action.actor, done, moves, ())
        yield from event_lines(rules, seen, whose)


def event_lines(rules: Rules, seen: Seen, whose: Whose) -> Iterator[str]:
    """Say what happened, as far as it was seen."""
    match seen.kind:
        case Kind.DEAL:
            return
        case Kind.ACTION:
            actor = whose(seen.actor or 0)
            yield wrapped(f"{actor}: {_done(rules, seen)}", hanging=8)
            moves = () if _shows_cards(rules.game, seen) else seen.moves
        case Kind.STEP:
            moves = seen.moves
            yield f"    {seen.name}"
    for move in moves:
        yield wrapped(_move(rules.game, move, whose), indent=8, hanging=2)


def _value(game: Game, name: str, seen: SeenValue, whose: Whose) -> str:
    kind = next(one.type for one in game.states if one.name == name)
    shown = show_value(game, kind, seen.value)
    return whose(seen.value) if shown.startswith("seat ") and type(seen.value) is int else shown


def _place(game: Game, place: Place, whose: Whose) -> str:
    if place.owner is None:
        return place.zone
    kind = next(zone.owner for zone in game.zones if zone.name == place.zone)
    return f"{place.zone} of {owner_name(game, kind, place.owner, whose)}"


def _there(game: Game, zone: int, owner: int) -> Place:
    declared = game.zones[zone]
    return Place(declared.name, None if declared.owner is Owner.NOBODY else owner)


def _done(rules: Rules, seen: Seen) -> str:
    """Write an action; one whose choices were secret by its name."""
    if seen.arguments is None:
        return f"{seen.name} (secretly)"
    return rules.show_action(Action(seen.name, seen.actor or 0, seen.arguments))


def _shows_cards(game: Game, seen: Seen) -> bool:
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
