"""Chance in the lowered form: what a seed means, as ``semantics.random_streams`` has it.

The state of a generator is a number of 64 bits in memory, at an address that is given.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, TRUE, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    Conversion,
    Converted,
    IntegerOperator,
    Invoke,
    Leave,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Return,
    Store,
    When,
    While,
)
from haggis_rules.lowering.bodies.body import LocalNames, LoweredBody, LoweringContext
from haggis_rules.semantics.random_streams import StreamPurpose

_INCREMENT: Final = build.wrapped(I64, 0x9E3779B97F4A7C15)
_FIRST: Final = build.wrapped(I64, 0xBF58476D1CE4E5B9)
_SECOND: Final = build.wrapped(I64, 0x94D049BB133111EB)

MIXED, BELOW, STREAM = "random mixed", "random below", "random stream"

_AT, _STATE = LocalVariable(I32, "generator"), LocalVariable(I64, "mixing")
_BOUND, _SEED = LocalVariable(I32, "bound"), LocalVariable(I64, "seed")
_PURPOSE, _NUMBER = LocalVariable(I32, "purpose"), LocalVariable(I32, "number")


def plain_body(context: LoweringContext, *parameters: LocalVariable) -> LoweredBody:
    """Begin the body of a function that is not about a state."""
    own = LocalNames()
    for one in parameters:
        own.fresh(one.name)
    return LoweredBody(context, own, i32(0))


def lower_chance(context: LoweringContext) -> None:
    """Write the generator, numbers below a bound, and the streams of a seed."""
    _mixed(context)
    _below(context)
    _stream(context)


def below(at: LoweredExpression, bound: LoweredExpression) -> Invoke:
    """Return the call that draws a number below a bound."""
    return Invoke(I32, BELOW, (at, bound))


def stream(
    at: LoweredExpression,
    seed: LoweredExpression,
    purpose: StreamPurpose,
    number: LoweredExpression | None = None,
) -> Perform:
    """Return what begins the stream of a purpose, and of a number from 1 where it has several."""
    return Perform(Invoke(None, STREAM, (at, seed, i32(purpose), number or i32(0))))


def _mixed(context: LoweringContext) -> None:
    body = plain_body(context, _STATE)
    body.do(Return(_mix(_STATE, body)))
    context.write(MIXED, [_STATE], body, result=I64)


def _mix(value: LoweredExpression, body: LoweredBody) -> LoweredExpression:
    """Return what the generator makes of a state."""
    mixed = value
    for shift, factor in ((30, _FIRST), (27, _SECOND)):
        value = _xor(mixed, Operation(IntegerOperator.SHR_U, mixed, i64(shift)))
        mixed = body.begin(Operation(IntegerOperator.MUL, value, i64(factor)), "mixed")
    return _xor(mixed, Operation(IntegerOperator.SHR_U, mixed, i64(31)))


def _next(body: LoweredBody) -> LoweredExpression:
    """Write what goes on to the next number, and return that."""
    following = body.begin(build.add(build.load(I64, _AT, 0, 8), i64(_INCREMENT)), "following")
    body.do(Store(_AT, 0, 8, following))
    return _mix(following, body)


def _below(context: LoweringContext) -> None:
    """Write Lemire's way to draw below a bound, which has no remainder but in rare cases."""
    body = plain_body(context, _AT, _BOUND)
    bound = body.begin(Converted(Conversion.EXTEND_U, _BOUND), "wide")
    product, low = body.variable(I64, "product"), body.variable(I64, "low")
    drawing = body.inner()
    drawing.do(
        Assign(product, build.multiply(_upper(_next(drawing)), bound)),
        Assign(low, Operation(IntegerOperator.AND, product, i64(0xFFFFFFFF))),
    )
    draw = drawing.statements
    least = body.variable(I64, "least")
    rare = Operation(IntegerOperator.REM_U, i64(1 << 32), bound)
    enough = Operation(IntegerOperator.GE_U, low, least)
    again = While(TRUE, (When(enough, (Leave(),)), *draw))
    body.do(
        *draw, When(build.compare(IntegerOperator.LT_S, low, bound), (Assign(least, rare), again))
    )
    body.do(Return(build.narrowed(_upper(product))))
    context.write(BELOW, [_AT, _BOUND], body, result=I32)


def _stream(context: LoweringContext) -> None:
    body = plain_body(context, _AT, _SEED, _PURPOSE, _NUMBER)
    state = body.begin(_after(_SEED, _PURPOSE), "state")
    body.do(When(_NUMBER, (Assign(state, _after(state, _NUMBER)),)))
    body.do(Store(_AT, 0, 8, state))
    context.write(STREAM, [_AT, _SEED, _PURPOSE, _NUMBER], body)


def _after(state: LoweredExpression, number: LoweredExpression) -> LoweredExpression:
    output = Invoke(I64, MIXED, (build.add(state, i64(_INCREMENT)),))
    return _xor(output, Converted(Conversion.EXTEND_U, number))


def _upper(value: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.SHR_U, value, i64(32))


def _xor(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.XOR, left, right)
