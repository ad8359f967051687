"""Loops that count, for what the lowering writes by itself and no text says."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    Conversion,
    Converted,
    IntegerOperator,
    LocalVariable,
    LoweredExpression,
    Operation,
    Statement,
    While,
)
from haggis_rules.lowering.bodies.body import LoweredBody


@contextmanager
def counting(
    body: LoweredBody,
    wanted: str,
    start: LoweredExpression,
    stop: LoweredExpression,
    step: int = 1,
) -> Generator[tuple[LocalVariable, LoweredBody]]:
    """Write a loop whose variable goes from a start on, up to before a stop.

    What stands in ``stop`` must not change meanwhile.
    """
    value = body.variable(I32, wanted)
    body.do(Assign(value, start))
    inside = body.inner()
    yield value, inside
    inside.do(Assign(value, build.add(value, i32(step))))
    body.do(While(Operation(IntegerOperator.LT_S, value, stop), tuple(inside.statements)))


@contextmanager
def falling(
    body: LoweredBody, wanted: str, start: LoweredExpression, last: LoweredExpression
) -> Generator[tuple[LocalVariable, LoweredBody]]:
    """Write a loop whose variable goes from a start down to a last number."""
    value = body.variable(I32, wanted)
    body.do(Assign(value, start))
    inside = body.inner()
    yield value, inside
    inside.do(Assign(value, build.subtract(value, i32(1))))
    body.do(While(Operation(IntegerOperator.GE_S, value, last), tuple(inside.statements)))


@contextmanager
def each_bit(
    bits: LocalVariable, body: LoweredBody
) -> Generator[tuple[LocalVariable, LoweredBody]]:
    """Write a loop over the places of the bits of a word, which is 0 after it."""
    inside = body.inner()
    lowest = Converted(Conversion.TRAILING_ZEROS_64, bits)
    yield inside.begin(build.narrowed(lowest), "place"), inside
    others = Operation(IntegerOperator.AND, bits, build.subtract(bits, i64(1)))
    inside.do(Assign(bits, others))
    more = build.negated(build.equal(bits, i64(0)))
    body.do(While(more, tuple(inside.statements)))


def grow(target: LocalVariable, more: LoweredExpression) -> Statement:
    """Return the statement that adds to a variable."""
    return Assign(target, build.add(target, more))


def smaller(
    body: LoweredBody, one: LoweredExpression, other: LoweredExpression
) -> LoweredExpression:
    """Return the smaller of two numbers of one kind."""
    left, right = body.keep(one), body.keep(other)
    return build.choose(build.compare(IntegerOperator.LT_S, left, right), left, right)
