"""All plays of a row, in the lowered form: its natural cards laid card by card, and wild cards.

Cards are packed (``packed_cards``), and what is being laid has beside them how many cards it has,
how high all boxes are together, and both for the box at hand: a byte each.
"""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    Conversion,
    Converted,
    IntegerOperator,
    LocalVariable,
    LoweredExpression,
    Operation,
    Return,
    Store,
    When,
    While,
)
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.copying import copied
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import play_tables as t
from haggis_rules.lowering.rows.plays import ROW, PlayLowering, byte

ROW_PLAYS = "making plays of row"
MOST_PLAYS = 1 << 15  # of one reading, made at once


@dataclass(frozen=True, slots=True)
class PlayLists:
    """Two lists of cards that become plays, and the plays: where they are, and where they end.

    An entry has cards, and behind them the four bytes.
    """

    first: int
    second: int
    made: int
    made_end: int


class LoweredRowPlays:
    """Writes the function that makes all plays of a row, and puts them behind others."""

    def __init__(self, plays: PlayLowering) -> None:
        self.plays, self.context, self.packed = plays, plays.context, plays.tables.packed
        self.entry = self.packed.size + WORD
        self.total, self.lines, self.in_box, self.height = range(
            self.packed.size, self.packed.size + 4
        )
        memory = self.context.memory
        self.lists = PlayLists(
            memory.room(self.entry * MOST_PLAYS),
            memory.room(self.entry * MOST_PLAYS),
            memory.room(self.packed.size * MOST_PLAYS),
            memory.room(4),
        )
        self._write()

    def _write(self) -> None:
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
        word, one = self.packed.one_of(card, body)
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
            total = each.begin(build.add(byte(entry, self.total), copies), "total")
            inside = each.begin(build.add(byte(entry, self.in_box), copies), "inside")
            before = each.begin(byte(entry, self.height), "before")
            higher = build.compare(IntegerOperator.GT_S, copies, before)
            height = each.begin(build.choose(higher, copies, before), "height")
            above = build.add(byte(entry, self.lines), height)
            fits = _all_of(
                build.compare(IntegerOperator.LE_S, total, growing.size),
                build.compare(IntegerOperator.GE_S, total, least),
                build.compare(IntegerOperator.LE_S, inside, most),
                build.compare(IntegerOperator.LE_S, above, lines),
            )
            then = each.inner()
            then.fail_when(build.equal(written, full), BreachCode.TOO_LARGE)
            then.do(*copied(written, entry, self.packed.size))
            place = then.begin(build.add(written, word), "place")
            more = build.multiply(build.widened(copies), one)
            then.do(Store(place, 0, WORD, build.add(build.load(I64, place, 0, WORD), more)))
            lines_before = byte(entry, self.lines)
            then.do(Store(written, self.total, 1, total), Store(written, self.in_box, 1, inside))
            then.do(Store(written, self.lines, 1, lines_before))
            then.do(Store(written, self.height, 1, height), grow(written, i32(self.entry)))
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
            enough = build.compare(IntegerOperator.GE_S, byte(entry, self.in_box), least)
            lines, height = byte(entry, self.lines), byte(entry, self.height)
            then = inside.inner()
            above = then.begin(build.add(lines, height), "above")
            then.do(*copied(written, entry, self.entry))
            then.do(Store(written, self.lines, 1, above), Store(written, self.in_box, 2, i32(0)))
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
            line = byte(entry, self.lines)
            high = build.compare(IntegerOperator.GE_S, line, least)
            stands = inside.inner()
            with self.plays.each_choice(filling, size, stands) as (choice, natural, each):
                then = each.inner()
                self._append(entry, choice, then)
                same = build.equal(natural, byte(entry, self.total))
                each.do(When(same, tuple(then.statements)))
            unlined = build.equal(lined, i32(0))
            inside.do(When(build.either(unlined, high), tuple(stands.statements)))

    def _append(
        self, entry: LoweredExpression, choice: LoweredExpression, body: LoweredBody
    ) -> None:
        end = body.begin(build.load(I32, i32(0), self.lists.made_end, 4), "made")
        full = i32(self.lists.made + self.packed.size * MOST_PLAYS)
        body.fail_when(build.equal(end, full), BreachCode.TOO_LARGE)
        for offset in range(0, self.packed.size, WORD):
            wild = build.load(I64, choice, self.plays.tables.choice_packed + offset, WORD)
            body.do(Store(end, offset, WORD, build.add(build.load(I64, entry, offset, WORD), wild)))
        body.do(Store(i32(0), self.lists.made_end, 4, build.add(end, i32(self.packed.size))))


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


def _all_of(*truths: LoweredExpression) -> LoweredExpression:
    *others, found = truths
    for one in reversed(others):
        found = build.both(one, found)
    return found
