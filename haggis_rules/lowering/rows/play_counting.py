"""How many plays a row has, in the lowered form: they are counted, and never made.

The natural cards of a row are counted by a polynomial in how many are taken, and in how high they
are where suits match; in how many ways wild cards complete them is known by their number.
"""

from __future__ import annotations

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Perform,
    Return,
    Store,
    When,
)
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, falling, grow, smaller
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import play_tables as t
from haggis_rules.lowering.rows.plays import ROW, PlayLowering, bits, byte, wide

BOX_WAYS, ROW_COUNT = "ways of box", "plays of row"

_BOX, _LINED = LocalVariable(I32, "box"), LocalVariable(I32, "lined")


class RowCounting:
    """Writes the functions that count the plays of a row."""

    def __init__(self, plays: PlayLowering) -> None:
        self.plays, self.context = plays, plays.context
        self.tables, self.rooms = plays.tables, plays.rooms
        self._box_ways()
        self._row_count()

    def _box_ways(self) -> None:
        """Write what counts the choices from a box, by size; with ``lined`` also by height.

        No choice has more cards than there are, so no more of a polynomial is looked at.
        """
        body = plain_body(self.context, _BOX, _LINED)
        depth = self.tables.depth
        held = [
            body.begin(bits(self.plays.plane(_BOX, number)), "held")
            for number in range(1, depth + 1)
        ]
        last = body.begin(smaller(body, build.added_up([*held]), i32(self.tables.largest)), "last")
        for height in range(1, depth + 1):
            inside = body.inner()
            at = inside.begin(
                build.choose(_LINED, i32(self.rooms.stride * height), i32(self.rooms.stride)),
                "height",
            )
            self._powers(held[:height], at, last, inside)
            deep = build.compare(IntegerOperator.GE_S, byte(_BOX, t.BOX_DEPTH), i32(height))
            deepest = build.equal(byte(_BOX, t.BOX_DEPTH), i32(height))
            when = build.both(deep, build.choose(_LINED, build.TRUE, deepest))
            body.do(When(when, tuple(inside.statements)))
        for height in range(depth, 1, -1):
            self._without_lower(height, last, body)
        self.context.write(BOX_WAYS, [_BOX, _LINED], body)

    def _powers(
        self,
        held: list[LocalVariable],
        at: LoweredExpression,
        last: LocalVariable,
        body: LoweredBody,
    ) -> None:
        """Write the product of the polynomials of all cards, each taken so often at most."""
        largest = self.tables.largest
        for number, count in enumerate(held, 1):
            exactly = count if number == len(held) else build.subtract(count, held[number])
            row = build.add(exactly, i32((number - 1) * (self.tables.widest + 1)))
            power = body.begin(build.multiply(row, i32(WORD * (largest + 1))), "power")
            if number == 1:
                stop = body.begin(build.multiply(build.add(last, i32(1)), i32(WORD)), "stop")
                with counting(body, "n", i32(0), stop, WORD) as (n, inside):
                    known = build.load(I64, build.add(power, n), self.tables.powers, WORD)
                    inside.do(Store(build.add(at, n), self.rooms.box, WORD, known))
                continue
            product = body.inner()
            self._multiply_by(power, at, last, product)
            body.do(When(exactly, tuple(product.statements)))

    def _multiply_by(
        self,
        power: LoweredExpression,
        at: LoweredExpression,
        last: LocalVariable,
        body: LoweredBody,
    ) -> None:
        """Write what multiplies a polynomial by a power, in place and from its end."""
        with falling(body, "n", last, i32(0)) as (n, inside):
            total = inside.begin(i64(0), "total")
            with counting(inside, "j", i32(0), build.add(n, i32(1))) as (j, each):
                known = _at(build.subtract(n, j), at, self.rooms.box)
                more = _at(j, power, self.tables.powers)
                each.do(grow(total, build.multiply(known, more)))
            inside.do(
                Store(build.add(at, build.multiply(n, i32(WORD))), self.rooms.box, WORD, total)
            )

    def _without_lower(self, height: int, last: LocalVariable, body: LoweredBody) -> None:
        """Write what takes away the choices that are not as high, where lines are counted."""
        inside = body.inner()
        stride = self.rooms.stride
        stop = inside.begin(build.multiply(build.add(last, i32(1)), i32(WORD)), "stop")
        with counting(inside, "n", i32(0), stop, WORD) as (
            n,
            each,
        ):
            own = build.load(I64, n, self.rooms.box + stride * height, WORD)
            lower = build.load(I64, n, self.rooms.box + stride * (height - 1), WORD)
            each.do(Store(n, self.rooms.box + stride * height, WORD, build.subtract(own, lower)))
        deep = build.compare(IntegerOperator.GE_S, byte(_BOX, t.BOX_DEPTH), i32(height))
        body.do(When(build.both(_LINED, deep), tuple(inside.statements)))

    def _row_count(self) -> None:
        """Write what counts the plays of a row."""
        body = plain_body(self.context, ROW)
        filling = self.plays.filling(body)
        _, natural = self.plays.refuse_early(filling, Return(i64(0)), body)
        size = body.begin(byte(ROW, t.ROW_SIZE), "size")
        self._count_simply(size, filling, body)
        lines = body.begin(byte(ROW, t.ROW_MOST), "lines")
        self._begin_ways(lines, build.add(smaller(body, natural, size), i32(1)), body)
        boxes = body.begin(build.load(I32, ROW, t.ROW_BOXES, 2), "boxes")
        reach, used = body.begin(i32(0), "reach"), body.begin(i32(0), "used")
        with counting(body, "number", i32(0), boxes) as (number, inside):
            self._combine(self.plays.box(number, inside), (lines, size, reach, used), inside)
        body.do(Return(self._completed((size, natural), filling, lines, body)))
        self.context.write(ROW_COUNT, [ROW], body, result=I64)

    def _count_simply(
        self, size: LoweredExpression, filling: LoweredExpression, body: LoweredBody
    ) -> None:
        """Write what counts rows in which one box alone has natural cards, each at most once.

        These are most rows: one box, or boxes in one line. Each choice of wild cards then leaves so
        many natural ones to be taken from a box, and a binomial says in how many ways.
        """
        boxes = body.begin(build.load(I32, ROW, t.ROW_BOXES, 2), "boxes")
        lined = body.begin(byte(ROW, t.ROW_LINED), "lined")
        one_line = build.equal(byte(ROW, t.ROW_MOST), i32(1))
        alone = build.choose(lined, one_line, build.equal(boxes, i32(1)))
        inside = body.inner()
        ways = self._filling_ways(filling, inside)
        wild = inside.begin(smaller(inside, self.plays.most_wild(filling, inside), size), "wild")
        total, deepest = inside.begin(i64(0), "plays"), inside.begin(i32(1), "deepest")
        with counting(inside, "number", i32(0), boxes) as (number, each):
            box = self.plays.box(number, each)
            depth = byte(box, t.BOX_DEPTH)
            deeper = build.compare(IntegerOperator.GT_S, depth, deepest)
            each.do(When(deeper, (Assign(deepest, depth),)))
            self._from_box(box, (size, ways, wild, lined), total, each)
        none = inside.inner()
        without = wide(self._filled(ways, size))
        none.do(grow(total, without))
        whole = build.equal(wild, size)
        may = build.both(lined, build.both(whole, build.equal(byte(ROW, t.ROW_LEAST), i32(0))))
        inside.do(When(may, tuple(none.statements)))
        inside.do(When(build.equal(deepest, i32(1)), (Return(total),)))
        body.do(When(alone, tuple(inside.statements)))

    def _from_box(
        self,
        box: LocalVariable,
        row: tuple[LoweredExpression, LocalVariable, LocalVariable, LocalVariable],
        total: LocalVariable,
        body: LoweredBody,
    ) -> None:
        """Write what adds up the plays whose natural cards are all from one box."""
        size, ways, wild, lined = row
        there = body.begin(bits(self.plays.plane(box, 1)), "there")
        most = smaller(body, there, byte(box, t.BOX_MOST))
        lacking = body.begin(build.subtract(size, most), "lacking")
        least = byte(box, t.BOX_LEAST)
        few = body.begin(build.choose(least, least, lined), "few")
        up_to = build.add(smaller(body, wild, build.subtract(size, few)), i32(1))
        first = build.choose(build.compare(IntegerOperator.GT_S, lacking, i32(0)), lacking, i32(0))
        power = body.begin(build.multiply(there, i32(self.rooms.stride)), "power")
        with counting(body, "k", body.keep(first), body.keep(up_to)) as (k, inside):
            binomial = _at(build.subtract(size, k), power, self.tables.powers)
            filled = wide(self._filled(ways, k))
            inside.do(grow(total, build.multiply(binomial, filled)))

    def _begin_ways(
        self, lines: LoweredExpression, cells: LoweredExpression, body: LoweredBody
    ) -> None:
        """Write what makes the polynomial 1, as far as it is looked at."""
        after = body.begin(build.add(lines, i32(1)), "after")
        ended = body.begin(cells, "cells")
        with (
            counting(body, "line", i32(0), after) as (line, by_line),
            counting(by_line, "n", i32(0), ended) as (n, inside),
        ):
            inside.do(Store(self._cell(line, n), self.rooms.ways, WORD, i64(0)))
        body.do(Store(i32(0), self.rooms.ways, WORD, i64(1)))

    def _combine(
        self,
        box: LocalVariable,
        row: tuple[LocalVariable, LocalVariable, LocalVariable, LocalVariable],
        outside: LoweredBody,
    ) -> None:
        """Write what multiplies the polynomial of the row by that of a box, from its end.

        So far it has powers up to ``reach``, and heights up to ``used``.
        """
        lines, size, reach, used = row
        there = outside.begin(self.plays.cards_of(box), "there")
        least = outside.begin(byte(box, t.BOX_LEAST), "least")
        body = outside.inner()
        lined = body.begin(byte(ROW, t.ROW_LINED), "lined")
        depth = body.begin(byte(box, t.BOX_DEPTH), "depth")
        ways = self._ways_of_box(box, there, lined, body)
        heights = body.begin(build.add(build.choose(lined, depth, i32(1)), i32(1)), "heights")
        most = body.begin(smaller(body, there, byte(box, t.BOX_MOST)), "most")
        first = body.begin(build.choose(least, least, i32(1)), "first")
        body.do(Assign(reach, smaller(body, build.add(reach, most), size)))
        body.do(Assign(used, smaller(body, build.add(used, depth), lines)))
        with (
            falling(body, "line", used, i32(0)) as (line, by_line),
            falling(by_line, "n", reach, i32(0)) as (n, inside),
        ):
            here = inside.begin(self._cell(line, n), "cell")
            own = build.load(I64, here, self.rooms.ways, WORD)
            total = inside.begin(build.choose(least, i64(0), own), "total")
            stop = inside.begin(build.add(smaller(inside, most, n), i32(1)), "stop")
            with counting(inside, "height", i32(1), heights) as (height, by_height):
                lower = build.subtract(line, build.multiply(height, lined))
                below = by_height.begin(lower, "below")
                fits = by_height.inner()
                with counting(fits, "j", first, stop) as (j, each):
                    source = self._cell(below, build.subtract(n, j))
                    known = build.load(I64, source, self.rooms.ways, WORD)
                    chosen = build.load(I64, build.add(ways, self._cell(height, j)), 0, WORD)
                    each.do(grow(total, build.multiply(known, chosen)))
                reached = build.compare(IntegerOperator.GE_S, below, i32(0))
                by_height.do(When(reached, tuple(fits.statements)))
            inside.do(Store(here, self.rooms.ways, WORD, total))
        needed = build.either(build.negated(build.equal(there, i32(0))), least)
        outside.do(When(needed, tuple(body.statements)))

    def _ways_of_box(
        self,
        box: LocalVariable,
        there: LocalVariable,
        lined: LocalVariable,
        body: LoweredBody,
    ) -> LocalVariable:
        """Return where the polynomials of a box are by height, less that of the height 0.

        Where no card is there twice they are binomials, which stand in memory from the beginning.
        """
        if self.tables.depth == 1:
            row = build.multiply(build.subtract(there, i32(1)), i32(self.rooms.stride))
            return body.begin(build.add(row, i32(self.tables.powers)), "ways")
        body.do(Perform(Invoke(None, BOX_WAYS, (box, lined))))
        return body.begin(i32(self.rooms.box), "ways")

    def _cell(self, line: LoweredExpression, count: LoweredExpression) -> LoweredExpression:
        by_line = build.multiply(line, i32(self.rooms.stride))
        return build.add(by_line, build.multiply(count, i32(WORD)))

    def _completed(
        self,
        cards: tuple[LocalVariable, LocalVariable],
        filling: LoweredExpression,
        lines: LoweredExpression,
        body: LoweredBody,
    ) -> LocalVariable:
        """Write what adds up the plays over all choices of wild cards, and return their count."""
        size, most = cards
        lacking = body.begin(build.subtract(size, most), "lacking")
        few = build.compare(IntegerOperator.LT_S, lacking, i32(0))
        first = body.begin(build.choose(few, i32(0), lacking), "first")
        total = body.begin(i64(0), "plays")
        least = body.begin(byte(ROW, t.ROW_LEAST), "least")
        after = body.begin(build.add(lines, i32(1)), "after")
        ways = self._filling_ways(filling, body)
        stop = body.begin(
            build.add(smaller(body, self.plays.most_wild(filling, body), size), i32(1)), "stop"
        )
        with counting(body, "wild", first, stop) as (wild, inside):
            chosen = inside.begin(wide(self._filled(ways, wild)), "chosen")
            natural = inside.begin(build.subtract(size, wild), "natural")
            some = inside.inner()
            with counting(some, "line", least, after) as (line, each):
                known = build.load(I64, self._cell(line, natural), self.rooms.ways, WORD)
                each.do(grow(total, build.multiply(known, chosen)))
            inside.do(When(build.narrowed(chosen), tuple(some.statements)))
        return total

    def _filling_ways(self, filling: LoweredExpression, body: LoweredBody) -> LocalVariable:
        """Return where it stands in how many ways the wild cards at hand fill a filling."""
        role = build.multiply(byte(filling, t.FILLING_ROLE), i32(4))
        at = build.load(I32, role, self.rooms.filled, 4)
        number = build.load(I32, ROW, t.ROW_FILLING, 2)
        return body.begin(
            build.add(at, build.multiply(number, i32(self.rooms.filling_size))), "filled"
        )

    def _filled(self, ways: LoweredExpression, wild: LoweredExpression) -> LoweredExpression:
        return build.load(I32, build.add(ways, build.multiply(wild, i32(4))), 4, 4)


def _at(place: LoweredExpression, polynomial: LoweredExpression, room: int) -> LoweredExpression:
    address = build.add(polynomial, build.multiply(place, i32(WORD)))
    return build.load(I64, address, room, WORD)
