"""Every expression in the lowered form. Mirrors ``semantics.evaluate`` case for case.

As in ``codegen.expressions`` a case writes the statements of its operands one after the other, and
what may be skipped goes to a body of its own first, which says whether it needs any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, TRUE, i32, i64, kind_of, narrowed
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    Literal,
    LoweredExpression,
    When,
)
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Definition
from haggis_rules.ir.types import Plain
from haggis_rules.lowering.bodies import arithmetic, cards, combinations
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.clauses import play_questions, searches
from haggis_rules.lowering.layouts.refusal import BreachCode, NotLoweredError
from haggis_rules.lowering.layouts.state_layout import WORD, kind_of_type, none_of, stored_size

MOST_INLINED: Final = 40  # nodes of a definition that is written out in the place of a call


def expression(node: nodes.Expr, body: LoweredBody) -> LoweredExpression:
    """Return an expression in the lowered form. Statements that it needs first go to the body.

    Raises ``NotLoweredError``.
    """
    match node:
        case nodes.Number(value=value):
            return i64(arithmetic.checked_literal(value, body))
        case nodes.Truth(value=value):
            return TRUE if value else FALSE
        case nodes.Constant(index=index):
            return i32(index)
        case nodes.Nothing(type=kind):
            return Literal(kind_of_type(kind), none_of(kind))
        case nodes.Variable(name=name):
            return body.names[name]
        case nodes.Get(state=state, owner=owner):
            return _get(state, None if owner is None else expression(owner, body), body)
        case nodes.Agreed(option=option, type=kind):
            return Literal(kind_of_type(kind), int(body.game.options[option].value))
        case nodes.Call(definition=name, arguments=arguments):
            return call(name, [expression(one, body) for one in arguments], body)
        case nodes.The(inner=inner):
            some = body.keep(expression(inner, body))
            body.fail_when(build.equal(some, _none(inner)), BreachCode.NO_VALUE)
            return some
        case nodes.Just(inner=inner):
            return arithmetic.some(inner.type, expression(inner, body), body)
        case nodes.IsNothing(inner=inner):
            return build.equal(expression(inner, body), _none(inner))
        case nodes.Plus(left=left, right=right):
            one, other = expression(left, body), expression(right, body)
            return arithmetic.plus(node.type, one, other, body)
        case nodes.Minus(left=left, right=right):
            one, other = expression(left, body), expression(right, body)
            return arithmetic.minus(node.type, one, other, body)
        case nodes.Times(factor=factor, inner=inner) | nodes.PointsEach(points=factor, inner=inner):
            number = i64(arithmetic.checked_literal(factor, body))
            return arithmetic.times(node.type, number, expression(inner, body), body)
        case nodes.Product(left=left, right=right):
            one, other = expression(left, body), expression(right, body)
            return arithmetic.times(node.type, one, other, body)
        case nodes.MostOf(parts=parts):
            numbers = [expression(part, body) for part in parts]
            return arithmetic.extreme_of(IntegerOperator.GT_S, numbers, body)
        case nodes.LeastOf(parts=parts):
            numbers = [expression(part, body) for part in parts]
            return arithmetic.extreme_of(IntegerOperator.LT_S, numbers, body)
        case nodes.Lookup(inner=inner, rows=rows):
            return arithmetic.lookup(body.keep(expression(inner, body)), rows)
        case nodes.Equal(left=left, right=right):
            one, other = expression(left, body), expression(right, body)
            if left.type is Plain.COMBINATION:
                return combinations.same(one, other, body)
            return build.equal(one, other)
        case nodes.AtMost(left=left, right=right):
            return build.compare(
                IntegerOperator.LE_S, expression(left, body), expression(right, body)
            )
        case nodes.Below(left=left, right=right):
            return build.compare(
                IntegerOperator.LT_S, expression(left, body), expression(right, body)
            )
        case nodes.And(left=left, right=right):
            return chosen(expression(left, body), right, FALSE, body)
        case nodes.Or(left=left, right=right):
            return chosen(expression(left, body), TRUE, right, body)
        case nodes.Not(inner=inner):
            return build.negated(expression(inner, body))
        case nodes.Implies(left=left, right=right):
            return chosen(expression(left, body), right, TRUE, body)
        case nodes.If(when=when, value=value, other=other):
            return chosen(expression(when, body), value, other, body)
        case nodes.CopiesIn(card=card, zone=zone):
            places = cards.places(zone, body, expression)
            return cards.copies_in(places, expression(card, body), body)
        case nodes.CardsIn(zone=zone, group=group):
            return cards.cards_in(cards.places(zone, body, expression), group, body)
        case nodes.DeckCopies(card=card):
            copies = [one.copies for one in body.game.cards]
            return build.widened(cards.of_card(copies, expression(card, body), body))
        case nodes.RankOf(card=card):
            return cards.of_card([c.rank for c in body.game.cards], expression(card, body), body)
        case nodes.SuitOf(card=card):
            return cards.suit_of(expression(card, body), body)
        case nodes.InGroup(card=card, group=group):
            inside = [int(one.group == group) for one in body.game.cards]
            return cards.of_card(inside, expression(card, body), body)
        case nodes.TeamOf(seat=seat):
            return searches.remainder(expression(seat, body), len(body.game.teams))
        case nodes.SeatPair(left=left, right=right):
            first, second = expression(left, body), expression(right, body)
            pair = build.add(build.multiply(first, i32(body.game.seats)), second)
            return build.widened(pair)
        case nodes.SeatsAfter(count=count, seat=seat):
            return searches.seats_after(expression(seat, body), count, body)
        case nodes.NumberOf(binder=binder, where=claim) | nodes.Total(binder=binder, inner=claim):
            return searches.count(binder, claim, node.type, body, expression)
        case nodes.Most(binder=binder, where=where, inner=inner):
            return searches.extreme(IntegerOperator.GT_S, binder, where, inner, body, expression)
        case nodes.Least(binder=binder, where=where, inner=inner):
            return searches.extreme(IntegerOperator.LT_S, binder, where, inner, body, expression)
        case nodes.Every(binder=binder, claim=claim):
            return build.negated(searches.some(binder, claim, body, expression, negated=True))
        case nodes.Some(binder=binder, claim=claim):
            return searches.some(binder, claim, body, expression)
        case nodes.SomePlay():
            return play_questions.some_play(node, body, expression)
        case nodes.First(binder=binder, where=where):
            return searches.first(binder, where, body, expression)
        case nodes.TheOne(binder=binder, where=where):
            return searches.the_one(binder, where, body, expression)
        case nodes.FirstSeat(binder=binder, seat=seat, inclusive=inclusive, where=where):
            start = body.keep(expression(seat, body))
            away = range(0 if inclusive else 1, body.game.seats)
            return searches.first_seat(binder, start, away, where, body, expression)
        case nodes.ReadingOf(combination=combination):
            return build.load(build.I32, expression(combination, body), 0, 4)
        case nodes.IsPattern(reading=reading, pattern=pattern):
            return combinations.is_pattern(expression(reading, body), pattern, body)
        case nodes.FieldOf(reading=reading, field=name):
            return combinations.field_of(expression(reading, body), name, node.type, body)
        case nodes.Outranks(left=left, right=right):
            one, other = expression(left, body), expression(right, body)
            return combinations.outranks(one, other, body)
        case nodes.CombinationOf(card=card, pattern=pattern, fields=fields):
            values = [expression(one, body) for one in fields]
            return combinations.of_card(pattern, values, expression(card, body), body)
        case nodes.Written(pattern=pattern, fields=written, cards=counted):
            return combinations.written(pattern, written, counted, body)
        case nodes.Before(inner=inner):
            return _before(inner, body)


def truth(node: nodes.Expr | None, body: LoweredBody) -> LoweredExpression | None:
    """Return a condition in the lowered form, None where there is none."""
    return None if node is None else expression(node, body)


def owner(zone: nodes.OneZone | nodes.OwnedZone, body: LoweredBody) -> LoweredExpression:
    """Return the owner of a zone, 0 for one that is there once."""
    match zone:
        case nodes.OneZone():
            return i32(0)
        case nodes.OwnedZone(owner=node):
            return narrowed(expression(node, body))


def _none(option: nodes.Expr) -> LoweredExpression:
    return Literal(kind_of_type(option.type), none_of(option.type))


def _get(state: int, owner_: LoweredExpression | None, body: LoweredBody) -> LoweredExpression:
    slot, variable = body.context.layout.values[state], body.game.states[state]
    size, kind = stored_size(variable), kind_of_type(variable.type)
    where = body.state
    if owner_ is not None:
        where = build.add(where, build.multiply(narrowed(owner_), i32(size)))
    return build.load(kind, where, slot.offset, size, signed=kind is build.I64 and size < WORD)


def call(name: str, arguments: list[LoweredExpression], body: LoweredBody) -> LoweredExpression:
    """Return the value of a definition: what it says itself when that is short.

    Raises ``NotLoweredError`` again where the definition is not lowered.
    """
    refusal = body.context.refused.get(name)
    if refusal is not None:
        raise NotLoweredError(refusal.what, refusal.clause, refusal.span)
    definition, callee = body.game.definitions[name], body.context.callees[name]
    arguments = [body.keep(one) for one in arguments]
    if callee.inlined:
        names = {p.name: a for p, a in zip(definition.params, arguments, strict=True)}
        inside = LoweredBody(body.context, body.own, body.state, names, clause=body.clause)
        value = definition_value(definition, inside)
        body.do(*inside.statements)
        return value
    called = Invoke(callee.result, callee.function, (body.state, *arguments))
    return called if callee.safe else body.keep(called)


def definition_value(definition: Definition, body: LoweredBody) -> LoweredExpression:
    """Return what a definition says, its parameters being named in the body."""
    # All conditions are computed, since two that hold are a breach; one needs no counting.
    holding = [expression(one.when, body) for one in definition.exceptions]
    if len(holding) > 1:
        holding = [body.keep(one) for one in holding]
        several = build.compare(IntegerOperator.GT_S, build.added_up(holding), i32(1))
        body.fail_when(several, BreachCode.OVERLAP)
    values = [one.value for one in definition.exceptions]
    return _cases(list(zip(holding, values, strict=True)), definition.base, body)


def _cases(
    cases: Sequence[tuple[LoweredExpression, nodes.Expr]], base: nodes.Expr, body: LoweredBody
) -> LoweredExpression:
    """Look at the value of the first case that holds, or else at the base."""
    if not cases:
        return expression(base, body)
    (when, value), *rest = cases
    yes, no = body.inner(), body.inner()
    this, other = expression(value, yes), _cases(rest, base, no)
    return _one_of(when, (this, yes), (other, no), body)


def chosen(
    when: LoweredExpression,
    value: nodes.Expr | Literal,
    other: nodes.Expr | Literal,
    body: LoweredBody,
) -> LoweredExpression:
    """Look at one of two expressions alone."""
    yes, no = body.inner(), body.inner()
    this, that = _given(value, yes), _given(other, no)
    return _one_of(when, (this, yes), (that, no), body)


def _given(node: nodes.Expr | Literal, body: LoweredBody) -> LoweredExpression:
    return node if isinstance(node, Literal) else expression(node, body)


def _one_of(
    when: LoweredExpression,
    yes: tuple[LoweredExpression, LoweredBody],
    no: tuple[LoweredExpression, LoweredBody],
    body: LoweredBody,
) -> LoweredExpression:
    (this, inside), (other, outside) = yes, no
    if isinstance(when, Literal):
        taken, kept = (this, inside) if when.value else (other, outside)
        body.do(*kept.statements)
        return taken
    if not inside.statements and not outside.statements:
        return build.choose(when, this, other)
    result = body.variable(kind_of(this))
    then = (*inside.statements, Assign(result, this))
    body.do(When(when, then, (*outside.statements, Assign(result, other))))
    return result


def _before(inner: nodes.Expr, body: LoweredBody) -> LoweredExpression:
    inside = body.inner()
    if body.before is None:
        body.fail_when(TRUE, BreachCode.NO_VALUE)
        return Literal(kind_of_type(inner.type), 0)  # for what follows, never reached
    inside.state, inside.before = body.before, None
    value = expression(inner, inside)
    body.do(*inside.statements)
    return value
