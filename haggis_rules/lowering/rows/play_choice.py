"""One play of a reading, in the lowered form: all of them are made, and the one wanted is found.

Plays come as the engine orders them: by their cards as one number, the last card class highest.
"""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    Leave,
    LocalVariable,
    LoweredExpression,
    Perform,
    Return,
    Store,
    When,
    While,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD
from haggis_rules.lowering.rows import line_counting as c
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.held_lanes import LANES
from haggis_rules.lowering.rows.kept_counts import KEPT_COUNT
from haggis_rules.lowering.rows.packed_cards import before
from haggis_rules.lowering.rows.play_tables import PlayTables
from haggis_rules.lowering.rows.plays import PLACE, PlayLowering, byte
from haggis_rules.lowering.rows.ranked_play import RANKED_PLAY, RankedPlay
from haggis_rules.lowering.rows.reading_counts import ReadingCounts
from haggis_rules.lowering.rows.row_plays import ROW_PLAYS, LoweredRowPlays

PLAY, PLAY_FOUND = "making play", "making play found"

_WHICH, _TARGET = LocalVariable(I32, "which"), LocalVariable(I32, "target")
_FOUND = LocalVariable(I32, "found")


class PlayMaker:
    """Writes the functions that make plays."""

    def __init__(self, plays: PlayLowering) -> None:
        self.plays, self.context, self.packed = plays, plays.context, plays.tables.packed
        self.lists = LoweredRowPlays(plays).lists
        RankedPlay(plays)
        self._play()
        self._play_found()

    def _play(self) -> None:
        """Write what makes one play of a reading, by the place of both, as a combination."""
        body = plain_body(self.context, PLACE, _WHICH, _TARGET)
        self.plays.open_choices(body)
        self._ranked(body)
        body.do(Store(i32(0), self.lists.made_end, 4, i32(self.lists.made)))
        with self.plays.rows_of(body) as (row, inside):
            inside.do(Perform(Invoke(None, ROW_PLAYS, (row,))))
        wanted = body.begin(
            build.add(build.multiply(_WHICH, i32(self.packed.size)), i32(self.lists.made)), "wanted"
        )
        self._select(wanted, body)
        body.do(self._numbered())
        self.packed.unpack(wanted, build.add(_TARGET, i32(CARDS_AT)), body)
        self.context.write(PLAY, [PLACE, _WHICH, _TARGET], body, exported=True)

    def _numbered(self) -> Store:
        """Return what stores the number of the reading."""
        number = build.load(I32, build.multiply(PLACE, i32(2)), self.plays.tables.numbers, 2)
        return Store(_TARGET, 0, 4, number)

    def _ranked(self, body: LoweredBody) -> None:
        """Write what makes the play alone, where the reading has one row that allows it."""
        two, first = build.multiply(PLACE, i32(2)), self.plays.tables.first_rows
        row, stop = (body.begin(build.load(I32, two, first + at, 2), "row") for at in (0, 2))
        key = build.add(build.multiply(row, i32(r.KEY)), i32(self.plays.tables.lines.keys))
        alone = build.equal(build.add(row, i32(1)), stop)
        make = Perform(Invoke(None, RANKED_PLAY, (row, _WHICH, _TARGET)))
        ranked = byte(key, r.KEY_RANKED)
        body.do(When(build.both(alone, ranked), (self._numbered(), make, Return())))

    def _play_found(self) -> None:
        """Write what makes one of the plays that were counted together, by its place there."""
        body = plain_body(self.context, _FOUND, _WHICH, _TARGET)
        left = body.begin(_WHICH, "left")
        row = body.begin(build.load(I32, _FOUND, c.FOUND_ROW, 4), "row")
        lane = body.inner()
        at = lane.begin(build.add(_FOUND, i32(c.FOUND_COUNTS)), "at")
        more = build.compare(IntegerOperator.GE_S, left, byte(at, 0))
        less = Assign(left, build.subtract(left, byte(at, 0)))
        lane.do(While(more, (less, grow(at, i32(1)), grow(row, i32(1)))))
        body.do(When(build.load(I32, _FOUND, c.FOUND_LINE, 4), tuple(lane.statements)))
        key = build.add(build.multiply(row, i32(r.KEY)), i32(self.plays.tables.lines.keys))
        place = body.begin(build.load(I32, key, r.KEY_PLACE, 2), "place")
        two = build.multiply(place, i32(2))
        start = body.begin(build.load(I32, two, self.plays.tables.first_rows, 2), "first")
        before = body.inner()
        before.do(Perform(Invoke(None, LANES, ())))
        with counting(before, "other", start, row) as (other, inside):
            count = inside.begin(Invoke(I32, KEPT_COUNT, (other,)), "count")
            inside.do(grow(left, count))
        some = build.compare(IntegerOperator.LT_S, start, row)
        body.do(When(some, tuple(before.statements)))
        body.do(Perform(Invoke(None, PLAY, (place, left, _TARGET))))
        self.context.write(PLAY_FOUND, [_FOUND, _WHICH, _TARGET], body)

    def _select(self, wanted: LocalVariable, body: LoweredBody) -> None:
        """Write Hoare's quickselect (1961): what stands at a place when all are in order."""
        step = i32(self.packed.size)
        low = body.begin(i32(self.lists.made), "low")
        last = build.load(I32, i32(0), self.lists.made_end, 4)
        high = body.begin(build.subtract(last, step), "high")
        inside = body.inner()
        pivot = self.packed.load(wanted, inside)
        up, down = inside.begin(low, "up"), inside.begin(high, "down")
        part = inside.inner()
        part.do(While(before(self._at(up), pivot), (grow(up, step),)))
        back = Assign(down, build.subtract(down, step))
        part.do(While(before(pivot, self._at(down)), (back,)))
        swap = part.inner()
        self._swap(up, down, swap)
        swap.do(grow(up, step), Assign(down, build.subtract(down, step)))
        apart = build.compare(IntegerOperator.LE_S, up, down)
        part.do(When(apart, tuple(swap.statements)))
        inside.do(While(apart, tuple(part.statements)))
        below = build.compare(IntegerOperator.LE_S, wanted, down)
        above = build.compare(IntegerOperator.GE_S, wanted, up)
        found = When(above, (Assign(low, up),), (Leave(),))
        inside.do(When(below, (Assign(high, down),), (found,)))
        body.do(While(build.compare(IntegerOperator.LT_S, low, high), tuple(inside.statements)))

    def _at(self, address: LocalVariable) -> list[LoweredExpression]:
        """Return the words of the cards at an address."""
        places = range(0, self.packed.size, WORD)
        return [build.load(I64, address, place, WORD) for place in places]

    def _swap(self, one: LocalVariable, other: LocalVariable, body: LoweredBody) -> None:
        first, second = (self.packed.load(each, body) for each in (one, other))
        for place, (here, there) in enumerate(zip(first, second, strict=True)):
            body.do(Store(one, WORD * place, WORD, there), Store(other, WORD * place, WORD, here))


@dataclass(frozen=True, slots=True)
class LoweredPlays:
    """What is written about plays, and where the counts of all readings are, by place.

    ``out_end``: where it stands where the last list of counts ends (``line_counting``).
    """

    lowering: PlayLowering
    counts: int
    out_end: int

    @property
    def tables(self) -> PlayTables:
        """The tables of plays."""
        return self.lowering.tables


def lower_plays(context: LoweringContext) -> LoweredPlays:
    """Write all that is about plays. Raises ``NotLoweredError``."""
    plays = PlayLowering(context)
    counts = ReadingCounts(plays)
    PlayMaker(plays)
    return LoweredPlays(plays, counts.counts, counts.counting.out_end)
