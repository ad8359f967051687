"""Numbers in the lowered form: 64 bits each, and a breach where a result may not fit them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, i64, kind_of
from haggis_rules.codegen.lowered.form import (
    IntegerOperator,
    Literal,
    LoweredExpression,
    Operation,
    operands,
)
from haggis_rules.ir import nodes
from haggis_rules.ir.types import NumberType, Type
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.layouts.refusal import BreachCode, NotLoweredError
from haggis_rules.lowering.layouts.state_layout import LEAST_I64, MOST_I64, fits

# What a product of two numbers of 64 bits that may be too large is looked at by: its halves.
_HALF = 1 << 31


def checked_literal(value: int, body: LoweredBody) -> int:
    """Return a number as written. Raises ``NotLoweredError`` where 64 bits do not hold it."""
    if not LEAST_I64 < value <= MOST_I64:
        raise NotLoweredError(f"the number {value}", body.clause)
    return value


def is_bounded(kind: Type) -> bool:
    """Tell whether 64 bits hold every number of a type."""
    return fits(cast("NumberType", kind), LEAST_I64 + 1, MOST_I64)


def plus(
    kind: Type, left: LoweredExpression, right: LoweredExpression, body: LoweredBody
) -> LoweredExpression:
    """Return a sum of a type, after statements that stop when it is too large."""
    if is_bounded(kind):
        return build.add(left, right)
    one, other = body.keep(left), body.keep(right)
    total = body.keep(build.add(one, other))
    turned = _and(_xor(one, total), _xor(other, total))
    body.fail_when(_below_zero(turned), BreachCode.TOO_LARGE)
    return _no_sentinel(total, body)


def minus(
    kind: Type, left: LoweredExpression, right: LoweredExpression, body: LoweredBody
) -> LoweredExpression:
    """Return a difference of a type, after statements that stop when it is too large."""
    if is_bounded(kind):
        return build.subtract(left, right)
    one, other = body.keep(left), body.keep(right)
    total = body.keep(build.subtract(one, other))
    turned = _and(_xor(one, other), _xor(one, total))
    body.fail_when(_below_zero(turned), BreachCode.TOO_LARGE)
    return _no_sentinel(total, body)


def times(
    kind: Type, left: LoweredExpression, right: LoweredExpression, body: LoweredBody
) -> LoweredExpression:
    """Return a product of a type, after statements that stop when it may be too large.

    Where the bounds do not say that it fits, both factors have to be below 2^31 by their amount:
    what is larger is left to the Python engine.
    """
    if is_bounded(kind):
        return build.multiply(left, right)
    one, other = body.keep(left), body.keep(right)
    for factor in (one, other):
        far = build.add(factor, i64(_HALF))
        body.fail_when(_not_below(far, 2 * _HALF), BreachCode.TOO_LARGE)
    return build.multiply(one, other)


def some(kind: Type, value: LoweredExpression, body: LoweredBody) -> LoweredExpression:
    """Return a value as one of an option: never the number that stands for none."""
    if kind_of(value) is build.I64 and not is_bounded(kind):
        return _no_sentinel(body.keep(value), body)
    return value


def extreme_of(
    better: IntegerOperator, numbers: Sequence[LoweredExpression], body: LoweredBody
) -> LoweredExpression:
    """Return the number that no other surpasses."""
    found, *others = numbers
    for other in others:
        one, two = body.keep(found), body.keep(other)
        found = build.choose(build.compare(better, two, one), two, one)
    return found


def lookup(value: LoweredExpression, rows: tuple[nodes.LookupRow, ...]) -> LoweredExpression:
    """Go through the rows of a table; a value that no other has lies in the last."""
    *others, last = rows
    found: LoweredExpression = i64(last.gives)
    for row in reversed(others):
        found = build.choose(_in_row(value, row), i64(row.gives), found)
    return found


def _in_row(value: LoweredExpression, row: nodes.LookupRow) -> LoweredExpression:
    low = None if row.low is None else Literal(kind_of(value), row.low)
    high = None if row.high is None else Literal(kind_of(value), row.high)
    if low is not None and low == high:
        return build.equal(value, low)
    from_low = None if low is None else build.compare(IntegerOperator.GE_S, value, low)
    to_high = None if high is None else build.compare(IntegerOperator.LE_S, value, high)
    if from_low is None or to_high is None:
        return from_low or to_high or build.TRUE
    return build.both(from_low, to_high)


def outside(kind: NumberType, value: LoweredExpression) -> LoweredExpression:
    """Return whether a number lies outside its bounds."""
    low, high = kind.bounds
    below = (
        FALSE if low is None or low <= LEAST_I64 else _compared(IntegerOperator.LT_S, value, low)
    )
    above = (
        FALSE if high is None or high >= MOST_I64 else _compared(IntegerOperator.GT_S, value, high)
    )
    return build.either(below, above)


def _compared(operator: IntegerOperator, value: LoweredExpression, bound: int) -> LoweredExpression:
    return build.compare(operator, value, i64(max(min(bound, MOST_I64), LEAST_I64)))


def _no_sentinel(total: LoweredExpression, body: LoweredBody) -> LoweredExpression:
    body.fail_when(build.equal(total, i64(LEAST_I64)), BreachCode.TOO_LARGE)
    return total


def _below_zero(value: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.LT_S, value, i64(0))


def _not_below(value: LoweredExpression, bound: int) -> LoweredExpression:
    return Operation(IntegerOperator.GE_U, value, i64(bound))


def _xor(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.XOR, left, right)


def _and(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.AND, left, right)


def weight(node: LoweredExpression, most: int) -> int:
    """Count the nodes of an expression; it stops counting when there are more than ``most``."""
    total = 1
    for part in operands(node):
        if total > most:
            return total
        total += weight(part, most - total)
    return total
