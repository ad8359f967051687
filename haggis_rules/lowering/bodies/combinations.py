"""Readings and combinations in the lowered form: a reading is its number, a combination a place."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import i32, i64, narrowed
from haggis_rules.codegen.lowered.form import IntegerOperator, LoweredExpression, Operation, Store
from haggis_rules.ir.types import Type
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.cards import CardsPlace, word
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD, kind_of_type
from haggis_rules.semantics.state import Combination
from haggis_rules.semantics.state import pack as packed

_WHOLE = 4  # bytes of a value that is no number
_LEAST_16, _MOST_16, _LEAST_32 = -(1 << 15), (1 << 15) - 1, -(1 << 31)


def is_pattern(reading: LoweredExpression, pattern: int, body: LoweredBody) -> LoweredExpression:
    """Return whether a reading is of a pattern: their numbers follow one another."""
    first = [*body.context.readings.first, body.context.readings.count]
    low, high = first[pattern], first[pattern + 1]
    if low == 0:
        return build.compare(IntegerOperator.LT_S, reading, i32(high))
    if high == first[-1]:
        return build.compare(IntegerOperator.GE_S, reading, i32(low))
    return Operation(IntegerOperator.LT_U, build.subtract(reading, i32(low)), i32(high - low))


def field_of(
    reading: LoweredExpression, name: str, kind: Type, body: LoweredBody
) -> LoweredExpression:
    """Return a field, after a statement that stops when the reading has none of this name."""
    values = body.context.readings.fields(name)
    fits = all(one is None or _LEAST_16 < one <= _MOST_16 for one in values)
    missing = _LEAST_16 if fits else _LEAST_32
    found = _of_reading([missing if one is None else one for one in values], reading, body)
    if None in values:
        found = body.keep(found)
        body.fail_when(build.equal(found, i32(missing)), BreachCode.NO_VALUE)
    return build.widened(found) if kind_of_type(kind) is build.I64 else found


def outranks(
    left: LoweredExpression, right: LoweredExpression, body: LoweredBody
) -> LoweredExpression:
    """Return whether two readings are alike and the left one is ranked higher."""
    readings, one, other = body.context.readings, body.keep(left), body.keep(right)
    kinds, ranks = readings.kinds(), readings.ranks()
    alike = build.equal(_of_reading(kinds, one, body), _of_reading(kinds, other, body))
    higher = build.compare(
        IntegerOperator.GT_S, _of_reading(ranks, one, body), _of_reading(ranks, other, body)
    )
    return build.both(alike, higher)


def _of_reading(
    values: Sequence[int], reading: LoweredExpression, body: LoweredBody
) -> LoweredExpression:
    fits = all(_LEAST_16 <= value <= _MOST_16 for value in values)
    size, form = (2, "h") if fits else (4, "i")
    table = body.context.memory.table(pack(f"<{len(values)}{form}", *values))
    at = build.multiply(reading, i32(size))
    return build.load(build.I32, at, table, size, signed=size < _WHOLE)


def of_card(
    pattern: int, fields: Sequence[LoweredExpression], card: LoweredExpression, body: LoweredBody
) -> LoweredExpression:
    """Return the combination that is one card, after statements that write it to a room of its own.

    They stop when a field lies outside its type: no reading has a number then.
    """
    readings, layout = body.context.readings, body.context.layout
    number: LoweredExpression = i32(readings.first[pattern])
    steps = zip(fields, readings.values[pattern], readings.strides(pattern), strict=True)
    for field, values, stride in steps:
        place = body.keep(build.subtract(narrowed(field), i32(values.start)))
        outside = Operation(IntegerOperator.GE_U, place, i32(len(values)))
        body.fail_when(outside, BreachCode.NO_SUCH_READING)
        number = build.add(number, build.multiply(place, i32(stride)))
    room = i32(body.context.memory.room(CARDS_AT + layout.words * WORD))
    body.do(Store(room, 0, 4, number))
    for index in range(layout.words):
        body.do(Store(room, CARDS_AT + index * WORD, WORD, i64(0)))
    body.do(Store(build.add(room, card), CARDS_AT, 1, i32(1)))
    return room


def written(
    pattern: int,
    fields: tuple[int, ...],
    cards: tuple[tuple[int, int], ...],
    body: LoweredBody,
) -> LoweredExpression:
    """Return a combination that stands in memory from the beginning."""
    found = body.context.layout.combination(Combination((pattern, *fields), packed(cards)))
    return i32(body.context.memory.table(found))


def same(left: LoweredExpression, right: LoweredExpression, body: LoweredBody) -> LoweredExpression:
    """Return whether two combinations have one reading and the same cards."""
    one, other = CardsPlace(body.keep(left), CARDS_AT), CardsPlace(body.keep(right), CARDS_AT)
    found = build.equal(
        build.load(build.I32, one.address, 0, 4), build.load(build.I32, other.address, 0, 4)
    )
    for index in range(body.context.layout.words):
        found = build.both(found, build.equal(word(one, index), word(other, index)))
    return found
