"""Whether the cards of a row may lie there, in the lowered form: its width, its suits, its lines.

Mirrors ``enumeration.suits`` and ``semantics.suit_lines.lines_fit``. The suits of a part so far are
one byte for each suit, in as many words as it takes: 1 where it is there or, where suits match, how
many cards the row has that has most of it. Where they have to be mixed, the second bit of all says
that they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    Conversion,
    Converted,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Return,
    Statement,
    Store,
    When,
)
from haggis_rules.ir.game import SuitRule
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import grow
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.search import search_tables as t
from haggis_rules.lowering.search.search_rooms import SearchRooms, byte, flag

SETTLE, LINES_FIT = "settle row", "lines fit"

_TREE, _NODE = LocalVariable(I32, "tree"), LocalVariable(I32, "node")
_ENTRY, _WILD = LocalVariable(I32, "entry"), LocalVariable(I32, "wild")
_ONES: Final = 0x0101_0101_0101_0101
_MIXED: Final = 2
_NOT = Return(i32(0))


def write_row_suits(context: LoweringContext, rooms: SearchRooms) -> None:
    """Write what settles a row: it tells whether the row may be so, and begins the next one."""
    if rooms.entry.lines:
        _LinesFit(context, rooms).write()
    _RowSettling(context, rooms).write()


class _RowSettling:
    """Writes what looks at a row in which all cards lie that keep their rank."""

    def __init__(self, context: LoweringContext, rooms: SearchRooms) -> None:
        self.context, self.entry = context, rooms.entry
        self.body = plain_body(context, _TREE, _NODE, _ENTRY, _WILD)

    def write(self) -> None:
        """Write the function, with the needs of lines where there are some."""
        body, entry = self.body, self.entry
        in_row = build.load(I32, _ENTRY, entry.in_row, 4)
        lacking = body.begin(build.subtract(byte(_NODE, t.NODE_WIDTH), in_row), "lacking")
        self._refuse(build.both(lacking, build.equal(flag(_NODE, t.MAY_LACK), i32(0))))
        total = body.begin(build.add(build.load(I32, _ENTRY, entry.lacking, 4), lacking), "total")
        self._refuse(build.compare(IntegerOperator.GT_S, total, _WILD))
        self._suits(lacking)
        body.do(Store(_ENTRY, entry.lacking, 4, total))
        rank = build.add(_ENTRY, byte(_NODE, t.NODE_RANK))
        body.do(Store(rank, entry.lack, 1, lacking), Return(i32(1)))
        self.context.write(SETTLE, [_TREE, _NODE, _ENTRY, _WILD], body, result=I32)

    def _refuse(self, condition: LoweredExpression, body: LoweredBody | None = None) -> None:
        (body or self.body).do(When(condition, (_NOT,)))

    def _suits(self, lacking: LocalVariable) -> None:
        """Write what looks at the suits of the row beside those of the part so far."""
        body, entry = self.body, self.entry
        row = self._words(entry.row, "row")
        bare = body.begin(build.load(I32, _ENTRY, entry.bare, 4), "bare")
        free = body.begin(build.add(build.load(I32, _ENTRY, entry.free, 4), lacking), "free")
        self._wanted(row, bare)
        self._highest(row, bare, free)
        rule = body.begin(byte(_NODE, t.NODE_RULE), "rule")
        any_suits = build.equal(rule, i32(t.RULES.index(SuitRule.ANY)))
        self._refuse(build.both(build.negated(any_suits), bare))
        state = self._words(entry.state, "state")
        for number, one in enumerate(t.RULES):
            inside = body.inner()
            self._join(one, (row, free, state), inside)
            body.do(When(build.equal(rule, i32(number)), tuple(inside.statements)))
        for number, word in enumerate(state):
            body.do(Store(_ENTRY, entry.state + WORD * number, WORD, word))

    def _words(self, at: int, name: str) -> list[LocalVariable]:
        """Return what an entry has of each suit, eight of them in a word."""
        words = range(at, at + self.entry.suits, WORD)
        return [self.body.begin(build.load(I64, _ENTRY, one, WORD), name) for one in words]

    def _wanted(self, row: Sequence[LocalVariable], bare: LocalVariable) -> None:
        """Write what refuses a card of another suit than the one that a field wants."""
        wanted = self.body.begin(byte(_NODE, t.NODE_WANTED), "wanted")
        inside = self.body.inner()
        own = byte(build.add(_ENTRY, wanted), self.entry.row)
        others = build.negated(build.equal(_sum(row), own))
        self._refuse(build.either(others, bare), inside)
        none = build.equal(wanted, i32(t.NO_SUIT))
        self.body.do(When(build.negated(none), tuple(inside.statements)))

    def _highest(
        self, row: Sequence[LocalVariable], bare: LocalVariable, free: LocalVariable
    ) -> None:
        """Write what refuses a row whose highest suit cannot be the one that a field has."""
        highest = self.body.begin(byte(_NODE, t.NODE_HIGHEST), "highest")
        inside = self.body.inner()
        self._refuse(build.either(_some(_above(row, highest)), bare), inside)
        there = byte(build.add(_ENTRY, highest), self.entry.row)
        self._refuse(build.equal(build.add(there, free), i32(0)), inside)
        none = build.equal(highest, i32(t.NO_SUIT))
        self.body.do(When(build.negated(none), tuple(inside.statements)))

    def _join(
        self,
        rule: SuitRule,
        row: tuple[Sequence[LocalVariable], LocalVariable, Sequence[LocalVariable]],
        body: LoweredBody,
    ) -> None:
        """Write what joins the suits of a row to those of its part, and refuses what cannot be."""
        suits, free, state = row
        each = [body.begin(_each(word), "each") for word in suits]
        width, repeated = byte(_NODE, t.NODE_WIDTH), _some(_pairs(IntegerOperator.XOR, each, suits))
        together = _assigned(state, _pairs(IntegerOperator.OR, state, each))
        match rule:
            case SuitRule.ANY:
                body.do(*_assigned(state, [i64(0)] * len(state)))
            case SuitRule.ONE:
                body.do(*together)
                self._refuse(build.compare(IntegerOperator.GT_S, _number(state), i32(1)), body)
            case SuitRule.DIFFERENT:
                shared = _some(_pairs(IntegerOperator.AND, state, each))
                self._refuse(build.either(shared, repeated), body)
                body.do(*together)
            case SuitRule.MIXED:
                body.do(*together)
                several = build.compare(IntegerOperator.GT_S, _number(state), i32(1))
                mixed = Operation(IntegerOperator.OR, state[0], i64(_MIXED))
                body.do(When(build.either(several, free), (Assign(state[0], mixed),)))
                is_mixed = Operation(IntegerOperator.AND, state[0], i64(_MIXED))
                unmixed = build.negated(_some([is_mixed]))
                last = flag(_NODE, t.LAST_OF_PART)
                self._refuse(build.both(last, unmixed), body)
            case SuitRule.MATCHING:
                body.do(*_assigned(state, list(map(_most, state, suits))))
                self._refuse(build.compare(IntegerOperator.GT_S, _sum(state), width), body)
                self._lines(state, body)
            case SuitRule.MATCHING_DIFFERENT:
                self._refuse(repeated, body)
                body.do(*together)
                above = build.compare(IntegerOperator.GT_S, _number(state), width)
                self._refuse(above, body)
                self._lines(state, body)

    def _lines(self, state: Sequence[LocalVariable], body: LoweredBody) -> None:
        """Write what refuses the last row of a part whose lines cannot hold what they need."""
        if not self.entry.lines:
            return
        wanted = t.LAST_OF_PART | t.IN_LINES
        both = build.equal(flag(_NODE, wanted), i32(wanted))
        inside = body.inner()
        fit = inside.begin(Invoke(I32, LINES_FIT, (_TREE, _NODE, _ENTRY, *state)), "fit")
        self._refuse(build.equal(fit, i32(0)), inside)
        body.do(When(both, tuple(inside.statements)))


class _LinesFit:
    """Writes what tells whether all lines of a part can have suits with which they hold enough."""

    def __init__(self, context: LoweringContext, rooms: SearchRooms) -> None:
        self.context, self.entry = context, rooms.entry
        self.suits = len(context.game.suits)

    def write(self) -> None:
        """Write the function. It mirrors ``suit_lines.lines_fit``."""
        words = range(0, self.entry.suits, WORD)
        most = [LocalVariable(I64, f"most from {first}") for first in words]
        body = plain_body(self.context, _TREE, _NODE, _ENTRY, *most)
        width = body.begin(byte(_NODE, t.NODE_WIDTH), "width")
        different = t.RULES.index(SuitRule.MATCHING_DIFFERENT)
        once = build.equal(byte(_NODE, t.NODE_RULE), i32(different))
        least, largest = body.begin(i32(0), "least"), body.begin(i32(0), "largest")
        for suit in range(self.suits):
            fewest = body.begin(_of_suit(most[suit // WORD], suit % WORD), "fewest")
            highest = body.begin(build.choose(once, i32(1), width), "highest")
            for number in range(self.entry.lines):
                self._need(number, suit, (fewest, highest, width), body)
            above = build.compare(IntegerOperator.GT_S, fewest, highest)
            body.do(When(above, (_NOT,)), grow(least, fewest), grow(largest, highest))
        few = build.compare(IntegerOperator.LE_S, least, width)
        body.do(Return(build.both(few, build.compare(IntegerOperator.GE_S, largest, width))))
        self.context.write(LINES_FIT, [_TREE, _NODE, _ENTRY, *most], body, result=I32)

    def _need(
        self,
        number: int,
        suit: int,
        lines: tuple[LocalVariable, LocalVariable, LocalVariable],
        outside: LoweredBody,
    ) -> None:
        """Write what a need says of the lines of one suit: how many there are at least or most."""
        fewest, highest, width = lines
        body = outside.inner()
        need = body.begin(build.load(I32, _TREE, t.TREE_LINES, 4), "need")
        count = body.begin(byte(need, 2 * number + t.NEED_COUNT), "wanted")
        held = body.begin(byte(_ENTRY, self.entry.line(number) + suit), "held")
        up = build.subtract(build.add(held, count), i32(1))
        lines_for = build.choose(
            count,
            Operation(IntegerOperator.DIV_U, up, count),
            build.choose(held, build.add(width, i32(1)), i32(0)),
        )
        wanted = body.inner()
        for_them = wanted.begin(lines_for, "lines")
        more = build.compare(IntegerOperator.GT_S, for_them, fewest)
        wanted.do(When(more, (Assign(fewest, for_them),)))
        allowed = body.inner()
        with allowed.only_when(count) as some:
            enough = some.begin(Operation(IntegerOperator.DIV_U, held, count), "lines")
            less = build.compare(IntegerOperator.LT_S, enough, highest)
            some.do(When(less, (Assign(highest, enough),)))
        at_least = byte(need, 2 * number + t.NEED_AT_LEAST)
        body.do(When(at_least, tuple(allowed.statements), tuple(wanted.statements)))
        known = build.compare(IntegerOperator.GT_S, byte(_TREE, t.TREE_LINE_COUNT), i32(number))
        outside.do(When(known, tuple(body.statements)))


def _bits_before(suit: LoweredExpression) -> LoweredExpression:
    return build.widened(build.multiply(suit, i32(8)))


def _inverted(value: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.XOR, value, i64(-1))


def _pairs(
    operator: IntegerOperator,
    left: Sequence[LoweredExpression],
    right: Sequence[LoweredExpression],
) -> list[LoweredExpression]:
    """Return what comes of each two words."""
    return [Operation(operator, *both) for both in zip(left, right, strict=True)]


def _assigned(
    words: Sequence[LocalVariable], values: Sequence[LoweredExpression]
) -> list[Statement]:
    return list(map(Assign, words, values))


def _some(words: Sequence[LoweredExpression]) -> LoweredExpression:
    """Return whether anything is there."""
    first, *others = words
    for one in others:
        first = Operation(IntegerOperator.OR, first, one)
    return build.negated(build.equal(first, i64(0)))


def _above(row: Sequence[LocalVariable], suit: LoweredExpression) -> list[LoweredExpression]:
    """Return the bytes of each word that stand above that of a suit."""
    last = len(row) - 1
    words: list[LoweredExpression] = []
    for number, word in enumerate(row):
        # A shift is by its last six bits: by the suit's place in its word.
        from_it = Operation(IntegerOperator.SHR_U, word, _bits_before(suit))
        above: LoweredExpression = Operation(IntegerOperator.SHR_U, from_it, i64(8))
        if number > 0:
            before = build.compare(IntegerOperator.LT_S, suit, i32(WORD * number))
            above = build.choose(before, word, above)
        if number < last:
            behind = build.compare(IntegerOperator.GE_S, suit, i32(WORD * (number + 1)))
            above = build.choose(behind, i64(0), above)
        words.append(above)
    return words


def _each(row: LoweredExpression) -> LoweredExpression:
    """Return 1 for each suit that is there: no byte is above 127, so none carries into the next."""
    raised = build.add(row, i64(127 * _ONES))
    shifted = Operation(IntegerOperator.SHR_U, raised, i64(7))
    return Operation(IntegerOperator.AND, shifted, i64(_ONES))


def _number(state: Sequence[LoweredExpression]) -> LoweredExpression:
    """Return how many suits there are."""
    return build.narrowed(
        build.added_up(
            [
                Converted(Conversion.BITS_SET_64, Operation(IntegerOperator.AND, word, i64(_ONES)))
                for word in state
            ]
        )
    )


def _sum(words: Sequence[LoweredExpression]) -> LoweredExpression:
    """Return the sum of all bytes; it is 127 at most, as that of all cards is."""
    product = build.multiply(build.added_up(list(words)), i64(_ONES))
    return build.narrowed(Operation(IntegerOperator.SHR_U, product, i64(56)))


def _most(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    """Return the larger byte of each two."""
    guards = i64(build.wrapped(I64, 128 * _ONES))
    guarded = Operation(IntegerOperator.OR, left, guards)
    kept = Operation(IntegerOperator.AND, build.subtract(guarded, right), guards)
    shifted = Operation(IntegerOperator.SHR_U, kept, i64(7))
    mask = build.multiply(shifted, i64(255))
    own = Operation(IntegerOperator.AND, left, mask)
    other = Operation(IntegerOperator.AND, right, _inverted(mask))
    return Operation(IntegerOperator.OR, own, other)


def _of_suit(row: LoweredExpression, suit: int) -> LoweredExpression:
    moved = Operation(IntegerOperator.SHR_U, row, i64(8 * suit))
    return build.narrowed(Operation(IntegerOperator.AND, moved, i64(255)))
