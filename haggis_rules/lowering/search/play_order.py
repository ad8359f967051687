"""Plays put in order, in the lowered form: by their reading, and then by their cards as a number.

A play is words, of which the last is the place of its reading: so plays are compared as numbers.
The same play found twice, in two layouts, is there once in the end.
"""

from __future__ import annotations

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, TRUE, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
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
from haggis_rules.lowering.bodies.counting_loops import counting, falling, grow
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.search.search_rooms import SearchRooms, copied

ORDER, SIFT, PLAY_LESS, INDEX = "order plays", "sift play", "play less", "index plays"

_ONE, _OTHER = LocalVariable(I32, "one"), LocalVariable(I32, "other")
_ROOT, _COUNT = LocalVariable(I32, "root"), LocalVariable(I32, "count")


class PlayOrder:
    """Writes heapsort (Williams 1964), and what counts the plays of each reading after it."""

    def __init__(self, context: LoweringContext, rooms: SearchRooms, places: int) -> None:
        self.context, self.rooms, self.places = context, rooms, places
        self.words = range(0, rooms.play, WORD)
        self._less()
        self._sift()
        self._order()
        self._index()

    def _less(self) -> None:
        """Write what compares two plays as numbers, from the last word on."""
        body = plain_body(self.context, _ONE, _OTHER)
        for offset in reversed(self.words):
            one = body.begin(build.load(I64, _ONE, offset, WORD), "word")
            other = body.begin(build.load(I64, _OTHER, offset, WORD), "word")
            less = Return(Operation(IntegerOperator.LT_U, one, other))
            body.do(When(build.negated(build.equal(one, other)), (less,)))
        body.do(Return(i32(0)))
        self.context.write(PLAY_LESS, [_ONE, _OTHER], body, result=I32)

    def _sift(self) -> None:
        """Write what moves a play down among so many, until none below it is larger."""
        body = plain_body(self.context, _ROOT, _COUNT)
        root, inside = body.begin(_ROOT, "here"), body.inner()
        child = inside.begin(build.add(build.multiply(root, i32(2)), i32(1)), "child")
        inside.do(When(build.compare(IntegerOperator.GE_S, child, _COUNT), (Leave(),)))
        after = inside.begin(build.add(child, i32(1)), "after")
        larger = inside.inner()
        less = larger.begin(self._is_less(child, after), "less")
        larger.do(When(less, (Assign(child, after),)))
        there = build.compare(IntegerOperator.LT_S, after, _COUNT)
        inside.do(When(there, tuple(larger.statements)))
        below = inside.begin(self._is_less(root, child), "less")
        inside.do(When(build.equal(below, i32(0)), (Leave(),)))
        self._swap(root, child, inside)
        inside.do(Assign(root, child))
        body.do(While(TRUE, tuple(inside.statements)))
        self.context.write(SIFT, [_ROOT, _COUNT], body)

    def _order(self) -> None:
        """Write what puts all plays in order."""
        body = plain_body(self.context)
        size = build.subtract(self._made_end(), i32(self.rooms.made))
        number = Operation(IntegerOperator.DIV_U, size, i32(self.rooms.play))
        count = body.begin(number, "count")
        half = body.begin(Operation(IntegerOperator.SHR_U, count, i32(1)), "half")
        last = body.begin(build.subtract(count, i32(1)), "last")
        with falling(body, "root", build.subtract(half, i32(1)), i32(0)) as (root, inside):
            inside.do(Perform(Invoke(None, SIFT, (root, count))))
        with falling(body, "end", last, i32(1)) as (end, inside):
            self._swap(i32(0), end, inside)
            inside.do(Perform(Invoke(None, SIFT, (i32(0), end))))
        self.context.write(ORDER, [], body)

    def _index(self) -> None:
        """Write what leaves out plays that are there twice, and counts those of each reading."""
        body, rooms = plain_body(self.context), self.rooms
        with counting(body, "at", i32(0), i32(4 * self.places), 4) as (at, inside):
            inside.do(Store(at, rooms.counts, 4, i32(0)))
        end, kept = body.begin(self._made_end(), "end"), body.begin(i32(rooms.made), "kept")
        with counting(body, "play", i32(rooms.made), end, rooms.play) as (play, inside):
            new = inside.inner()
            self._keep(play, kept, new)
            inside.do(When(self._is_new(play, kept), tuple(new.statements)))
        body.do(Store(i32(0), rooms.made_end, 4, kept))
        self.context.write(INDEX, [], body)

    def _is_new(self, play: LocalVariable, kept: LocalVariable) -> LoweredExpression:
        """Return whether a play is not the last one that was kept."""
        last = build.subtract(kept, i32(self.rooms.play))
        same: LoweredExpression = build.compare(IntegerOperator.GT_S, kept, i32(self.rooms.made))
        for offset in self.words:
            one, other = (build.load(I64, each, offset, WORD) for each in (play, last))
            same = build.both(same, build.equal(one, other))
        return build.negated(same)

    def _keep(self, play: LocalVariable, kept: LocalVariable, body: LoweredBody) -> None:
        """Write what keeps a play, and counts it for its reading."""
        rooms = self.rooms
        body.do(*copied(kept, play, rooms.play))
        place = build.multiply(build.load(I32, kept, rooms.cards, 4), i32(4))
        place = body.begin(place, "place")
        count = body.begin(build.load(I32, place, rooms.counts, 4), "count")
        first = (Store(place, rooms.firsts, 4, kept),)
        body.do(When(build.equal(count, i32(0)), first))
        body.do(Store(place, rooms.counts, 4, build.add(count, i32(1))))
        body.do(grow(kept, i32(rooms.play)))

    def _made_end(self) -> LoweredExpression:
        return build.load(I32, i32(0), self.rooms.made_end, 4)

    def _at(self, number: LoweredExpression) -> LoweredExpression:
        return build.add(build.multiply(number, i32(self.rooms.play)), i32(self.rooms.made))

    def _is_less(self, one: LoweredExpression, other: LoweredExpression) -> Invoke:
        return Invoke(I32, PLAY_LESS, (self._at(one), self._at(other)))

    def _swap(self, one: LoweredExpression, other: LoweredExpression, body: LoweredBody) -> None:
        left, right = body.begin(self._at(one), "left"), body.begin(self._at(other), "right")
        for offset in self.words:
            word = body.begin(build.load(I64, left, offset, WORD), "word")
            body.do(Store(left, offset, WORD, build.load(I64, right, offset, WORD)))
            body.do(Store(right, offset, WORD, word))
