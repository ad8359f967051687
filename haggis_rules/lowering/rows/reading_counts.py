"""How many plays readings have, in the lowered form, by their place."""

from __future__ import annotations

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, i32, i64
from haggis_rules.codegen.lowered.form import (
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
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import line_counting as c
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.held_lanes import LANES
from haggis_rules.lowering.rows.kept_counts import KEPT_COUNT
from haggis_rules.lowering.rows.line_counting import COUNT_LINES, LineCounting
from haggis_rules.lowering.rows.plays import PLACE, PlayLowering, byte
from haggis_rules.lowering.rows.row_runs import ABREAST

COUNT, COUNT_ALL = "plays of reading", "plays of all readings"


class ReadingCounts:
    """Writes the functions that count plays. ``counts`` has those of all readings, by place."""

    def __init__(self, plays: PlayLowering) -> None:
        self.counting = LineCounting(plays)
        self.plays, self.context, self.tables = plays, plays.context, plays.tables
        self.counts = self.context.memory.room(4 * self.tables.places + WORD)
        self._count()
        self._count_all()

    def _count_all(self) -> None:
        """Write what counts the plays of all readings, line by line."""
        body, lines = plain_body(self.context), self.tables.lines
        places = -(-4 * self.tables.places // WORD) * WORD
        with counting(body, "at", i32(0), i32(places), WORD) as (at, inside):
            inside.do(Store(at, self.counts, WORD, i64(0)))
        start = self.context.memory.table(c.every_line(lines))
        out = self.context.memory.room(c.found_size(self.tables))
        body.do(Perform(Invoke(I32, COUNT_LINES, (i32(start), i32(out)))))
        stop = body.begin(build.load(I32, i32(0), self.counting.out_end, 4), "stop")
        with counting(body, "found", i32(out), stop, c.FOUND) as (found, inside):
            self._note(found, inside)
        self.context.write(COUNT_ALL, [], body, exported=True)

    def _note(self, found: LocalVariable, body: LoweredBody) -> None:
        """Write what adds counts of rows to those of their readings."""
        row = body.begin(build.load(I32, found, c.FOUND_ROW, 4), "row")
        alone, line = body.inner(), body.inner()
        self._add(row, build.load(I32, found, c.FOUND_SUM, 4), alone)
        with counting(line, "lane", i32(0), i32(ABREAST)) as (lane, inside):
            known = inside.begin(byte(build.add(found, lane), c.FOUND_COUNTS), "known")
            some = inside.inner()
            self._add(build.add(row, lane), known, some)
            inside.do(When(known, tuple(some.statements)))
        of_line = build.load(I32, found, c.FOUND_LINE, 4)
        body.do(When(of_line, tuple(line.statements), tuple(alone.statements)))

    def _add(self, row: LoweredExpression, count: LoweredExpression, body: LoweredBody) -> None:
        key = build.add(build.multiply(row, i32(r.KEY)), i32(self.tables.lines.keys))
        place = build.multiply(build.load(I32, key, r.KEY_PLACE, 2), i32(4))
        at = body.begin(place, "place")
        known = build.load(I32, at, self.counts, 4)
        body.do(Store(at, self.counts, 4, build.add(known, count)))

    def _count(self) -> None:
        """Write what counts the plays of a reading, by its place."""
        body = plain_body(self.context, PLACE)
        body.do(Perform(Invoke(None, LANES, ())))
        total = body.begin(i32(0), "plays")
        two = build.multiply(PLACE, i32(2))
        start, stop = (
            body.begin(build.load(I32, two, self.tables.first_rows + at, 2), "rows")
            for at in (0, 2)
        )
        with counting(body, "row", start, stop) as (row, inside):
            inside.do(grow(total, inside.begin(Invoke(I32, KEPT_COUNT, (row,)), "count")))
        body.do(Return(total))
        self.context.write(COUNT, [PLACE], body, result=I32, exported=True)
