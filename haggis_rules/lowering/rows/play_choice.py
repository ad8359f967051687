"""One play of a reading, in the lowered form: all of them are made, and the one wanted is found.

Plays come as the engine orders them: by their cards as one number, the last card class highest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
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
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD
from haggis_rules.lowering.rows import line_counting as c
from haggis_rules.lowering.rows import play_tables as t
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.held_lanes import LANES
from haggis_rules.lowering.rows.kept_counts import KEPT_COUNT
from haggis_rules.lowering.rows.play_tables import PlayTables
from haggis_rules.lowering.rows.plays import PLACE, ROW, PlayLowering, byte
from haggis_rules.lowering.rows.ranked_play import RANKED_PLAY, RankedPlay
from haggis_rules.lowering.rows.reading_counts import ReadingCounts

ROW_PLAYS, PLAY, LESS = "making plays of row", "making play", "cards less"
PLAY_FOUND = "making play found"
MOST_PLAYS: Final = 1 << 15  # of one reading, made at once

_WHICH, _TARGET = LocalVariable(I32, "which"), LocalVariable(I32, "target")
_FOUND = LocalVariable(I32, "found")
_ONE, _OTHER = LocalVariable(I32, "one"), LocalVariable(I32, "other")


@dataclass(frozen=True, slots=True)
class _PlayLists:
    """Two lists of cards that become plays, and the plays: where they are, and where they end.

    An entry has cards, and behind them how many, how high in all, and both for the box at hand.
    """

    first: int
    second: int
    made: int
    made_end: int


class PlayMaker:
    """Writes the functions that make plays."""

    def __init__(self, plays: PlayLowering) -> None:
        self.plays, self.context = plays, plays.context
        self.cards = WORD * plays.context.layout.words
        self.entry = self.cards + 16
        self.total, self.lines = self.cards, self.cards + 4
        self.in_box, self.height = self.cards + 8, self.cards + 12
        memory = self.context.memory
        self.lists = _PlayLists(
            memory.room(self.entry * MOST_PLAYS),
            memory.room(self.entry * MOST_PLAYS),
            memory.room(self.cards * (MOST_PLAYS + 1)),
            memory.room(4),
        )
        RankedPlay(self.plays)
        self._row_plays()
        self._less()
        self._play()
        self._play_found()

    def _row_plays(self) -> None:
        """Write what makes the plays of a row, card by card, and puts them behind the others."""
        body = plain_body(self.context, ROW)
        filling = self.plays.filling(body)
        left, _ = self.plays.refuse_early(filling, Return(), body)
        size = body.begin(byte(ROW, t.ROW_SIZE), "size")
        wild = body.begin(self.plays.most_wild(filling, body), "wild")
        source, target = (
            body.begin(i32(one), "list") for one in (self.lists.first, self.lists.second)
        )
        end = body.begin(build.add(source, i32(self.entry)), "end")
        for offset in range(0, self.entry, WORD):
            body.do(Store(source, offset, WORD, i64(0)))
        boxes = body.begin(build.load(I32, ROW, t.ROW_BOXES, 2), "boxes")
        with counting(body, "number", i32(0), boxes) as (number, inside):
            box = self.plays.box(number, inside)
            self._each_card(box, _Growing(source, end, target, left, size, wild), inside)
            self._close_box(box, source, end, inside)
        self._complete(source, end, filling, size, body)
        self.context.write(ROW_PLAYS, [ROW], body)

    def _each_card(self, box: LocalVariable, growing: _Growing, body: LoweredBody) -> None:
        """Write what takes each card of a box, so often as there are copies, or not at all."""
        there = body.begin(self.plays.plane(box, 1), "there")
        inside = body.inner()
        place = Converted(Conversion.TRAILING_ZEROS_64, there)
        card = inside.begin(build.narrowed(place), "card")
        bit = build.widened(card)
        depth = range(1, self.plays.tables.depth + 1)
        copies = [
            Operation(
                IntegerOperator.AND,
                build.narrowed(Operation(IntegerOperator.SHR_U, self.plays.plane(box, one), bit)),
                i32(1),
            )
            for one in depth
        ]
        held = inside.begin(build.added_up(list(copies)), "held")
        inside.do(Assign(growing.left, build.subtract(growing.left, held)))
        self._extend(box, card, held, growing, inside)
        lowest = Operation(IntegerOperator.AND, there, build.subtract(there, i64(1)))
        inside.do(Assign(there, lowest))
        more = build.negated(build.equal(there, i64(0)))
        body.do(While(more, tuple(inside.statements)))

    def _extend(
        self,
        box: LocalVariable,
        card: LoweredExpression,
        held: LoweredExpression,
        growing: _Growing,
        body: LoweredBody,
    ) -> None:
        """Write what goes on from each entry with so many copies as can lead to a play."""
        source, end, target = growing.source, growing.end, growing.target
        written = body.begin(target, "written")
        full = body.begin(build.add(target, i32(self.entry * MOST_PLAYS)), "full")
        most = body.begin(byte(box, t.BOX_MOST), "most")
        lines = body.begin(self._line_limit(), "lines")
        least = body.begin(
            build.subtract(build.subtract(growing.size, growing.wild), growing.left), "least"
        )
        with (
            counting(body, "entry", source, end, self.entry) as (entry, by_entry),
            counting(by_entry, "copies", i32(0), build.add(held, i32(1))) as (copies, each),
        ):
            total = each.begin(build.add(build.load(I32, entry, self.total, 4), copies), "total")
            inside = each.begin(build.add(build.load(I32, entry, self.in_box, 4), copies), "inside")
            before = each.begin(build.load(I32, entry, self.height, 4), "before")
            higher = build.compare(IntegerOperator.GT_S, copies, before)
            height = each.begin(build.choose(higher, copies, before), "height")
            above = build.add(build.load(I32, entry, self.lines, 4), height)
            fits = _all_of(
                build.compare(IntegerOperator.LE_S, total, growing.size),
                build.compare(IntegerOperator.GE_S, total, least),
                build.compare(IntegerOperator.LE_S, inside, most),
                build.compare(IntegerOperator.LE_S, above, lines),
            )
            then = each.inner()
            then.fail_when(build.equal(written, full), BreachCode.TOO_LARGE)
            then.do(*_copied(written, entry, self.entry))
            then.do(Store(build.add(written, card), 0, 1, copies))
            then.do(Store(written, self.total, 4, total), Store(written, self.in_box, 4, inside))
            then.do(Store(written, self.height, 4, height), grow(written, i32(self.entry)))
            each.do(When(fits, tuple(then.statements)))
        old = body.begin(source, "old")
        body.do(Assign(source, target), Assign(end, written), Assign(target, old))

    def _line_limit(self) -> LoweredExpression:
        """Return how high all boxes may be together; there is no limit where no lines count."""
        return build.choose(byte(ROW, t.ROW_LINED), byte(ROW, t.ROW_MOST), i32(1 << 20))

    def _close_box(
        self, box: LocalVariable, source: LocalVariable, end: LocalVariable, body: LoweredBody
    ) -> None:
        """Write what keeps the entries that have cards enough of a box, and adds its height."""
        written = body.begin(source, "written")
        least = body.begin(byte(box, t.BOX_LEAST), "least")
        with counting(body, "entry", source, end, self.entry) as (entry, inside):
            enough = build.compare(
                IntegerOperator.GE_S, build.load(I32, entry, self.in_box, 4), least
            )
            lines = build.load(I32, entry, self.lines, 4)
            height = build.load(I32, entry, self.height, 4)
            then = inside.inner()
            above = then.begin(build.add(lines, height), "above")
            then.do(*_copied(written, entry, self.entry))
            then.do(Store(written, self.lines, 4, above), Store(written, self.in_box, 8, i64(0)))
            then.do(grow(written, i32(self.entry)))
            inside.do(When(enough, tuple(then.statements)))
        body.do(Assign(end, written))

    def _complete(
        self,
        source: LocalVariable,
        end: LocalVariable,
        filling: LoweredExpression,
        size: LoweredExpression,
        body: LoweredBody,
    ) -> None:
        """Write what adds each choice of wild cards that completes an entry."""
        lined = body.begin(byte(ROW, t.ROW_LINED), "lined")
        least = body.begin(byte(ROW, t.ROW_LEAST), "least")
        with counting(body, "entry", source, end, self.entry) as (entry, inside):
            line = build.load(I32, entry, self.lines, 4)
            high = build.compare(IntegerOperator.GE_S, line, least)
            stands = inside.inner()
            with self.plays.each_choice(filling, size, stands) as (choice, natural, each):
                then = each.inner()
                self._append(entry, choice, then)
                same = build.equal(natural, build.load(I32, entry, self.total, 4))
                each.do(When(same, tuple(then.statements)))
            unlined = build.equal(lined, i32(0))
            inside.do(When(build.either(unlined, high), tuple(stands.statements)))

    def _append(
        self, entry: LoweredExpression, choice: LoweredExpression, body: LoweredBody
    ) -> None:
        end = body.begin(build.load(I32, i32(0), self.lists.made_end, 4), "made")
        full = i32(self.lists.made + self.cards * MOST_PLAYS)
        body.fail_when(build.equal(end, full), BreachCode.TOO_LARGE)
        for offset in range(0, self.cards, WORD):
            wild = build.load(I64, choice, t.CHOICE_CARDS + offset, WORD)
            body.do(Store(end, offset, WORD, build.add(build.load(I64, entry, offset, WORD), wild)))
        body.do(Store(i32(0), self.lists.made_end, 4, build.add(end, i32(self.cards))))

    def _less(self) -> None:
        """Write what compares cards as numbers, from the last word on."""
        body = plain_body(self.context, _ONE, _OTHER)
        for offset in range(self.cards - WORD, -WORD, -WORD):
            one = body.begin(build.load(I64, _ONE, offset, WORD), "word")
            other = body.begin(build.load(I64, _OTHER, offset, WORD), "word")
            less = Operation(IntegerOperator.LT_U, one, other)
            same = build.equal(one, other)
            body.do(When(same, (), (Return(less),)))
        body.do(Return(i32(0)))
        self.context.write(LESS, [_ONE, _OTHER], body, result=I32)

    def _play(self) -> None:
        """Write what makes one play of a reading, by the place of both, as a combination."""
        body = plain_body(self.context, PLACE, _WHICH, _TARGET)
        self.plays.open_choices(body)
        self._ranked(body)
        body.do(Store(i32(0), self.lists.made_end, 4, i32(self.lists.made)))
        with self.plays.rows_of(body) as (row, inside):
            inside.do(Perform(Invoke(None, ROW_PLAYS, (row,))))
        wanted = body.begin(
            build.add(build.multiply(_WHICH, i32(self.cards)), i32(self.lists.made)), "wanted"
        )
        self._select(wanted, body)
        body.do(self._numbered())
        body.do(*_copied(_TARGET, wanted, self.cards, CARDS_AT))
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
        step, pivot = i32(self.cards), i32(self.lists.made + self.cards * MOST_PLAYS)
        low = body.begin(i32(self.lists.made), "low")
        last = build.load(I32, i32(0), self.lists.made_end, 4)
        high = body.begin(build.subtract(last, step), "high")
        inside = body.inner()
        inside.do(*_copied(pivot, wanted, self.cards))
        up, down = inside.begin(low, "up"), inside.begin(high, "down")
        part = inside.inner()
        part.do(While(_less(up, pivot), (grow(up, step),)))
        part.do(While(_less(pivot, down), (Assign(down, build.subtract(down, step)),)))
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

    def _swap(self, one: LocalVariable, other: LocalVariable, body: LoweredBody) -> None:
        for offset in range(0, self.cards, WORD):
            word = body.begin(build.load(I64, one, offset, WORD), "word")
            body.do(Store(one, offset, WORD, build.load(I64, other, offset, WORD)))
            body.do(Store(other, offset, WORD, word))


@dataclass(frozen=True, slots=True)
class _Growing:
    """The entries of a row while they grow: from a list to the other, with what bounds them.

    ``left``: the natural cards that have not been looked at.
    """

    source: LocalVariable
    end: LocalVariable
    target: LocalVariable
    left: LocalVariable
    size: LoweredExpression
    wild: LoweredExpression


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


def _less(one: LoweredExpression, other: LoweredExpression) -> Invoke:
    return Invoke(I32, LESS, (one, other))


def _all_of(*truths: LoweredExpression) -> LoweredExpression:
    *others, found = truths
    for one in reversed(others):
        found = build.both(one, found)
    return found


def _copied(
    target: LoweredExpression, source: LoweredExpression, size: int, offset: int = 0
) -> list[Store]:
    """Return statements that copy words one by one: so few are not worth a call of the host."""
    return [
        Store(target, offset + at, WORD, build.load(I64, source, at, WORD))
        for at in range(0, size, WORD)
    ]
