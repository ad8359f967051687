"""One play of a row by its place among them, in the lowered form, without making the others.

For rows that are plain (``laned_rows``), and whose wild cards all come behind the natural ones in
the order of cards. Plays are in the order of their cards as one number, the last card highest: so
first by their wild cards, and then by their highest natural card, and so on downwards.
"""

from __future__ import annotations

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
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD
from haggis_rules.lowering.rows import play_tables as t
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.plays import ROW, PlayLowering, bits, byte

RANKED_PLAY = "making ranked play"
_NUMBER, _WHICH = LocalVariable(I32, "number"), LocalVariable(I32, "which")
_TARGET = LocalVariable(I32, "target")


class RankedPlay:
    """Writes the function that makes a play of a row: its number, the place, and where to."""

    def __init__(self, plays: PlayLowering) -> None:
        self.plays, self.tables = plays, plays.tables
        body = plain_body(plays.context, _NUMBER, _WHICH, _TARGET)
        rows = build.multiply(_NUMBER, i32(t.ROW))
        body.do(Assign(ROW, build.add(rows, i32(self.tables.rows))))
        place = build.multiply(_NUMBER, i32(r.KEY))
        key = body.begin(build.add(place, i32(self.tables.lines.keys)), "key")
        left = body.begin(build.widened(_WHICH), "left")
        boxes = body.begin(build.load(I32, ROW, t.ROW_BOXES, 2), "boxes")
        size = body.begin(byte(ROW, t.ROW_SIZE), "size")
        with plays.each_choice(plays.filling(body), size, body) as (choice, natural, inside):
            ways = self._natural_choices(key, boxes, natural, inside)
            then = inside.inner()
            words = self.plays.context.layout.words
            for at in range(0, WORD * words, WORD):
                cards = build.load(I64, choice, t.CHOICE_CARDS + at, WORD)
                then.do(Store(_TARGET, CARDS_AT + at, WORD, cards))
            self._natural_cards(boxes, natural, left, then)
            then.do(Return())
            here = build.compare(IntegerOperator.LT_S, left, ways)
            inside.do(When(here, tuple(then.statements)))
            inside.do(Assign(left, build.subtract(left, ways)))
        plays.context.write(RANKED_PLAY, [_NUMBER, _WHICH, _TARGET], body)

    def _natural_choices(
        self, key: LocalVariable, boxes: LocalVariable, natural: LocalVariable, body: LoweredBody
    ) -> LocalVariable:
        """Write what counts the choices of so many natural cards, all from one box."""
        ways = body.begin(build.widened(byte(key, r.KEY_WHOLE)), "ways")
        some = body.inner()
        some.do(Assign(ways, i64(0)))
        within = some.inner()
        with counting(within, "box", i32(0), boxes) as (number, inside):
            held = bits(self.plays.plane(self.plays.box(number, inside), 1))
            inside.do(grow(ways, self._binomial(held, natural)))
        few = build.compare(IntegerOperator.GE_S, natural, byte(key, r.KEY_LEAST))
        many = build.compare(IntegerOperator.LE_S, natural, byte(key, r.KEY_MOST))
        some.do(When(build.both(few, many), tuple(within.statements)))
        body.do(When(natural, tuple(some.statements)))
        return ways

    def _natural_cards(
        self,
        boxes: LocalVariable,
        natural: LocalVariable,
        left: LocalVariable,
        body: LoweredBody,
    ) -> None:
        """Write what lays the natural cards, from the highest down."""
        first = self.plays.plane(self.plays.box(i32(0), body), 1)
        cards, wanted = body.begin(first, "cards"), body.begin(natural, "wanted")
        several = body.inner()
        self._choose_box(boxes, cards, wanted, left, several)
        more = build.compare(IntegerOperator.GT_S, boxes, i32(1))
        body.do(When(build.both(more, natural), tuple(several.statements)))
        lower = body.begin(bits(cards), "lower")
        inside = body.inner()
        zeros = Converted(Conversion.LEADING_ZEROS_64, cards)
        card = inside.begin(build.subtract(i64(63), zeros), "card")
        highest = Operation(IntegerOperator.SHL, i64(1), card)
        inside.do(Assign(cards, Operation(IntegerOperator.XOR, cards, highest)))
        inside.do(Assign(lower, build.subtract(lower, i32(1))))
        without = inside.begin(self._binomial(lower, wanted), "without")
        lay = (
            Assign(left, build.subtract(left, without)),
            Assign(wanted, build.subtract(wanted, i32(1))),
            _lay_card(card),
        )
        inside.do(When(build.compare(IntegerOperator.GE_S, left, without), lay))
        body.do(While(wanted, tuple(inside.statements)))

    def _choose_box(
        self,
        boxes: LocalVariable,
        cards: LocalVariable,
        wanted: LocalVariable,
        left: LocalVariable,
        body: LoweredBody,
    ) -> None:
        """Write what finds the highest card of the play, and lays it.

        What is left to choose from are the lower cards of its box.
        """
        every = body.begin(i64(0), "every")
        with counting(body, "box", i32(0), boxes) as (number, inside):
            held = self.plays.plane(self.plays.box(number, inside), 1)
            inside.do(Assign(every, Operation(IntegerOperator.OR, every, held)))
        body.do(Assign(wanted, build.subtract(wanted, i32(1))))
        ways = body.begin(i64(0), "ways")
        card, bit = body.begin(i64(0), "highest"), body.begin(i64(0), "bit")
        inside = body.inner()
        inside.do(Assign(left, build.subtract(left, ways)))
        inside.do(Assign(card, Converted(Conversion.TRAILING_ZEROS_64, every)))
        inside.do(Assign(bit, Operation(IntegerOperator.SHL, i64(1), card)))
        inside.do(Assign(every, Operation(IntegerOperator.XOR, every, bit)))
        with counting(inside, "box", i32(0), boxes) as (number, each):
            held = each.begin(self.plays.plane(self.plays.box(number, each), 1), "held")
            own = Operation(IntegerOperator.AND, held, bit)
            below = Operation(IntegerOperator.AND, held, build.subtract(bit, i64(1)))
            each.do(When(build.negated(build.equal(own, i64(0))), (Assign(cards, below),)))
        inside.do(Assign(ways, self._binomial(bits(cards), wanted)))
        body.do(Assign(ways, i64(0)))
        again = build.compare(IntegerOperator.GE_S, left, ways)
        body.do(While(again, tuple(inside.statements)))
        body.do(_lay_card(card))

    def _binomial(self, held: LoweredExpression, chosen: LoweredExpression) -> LoweredExpression:
        row = build.multiply(held, i32(self.plays.rooms.stride))
        at = build.add(row, build.multiply(chosen, i32(WORD)))
        return build.load(I64, at, self.tables.powers, WORD)


def _lay_card(card: LocalVariable) -> Store:
    """Return what lays one card of a class."""
    return Store(build.add(_TARGET, build.narrowed(card)), CARDS_AT, 1, i32(1))
