"""Plays asked about outside of play: with values for the states that the answer looks at.

What beats what may rest on states that all see, as where four of a kind turn the ranks round, and
so may what is wild, as where each hand has a level. A play keeps the reading with which it was
made; what beats it is for the state of now to say. In a hand that is the position's; who asks about
plays alone says the values, or takes the first ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Audience, Definition, Game, Owner, StateVariable
from haggis_rules.ir.reads import Reads, reads
from haggis_rules.ir.types import NumberType, OptionType, Plain, Type
from haggis_rules.ir.wild_states import wild_states
from haggis_rules.notation import values as notation
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState, StateValues, Value

if TYPE_CHECKING:
    from haggis_rules.notation.forms import Json

_WHOLE = re.compile(r"-?[0-9]{1,18}")
BEATS = "beats"  # the query by which a game says that one reading may be laid on another


def _asked_states(game: Game, *, order: bool) -> tuple[StateVariable, ...]:
    """Return the states that what is wild looks at, and with ``order`` what beats what as well."""
    looks = {*wild_states(game), *(_looks(game).states if order else ())}
    return tuple(state for index, state in enumerate(game.states) if index in looks)


def is_of_readings_alone(game: Game) -> bool:
    """Whether what beats what looks at no state and at no cards."""
    looks = _looks(game)
    return not looks.states and not looks.zones


def values_of_order(game: Game, said: Mapping[str, str]) -> StateValues:
    """Return values for the states that what beats what looks at: as said, or else the first.

    What is wild is asked for as well. Other states have none. Raises ``NoSuchQueryError`` when it
    cannot be asked outside of play, or a name is none of these states, and ``NotationError`` when a
    value means nothing.
    """
    if _looks(game).zones:
        message = f"`{BEATS}` looks at cards that lie on the table: ask a position"
        raise NoSuchQueryError(message)
    return _values(game, said, _asked_states(game, order=True), f"`{BEATS}`")


def values_of_wild(game: Game, said: Mapping[str, str]) -> StateValues:
    """Return values for the states that what is wild looks at, as ``values_of_order`` does."""
    return _values(game, said, _asked_states(game, order=False), "what is wild")


def shown_order_state(game: Game, found: StateValues) -> dict[str, Json]:
    """Return the states that were looked at, by name, with their values as JSON."""
    return _shown(game, found, _asked_states(game, order=True))


def shown_wild_state(game: Game, found: StateValues) -> dict[str, Json]:
    """Return the states on which it rests what is wild, by name, with their values as JSON."""
    return _shown(game, found, _asked_states(game, order=False))


def _shown(game: Game, found: StateValues, states: tuple[StateVariable, ...]) -> dict[str, Json]:
    return {
        state.name: notation.to_json(game, state.type, cast("Value", value))  # it has no owner
        for state, value in zip(game.states, found, strict=True)
        if state in states
    }


def _values(
    game: Game, said: Mapping[str, str], states: tuple[StateVariable, ...], asked: str
) -> StateValues:
    wanted = {state.name: _seen_by_all(state) for state in states}
    for name in said:
        if name not in wanted:
            there = ", ".join(f"`{one}`" for one in wanted) or "no state"
            message = f"{asked} does not look at `{name}`; it looks at {there}"
            raise NoSuchQueryError(message)
    return tuple(
        _value(game, state, said, asked) if state.name in wanted else None for state in game.states
    )


def _looks(game: Game) -> Reads:
    definition = game.definitions.get(BEATS)
    found = Reads()
    for part in () if definition is None else _parts(definition):
        found |= reads(game, part)
    return found


def _parts(definition: Definition) -> Iterator[nodes.Expr]:
    yield definition.base
    for exception in definition.exceptions:
        yield from (exception.when, exception.value)


def _seen_by_all(state: StateVariable) -> StateVariable:
    if state.audience is not Audience.ALL or state.owner is not Owner.NOBODY:
        why = "not all see" if state.audience is not Audience.ALL else "has a value for each owner"
        message = f"`{BEATS}` looks at `{state.name}`, which {why}: ask a position"
        raise NoSuchQueryError(message)
    return state


def _value(game: Game, state: StateVariable, said: Mapping[str, str], asked: str) -> Value:
    if state.name in said:
        return notation.from_json(game, state.type, _json(state.type, said[state.name]))
    match state.initial:
        case (
            nodes.Number()
            | nodes.Truth()
            | nodes.Constant()
            | nodes.Nothing()
            | nodes.Just(inner=nodes.Number() | nodes.Truth() | nodes.Constant())
        ) as first:
            return evaluate(first, Environment(game, GameState((), ())))
        case _:
            message = f"{asked} looks at `{state.name}`, which has no first value of its own: "
            raise NoSuchQueryError(message + f"say one, such as `--state {state.name}=VALUE`")


def _json(kind: Type, text: str) -> Json:
    """Return as JSON what a call says: truths and numbers are not words."""
    if isinstance(kind, OptionType):
        return None if text == "none" else _json(kind.inner, text)
    if kind is Plain.TRUTH and text in {"true", "false"}:
        return text == "true"
    is_number = isinstance(kind, NumberType) or kind is Plain.SEAT
    return int(text) if is_number and _WHOLE.fullmatch(text) else text
