"""Rows in lines of sixteen, so that sixteen bytes say how many plays each row of a line has.

What stands in memory of them: the rows themselves, their lanes, and the lines in which they are
looked at together (``row_runs``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import pack
from typing import Final

from haggis_rules.enumeration.compiled_rows.pattern_rows import PatternRow, RowTable
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.rows.laned_rows import HeldLane, LanedRow, laned_row
from haggis_rules.lowering.rows.row_runs import ABREAST, RowRun, row_class, row_runs
from haggis_rules.semantics.state import counts

MOST_KEYED: Final = 16  # lanes of a row whose counts are kept, with four bits each
_MOST_BYTE: Final = 255

# A line: its first row; how many lanes its rows have, 0 when they are not plain; the least and the
# most that a lane has to have to count; its role; how many cards its smallest plays have; and
# whether plain rows differ in nothing but their cards. Plain rows: where its counts begin in the
# table of a hand of wild cards, and where the slice of their first lanes begins. Others: where it
# stands how many natural cards its rows can have, and how large they are.
LINE: Final = 16
LINE_ROW, LINE_TERMS, LINE_LOW, LINE_HIGH, LINE_ROLE, LINE_FEWEST = 0, 2, 3, 4, 5, 6
LINE_ALIKE, LINE_TABLE, LINE_LANES, LINE_TOPS, LINE_SIZES = 7, 8, 12, 8, 12
# A plain row, for what makes the tables of its line: its filling, its size, how many natural cards
# at least and at most when there are some, the least and most of the line, whether wild cards
# alone can be a play, where their count stands, where those of lanes begin, and how far it is from
# one to the next.
PLAIN: Final = 16
PLAIN_FILLING, PLAIN_SIZE, PLAIN_LEAST, PLAIN_MOST = 0, 2, 3, 4
PLAIN_LOW, PLAIN_HIGH, PLAIN_WHOLE, PLAIN_TABLE, PLAIN_GIVES, PLAIN_STEP = 5, 6, 7, 8, 12, 14
# A row: where its first lane is, how far it is to the next, all on which its count rests but the
# cards (0 when it is not kept), how many lanes it has, its role, its line and its place. Then
# whether its plays can be told by their place (``ranked_play``); how many natural cards they have
# at least and at most, if any; and whether wild cards alone can be a play.
KEY: Final = 16
KEY_LANE, KEY_STEP, KEY_SHAPE, KEY_LANES, KEY_ROLE, KEY_LINE, KEY_PLACE = 0, 2, 4, 6, 7, 8, 10
KEY_RANKED, KEY_LEAST, KEY_MOST, KEY_WHOLE = 12, 13, 14, 15
# A lane: its cards, and how many copies of each count. They stand in the order of the lanes.
LANE: Final = 9
LANE_CARDS, LANE_COPIES = 0, 8


@dataclass(frozen=True, slots=True)
class LaneStack:
    """The lanes of all rows that have ``terms`` of them, ``rows`` lists, from ``start`` on.

    ``tops``: for each number of lanes that lines ask for, where it stands how many cards so many
    of the largest have together. ``plain``: some of the rows are.
    """

    terms: int
    rows: int
    start: int
    tops: dict[int, int]
    plain: bool


@dataclass(frozen=True, slots=True)
class LineTables:
    """Where the tables of lines stand; ``runs`` has what they were made of.

    ``held``: the lanes of the cards looked at, of which there are ``width`` bytes. ``unfolded``:
    for each number of copies up to ``copies``, and each card class, what such a card adds to them,
    once that is made of ``lanes``. ``plain`` has by role where its rows are listed, and how many
    bytes that takes; ``sizes`` has how long the table of a hand of wild cards is.
    """

    lines: int
    runs: tuple[RowRun, ...]
    keys: int
    held: int
    width: int
    unfolded: int
    copies: int
    lanes: int
    plain: tuple[tuple[int, int], ...]
    sizes: tuple[int, ...]
    stacks: tuple[LaneStack, ...]


def row_lines(
    context: LoweringContext, table: RowTable, ordered: Sequence[PatternRow], widest: int
) -> LineTables:
    """Write the tables of all lines; ``widest`` is the most classes of a lane with a binomial."""
    return _LineWriter(context, [laned_row(table, row, widest) for row in ordered], table).write()


class _LineWriter:
    """Puts rows into stacks and lines, and writes all that."""

    def __init__(self, context: LoweringContext, rows: Sequence[LanedRow], table: RowTable) -> None:
        self.context, self.memory, self.rows = context, context.memory, rows
        self.wild = [
            sum(context.game.cards[c].copies for c, _ in counts(r.wild)) for r in table.roles
        ]
        self.table = table
        self.lowest_wild = [min((c for c, _ in counts(r.wild)), default=64) for r in table.roles]
        self.bounds = {
            one.row: tuple((b.least, b.most) for b in (table.boxes[box] for box in one.row.boxes))
            for one in rows
        }
        self.runs, self.stacked = row_runs(rows)
        self.starts, self.end = dict[int, int](), 0
        for terms, stack in self.stacked.items():
            self.starts[terms] = self.end
            self.end += terms * _up(len(stack))
        self.tops: dict[tuple[int, int], int] = {}
        self.plain = [bytearray() for _ in table.roles]
        self.sizes = [0 for _ in table.roles]

    def write(self) -> LineTables:
        lines = self.memory.table(b"".join(map(self._line, self.runs)))
        width = self.end
        lanes = b"".join(self._lanes())
        depth = max((lane.copies for one in self.rows for lane in one.lanes), default=1)
        return LineTables(
            lines,
            tuple(self.runs),
            self.memory.table(b"".join(self._keys())),
            self.memory.room(width + ABREAST),
            width,
            self.memory.room(width * len(self.context.game.cards) * depth + 8),
            depth,
            self.memory.table(lanes),
            tuple((self.memory.table(bytes(one)), len(one)) for one in self.plain),
            tuple(self.sizes),
            tuple(self._stacks()),
        )

    def _stacks(self) -> Iterator[LaneStack]:
        for terms, stack in self.stacked.items():
            tops = {top: at for (of, top), at in self.tops.items() if of == terms}
            plain = any(one.plain and len(one.lanes) == terms for one in self.rows)
            yield LaneStack(terms, _up(len(stack)), self.starts[terms], tops, plain)

    def _first(self, one: LanedRow, place: int) -> int:
        """Return where the first lane of a row stands among all lanes."""
        return self.starts[len(one.lanes)] + place

    def _line(self, run: RowRun) -> bytes:
        first = run.rows[0]
        if first.plain:
            return self._plain_line(run, first)
        sizes = bytes(min(one.row.size, _MOST_BYTE) for one in run.rows).ljust(ABREAST, b"\xff")
        tops = self._top(len(first.lanes), first.top) + run.place
        head = pack("<HBBBBBB", run.first, 0, 0, 0, first.role, 0, 0)
        return head + pack("<II", tops, self.memory.table(sizes))

    def _plain_line(self, run: RowRun, first: LanedRow) -> bytes:
        wild, role, terms = self.wild[first.role], first.role, len(first.lanes)
        alike = len({row_class(one) for one in run.rows}) == 1
        low = 0 if alike else min(max(one.least, one.row.size - wild) for one in run.rows)
        high = max(lane.classes.bit_count() for one in run.rows for lane in one.lanes)
        at, step = self.sizes[role], 1 if alike else ABREAST
        for lane, one in enumerate(run.rows):
            head = pack("<HBBB", one.row.filling, one.row.size, one.least, one.most)
            head += pack("<BBBI", low, high, one.whole, at + lane)
            gives = at + ABREAST + (0 if alike else lane)
            self.plain[role] += head + pack("<HH", gives, step)
        self.sizes[role] += ABREAST * (2 if alike else 1 + max(0, high - low + 1))
        fewest = min(one.row.size for one in run.rows)
        head = pack("<HBBBBBB", run.first, terms, low, high, role, fewest, alike)
        return head + pack("<II", at, self._first(first, run.place))

    def _top(self, terms: int, top: int) -> int:
        """Return where it stands how many cards the largest lanes of a stack have together."""
        if (terms, top) not in self.tops:
            self.tops[terms, top] = self.memory.room(_up(len(self.stacked[terms])) + ABREAST)
        return self.tops[terms, top]

    def _keys(self) -> Iterator[bytes]:
        shapes: dict[object, int] = {}
        for line, run in enumerate(self.runs):
            for place, one in enumerate(run.rows, run.place):
                row, terms = one.row, len(one.lanes)
                copies = tuple(lane.copies for lane in one.lanes)
                shape = (row.size, row.lines, row.filling, self.bounds[row], copies, one.plain)
                widest = max(lane.classes.bit_count() for lane in one.lanes)
                kept = terms <= MOST_KEYED and widest < ABREAST
                number = shapes.setdefault(shape, len(shapes) + 1) if kept else 0
                step = _up(len(self.stacked[terms]))
                head = pack("<HHHBB", self._first(one, place), step, number, terms, one.role)
                head += pack("<HH", line, row.place)
                ranked = one.plain and terms == len(row.boxes) and self._wild_above(one)
                yield head + pack("<BBBB", ranked, one.least, one.most, one.whole)

    def _wild_above(self, one: LanedRow) -> bool:
        """Tell whether all wild cards of a row come behind its natural ones."""
        natural = max(lane.classes.bit_length() for lane in one.lanes)
        none = not self.table.fillings[one.row.filling].most
        return none or self.lowest_wild[one.role] >= natural

    def _lanes(self) -> Iterator[bytes]:
        for stack in self.stacked.values():
            none = [HeldLane(0, 1)] * (_up(len(stack)) - len(stack))
            lanes = [lane for term in zip(*stack, strict=True) for lane in (*term, *none)]
            yield from (pack("<QB", lane.classes, lane.copies) for lane in lanes)


def _up(rows: int) -> int:
    """Return a number of lists that fills whole vectors.

    A processor has at once what is read just as it was written, and waits for pieces of several.
    """
    return -(-rows // ABREAST) * ABREAST
