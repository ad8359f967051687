"""The lanes of the cards that are looked at (``row_lines``), and what the largest have together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32
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
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, each_bit
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.plays import PlayLowering, byte
from haggis_rules.lowering.rows.row_lines import LaneStack
from haggis_rules.lowering.rows.row_runs import ABREAST

LANES, UNFOLD, TOPS = "lanes", "lanes unfolded", "largest lanes"
V128: Final = ValueKind.V128
_TOGETHER: Final = 12  # vectors that are added up at once, of the 16 that a processor keeps


class HeldLanes:
    """Writes the functions that look at lanes."""

    def __init__(self, plays: PlayLowering) -> None:
        self.context: LoweringContext = plays.context
        self.tables, self.rooms, self.lines = plays.tables, plays.rooms, plays.tables.lines
        cards = len(self.context.game.cards)
        self.of_copies = [
            self.lines.unfolded + number * cards * self.lines.width
            for number in range(self.lines.copies)
        ]
        self.made = self.lines.unfolded + self.lines.copies * cards * self.lines.width
        self._unfold()
        self._lanes()
        self._tops()

    def _unfold(self) -> None:
        """Write what makes of each lane's cards a byte for each card."""
        body = plain_body(self.context)
        with counting(body, "number", i32(0), i32(self.lines.width)) as (number, inside):
            place = build.multiply(number, i32(r.LANE))
            lane = inside.begin(build.add(place, i32(self.lines.lanes)), "lane")
            cards = inside.begin(build.load(I64, lane, r.LANE_CARDS, WORD), "cards")
            before = build.subtract(byte(lane, r.LANE_COPIES), i32(1))
            table = build.multiply(before, i32(len(self.context.game.cards) * self.lines.width))
            at = inside.begin(build.add(table, number), "at")
            with each_bit(cards, inside) as (card, each):
                place = build.add(at, build.multiply(card, i32(self.lines.width)))
                each.do(Store(place, self.lines.unfolded, 1, i32(1)))
        body.do(Store(i32(0), self.made, 4, i32(1)))
        self.context.write(UNFOLD, [], body)

    def _lanes(self) -> None:
        """Write what adds up the lanes of all cards, those of each stack unless that is done."""
        every = plain_body(self.context)
        for number, stack in enumerate(self.lines.stacks):
            body, bit = plain_body(self.context), 1 << number
            known = build.load(I32, i32(0), self.rooms.laned, 4)
            body.do(When(_has(known, bit), (Return(),)))
            now = Operation(IntegerOperator.OR, known, i32(bit))
            body.do(Store(i32(0), self.rooms.laned, 4, now))
            new = build.equal(build.load(I32, i32(0), self.made, 4), i32(0))
            body.do(When(new, (Perform(Invoke(None, UNFOLD, ())),)))
            end, step = stack.start + stack.terms * stack.rows, ABREAST * _TOGETHER
            for start in range(stack.start, end, step):
                self._add_up(range(start, min(start + step, end), ABREAST), body)
            self.context.write(lanes_name(number), [], body)
            every.do(Perform(Invoke(None, lanes_name(number), ())))
        self.context.write(LANES, [], every)

    def _add_up(self, offsets: Sequence[int], body: LoweredBody) -> None:
        """Write what adds up some sixteens of lanes, copy by copy and card by card."""
        sums = [body.begin(Converted(Conversion.SPLAT_BYTE, i32(0)), "sum") for _ in offsets]
        for number, table in enumerate(self.of_copies):
            plane = build.load(I64, i32(0), self.rooms.planes + WORD * number, WORD)
            with each_bit(body.begin(plane, "cards"), body) as (card, inside):
                row = inside.begin(build.multiply(card, i32(self.lines.width)), "row")
                for offset, total in zip(offsets, sums, strict=True):
                    more = build.load(V128, row, table + offset, ABREAST)
                    inside.do(Assign(total, ByteOperation(ByteOperator.ADD, total, more)))
        for offset, total in zip(offsets, sums, strict=True):
            body.do(Store(i32(0), self.lines.held + offset, ABREAST, total))

    def _tops(self) -> None:
        """Write what adds up the largest lanes of each row that is bounded by them."""
        body = plain_body(self.context)
        for stack in self.lines.stacks:
            if stack.tops:
                self._stack_tops(stack, body)
        self.context.write(TOPS, [], body)

    def _stack_tops(self, stack: LaneStack, body: LoweredBody) -> None:
        with counting(body, "at", i32(0), i32(stack.rows), ABREAST) as (at, inside):
            first = self.lines.held + stack.start
            lanes = [
                inside.begin(build.load(V128, at, first + term * stack.rows, ABREAST), "lane")
                for term in range(stack.terms)
            ]
            if min(stack.tops) < stack.terms:
                for one, other in sorting_network(stack.terms):
                    _exchange(lanes[one], lanes[other], inside)
            total: LoweredExpression = lanes[0]
            for number, lane in enumerate(lanes, 1):
                if number > 1:
                    total = inside.begin(ByteOperation(ByteOperator.ADD, total, lane), "total")
                if number in stack.tops:
                    inside.do(Store(at, stack.tops[number], ABREAST, total))


def lanes_name(stack: int) -> str:
    """Return the name of the function that adds up the lanes of a stack."""
    return f"lanes of stack {stack}"


def _has(bits: LoweredExpression, bit: int) -> LoweredExpression:
    return Operation(IntegerOperator.AND, bits, i32(bit))


def _exchange(one: LocalVariable, other: LocalVariable, body: LoweredBody) -> None:
    """Write what puts the larger bytes first."""
    larger = body.begin(ByteOperation(ByteOperator.MAX_U, one, other), "larger")
    body.do(Assign(other, ByteOperation(ByteOperator.MIN_U, one, other)), Assign(one, larger))


def sorting_network(number: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of Batcher's merge exchange (Knuth 1973, algorithm 5.2.2 M)."""
    highest = 1 << (number - 1).bit_length() >> 1
    part = highest
    while part:
        step, chosen, after = part, 0, highest
        while step > 0:
            yield from ((i, i + step) for i in range(number - step) if i & part == chosen)
            step, chosen, after = (after - part, part, after >> 1) if after != part else (0, 0, 0)
        part >>= 1
