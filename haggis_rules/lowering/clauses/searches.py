"""Binders in the lowered form: written out where that is short, and else as loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, TRUE, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Leave,
    Literal,
    LocalVariable,
    LoweredExpression,
    Operation,
    Statement,
    When,
    While,
)
from haggis_rules.ir import nodes
from haggis_rules.ir.types import Type
from haggis_rules.lowering.bodies import arithmetic
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.cards import Lower
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import NONE_I32

MOST_UNROLLED: Final = 8  # a binder over more values becomes a loop
_MOST_WEIGHT: Final = 200  # nodes of what is written out


def remainder(value: LoweredExpression, size: int) -> LoweredExpression:
    """Return the remainder of a number from 0 on."""
    match value:
        case Literal(value=known):
            return i32(known % size)
        case _:
            return Operation(IntegerOperator.REM_U, value, i32(size))


def seats_after(seat: LoweredExpression, count: int, body: LoweredBody) -> LoweredExpression:
    """Return the seat so many places on."""
    seats = body.game.seats
    if count % seats == 0:
        return seat
    if isinstance(seat, Literal):
        return i32((seat.value + count) % seats)
    on = body.keep(build.add(seat, i32(count % seats)))
    past = build.compare(IntegerOperator.GE_S, on, i32(seats))
    return build.choose(past, build.subtract(on, i32(seats)), on)


def loop(
    binder: nodes.Binder, body: LoweredBody, inside: LoweredBody, value: LocalVariable
) -> None:
    """Write a loop over all values of a binder, whose body has been written."""
    size = i32(body.game.size(binder.type))
    following = Assign(value, build.add(value, i32(1)))
    body.do(Assign(value, i32(0)))
    below = Operation(IntegerOperator.LT_S, value, size)
    body.do(While(below, (*inside.statements, following)))


def begin(binder: nodes.Binder, body: LoweredBody) -> tuple[LocalVariable, LoweredBody]:
    """Begin the body of a loop over the values of a binder."""
    value = body.variable(build.I32, binder.name)
    return value, body.inner({binder.name: value})


def unrolled(
    binder: nodes.Binder, claim: nodes.Expr, body: LoweredBody, lower: Lower
) -> list[LoweredExpression] | None:
    """Return a claim for each value, in order; None where it needs statements, or is long."""
    size, left = body.game.size(binder.type), _MOST_WEIGHT
    found: list[LoweredExpression] = []
    for value in range(size if size <= MOST_UNROLLED else 0):
        inside = body.inner({binder.name: i32(value)})
        found.append(lower(claim, inside))
        left -= arithmetic.weight(found[-1], left)
        if inside.statements or left < 0:
            return None
    return found if size <= MOST_UNROLLED else None


def count(
    binder: nodes.Binder, claim: nodes.Expr, kind: Type, body: LoweredBody, lower: Lower
) -> LoweredExpression:
    """Add up a claim over all values; a truth counts as 1."""
    found = unrolled(binder, claim, body, lower)
    bounded = arithmetic.is_bounded(kind)
    if found is not None and bounded:
        return build.added_up([i64(0), *map(build.widened, found)])
    total = body.begin(i64(0), "total")
    value, inside = begin(binder, body)
    more = build.widened(lower(claim, inside))
    inside.do(Assign(total, arithmetic.plus(kind, total, more, inside)))
    loop(binder, body, inside, value)
    return total


def extreme(  # noqa: PLR0913, PLR0917 - what the node has, and where it goes
    better: IntegerOperator,
    binder: nodes.Binder,
    where: nodes.Expr | None,
    inner: nodes.Expr,
    body: LoweredBody,
    lower: Lower,
) -> LoweredExpression:
    """Go through the numbers and keep the one that no other surpasses."""
    found, result = body.begin(FALSE, "found"), body.begin(i64(0), "best")
    value, inside = begin(binder, body)
    with inside.only_when(None if where is None else lower(where, inside)) as here:
        number = here.keep(lower(inner, here))
        first = build.either(build.negated(found), build.compare(better, number, result))
        here.do(When(first, (Assign(result, number),)), Assign(found, TRUE))
    loop(binder, body, inside, value)
    if where is not None or not body.game.size(binder.type):  # else there surely is a value
        body.fail_when(build.negated(found), BreachCode.NO_VALUE)
    return result


def some(
    binder: nodes.Binder,
    claim: nodes.Expr,
    body: LoweredBody,
    lower: Lower,
    *,
    negated: bool = False,
) -> LoweredExpression:
    """Return whether a claim, or its opposite, holds for a value; it stops at the first."""
    found = unrolled(binder, claim, body, lower)
    if found is not None:
        result: LoweredExpression = FALSE
        for each in reversed(found):
            result = build.either(build.negated(each) if negated else each, result)
        return result
    holds = body.begin(FALSE, "holds")
    value, inside = begin(binder, body)
    each = lower(claim, inside)
    decided: tuple[Statement, ...] = (Assign(holds, TRUE), Leave())
    inside.do(When(build.negated(each) if negated else each, decided))
    loop(binder, body, inside, value)
    return holds


def first(
    binder: nodes.Binder, where: nodes.Expr, body: LoweredBody, lower: Lower
) -> LoweredExpression:
    """Return the first value for which it holds, or none."""
    found = unrolled(binder, where, body, lower)
    if found is not None:
        return _chain(found, [i32(value) for value in range(len(found))])
    result = body.begin(i32(NONE_I32), "found")
    value, inside = begin(binder, body)
    inside.do(When(lower(where, inside), (Assign(result, value), Leave())))
    loop(binder, body, inside, value)
    return result


def _chain(
    holding: Sequence[LoweredExpression], values: Sequence[LoweredExpression]
) -> LoweredExpression:
    result: LoweredExpression = i32(NONE_I32)
    for each, value in zip(reversed(holding), reversed(values), strict=True):
        result = build.choose(each, value, result)
    return result


def the_one(
    binder: nodes.Binder, where: nodes.Expr, body: LoweredBody, lower: Lower
) -> LoweredExpression:
    """Go through all values, since a second one for which it holds would be a breach."""
    several, result = body.begin(i32(0), "several"), body.begin(i32(0), "found")
    value, inside = begin(binder, body)
    with inside.only_when(lower(where, inside)) as here:
        here.do(Assign(several, build.add(several, i32(1))), Assign(result, value))
    loop(binder, body, inside, value)
    body.fail_when(build.compare(IntegerOperator.NE, several, i32(1)), BreachCode.NO_VALUE)
    return result


def first_seat(  # noqa: PLR0913, PLR0917 - what the node has, and where it goes
    binder: nodes.Binder,
    start: LoweredExpression,
    away: range,
    where: nodes.Expr,
    body: LoweredBody,
    lower: Lower,
) -> LoweredExpression:
    """Return the first seat for which it holds, going round, or none."""
    seats = [body.keep(seats_after(start, step, body)) for step in away]
    insides = [body.inner({binder.name: seat}) for seat in seats]
    found = [lower(where, inside) for inside in insides]
    weight = sum(arithmetic.weight(one, _MOST_WEIGHT) for one in found)
    if not any(inside.statements for inside in insides) and weight <= _MOST_WEIGHT:
        return _chain(found, seats)
    return _first_in_loop(binder, start, away, where, body, lower)


def _first_in_loop(  # noqa: PLR0913, PLR0917 - what the node has, and where it goes
    binder: nodes.Binder,
    start: LoweredExpression,
    away: range,
    where: nodes.Expr,
    body: LoweredBody,
    lower: Lower,
) -> LoweredExpression:
    result, step = body.begin(i32(NONE_I32), "found"), body.begin(i32(away.start), "away")
    inside = body.inner()
    seat = inside.begin(remainder(build.add(start, step), body.game.seats), binder.name)
    inside.names[binder.name] = seat
    inside.do(When(lower(where, inside), (Assign(result, seat), Leave())))
    inside.do(Assign(step, build.add(step, i32(1))))
    body.do(While(Operation(IntegerOperator.LT_S, step, i32(away.stop)), tuple(inside.statements)))
    return result
