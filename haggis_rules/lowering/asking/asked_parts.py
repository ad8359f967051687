"""Whether the suits of a part hold, in the lowered form: by sums over its rows, and in one pass."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, I32, TRUE, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    LocalVariable,
    LoweredExpression,
    Operation,
    Return,
    Store,
    When,
)
from haggis_rules.lowering.asking import asked_tables as a
from haggis_rules.lowering.asking.asked_tables import AskedTables
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.layouts.state_layout import WORD

_PATTERN, _PART = LocalVariable(I32, "pattern"), LocalVariable(I32, "part")


class AskedRooms:
    """Where the cards that are asked about stand once they are sorted for a pattern.

    ``tallies`` has for each rank how many cards keep each suit, then how many have none, at
    ``bare``, and how many take any, at ``free``; ``totals`` how many there are in all; ``groups``
    how many of each group keep each suit on a rank; ``lacking`` how many cells of a row lack a
    card. ``own`` has a bit for each rank with cards; ``wild`` says how many there are of each wild
    card, and ``wilds`` of all.
    """

    def __init__(self, context: LoweringContext) -> None:
        game, memory = context.game, context.memory
        self.suits, self.ranks = len(game.suits), len(game.ranks)
        self.bare, self.free, self.stride = self.suits, self.suits + 1, self.suits + 2
        sizes = {
            "tallies": self.stride * self.ranks,
            "totals": self.ranks,
            "groups": self.suits * self.ranks * len(game.groups),
            "wild": len(game.cards),
        }
        self._sizes = {name: -(-size // WORD) * WORD for name, size in sizes.items()}
        self.tallies, self.totals, self.groups, self.wild = (
            memory.room(size) for size in self._sizes.values()
        )
        self.lacking, self.own, self.wilds = (
            memory.room(self.ranks),
            memory.room(WORD),
            memory.room(4),
        )

    def cleared(self, *, lined: bool) -> Iterator[tuple[int, int]]:
        """Yield each room that has to be empty before cards are sorted, and its size."""
        rooms = {"tallies": self.tallies, "totals": self.totals, "wild": self.wild}
        for name, room in (rooms | ({"groups": self.groups} if lined else {})).items():
            yield room, self._sizes[name]

    def lay(
        self, rank: LoweredExpression, keeps: LoweredExpression, count: LoweredExpression
    ) -> list[Store]:
        """Return statements that lay cards on a rank, by what they keep."""
        cell = build.add(build.multiply(rank, i32(self.stride)), keeps)
        return [_raised(cell, self.tallies, count), _raised(rank, self.totals, count)]

    def lay_in_group(
        self,
        group: LoweredExpression,
        rank: LoweredExpression,
        keeps: LoweredExpression,
        count: LoweredExpression,
    ) -> list[When]:
        """Return statements that count cards of a group which keep a suit."""
        row = build.add(build.multiply(group, i32(self.ranks)), rank)
        cell = build.add(build.multiply(row, i32(self.suits)), keeps)
        suited = build.compare(IntegerOperator.LT_S, keeps, i32(self.suits))
        return [When(suited, (_raised(cell, self.groups, count),))]

    def kept(self, rank: LoweredExpression, what: int) -> LoweredExpression:
        """Return how many cards on a rank keep a suit, have none, or take any."""
        return _byte(build.multiply(rank, i32(self.stride)), self.tallies + what)

    def in_group(
        self, group: LoweredExpression, rank: LoweredExpression, suit: int
    ) -> LoweredExpression:
        """Return how many cards of a group on a rank keep a suit."""
        row = build.add(build.multiply(group, i32(self.ranks)), rank)
        return _byte(build.multiply(row, i32(self.suits)), self.groups + suit)


class _Sums(NamedTuple):
    """What is added up over the rows of a part: by suit, and of all."""

    totals: list[LocalVariable]
    most: list[LocalVariable]
    bare: LocalVariable
    free: LocalVariable
    cells: LocalVariable


class PartFitting:
    """Writes the function that tells whether the suits and lines of a part hold."""

    def __init__(
        self, context: LoweringContext, tables: AskedTables, rooms: AskedRooms, name: str
    ) -> None:
        self.context, self.tables, self.rooms = context, tables, rooms
        body = plain_body(context, _PATTERN, _PART)
        sums = self._sums(body)
        self._wanted(sums, body)
        kind = body.begin(_byte(_PART, a.PART_KIND), "kind")
        body.do(When(build.equal(kind, i32(a.ANY_SUITS)), (Return(TRUE),)))
        never = build.either(build.equal(kind, i32(a.NEVER)), sums.bare)
        body.do(When(never, (Return(FALSE),)))
        self._limits(sums, body)
        if tables.lined:
            self._lines(sums, body)
        body.do(Return(TRUE))
        context.write(name, [_PATTERN, _PART], body, result=I32)

    def _sums(self, body: LoweredBody) -> _Sums:
        """Write what adds up the rows, and refuses one whose highest card is in another suit."""
        suits = range(self.rooms.suits)
        totals = [body.begin(i32(0), "total") for _ in suits]
        most = [body.begin(i32(0), "most") for _ in suits]
        sums = _Sums(
            totals, most, *(body.begin(i32(0), name) for name in ("bare", "free", "cells"))
        )
        with self._rows(body) as (row, rank, inside):
            there = [inside.begin(self.rooms.kept(rank, suit), "there") for suit in suits]
            bare = inside.begin(self.rooms.kept(rank, self.rooms.bare), "none")
            lacking = _byte(rank, self.rooms.lacking)
            free = inside.begin(build.add(self.rooms.kept(rank, self.rooms.free), lacking), "any")
            if self.tables.highest:
                self._highest(_byte(row, a.ROW_HIGHEST), there, (bare, free), inside)
            for total, largest, one in zip(totals, most, there, strict=True):
                more = build.compare(IntegerOperator.GT_S, one, largest)
                inside.do(grow(total, one), Assign(largest, build.choose(more, one, largest)))
            inside.do(grow(sums.bare, bare), grow(sums.free, free))
            inside.do(grow(sums.cells, _byte(row, a.ROW_WIDTH)))
        return sums

    def _highest(
        self,
        wanted: LoweredExpression,
        there: Sequence[LocalVariable],
        others: tuple[LocalVariable, LocalVariable],
        body: LoweredBody,
    ) -> None:
        """Write what refuses a row whose highest card cannot be in the suit that it has to be."""
        bare, free = others
        highest = body.begin(wanted, "highest")
        inside = body.inner()
        own, above = inside.begin(free, "own"), inside.begin(bare, "above")
        for suit, one in enumerate(there):
            inside.do(When(build.equal(highest, i32(suit)), (grow(own, one),)))
            beyond = build.compare(IntegerOperator.LT_S, highest, i32(suit))
            inside.do(When(beyond, (grow(above, one),)))
        refused = build.either(above, build.equal(own, i32(0)))
        inside.do(When(refused, (Return(FALSE),)))
        none = build.equal(highest, i32(a.NO_LIMIT))
        body.do(When(none, (), tuple(inside.statements)))

    def _wanted(self, sums: _Sums, body: LoweredBody) -> None:
        """Write what answers for a part that has to be in the suit of a field."""
        wanted = body.begin(_byte(_PART, a.PART_WANTED), "wanted")
        inside = body.inner()
        there = inside.begin(sums.free, "there")
        for suit, total in enumerate(sums.totals):
            inside.do(When(build.equal(wanted, i32(suit)), (grow(there, total),)))
        inside.do(Return(build.equal(there, sums.cells)))
        none = build.equal(wanted, i32(a.NO_LIMIT))
        body.do(When(none, (), tuple(inside.statements)))

    def _limits(self, sums: _Sums, body: LoweredBody) -> None:
        """Write what refuses a part that is above a limit of its rule."""
        zero = i32(0)
        suits = [build.compare(IntegerOperator.GT_S, one, zero) for one in sums.totals]
        numbers = {
            a.PART_SUITS: build.added_up([zero, *suits]),
            a.PART_TOTAL: _largest(sums.totals, body),
            a.PART_MATCHED: build.added_up([zero, *sums.most]),
            a.PART_EACH: _largest(sums.most, body),
        }
        for offset, number in numbers.items():
            over = build.compare(IntegerOperator.GT_S, number, _byte(_PART, offset))
            body.do(When(over, (Return(FALSE),)))

    def _lines(self, sums: _Sums, body: LoweredBody) -> None:
        """Write what refuses lines that cannot hold what each needs (``suit_lines.lines_fit``)."""
        start, stop = (
            body.begin(build.load(I32, _PATTERN, a.PATTERN_LINES + at, 4), "needs") for at in (0, 4)
        )
        once = body.begin(_byte(_PART, a.PART_ONCE), "once")
        width = body.begin(_byte(_PART, a.PART_WIDTH), "width")
        needed = body.inner()
        limit = build.choose(build.equal(once, i32(2)), i32(1), width)
        highest = [needed.begin(limit, "highest") for _ in sums.most]
        fewest = [needed.begin(one, "fewest") for one in sums.most]
        with counting(needed, "need", start, stop, a.NEED) as (need, inside):
            self._line_need(need, width, (fewest, highest), inside)
        for low, high in zip(fewest, highest, strict=True):
            over = build.compare(IntegerOperator.GT_S, low, high)
            needed.do(When(over, (Return(FALSE),)))
        many = build.compare(IntegerOperator.GT_S, build.added_up([i32(0), *fewest]), width)
        few = build.compare(IntegerOperator.LT_S, build.added_up([i32(0), *highest]), width)
        needed.do(When(build.either(many, few), (Return(FALSE),)))
        some = build.compare(IntegerOperator.LT_S, start, stop)
        body.do(When(build.both(some, once), tuple(needed.statements)))

    def _line_need(
        self,
        need: LocalVariable,
        width: LocalVariable,
        bounds: tuple[Sequence[LocalVariable], Sequence[LocalVariable]],
        body: LoweredBody,
    ) -> None:
        """Write what a need allows: how many lines of each suit there are at least and at most."""
        group = body.begin(build.load(I32, need, a.NEED_GROUP, 4), "group")
        count = body.begin(build.load(I32, need, a.NEED_COUNT, 4), "count")
        at_least = body.begin(build.load(I32, need, a.NEED_LEAST, 4), "least")
        held = [body.begin(i32(0), "held") for _ in range(self.rooms.suits)]
        with self._rows(body) as (_, rank, inside):
            inside.do(*(grow(h, self.rooms.in_group(group, rank, s)) for s, h in enumerate(held)))
        for there, low, high in zip(held, *bounds, strict=True):
            none = build.choose(there, build.add(width, i32(1)), i32(0))
            up = build.add(there, build.subtract(count, i32(1)))
            lines = build.choose(count, Operation(IntegerOperator.DIV_U, up, count), none)
            most = build.choose(count, Operation(IntegerOperator.DIV_U, there, count), high)
            least, largest = body.begin(lines, "lines"), body.begin(most, "most")
            raised = build.compare(IntegerOperator.GT_S, least, low)
            lowered = build.compare(IntegerOperator.LT_S, largest, high)
            then = When(lowered, (Assign(high, largest),))
            body.do(When(at_least, (then,), (When(raised, (Assign(low, least),)),)))

    @contextmanager
    def _rows(
        self, body: LoweredBody
    ) -> Generator[tuple[LocalVariable, LocalVariable, LoweredBody]]:
        """Write a loop over the rows of the part, which gives each and its rank."""
        start, stop = (
            body.begin(build.load(I32, _PART, offset, 4), "rows")
            for offset in (a.PART_ROWS, a.PART_ROWS_END)
        )
        with counting(body, "row", start, stop, a.ROW) as (row, inside):
            yield row, inside.begin(_byte(row, a.ROW_RANK), "rank"), inside


def _largest(numbers: Sequence[LocalVariable], body: LoweredBody) -> LoweredExpression:
    found = body.begin(i32(0), "largest")
    for one in numbers:
        more = build.compare(IntegerOperator.GT_S, one, found)
        body.do(Assign(found, build.choose(more, one, found)))
    return found


def _raised(address: LoweredExpression, offset: int, count: LoweredExpression) -> Store:
    return Store(address, offset, 1, build.add(_byte(address, offset), count))


def _byte(address: LoweredExpression, offset: int) -> LoweredExpression:
    return build.load(I32, address, offset, 1)
