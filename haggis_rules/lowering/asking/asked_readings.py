"""Whether cards make a reading, in the lowered form: mirrors ``semantics.counting``.

Rows of plays (``play_tables``) find what a hand holds. Here exactly some cards are asked about, of
every pattern, also those that have no such rows; with wild cards pinned to a rank and a suit; and,
to say why cards make nothing, with what a pattern needs or its suits left aside.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, I32, I64, TRUE, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Return,
    Store,
    When,
)
from haggis_rules.lowering.asking import asked_tables as a
from haggis_rules.lowering.asking.asked_parts import AskedRooms, PartFitting
from haggis_rules.lowering.asking.asked_tables import AskedTables, asked_tables
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.semantics.state import Reading

MADE, MAKES = "readings made", "makes reading"  # what is exported
SORTED, PINNED, MET, STAND = "cards sorted", "card pinned", "needs met", "wild cards stand"
LAYOUT_FITS, FITS, PART_FITS = "layout fits", "reading fits", "part fits"
NEEDS_ASIDE, SUITS_ASIDE = 1, 2  # what is left aside; 0 for nothing
PIN: Final = 12  # bytes: a card, a rank, and a suit, -1 where the rules have none
MOST_PINS: Final = 64

_CARDS, _PATTERN = LocalVariable(I32, "cards"), LocalVariable(I32, "pattern")
_READING, _LAYOUT = LocalVariable(I32, "reading"), LocalVariable(I32, "layout")
_ASIDE, _PINS = LocalVariable(I32, "aside"), LocalVariable(I32, "pins")
_CARD, _RANK, _SUIT = (LocalVariable(I32, name) for name in ("card", "rank", "suit"))


@dataclass(frozen=True, slots=True)
class AskedReadings:
    """Where a host puts cards and pins, and where it finds the places of the readings made.

    ``order`` has the reading at each place: it is the order of the plays of hands, too.
    """

    cards: int
    pins: int
    found: int
    order: tuple[Reading, ...]


def lower_asked_readings(context: LoweringContext) -> AskedReadings:
    """Write what answers which readings some cards make. Raises ``NotLoweredError``."""
    return _ReadingAsking(context, asked_tables(context)).places


class _ReadingAsking:
    """Writes the functions that ask whether cards make readings."""

    def __init__(self, context: LoweringContext, tables: AskedTables) -> None:
        self.context, self.game, self.tables = context, context.game, tables
        self.rooms = AskedRooms(context)
        memory = context.memory
        self.places = AskedReadings(
            memory.room(WORD * context.layout.words),
            memory.room(PIN * MOST_PINS),
            memory.room(4 * max(1, len(tables.order))),
            tables.order,
        )
        cards = self.game.cards
        free = [group.any_suit is not None for group in self.game.groups]
        keeps = [
            self.rooms.free
            if free[card.group]
            else self.rooms.bare
            if card.suit is None
            else card.suit
            for card in cards
        ]
        self.ranks = memory.table(bytes(card.rank for card in cards))
        self.keeps = memory.table(bytes(keeps))
        self.groups = memory.table(bytes(card.group for card in cards))
        PartFitting(context, tables, self.rooms, PART_FITS)
        self._sorted()
        self._met()
        self._pinned()
        self._stand()
        self._layout_fits()
        self._fits()
        self._made()
        self._makes()

    def _sorted(self) -> None:
        """Write what sorts cards for a pattern: by rank and suit, and which of them are wild."""
        body = plain_body(self.context, _CARDS, _PATTERN)
        for room, size in self.rooms.cleared(lined=self.tables.lined):
            with counting(body, "at", i32(room), i32(room + size), WORD) as (at, inside):
                inside.do(Store(at, 0, WORD, i64(0)))
        own, wild = body.begin(i64(0), "own"), body.begin(i32(0), "wild")
        with self._each_held(body) as (card, held, there):
            kept, pinned = there.inner(), there.inner()
            pinned.do(Store(card, self.rooms.wild, 1, held), grow(wild, held))
            rank = kept.begin(_byte(card, self.ranks), "rank")
            keeps = kept.begin(_byte(card, self.keeps), "keeps")
            kept.do(*self.rooms.lay(rank, keeps, held))
            kept.do(Assign(own, Operation(IntegerOperator.OR, own, _bit(rank))))
            if self.tables.lined:
                group = kept.begin(_byte(card, self.groups), "group")
                kept.do(*self.rooms.lay_in_group(group, rank, keeps, held))
            is_natural = build.equal(self._stands(_PATTERN, card), i64(0))
            there.do(When(is_natural, tuple(kept.statements), tuple(pinned.statements)))
        body.do(Store(i32(0), self.rooms.own, WORD, own), Store(i32(0), self.rooms.wilds, 4, wild))
        self.context.write(SORTED, [_CARDS, _PATTERN], body)

    def _met(self) -> None:
        """Write what tells whether cards hold as many of each group as a pattern needs."""
        body = plain_body(self.context, _CARDS, _PATTERN)
        pattern = self._pattern(_PATTERN, body)
        with self._listed(pattern, a.PATTERN_NEEDS, a.NEED, body) as (need, inside):
            group = inside.begin(build.load(I32, need, a.NEED_GROUP, 4), "group")
            total = inside.begin(i32(0), "total")
            with self._each_held(inside) as (card, held, there):
                there.do(When(build.equal(_byte(card, self.groups), group), (grow(total, held),)))
            count = inside.begin(build.load(I32, need, a.NEED_COUNT, 4), "count")
            few = build.compare(IntegerOperator.LT_S, total, count)
            many = build.compare(IntegerOperator.GT_S, total, count)
            at_least = build.load(I32, need, a.NEED_LEAST, 4)
            inside.do(When(build.choose(at_least, few, many), (Return(FALSE),)))
        body.do(Return(TRUE))
        self.context.write(MET, [_CARDS, _PATTERN], body, result=I32)

    def _pinned(self) -> None:
        """Write what lays a wild card as one that keeps a rank and a suit, where it may."""
        body = plain_body(self.context, _PATTERN, _CARD, _RANK, _SUIT)
        left = body.begin(_byte(_CARD, self.rooms.wild), "left")
        body.do(When(build.equal(left, i32(0)), (Return(FALSE),)))
        ranks = Operation(
            IntegerOperator.SHR_U, self._stands(_PATTERN, _CARD), build.widened(_RANK)
        )
        may = build.narrowed(Operation(IntegerOperator.AND, ranks, i64(1)))
        body.do(When(build.equal(may, i32(0)), (Return(FALSE),)))
        body.do(Store(_CARD, self.rooms.wild, 1, build.subtract(left, i32(1))))
        wilds = build.load(I32, i32(0), self.rooms.wilds, 4)
        body.do(Store(i32(0), self.rooms.wilds, 4, build.subtract(wilds, i32(1))))
        none = build.compare(IntegerOperator.LT_S, _SUIT, i32(0))
        keeps = body.begin(build.choose(none, i32(self.rooms.free), _SUIT), "keeps")
        body.do(*self.rooms.lay(_RANK, keeps, i32(1)))
        own = Operation(IntegerOperator.OR, build.load(I64, i32(0), self.rooms.own, 8), _bit(_RANK))
        body.do(Store(i32(0), self.rooms.own, WORD, own), Return(TRUE))
        self.context.write(PINNED, [_PATTERN, _CARD, _RANK, _SUIT], body, result=I32)

    def _stand(self) -> None:
        """Write Hall's condition: no wild cards are more than the cells that they can fill."""
        body = plain_body(self.context, _PATTERN, _LAYOUT)
        pattern = self._pattern(_PATTERN, body)
        with self._listed(pattern, a.PATTERN_UNIONS, WORD, body) as (at, inside):
            union = inside.begin(build.load(I64, at, 0, WORD), "union")
            balance = inside.begin(i32(0), "balance")
            with self._each_card(inside) as (card, each):
                wild = each.begin(_byte(card, self.rooms.wild), "wild")
                there = each.inner()
                outside = Operation(IntegerOperator.XOR, union, i64(-1))
                beyond = Operation(IntegerOperator.AND, self._stands(_PATTERN, card), outside)
                there.do(When(build.equal(beyond, i64(0)), (grow(balance, wild),)))
                each.do(When(wild, tuple(there.statements)))
            with self._listed(_LAYOUT, a.LAYOUT_ROWS, a.ROW, inside) as (row, each):
                rank = each.begin(_byte(row, a.ROW_RANK), "rank")
                within = Operation(IntegerOperator.AND, union, _bit(rank))
                fewer = build.subtract(balance, _byte(rank, self.rooms.lacking))
                each.do(When(build.negated(build.equal(within, i64(0))), (Assign(balance, fewer),)))
            many = build.compare(IntegerOperator.GT_S, balance, i32(0))
            inside.do(When(many, (Return(FALSE),)))
        body.do(Return(TRUE))
        self.context.write(STAND, [_PATTERN, _LAYOUT], body, result=I32)

    def _layout_fits(self) -> None:
        """Write whether the cards that were sorted fill a layout."""
        body = plain_body(self.context, _PATTERN, _LAYOUT, _ASIDE)
        ranks = build.load(I64, _LAYOUT, a.LAYOUT_RANKS, WORD)
        own = build.load(I64, i32(0), self.rooms.own, WORD)
        elsewhere = Operation(
            IntegerOperator.AND, own, Operation(IntegerOperator.XOR, ranks, i64(-1))
        )
        body.do(When(build.negated(build.equal(elsewhere, i64(0))), (Return(FALSE),)))
        total = body.begin(i32(0), "lacking")
        with self._listed(_LAYOUT, a.LAYOUT_ROWS, a.ROW, body) as (row, inside):
            rank = inside.begin(_byte(row, a.ROW_RANK), "rank")
            there = _byte(rank, self.rooms.totals)
            lacking = inside.begin(build.subtract(_byte(row, a.ROW_WIDTH), there), "cells")
            over = build.compare(IntegerOperator.LT_S, lacking, i32(0))
            inside.do(When(over, (Return(FALSE),)))
            inside.do(Store(rank, self.rooms.lacking, 1, lacking), grow(total, lacking))
        wilds = build.load(I32, i32(0), self.rooms.wilds, 4)
        body.do(When(build.negated(build.equal(total, wilds)), (Return(FALSE),)))
        stand = build.equal(Invoke(I32, STAND, (_PATTERN, _LAYOUT)), i32(0))
        body.do(When(build.both(total, stand), (Return(FALSE),)))
        body.do(When(build.equal(_ASIDE, i32(SUITS_ASIDE)), (Return(TRUE),)))
        pattern = self._pattern(_PATTERN, body)
        with self._listed(_LAYOUT, a.LAYOUT_PARTS, a.PART, body) as (part, inside):
            fits = inside.begin(Invoke(I32, PART_FITS, (pattern, part)), "fits")
            inside.do(When(build.equal(fits, i32(0)), (Return(FALSE),)))
        body.do(Return(TRUE))
        self.context.write(LAYOUT_FITS, [_PATTERN, _LAYOUT, _ASIDE], body, result=I32)

    def _fits(self) -> None:
        """Write whether the cards that were sorted fill a layout of a reading."""
        body = plain_body(self.context, _READING, _ASIDE)
        pattern = body.begin(build.load(I32, _READING, a.READING_PATTERN, 4), "pattern")
        with self._listed(_READING, a.READING_LAYOUTS, a.LAYOUT, body) as (layout, inside):
            fits = inside.begin(Invoke(I32, LAYOUT_FITS, (pattern, layout, _ASIDE)), "fits")
            inside.do(When(fits, (Return(TRUE),)))
        body.do(Return(FALSE))
        self.context.write(FITS, [_READING, _ASIDE], body, result=I32)

    def _made(self) -> None:
        """Write what finds the places of all readings that some cards make, and how many."""
        body = plain_body(self.context, _CARDS, _ASIDE)
        total = body.begin(i32(0), "total")
        with self._each_held(body) as (_, held, there):
            there.do(grow(total, held))
        count, sorted_for = body.begin(i32(0), "count"), body.begin(i32(-1), "sorted")
        met = body.begin(i32(0), "met")
        start = self.tables.readings
        stop = start + a.READING * len(self.tables.order)
        with counting(body, "reading", i32(start), i32(stop), a.READING) as (reading, inside):
            of_size = inside.inner()
            index = of_size.begin(build.load(I32, reading, a.READING_PATTERN, 4), "pattern")
            other = build.negated(build.equal(index, sorted_for))
            needed = Invoke(I32, MET, (_CARDS, index))
            aside = build.equal(_ASIDE, i32(NEEDS_ASIDE))
            of_size.do(
                When(
                    other,
                    (
                        Perform(Invoke(None, SORTED, (_CARDS, index))),
                        Assign(sorted_for, index),
                        Assign(met, needed),
                        When(aside, (Assign(met, TRUE),)),
                    ),
                )
            )
            fits = of_size.begin(met, "fits")
            of_size.do(When(met, (Assign(fits, Invoke(I32, FITS, (reading, _ASIDE))),)))
            along = build.subtract(reading, i32(start))
            place = Operation(IntegerOperator.DIV_U, along, i32(a.READING))
            cell = build.multiply(count, i32(4))
            keep = (Store(cell, self.places.found, 4, place), grow(count, i32(1)))
            of_size.do(When(fits, keep))
            same = build.equal(build.load(I32, reading, a.READING_SIZE, 4), total)
            inside.do(When(same, tuple(of_size.statements)))
        body.do(Return(count))
        self.context.write(MADE, [_CARDS, _ASIDE], body, result=I32, exported=True)

    def _makes(self) -> None:
        """Write whether cards make a reading, by its place, with so many wild cards pinned."""
        body = plain_body(self.context, _READING, _CARDS, _PINS)
        reading = body.begin(
            build.add(build.multiply(_READING, i32(a.READING)), i32(self.tables.readings)), "entry"
        )
        pattern = body.begin(build.load(I32, reading, a.READING_PATTERN, 4), "pattern")
        met = body.begin(Invoke(I32, MET, (_CARDS, pattern)), "met")
        body.do(When(build.equal(met, i32(0)), (Return(FALSE),)))
        body.do(Perform(Invoke(None, SORTED, (_CARDS, pattern))))
        first = i32(self.places.pins)
        stop = body.begin(build.add(build.multiply(_PINS, i32(PIN)), first), "stop")
        with counting(body, "pin", first, stop, PIN) as (pin, inside):
            each = [build.load(I32, pin, at, 4) for at in (0, 4, 8)]
            may = inside.begin(Invoke(I32, PINNED, (pattern, *each)), "may")
            inside.do(When(build.equal(may, i32(0)), (Return(FALSE),)))
        body.do(Return(body.begin(Invoke(I32, FITS, (reading, i32(0))), "fits")))
        self.context.write(MAKES, [_READING, _CARDS, _PINS], body, result=I32, exported=True)

    @contextmanager
    def _each_card(self, body: LoweredBody) -> Generator[tuple[LocalVariable, LoweredBody]]:
        with counting(body, "card", i32(0), i32(len(self.game.cards))) as loop:
            yield loop

    @contextmanager
    def _each_held(
        self, body: LoweredBody
    ) -> Generator[tuple[LocalVariable, LocalVariable, LoweredBody]]:
        """Write a loop over the cards that are there, which gives each and how many there are."""
        with self._each_card(body) as (card, inside):
            held = inside.begin(_byte(build.add(_CARDS, card), 0), "held")
            there = inside.inner()
            yield card, held, there
            inside.do(When(held, tuple(there.statements)))

    @contextmanager
    def _listed(
        self, owner: LoweredExpression, offset: int, step: int, body: LoweredBody
    ) -> Generator[tuple[LocalVariable, LoweredBody]]:
        """Write a loop over a list of which an entry says where it begins and ends."""
        start, stop = (
            body.begin(build.load(I32, owner, offset + at, 4), "listed") for at in (0, 4)
        )
        with counting(body, "entry", start, stop, step) as loop:
            yield loop

    def _pattern(self, index: LoweredExpression, body: LoweredBody) -> LocalVariable:
        """Return where the entry of a pattern stands."""
        place = build.add(build.multiply(index, i32(a.PATTERN)), i32(self.tables.patterns))
        return body.begin(place, "entry")

    def _stands(self, index: LoweredExpression, card: LoweredExpression) -> LoweredExpression:
        """Return the ranks that a card may have in a pattern, 0 where it keeps its own."""
        row = build.multiply(index, i32(len(self.game.cards)))
        place = build.multiply(build.add(row, card), i32(WORD))
        return build.load(I64, place, self.tables.stands, WORD)


def _byte(address: LoweredExpression, offset: int) -> LoweredExpression:
    return build.load(I32, address, offset, 1)


def _bit(rank: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.SHL, i64(1), build.widened(rank))
