"""Plays completed by wild cards, in the lowered form: by each choice that fills what is lacking.

A choice fills it when there are as many cards as cells that lack one and, of every few kinds of
them, no more than cells lacking on the ranks that those kinds may have (Hall 1935): the unions of
ranks for which this is looked at stand in the tables, as does what the plays of a pattern need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
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
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow, smaller
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.search import search_tables as t
from haggis_rules.lowering.search.search_rooms import MOST_MADE, SearchRooms, byte, copied, held_in

COMPLETE, FINISH = "complete plays", "finish play"

_TREE, _NODE = LocalVariable(I32, "tree"), LocalVariable(I32, "node")
_BEGIN, _END = LocalVariable(I32, "begin"), LocalVariable(I32, "end")
_ENTRY: Final = LocalVariable(I32, "entry")
_ONES: Final = 0x0101_0101_0101_0101


class PlayCompletion:
    """Writes what completes the entries of a list to plays."""

    def __init__(self, context: LoweringContext, rooms: SearchRooms) -> None:
        self.context, self.rooms, self.entry = context, rooms, rooms.entry
        self.cards = range(0, rooms.cards, WORD)
        self._finish()
        self._complete()

    def _complete(self) -> None:
        """Write what adds wild cards to the entries of a list; those it makes stand behind it."""
        body, size = plain_body(self.context, _TREE, _NODE, _BEGIN, _END), self.entry.size
        with counting(body, "entry", _BEGIN, _END, size) as (entry, inside):
            lacking = build.load(I32, entry, self.entry.lacking, 4)
            wanted = inside.begin(lacking, "lacking")
            some, none = inside.inner(), inside.inner()
            none.do(Perform(Invoke(None, FINISH, (_TREE, _NODE, entry))))
            self._add_wild(entry, wanted, some)
            inside.do(When(wanted, tuple(some.statements), tuple(none.statements)))
        self.context.write(COMPLETE, [_TREE, _NODE, _BEGIN, _END], body)

    def _add_wild(self, entry: LocalVariable, wanted: LocalVariable, body: LoweredBody) -> None:
        """Write what makes each choice of wild cards, kind by kind, and keeps the large enough."""
        size, written = self.entry.size, body.begin(_END, "written")
        self.rooms.check_entries(written, body)
        body.do(*copied(written, entry, size), grow(written, i32(size)))
        first = body.begin(build.load(I32, _TREE, t.TREE_WILD, 4), "kinds")
        stop = body.begin(build.add(first, byte(_TREE, t.TREE_WILDS)), "stop")
        with counting(body, "kind", first, stop) as (kind, inside):
            card = inside.begin(byte(kind, 0), "card")
            held = inside.begin(held_in(self.rooms, card), "held")
            with inside.only_when(held) as there:
                self._add_kind(card, (held, wanted), written, there)
        with counting(body, "chosen", _END, written, size) as (chosen, inside):
            many = build.load(I32, chosen, self.entry.chosen, 4)
            finish = Perform(Invoke(None, FINISH, (_TREE, _NODE, chosen)))
            inside.do(When(build.equal(many, wanted), (finish,)))

    def _add_kind(
        self,
        card: LocalVariable,
        bounds: tuple[LocalVariable, LocalVariable],
        written: LocalVariable,
        body: LoweredBody,
    ) -> None:
        """Write what adds entries with one copy of a wild card or more."""
        held, wanted = bounds
        stop, size = body.begin(written, "stop"), self.entry.size
        with counting(body, "before", _END, stop, size) as (before, inside):
            chosen = inside.begin(build.load(I32, before, self.entry.chosen, 4), "chosen")
            room = build.subtract(wanted, chosen)
            most = inside.begin(build.add(smaller(inside, held, room), i32(1)), "most")
            with counting(inside, "copies", i32(1), most) as (copies, each):
                self.rooms.check_entries(written, each)
                each.do(*copied(written, before, size))
                each.do(Store(build.add(written, card), 0, 1, copies))
                each.do(Store(written, self.entry.chosen, 4, build.add(chosen, copies)))
                each.do(grow(written, i32(size)))

    def _finish(self) -> None:
        """Write what puts an entry behind the plays, with each reading, if it is a play."""
        body = plain_body(self.context, _TREE, _NODE, _ENTRY)
        self._check_unions(body)
        self._check_needs(body)
        first = body.begin(build.load(I32, _NODE, t.NODE_ENDS, 4), "ends")
        count = build.multiply(build.load(I32, _NODE, t.NODE_END_COUNT, 2), i32(t.NUMBER))
        stop = body.begin(build.add(first, count), "stop")
        with counting(body, "reading", first, stop, t.NUMBER) as (reading, inside):
            end = inside.begin(build.load(I32, i32(0), self.rooms.made_end, 4), "made")
            full = i32(self.rooms.made + self.rooms.play * MOST_MADE)
            inside.fail_when(build.equal(end, full), BreachCode.TOO_LARGE)
            inside.do(*copied(end, _ENTRY, self.rooms.cards))
            inside.do(Store(end, self.rooms.cards, WORD, build.load(I64, reading, 0, t.NUMBER)))
            after = build.add(end, i32(self.rooms.play))
            inside.do(Store(i32(0), self.rooms.made_end, 4, after))
        self.context.write(FINISH, [_TREE, _NODE, _ENTRY], body)

    def _check_unions(self, body: LoweredBody) -> None:
        """Write what returns where too many wild cards can stand on too few cells."""
        ranks = range(0, WORD * self.entry.rank_words, WORD)
        size = self.rooms.cards + WORD * self.entry.rank_words
        first = body.begin(build.load(I32, _TREE, t.TREE_UNIONS, 4), "unions")
        count = build.load(I32, _TREE, t.TREE_UNION_COUNT, 2)
        stop = body.begin(build.add(first, build.multiply(count, i32(size))), "stop")
        with counting(body, "union", first, stop, size) as (union, inside):
            cards = _masked_sum(_ENTRY, union, 0, self.cards)
            there = inside.begin(cards, "cards")
            cells = _masked_sum(
                build.add(_ENTRY, i32(self.entry.lack)), union, self.rooms.cards, ranks
            )
            inside.do(When(build.compare(IntegerOperator.GT_S, there, cells), (Return(),)))

    def _check_needs(self, body: LoweredBody) -> None:
        """Write what returns where a play does not have what its pattern needs."""
        size = t.NEED_CARDS + self.rooms.cards
        first = body.begin(build.load(I32, _TREE, t.TREE_NEEDS, 4), "needs")
        count = build.multiply(byte(_TREE, t.TREE_NEED_COUNT), i32(size))
        stop = body.begin(build.add(first, count), "stop")
        with counting(body, "need", first, stop, size) as (need, inside):
            held = inside.begin(_masked_sum(_ENTRY, need, t.NEED_CARDS, self.cards), "held")
            wanted = byte(need, t.NEED_COUNT)
            few = build.compare(IntegerOperator.LT_S, held, wanted)
            many = build.compare(IntegerOperator.GT_S, held, wanted)
            wrong = build.choose(byte(need, t.NEED_AT_LEAST), few, many)
            inside.do(When(wrong, (Return(),)))


def _masked_sum(
    cards: LoweredExpression, masks: LoweredExpression, offset: int, words: Sequence[int]
) -> LoweredExpression:
    """Return the sum of the bytes that masks keep; it is 127 at most, as that of all cards is."""
    kept = [
        Operation(
            IntegerOperator.AND,
            build.load(I64, cards, word, WORD),
            build.load(I64, masks, offset + word, WORD),
        )
        for word in words
    ]
    product = build.multiply(build.added_up(list(kept)), i64(_ONES))
    return build.narrowed(Operation(IntegerOperator.SHR_U, product, i64(56)))
