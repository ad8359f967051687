"""How many plays the rows of lines have, in the lowered form: sixteen rows together.

What is counted is a list of lines: a bit for each line, in words of 64, and then 16 bits for each
that say which of its rows count. What is found is a list of counts, in the order of rows: of a line
of plain rows together, and of each other row that has plays.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from struct import pack
from typing import Final, NamedTuple

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    ByteOperation,
    ByteOperator,
    Conversion,
    Converted,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Return,
    Store,
    ValueKind,
    When,
    While,
)
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, each_bit, grow
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.held_lanes import TOPS, HeldLanes
from haggis_rules.lowering.rows.kept_counts import KeptCounts
from haggis_rules.lowering.rows.play_tables import PlayTables
from haggis_rules.lowering.rows.plays import PlayLowering, byte
from haggis_rules.lowering.rows.possible_lines import BITS, PossibleLines, words_of
from haggis_rules.lowering.rows.row_lines import LaneStack, LineTables
from haggis_rules.lowering.rows.row_runs import ABREAST

COUNT_LINES, COUNT_EACH = "plays of lines", "plays of each"
V128: Final = ValueKind.V128

# Counts in a list: their sum, the first row, whether they are of a line, and they.
FOUND: Final = 32
FOUND_SUM, FOUND_ROW, FOUND_LINE, FOUND_COUNTS = 0, 4, 8, 16

_LIST, _OUT = LocalVariable(I32, "list"), LocalVariable(I32, "out")
_LINE, _ROWS = LocalVariable(I32, "line"), LocalVariable(I32, "rows")
_BITS: Final = bytes(1 << place % 8 for place in range(ABREAST))
_HALVES: Final = bytes(place // 8 for place in range(ABREAST))


class _Counted(NamedTuple):
    """How many plays have been counted, and where the list of what is found ends."""

    total: LocalVariable
    end: LocalVariable


class LineCounting:
    """Writes what counts the plays of lines. ``out_end`` says where the last counts end."""

    def __init__(self, plays: PlayLowering) -> None:
        self.plays, self.context, self.rooms = plays, plays.context, plays.rooms
        self.lines = plays.tables.lines
        HeldLanes(plays)
        self.possible = PossibleLines(plays)
        self.kept = KeptCounts(plays)
        memory = self.context.memory
        self.out_end, self.left = memory.room(4), memory.room(WORD * self.possible.words)
        self.bits, self.halves = memory.table(_BITS), memory.table(_HALVES)
        self._count_each()
        self._count_lines()

    def _count_lines(self) -> None:
        """Write what counts the plays of a list of lines, and adds what is found to a list."""
        body = plain_body(self.context, _LIST, _OUT)
        words = self.possible.left(_LIST, body)
        total, sorted_ = body.begin(i32(0), "total"), body.begin(i32(0), "sorted")
        out = body.begin(_OUT, "end")
        with self._each_line(words, body) as (number, inside):
            place = build.add(_LIST, build.multiply(number, i32(2)))
            rows = inside.begin(build.load(I32, place, WORD * len(words), 2), "rows")
            at = build.multiply(number, i32(r.LINE))
            line = inside.begin(build.add(at, i32(self.lines.lines)), "line")
            plain, other = inside.inner(), inside.inner()
            self._count_plain(line, rows, _Counted(total, out), plain)
            unsorted = build.equal(sorted_, i32(0))
            other.do(When(unsorted, (Perform(Invoke(None, TOPS, ())), Assign(sorted_, i32(1)))))
            self._count_bounded(line, rows, _Counted(total, out), other)
            terms = byte(line, r.LINE_TERMS)
            inside.do(When(terms, tuple(plain.statements), tuple(other.statements)))
        body.do(Store(i32(0), self.out_end, 4, out), Return(total))
        self.context.write(COUNT_LINES, [_LIST, _OUT], body, result=I32)

    @contextmanager
    def _each_line(
        self, words: Sequence[LocalVariable], body: LoweredBody
    ) -> Generator[tuple[LocalVariable, LoweredBody]]:
        """Write a loop over the lines of which there are bits, in order."""
        if len(words) == 1:
            with each_bit(words[0], body) as (number, inside):
                yield number, inside
            return
        for place, word in enumerate(words):
            body.do(Store(i32(0), self.left + WORD * place, WORD, word))
        with counting(body, "word", i32(0), i32(WORD * len(words)), WORD) as (at, outside):
            bits = outside.begin(build.load(I64, at, self.left, WORD), "bits")
            with each_bit(bits, outside) as (bit, inside):
                eight = build.multiply(at, i32(BITS // WORD))
                yield inside.begin(build.add(bit, eight), "number"), inside

    def _count_plain(
        self, line: LocalVariable, rows: LocalVariable, counted: _Counted, body: LoweredBody
    ) -> None:
        """Write what counts the plays of sixteen plain rows together."""
        counts = self._added_up(line, body)
        wanted = self._chosen(rows, body)
        body.do(Assign(counts, ByteOperation(ByteOperator.AND, counts, wanted)))
        full = body.begin(Converted(Conversion.SPLAT_BYTE, i32(255)), "full")
        large = Converted(Conversion.IS_SOME, ByteOperation(ByteOperator.EQ, counts, full))
        each, found = body.inner(), body.inner()
        self._each(line, rows, counted, each)
        # What is found is written in any case, and counts when it is some: so nothing is guessed.
        number = found.begin(_sum(counts, found), "sum")
        first = build.load(I32, line, r.LINE_ROW, 2)
        out = counted.end
        found.do(Store(out, FOUND_SUM, 4, number), Store(out, FOUND_ROW, 4, first))
        found.do(Store(out, FOUND_LINE, 4, i32(1)), Store(out, FOUND_COUNTS, ABREAST, counts))
        some = build.compare(IntegerOperator.GT_S, number, i32(0))
        found.do(grow(counted.total, number), grow(out, build.multiply(some, i32(FOUND))))
        body.do(When(large, tuple(each.statements), tuple(found.statements)))

    def _each(
        self,
        line: LocalVariable,
        rows: LocalVariable,
        counted: _Counted,
        body: LoweredBody,
    ) -> None:
        """Write what counts some rows of a line one by one."""
        body.do(Store(i32(0), self.out_end, 4, counted.end))
        found = body.begin(Invoke(I32, COUNT_EACH, (line, rows)), "plays")
        body.do(grow(counted.total, found))
        body.do(Assign(counted.end, build.load(I32, i32(0), self.out_end, 4)))

    def _added_up(self, line: LocalVariable, body: LoweredBody) -> LocalVariable:
        """Write what adds up what the lanes of a line give, 255 for whatever is more."""
        role = build.multiply(byte(line, r.LINE_ROLE), i32(4))
        table = build.load(I32, role, self.rooms.line_tables, 4)
        start = body.begin(build.add(table, build.load(I32, line, r.LINE_TABLE, 4)), "table")
        counts = body.begin(build.load(V128, start, 0, ABREAST), "counts")
        lanes_at = body.begin(build.load(I32, line, r.LINE_LANES, 4), "at")
        terms = body.begin(byte(line, r.LINE_TERMS), "terms")
        for stack in sorted(self.lines.stacks, key=lambda one: one.terms):
            if stack.plain:
                inside = body.inner()
                lanes = [
                    inside.begin(build.load(V128, lanes_at, place, ABREAST), "lanes")
                    for place in stack_places(self.lines.held, stack)
                ]
                alike, others = inside.inner(), inside.inner()
                self._alike(start, counts, lanes, alike)
                self._by_number(line, start, counts, lanes, others)
                same = byte(line, r.LINE_ALIKE)
                inside.do(When(same, tuple(alike.statements), tuple(others.statements)))
                body.do(When(build.equal(terms, i32(stack.terms)), tuple(inside.statements)))
        return counts

    def _alike(
        self,
        start: LocalVariable,
        counts: LocalVariable,
        lanes: Sequence[LocalVariable],
        body: LoweredBody,
    ) -> None:
        """Write what looks up what each lane gives where that is the same for all rows."""
        gives = body.begin(build.load(V128, start, ABREAST, ABREAST), "gives")
        for one in lanes:
            more = ByteOperation(ByteOperator.SWIZZLE, gives, one)
            body.do(Assign(counts, ByteOperation(ByteOperator.ADD_SAT_U, counts, more)))

    def _by_number(
        self,
        line: LocalVariable,
        start: LocalVariable,
        counts: LocalVariable,
        lanes: Sequence[LocalVariable],
        body: LoweredBody,
    ) -> None:
        """Write what goes through all numbers that a lane can have, and adds what each gives."""
        number, first, stop = self._numbers(line, start, body)
        most: LoweredExpression = lanes[0]
        for one in lanes[1:]:
            most = ByteOperation(ByteOperator.MAX_U, most, one)
        enough = Converted(Conversion.IS_SOME, ByteOperation(ByteOperator.GE_U, most, number))
        one_more = body.begin(Converted(Conversion.SPLAT_BYTE, i32(1)), "one")
        looked = body.inner()
        with counting(looked, "gives", first, stop, ABREAST) as (gives, inside):
            known = inside.begin(build.load(V128, gives, ABREAST, ABREAST), "known")
            for lane in lanes:
                same = ByteOperation(ByteOperator.EQ, lane, number)
                more = ByteOperation(ByteOperator.AND, same, known)
                inside.do(Assign(counts, ByteOperation(ByteOperator.ADD_SAT_U, counts, more)))
            inside.do(Assign(number, ByteOperation(ByteOperator.ADD, number, one_more)))
        body.do(When(enough, tuple(looked.statements)))

    def _numbers(
        self, line: LocalVariable, start: LocalVariable, body: LoweredBody
    ) -> tuple[LocalVariable, LocalVariable, LocalVariable]:
        """Return the least that a lane has to have, sixteen times, and what part of a table counts.

        No play of the line is smaller than its fewest cards, and wild ones may be all that lie at
        hand: with fewer natural cards than are lacking then, a lane gives nothing.
        """
        low, high = body.begin(byte(line, r.LINE_LOW), "low"), byte(line, r.LINE_HIGH)
        wild = build.load(I32, build.multiply(byte(line, r.LINE_ROLE), i32(4)), self.rooms.wild, 4)
        fewest = body.begin(build.subtract(byte(line, r.LINE_FEWEST), wild), "fewest")
        larger = build.compare(IntegerOperator.GT_S, fewest, low)
        least = body.begin(build.choose(larger, fewest, low), "least")
        skipped = build.multiply(build.subtract(least, low), i32(ABREAST))
        first = body.begin(build.add(start, skipped), "first")
        many = build.multiply(build.add(build.subtract(high, low), i32(1)), i32(ABREAST))
        stop = body.begin(build.add(start, many), "stop")
        return body.begin(Converted(Conversion.SPLAT_BYTE, least), "number"), first, stop

    def _chosen(self, rows: LocalVariable, body: LoweredBody) -> LocalVariable:
        """Write what makes a byte of each of sixteen bits: 255 where it is set."""
        pairs = Converted(Conversion.SPLAT_PAIR, rows)
        halves = build.load(V128, i32(0), self.halves, ABREAST)
        bits = body.begin(build.load(V128, i32(0), self.bits, ABREAST), "bits")
        own = ByteOperation(ByteOperator.SWIZZLE, pairs, halves)
        set_ = ByteOperation(ByteOperator.AND, own, bits)
        return body.begin(ByteOperation(ByteOperator.EQ, set_, bits), "chosen")

    def _count_bounded(
        self, line: LocalVariable, rows: LocalVariable, counted: _Counted, body: LoweredBody
    ) -> None:
        """Write what counts the rows of a line that have natural and wild cards enough."""
        tops = build.load(V128, build.load(I32, line, r.LINE_TOPS, 4), 0, ABREAST)
        sizes = build.load(V128, build.load(I32, line, r.LINE_SIZES, 4), 0, ABREAST)
        role = build.multiply(byte(line, r.LINE_ROLE), i32(4))
        wild = Converted(Conversion.SPLAT_BYTE, build.load(I32, role, self.rooms.wild, 4))
        lacking = ByteOperation(ByteOperator.SUB_SAT_U, sizes, wild)
        enough = Converted(Conversion.BYTES_SET, ByteOperation(ByteOperator.GE_U, tops, lacking))
        left = body.begin(Operation(IntegerOperator.AND, enough, rows), "left")
        some = body.inner()
        self._each(line, left, counted, some)
        body.do(When(left, tuple(some.statements)))

    def _count_each(self) -> None:
        """Write what counts some rows of a line one by one."""
        body = plain_body(self.context, _LINE, _ROWS)
        left, total = body.begin(_ROWS, "left"), body.begin(i32(0), "total")
        out = body.begin(build.load(I32, i32(0), self.out_end, 4), "out")
        first = body.begin(build.load(I32, _LINE, r.LINE_ROW, 2), "first")
        inside = body.inner()
        lane = Converted(Conversion.TRAILING_ZEROS_32, left)
        row = inside.begin(build.add(first, lane), "row")
        count = self.kept.count_of(row, inside)
        some = inside.inner()
        some.do(Store(out, FOUND_SUM, 4, count), Store(out, FOUND_ROW, 4, row))
        some.do(Store(out, FOUND_LINE, 4, i32(0)), grow(out, i32(FOUND)), grow(total, count))
        inside.do(When(count, tuple(some.statements)))
        others = Operation(IntegerOperator.AND, left, build.subtract(left, i32(1)))
        inside.do(Assign(left, others))
        body.do(While(left, tuple(inside.statements)))
        body.do(Store(i32(0), self.out_end, 4, out), Return(total))
        self.context.write(COUNT_EACH, [_LINE, _ROWS], body, result=I32)


def listed_size(lines: LineTables) -> int:
    """Return how many bytes a list of lines takes, in eights."""
    return WORD * words_of(lines.runs) + -(-2 * len(lines.runs) // WORD) * WORD


def every_line(lines: LineTables) -> bytes:
    """Return the list of all lines with all their rows."""
    every = ((1 << len(lines.runs)) - 1).to_bytes(WORD * words_of(lines.runs), "little")
    return every + b"".join(pack("<H", (1 << len(run.rows)) - 1) for run in lines.runs)


def note_row(
    at: LoweredExpression,
    line: LocalVariable,
    lane: LocalVariable,
    lines: LineTables,
    body: LoweredBody,
) -> None:
    """Write what adds a row of a line to a list."""
    word = Operation(IntegerOperator.SHR_U, line, i32(BITS.bit_length() - 1))
    own = body.begin(build.add(at, build.multiply(word, i32(WORD))), "word")
    bit = Operation(IntegerOperator.SHL, i64(1), build.widened(line))
    known = build.load(I64, own, 0, WORD)
    body.do(Store(own, 0, WORD, Operation(IntegerOperator.OR, known, bit)))
    rows = body.begin(build.add(at, build.multiply(line, i32(2))), "rows")
    offset = WORD * words_of(lines.runs)
    more = Operation(IntegerOperator.SHL, i32(1), lane)
    some = build.load(I32, rows, offset, 2)
    body.do(Store(rows, offset, 2, Operation(IntegerOperator.OR, some, more)))


def found_size(tables: PlayTables) -> int:
    """Return how many bytes a list of counts takes at most, with what is written behind its end."""
    return FOUND * (tables.row_count + 1)


def stack_places(held: int, stack: LaneStack) -> list[int]:
    """Return where the slices of a line stand from that of its first lanes on."""
    return [held + term * stack.rows for term in range(stack.terms)]


def _sum(counts: LocalVariable, body: LoweredBody) -> LoweredExpression:
    """Return the sum of sixteen bytes: as four times 16 bits, and these by a product."""
    pairs = body.begin(Converted(Conversion.PAIRS_ADDED, counts), "pairs")
    halves = [Converted(half, pairs) for half in (Conversion.LOWER_HALF, Conversion.UPPER_HALF)]
    fours = build.multiply(build.added_up(list(halves)), i64(0x0001_0001_0001_0001))
    return build.narrowed(Operation(IntegerOperator.SHR_U, fours, i64(48)))
