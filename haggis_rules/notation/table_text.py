"""What lies where and what is kept in mind, in words for people, as much as somebody sees of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from textwrap import fill
from typing import TypeAlias

from haggis_rules.ir.game import CardParam, CombinationParam, Game, Owner, StateVariable
from haggis_rules.ir.types import NumberType, OptionType, Plain
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Cards, Value, size

Whose = Callable[[int], str]  # how a seat is called
OwnedPlace: TypeAlias = tuple[str, int | None]  # a zone by its name, and who owns it
ZoneShown: TypeAlias = tuple[OwnedPlace, Cards, int]  # what is seen there, and how many are not
ValueShown: TypeAlias = tuple[str, int | None, Value]  # a variable by its name, and whose it is

YOU = "you"
MANY = 10  # cards in one place that are no longer named, where a brief look is wanted
_WIDE = 99  # columns of a table that is drawn


def seat_name(seat: int) -> str:
    """Call a seat by its number, which people count from 1."""
    return f"seat {seat + 1}"


def called(seat: int, you: int) -> str:
    """Call a seat as somebody does who has one of them."""
    return YOU if seat == you else seat_name(seat)


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


def drawn_table(
    game: Game,
    zones: Iterable[ZoneShown],
    values: Iterable[ValueShown],
    whose: Whose = seat_name,
) -> str:
    """Draw a table: a line for each place with cards, and below them what is kept in mind."""
    parts = value_parts(game, values, whose, brief=True)
    rows = [
        *zone_rows(game, zones, whose, brief=True),
        *([("", "; ".join(parts))] if parts else []),
    ]
    return "\n".join(_row(name, there) for name, there in rows)


def _row(name: str, there: str) -> str:
    start = f"  {name}  " if name else "  "
    return fill(
        there,
        _WIDE,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )


def zone_rows(
    game: Game, zones: Iterable[ZoneShown], whose: Whose, *, brief: bool = False
) -> list[tuple[str, str]]:
    """Return each place, its name as wide as the others, and what lies there, where cards lie.

    When ``brief``, many cards are told as a number, but for those that actions choose from.
    """
    rows: list[tuple[str, str]] = []
    for name, cards, number, unseen in placed_cards(game, zones, whose, brief=brief):
        parts = [show_cards(game, cards)] if cards else []
        parts += [f"{number} cards"] if number else []
        parts += [f"{unseen} face down"] if unseen else []
        rows.append((name, " and ".join(parts)))
    wide = max((len(name) for name, _ in rows), default=0)
    return [(name.ljust(wide), there) for name, there in rows]


def placed_cards(
    game: Game, zones: Iterable[ZoneShown], whose: Whose, *, brief: bool
) -> Iterator[tuple[str, Cards, int, int]]:
    """Yield each place where cards lie: its name, the cards to show, and how many are not shown.

    These are first those that are seen but too many to name, when ``brief``, and then those that
    lie face down.
    """
    full = _chosen_from(game) if brief else {zone.name for zone in game.zones}
    for place, cards, unseen in zones:
        if cards or unseen:
            many = place[0] not in full and size(cards) > MANY
            shown, number = (0, size(cards)) if many else (cards, 0)
            yield place_name(game, place, whose), shown, number, unseen


def _chosen_from(game: Game) -> set[str]:
    """Name the zones from which actions choose cards."""
    params = [param for action in game.actions for param in action.params]
    places = [p.zone.zone for p in params if isinstance(p, CombinationParam | CardParam)]
    return {game.zones[zone].name for zone in places}


def value_parts(
    game: Game, values: Iterable[ValueShown], whose: Whose, *, brief: bool = False
) -> list[str]:
    """Say what is kept in mind, each name once. When ``brief``, what is none, false or 0 is not."""
    known: dict[str, list[tuple[int | None, Value]]] = {}
    for name, owner, value in values:
        if value or not brief or _counts_from_zero(game, name, value):
            known.setdefault(name, []).append((owner, value))
    return [
        f"{variable.name}: {_variable_text(game, variable, known[variable.name], whose)}"
        for variable in game.states
        if variable.name in known
    ]


def _counts_from_zero(game: Game, name: str, value: Value) -> bool:
    """Whether 0 stands for the first of several things, and not for nothing."""
    kind = next(one.type for one in game.states if one.name == name)
    inner = kind.inner if isinstance(kind, OptionType) else kind
    return value is not None and not isinstance(inner, NumberType) and inner != Plain.TRUTH


def _value(game: Game, variable: StateVariable, value: Value, whose: Whose) -> str:
    if Plain.SEAT in {variable.type, getattr(variable.type, "inner", None)} and type(value) is int:
        return whose(value)
    return show_value(game, variable.type, value)


def _variable_text(
    game: Game, variable: StateVariable, found: list[tuple[int | None, Value]], whose: Whose
) -> str:
    """Write a value, or each owner's; of truths that hold, whose they are."""
    shown = [_value(game, variable, value, whose) for _, value in found]
    if variable.owner is Owner.NOBODY:
        return shown[0]
    if len(set(shown)) == 1 and len(found) == game.owners(variable.owner):
        return f"{shown[0]} for all"
    owners = [owner_name(game, variable.owner, owner or 0, whose) for owner, _ in found]
    if set(shown) == {"true"}:
        return ", ".join(owners)
    return ", ".join(f"{owner} {text}" for owner, text in zip(owners, shown, strict=True))


def place_name(game: Game, place: OwnedPlace, whose: Whose) -> str:
    """Call a place, and whose it is."""
    name, owner = place
    if owner is None:
        return name
    kind = next(zone.owner for zone in game.zones if zone.name == name)
    of = owner_name(game, kind, owner, whose)
    yours, _, whom = of.partition(" for ") if kind is Owner.PAIR else (of, "", "")
    if yours == YOU:
        return f"your {name} for {whom}" if whom else f"your {name}"
    return f"{name} of {of}"
