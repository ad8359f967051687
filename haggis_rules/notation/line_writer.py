"""A position in one line of text, of all or of what one seat sees: written here.

``game/2 target=350 | hand: 2r J Q K / 4g J Q K | rest: 6r 7r | host=1 turn=2`` says what is
played, what lies where, and what is kept in mind but for what is at its first value. Owners come
in their order with a slash between; ``-`` is nothing, ``?3`` are three cards that are not seen, and
``?`` is a value that is not. Seats count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias, cast

from haggis_rules.ir.game import Chance, Game, Owner, StateVariable
from haggis_rules.ir.reads import reads
from haggis_rules.ir.types import OptionType, Plain, Type
from haggis_rules.notation.values import in_quotes, show_value
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Cards, GameState, Value

SECTION, OWNER, NOTHING, UNSEEN = "|", "/", "-", "?"
SEAT = "seat"  # whose eyes it is for; no option has this name, for it is a word of the language
NONE = "none"


class HeldCards(NamedTuple):
    """The cards that are seen in one place, and how many lie there unseen."""

    cards: Cards
    unseen: int = 0


KnownValue: TypeAlias = "tuple[Value] | None"  # a value, or none that is seen


class StateLine(NamedTuple):
    """What a line says, by the index of each zone and variable and by owner.

    ``seat`` is whose eyes it is for, None when it has everything.
    """

    seat: int | None
    zones: tuple[tuple[HeldCards, ...], ...]
    values: tuple[tuple[KnownValue, ...], ...]


def state_to_line(game: Game, state: GameState) -> str:
    """Write a whole position."""
    zones = tuple(
        tuple(HeldCards(one) for one in (held if isinstance(held, tuple) else (held,)))
        for held in state.zones
    )
    values: list[tuple[KnownValue, ...]] = []
    for variable, value in zip(game.states, state.values, strict=True):
        owned = variable.owner is not Owner.NOBODY
        each = cast("tuple[Value, ...]", value) if owned else (cast("Value", value),)
        values.append(tuple((one,) for one in each))
    return write(game, StateLine(None, zones, tuple(values)))


def write(game: Game, line: StateLine) -> str:
    """Write what a line says, always in one order."""
    parts = [_head(game, line.seat), *_zones(game, line.zones), " ".join(_values(game, line))]
    return f" {SECTION} ".join(part for part in parts if part)


def first_value(game: Game, variable: StateVariable) -> KnownValue:
    """Return the first value of a variable, when it is always the same."""
    if isinstance(variable.initial, Chance):
        return None
    read = reads(game, variable.initial)
    if read.states or read.zones or read.names:
        return None
    try:
        return (evaluate(variable.initial, Environment(game, GameState((), ()))),)
    except Breach:
        return None


def value_kind(kind: Type) -> Type:
    """Return the type of a value that is there."""
    return kind.inner if isinstance(kind, OptionType) else kind


def _head(game: Game, seat: int | None) -> str:
    agreed = [f"{one.name}={show_value(game, one.type, one.value)}" for one in game.options]
    eyes = [] if seat is None else [f"{SEAT}={seat + 1}"]
    return " ".join([f"{game.name}{OWNER}{game.seats}", *agreed, *eyes])


def _zones(game: Game, zones: Sequence[Sequence[HeldCards]]) -> Iterator[str]:
    for zone, owned in zip(game.zones, zones, strict=True):
        if any(one.cards or one.unseen for one in owned):
            yield f"{zone.name}: " + f" {OWNER} ".join(_held(game, one) for one in owned)


def _held(game: Game, held: HeldCards) -> str:
    seen = [show_cards(game, held.cards)] if held.cards else []
    unseen = [f"{UNSEEN}{held.unseen}"] if held.unseen else []
    return " ".join([*seen, *unseen]) or NOTHING


def _values(game: Game, line: StateLine) -> Iterator[str]:
    for variable, owned in zip(game.states, line.values, strict=True):
        first = first_value(game, variable)
        known = [one for one in owned if one is not None]
        if known and any(one != first for one in known):
            shown = [
                UNSEEN if one is None else _value(game, variable.type, one[0]) for one in owned
            ]
            yield f"{variable.name}={OWNER.join(shown)}"


def _value(game: Game, kind: Type, value: Value) -> str:
    if value is None:
        return NONE
    if value_kind(kind) is Plain.SEAT:
        return str(cast("int", value) + 1)
    return _one_word(show_value(game, value_kind(kind), value))


def _one_word(text: str) -> str:
    """Put a text in quotes when it would not be one word of a line."""
    return in_quotes(text) if re.search(r'[\s|/"?]|^-$', text) else text
