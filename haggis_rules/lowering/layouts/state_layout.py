"""Where everything of a state stands in memory, and how a state is written there and read.

A value that is no number is 32 bits, and none is -1. A number is 32 bits where its bounds allow it,
else 64. Cards are one byte for each card class, in words of eight. A combination is the number of
its reading, and its cards from ``CARDS_AT`` on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from haggis_rules.codegen.lowered.form import ValueKind
from haggis_rules.ir.game import Game, StateVariable
from haggis_rules.ir.types import NumberType, OptionType, Plain, Type
from haggis_rules.lowering.layouts.reading_numbers import ReadingNumbers
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.semantics.state import Cards, Combination, GameState, Reading, Value

WORD: Final = 8  # bytes, so many card classes
NUMBER: Final = 8  # bytes of one number of points
CARDS_AT: Final = 8  # where the cards of a combination stand, behind its reading
NONE_I32: Final = -1
NONE_I64: Final = -(2**63)
LEAST_I64, MOST_I64 = -(2**63), 2**63 - 1
_LEAST_I32, _MOST_I32 = -(2**31), 2**31 - 1
_ALIGNED: Final = 16


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a variable or zone stands: from which offset on, for how many owners, in which steps.

    ``size``: the bytes of one value, or of the cards of one zone.
    """

    name: str
    offset: int
    owners: int
    size: int


class StateLayout:
    """The layout of the states of a game."""

    def __init__(self, game: Game, readings: ReadingNumbers) -> None:
        self.game, self.readings = game, readings
        self.words = -(-len(game.cards) // WORD)
        self.values, self.zones, end = list[Slot](), list[Slot](), 0
        for variable in game.states:
            size = stored_size(variable)
            end = _up(end, size)
            self.values.append(Slot(variable.name, end, game.owners(variable.owner), size))
            end += size * game.owners(variable.owner)
        for zone in game.zones:
            end = _up(end, WORD)
            owners = game.owners(zone.owner)
            self.zones.append(Slot(zone.name, end, owners, self.words * WORD))
            end += owners * self.words * WORD
        self.size = _up(end, _ALIGNED)

    def write(self, state: GameState) -> bytes:
        """Return a state as it stands in memory."""
        found = bytearray(self.size)
        for slot, variable, value in zip(self.values, self.game.states, state.values, strict=True):
            for owner, one in enumerate(_each(value, slot.owners, variable.owner.value)):
                number = self.value(variable.type, one)
                _put(found, slot.offset + owner * slot.size, number, slot.size)
        for slot, zone, cards in zip(self.zones, self.game.zones, state.zones, strict=True):
            for owner, one in enumerate(_each(cards, slot.owners, zone.owner.value)):
                at = slot.offset + owner * slot.size
                found[at : at + slot.size] = cast("int", one).to_bytes(slot.size, "little")
        return bytes(found)

    def read(self, memory: bytes) -> GameState:
        """Return the state that stands in memory."""
        values, zones = list[object](), list[object]()
        for slot, variable in zip(self.values, self.game.states, strict=True):
            each = [
                self.found(variable.type, _get(memory, slot.offset + owner * slot.size, slot.size))
                for owner in range(slot.owners)
            ]
            values.append(each[0] if variable.owner.value == _NOBODY else tuple(each))
        for slot, zone in zip(self.zones, self.game.zones, strict=True):
            at = [slot.offset + owner * slot.size for owner in range(slot.owners)]
            held = [int.from_bytes(memory[one : one + slot.size], "little") for one in at]
            zones.append(held[0] if zone.owner.value == _NOBODY else tuple(held))
        return GameState(
            cast("tuple[Value, ...]", (*values,)), cast("tuple[Cards, ...]", (*zones,))
        )

    def value(self, kind: Type, value: Value) -> int:
        """Return the number that stands for a value that is no combination."""
        if value is None:
            return none_of(kind)
        if isinstance(value, tuple):
            return self.readings.number(cast("Reading", value))
        return int(value)

    def found(self, kind: Type, number: int) -> Value:
        """Return the value that a number stands for."""
        match kind:
            case OptionType(inner=inner):
                return None if number == none_of(kind) else self.found(inner, number)
            case Plain.TRUTH:
                return bool(number)
            case Plain.READING:
                return self.readings.reading(number)
            case _:
                return number

    def combination(self, value: Combination) -> bytes:
        """Return a combination as it stands in memory."""
        head = self.readings.number(value.reading).to_bytes(CARDS_AT, "little")
        return head + value.cards.to_bytes(self.words * WORD, "little")

    def found_combination(self, memory: bytes) -> Combination:
        """Return the combination that stands in memory."""
        cards = int.from_bytes(memory[CARDS_AT : CARDS_AT + self.words * WORD], "little")
        return Combination(self.readings.reading(_get(memory, 0, 4)), cards)


_NOBODY: Final = "nobody"


def kind_of_type(kind: Type) -> ValueKind:
    """Return how a value of a type is kept: numbers have 64 bits, and all else 32."""
    inner = kind.inner if isinstance(kind, OptionType) else kind
    return ValueKind.I64 if isinstance(inner, NumberType) else ValueKind.I32


def none_of(kind: Type) -> int:
    """Return what stands for none."""
    return NONE_I64 if kind_of_type(kind) is ValueKind.I64 else NONE_I32


def fits(kind: NumberType, least: int, most: int) -> bool:
    """Tell whether all numbers of a type lie within two others."""
    low, high = kind.bounds
    return low is not None and high is not None and least <= low and high <= most


def stored_size(variable: StateVariable) -> int:
    """Return in how many bytes a variable stands. Raises ``NotLoweredError`` for a combination."""
    match variable.type:
        case NumberType():
            return 4 if fits(variable.type, _LEAST_I32, _MOST_I32) else 8
        case OptionType(inner=NumberType()):
            return 8
        case Plain.COMBINATION | OptionType(inner=Plain.COMBINATION):
            raise NotLoweredError(f"a combination kept in `{variable.name}`", variable.clause)
        case _:
            return 4


def _each(value: object, owners: int, owner: str) -> Sequence[Value]:
    if owner == _NOBODY:
        return [cast("Value", value)]
    each = cast("tuple[Value, ...] | None", value)
    return [None] * owners if each is None else each  # none before a match gives it its first


def _put(memory: bytearray, at: int, value: int, size: int) -> None:
    memory[at : at + size] = value.to_bytes(size, "little", signed=True)


def _get(memory: bytes, at: int, size: int) -> int:
    return int.from_bytes(memory[at : at + size], "little", signed=True)


def _up(offset: int, step: int) -> int:
    return -(-offset // step) * step
