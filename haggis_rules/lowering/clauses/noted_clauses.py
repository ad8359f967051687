"""Which clauses the value of a word rests on, in the lowered form: those that ``evaluate`` notes.

A function beside each word marks, in a row of bytes, every clause that is looked at on the way to
its value. What may be skipped is marked only when it is looked at: the values that decide this are
those of ``expressions``. It is for words that look at no state, and is called only after the word
itself had a value.
"""

from __future__ import annotations

from struct import pack
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, TRUE, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    Leave,
    LoweredExpression,
    Operation,
    Perform,
    Store,
    When,
    While,
)
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Definition
from haggis_rules.ir.traversal import children
from haggis_rules.ir.types import Plain
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.clauses.definitions import function_body
from haggis_rules.lowering.clauses.expressions import expression
from haggis_rules.lowering.layouts.refusal import NotLoweredError

_NOTES: Final = "clauses of {}"


class NotedClauses:
    """Writes the functions that mark clauses.

    ``marks`` is where the bytes stand, one for each clause of ``names``, and ``decides`` where the
    place of the clause stands that decided the word asked for.
    """

    def __init__(self, context: LoweringContext, asked: Definition) -> None:
        self.context, self.game = context, context.game
        self._places = dict[str, int]()
        most = len(context.game.clauses)
        self.marks, self.decides = context.memory.room(most), context.memory.room(4)
        self._written = dict[str, str]()
        self.function = self._definition(asked, exported=True)

    @property
    def names(self) -> tuple[str, ...]:
        """The clauses that have a byte, in its order."""
        return tuple(self._places)

    def _place(self, clause: str) -> int:
        return self._places.setdefault(clause, len(self._places))

    def _definition(self, definition: Definition, *, exported: bool = False) -> str:
        """Write the function that marks the clauses of a word, and return its name."""
        named = self._written.get(definition.name)
        if named is not None:
            return named
        names = {param.name: param.type for param in definition.params}
        body, parameters = function_body(self.context, names, definition.clause)
        self._mark(definition.clause, body)
        for one in definition.exceptions:
            self._mark(one.clause, body)
            self.note(one.when, body)
        self._chosen(definition, body, decides=exported)
        name = self._written[definition.name] = self.context.write(
            _NOTES.format(definition.name), parameters, body, exported=exported
        )
        return name

    def _chosen(self, definition: Definition, body: LoweredBody, *, decides: bool) -> None:
        """Write what marks the clauses of the value that is chosen; at most one exception holds."""
        cases = [(one.clause, one.when, one.value) for one in definition.exceptions]
        inside = body.inner()
        self._value(definition.clause, definition.base, inside, decides=decides)
        for clause, when, value in reversed(cases):
            holds, outside = body.inner(), body.inner()
            self._value(clause, value, holds, decides=decides)
            condition = expression(when, outside)
            then, otherwise = tuple(holds.statements), tuple(inside.statements)
            if then or otherwise:
                outside.do(When(condition, then, otherwise))
            inside = outside
        body.do(*inside.statements)

    def _value(self, clause: str, value: nodes.Expr, body: LoweredBody, *, decides: bool) -> None:
        if decides:
            body.do(Store(i32(0), self.decides, 4, i32(self._place(clause))))
        self.note(value, body)

    def note(self, node: nodes.Expr, body: LoweredBody) -> None:
        """Write what marks the clauses that are looked at for an expression.

        Raises ``NotLoweredError`` for one that looks at some play, or at the state before.
        """
        match node:
            case nodes.And(left=left, right=right) | nodes.Implies(left=left, right=right):
                self.note(left, body)
                self._either(left, right, None, body)
            case nodes.Or(left=left, right=right):
                self.note(left, body)
                self._either(left, None, right, body)
            case nodes.If(when=when, value=value, other=other):
                self.note(when, body)
                self._either(when, value, other, body)
            case nodes.Call(definition=name, arguments=arguments):
                self._arguments(node, body)
                called = self._definition(self.game.definitions[name])
                values = tuple(body.keep(expression(one, body)) for one in arguments)
                body.do(Perform(Invoke(None, called, (body.state, *values))))
            case nodes.Agreed(option=option):
                self._mark(self.game.options[option].clause, body)
            case nodes.AtMost(left=left) | nodes.Below(left=left):
                self._arguments(node, body)
                if left.type is Plain.RANK:
                    self._mark_declared("ranks", body)
            case nodes.TeamOf():
                self._arguments(node, body)
                self._mark_declared("teams", body)
            case nodes.Outranks(left=left, right=right):
                self._arguments(node, body)
                for one in (left, right):
                    self._mark_pattern(expression(one, body), body)
                self._mark_declared("ranks", body)
            case (
                nodes.NumberOf(binder=binder, where=claim)
                | nodes.TheOne(binder=binder, where=claim)
                | nodes.Total(binder=binder, inner=claim)
            ):
                self._each(binder, claim, body)
            case (
                nodes.Most(binder=binder, where=where, inner=inner)
                | nodes.Least(binder=binder, where=where, inner=inner)
            ):
                self._each_where(binder, where, inner, body)
            case nodes.Every(binder=binder, claim=claim):
                self._until(binder, claim, body, ends=False)
            case nodes.Some(binder=binder, claim=claim) | nodes.First(binder=binder, where=claim):
                self._until(binder, claim, body, ends=True)
            case nodes.FirstSeat():
                self._first_seat(node, body)
            case (
                nodes.Number()
                | nodes.Truth()
                | nodes.Constant()
                | nodes.Nothing()
                | nodes.Variable()
                | nodes.Get()
                | nodes.The()
                | nodes.Just()
                | nodes.IsNothing()
                | nodes.Plus()
                | nodes.Minus()
                | nodes.Times()
                | nodes.Product()
                | nodes.PointsEach()
                | nodes.MostOf()
                | nodes.LeastOf()
                | nodes.Lookup()
                | nodes.Equal()
                | nodes.Not()
                | nodes.CopiesIn()
                | nodes.CardsIn()
                | nodes.DeckCopies()
                | nodes.RankOf()
                | nodes.SuitOf()
                | nodes.InGroup()
                | nodes.SeatPair()
                | nodes.SeatsAfter()
                | nodes.ReadingOf()
                | nodes.IsPattern()
                | nodes.FieldOf()
                | nodes.CombinationOf()
                | nodes.Written()
            ):
                self._arguments(node, body)
            case nodes.SomePlay() | nodes.Before():  # they look at a state, and no word here does
                raise NotLoweredError("what looks at the state of play", body.clause, node.span)

    def _arguments(self, node: nodes.Expr, body: LoweredBody) -> None:
        for one in children(node):
            self.note(one, body)

    def _either(
        self, when: nodes.Expr, yes: nodes.Expr | None, no: nodes.Expr | None, body: LoweredBody
    ) -> None:
        """Write what marks the clauses of one of two expressions alone."""
        then, otherwise = body.inner(), body.inner()
        for one, inside in ((yes, then), (no, otherwise)):
            if one is not None:
                self.note(one, inside)
        if then.statements or otherwise.statements:
            condition = expression(when, body)
            body.do(When(condition, tuple(then.statements), tuple(otherwise.statements)))

    def _each(self, binder: nodes.Binder, claim: nodes.Expr, body: LoweredBody) -> None:
        self._mark_seats(binder, body)
        self._over(binder, claim, None, body)

    def _each_where(
        self, binder: nodes.Binder, where: nodes.Expr | None, inner: nodes.Expr, body: LoweredBody
    ) -> None:
        self._mark_seats(binder, body)
        if where is not None:
            self._over(binder, where, None, body)
        self._over(binder, inner, where, body)

    def _over(
        self,
        binder: nodes.Binder,
        claim: nodes.Expr,
        where: nodes.Expr | None,
        body: LoweredBody,
    ) -> None:
        """Write what marks the clauses of a claim for each value, or for each where one holds."""
        value = body.variable(I32, binder.name)
        inside = body.inner({binder.name: value})
        self.note(claim, inside)
        if not inside.statements:
            return
        each = body.inner({binder.name: value})
        statements = tuple(inside.statements)
        if where is not None:
            statements = (When(expression(where, each), statements),)
        each.do(*statements, Assign(value, build.add(value, i32(1))))
        below = Operation(IntegerOperator.LT_S, value, i32(self.game.size(binder.type)))
        body.do(Assign(value, i32(0)), While(below, tuple(each.statements)))

    def _until(
        self, binder: nodes.Binder, claim: nodes.Expr, body: LoweredBody, *, ends: bool
    ) -> None:
        """Write what marks the clauses of a claim for each value, up to one that ends it."""
        self._mark_seats(binder, body)
        value = body.variable(I32, binder.name)
        inside = body.inner({binder.name: value})
        self.note(claim, inside)
        if not inside.statements:
            return
        self._leave(claim, inside, ends=ends)
        inside.do(Assign(value, build.add(value, i32(1))))
        below = Operation(IntegerOperator.LT_S, value, i32(self.game.size(binder.type)))
        body.do(Assign(value, i32(0)), While(below, tuple(inside.statements)))

    def _first_seat(self, node: nodes.FirstSeat, body: LoweredBody) -> None:
        """Write what marks the clauses of a claim for each seat in turn, up to the first one."""
        self.note(node.seat, body)
        step, seats = body.variable(I32, "step"), i32(self.game.seats)
        seat = body.variable(I32, node.binder.name)
        inside = body.inner({node.binder.name: seat})
        self.note(node.where, inside)
        if not inside.statements:
            return
        start = body.keep(expression(node.seat, body))
        self._leave(node.where, inside, ends=True)
        place = Operation(IntegerOperator.REM_U, build.add(start, step), seats)
        following = Assign(step, build.add(step, i32(1)))
        below = Operation(IntegerOperator.LT_S, step, seats)
        body.do(Assign(step, i32(0 if node.inclusive else 1)))
        body.do(While(below, (Assign(seat, place), *inside.statements, following)))

    def _leave(self, claim: nodes.Expr, body: LoweredBody, *, ends: bool) -> None:
        held = expression(claim, body)
        body.do(When(held if ends else build.negated(held), (Leave(),)))

    def _mark_seats(self, binder: nodes.Binder, body: LoweredBody) -> None:
        if binder.type is Plain.SEAT:
            self._mark_declared("table", body)

    def _mark_declared(self, part: str, body: LoweredBody) -> None:
        """Mark the clause that declares a part of the game, if one does."""
        if part in self.game.declared:
            self._mark(self.game.declared[part], body)

    def _mark(self, clause: str, body: LoweredBody) -> None:
        body.do(Store(i32(0), self.marks + self._place(clause), 1, TRUE))

    def _mark_pattern(self, reading: LoweredExpression, body: LoweredBody) -> None:
        """Mark the clause of the pattern of a reading."""
        clauses = [self.game.patterns[one[0]].clause for one in self.context.readings]
        places = [self._place(clause) for clause in clauses]
        table = self.context.memory.table(pack(f"<{len(places)}H", *places))
        place = body.begin(build.load(I32, build.multiply(reading, i32(2)), table, 2), "clause")
        body.do(Store(place, self.marks, 1, TRUE))
