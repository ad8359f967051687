"""A walk through the trees of layouts, in the lowered form: all ways to lay natural cards.

Going down, the cards of a hand are laid row by row. What is laid so far is a list of entries
(``search_tables.EntryLayout``), one list for each row of the path, one behind the other. A branch
in which nothing can be laid is left out. Mirrors ``enumeration.search.staged_search``, but
remembers nothing.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, i32, i64
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
    While,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow, smaller
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.search import search_tables as t
from haggis_rules.lowering.search.play_completion import COMPLETE, PlayCompletion
from haggis_rules.lowering.search.row_suits import SETTLE, write_row_suits
from haggis_rules.lowering.search.search_rooms import SearchRooms, byte, copied, flag, held_in

WALK, LAY_ROW = "walk through tree", "lay row"

_TREE, _NODE = LocalVariable(I32, "tree"), LocalVariable(I32, "node")
_BEGIN, _END, _WILD = (LocalVariable(I32, name) for name in ("begin", "end", "wild"))
_LEVEL: Final = 4  # bytes of an address, for each row of a path


class LayoutWalk:
    """Writes the functions of the walk."""

    def __init__(self, context: LoweringContext, rooms: SearchRooms) -> None:
        self.context, self.rooms, self.entry = context, rooms, rooms.entry
        PlayCompletion(context, rooms)
        write_row_suits(context, rooms)
        self._lay_row()
        self._walk()

    def _walk(self) -> None:
        """Write what goes through one tree, and puts all plays with its readings behind others."""
        body, rooms = plain_body(self.context, _TREE), self.rooms
        body.do(Store(i32(0), rooms.starts, 4, i32(rooms.entries)))
        body.do(Store(i32(0), rooms.ends, 4, i32(rooms.entries + self.entry.size)))
        for offset in range(0, self.entry.size, WORD):
            body.do(Store(i32(0), rooms.entries + offset, WORD, i64(0)))
        wild = self._wild_held(body)
        node = body.begin(build.load(I32, _TREE, t.TREE_NODES, 4), "node")
        stop = body.begin(build.load(I32, _TREE, t.TREE_END, 4), "stop")
        inside = body.inner()
        self._visit(node, wild, inside)
        below = build.compare(IntegerOperator.LT_S, node, stop)
        body.do(While(below, tuple(inside.statements)))
        self.context.write(WALK, [_TREE], body)

    def _wild_held(self, body: LoweredBody) -> LocalVariable:
        """Return how many wild cards there are."""
        total = body.begin(i32(0), "wild")
        start = body.begin(build.load(I32, _TREE, t.TREE_WILD, 4), "kinds")
        stop = body.begin(build.add(start, byte(_TREE, t.TREE_WILDS)), "stop")
        with counting(body, "kind", start, stop) as (kind, inside):
            inside.do(grow(total, held_in(self.rooms, byte(kind, 0))))
        return total

    def _visit(self, node: LocalVariable, wild: LocalVariable, body: LoweredBody) -> None:
        """Write what lays the row of a node, and goes on below it where that can be done."""
        depth = body.begin(build.multiply(byte(node, t.NODE_DEPTH), i32(_LEVEL)), "level")
        begin = body.begin(build.load(I32, depth, self.rooms.starts - _LEVEL, 4), "begin")
        end = body.begin(build.load(I32, depth, self.rooms.ends - _LEVEL, 4), "end")
        laid = body.begin(Invoke(I32, LAY_ROW, (_TREE, node, begin, end, wild)), "after")
        body.do(Store(depth, self.rooms.starts, 4, end), Store(depth, self.rooms.ends, 4, laid))
        some = body.inner()
        complete = Perform(Invoke(None, COMPLETE, (_TREE, node, end, laid)))
        some.do(When(build.load(I32, node, t.NODE_END_COUNT, 2), (complete,)))
        some.do(grow(node, i32(t.NODE)))
        skip = Assign(node, build.add(node, build.load(I32, node, t.NODE_SKIP, 4)))
        body.do(When(build.equal(laid, end), (skip,), tuple(some.statements)))

    def _lay_row(self) -> None:
        """Write what lays cards into one row after each entry of a list, and returns the new end.

        What is laid stands behind the list.
        """
        body = plain_body(self.context, _TREE, _NODE, _BEGIN, _END, _WILD)
        self._refuse_early(body)
        written = self._copy_entries(body)
        first = body.begin(build.load(I32, _NODE, t.NODE_CARDS, 4), "cards")
        count = build.multiply(byte(_NODE, t.NODE_CARD_COUNT), i32(self.entry.card))
        stop = body.begin(build.add(first, count), "stop")
        with counting(body, "card", first, stop, self.entry.card) as (card, inside):
            held = inside.begin(held_in(self.rooms, byte(card, t.CARD_CLASS)), "held")
            with inside.only_when(held) as there:
                self._each_entry(card, held, written, there)
        kept = body.begin(_END, "kept")
        with counting(body, "entry", _END, written, self.entry.size) as (entry, inside):
            fits = inside.begin(Invoke(I32, SETTLE, (_TREE, _NODE, entry, _WILD)), "fits")
            with inside.only_when(fits) as there:
                there.do(*copied(kept, entry, self.entry.size))
                there.do(grow(kept, i32(self.entry.size)))
        body.do(Return(kept))
        self.context.write(LAY_ROW, [_TREE, _NODE, _BEGIN, _END, _WILD], body, result=I32)

    def _refuse_early(self, body: LoweredBody) -> None:
        """Write what returns where there are too few cards for the row."""
        there = body.begin(build.choose(flag(_NODE, t.MAY_LACK), _WILD, i32(0)), "there")
        first = body.begin(build.load(I32, _NODE, t.NODE_CARDS, 4), "cards")
        count = build.multiply(byte(_NODE, t.NODE_CARD_COUNT), i32(self.entry.card))
        stop = body.begin(build.add(first, count), "stop")
        with counting(body, "card", first, stop, self.entry.card) as (card, inside):
            inside.do(grow(there, held_in(self.rooms, byte(card, t.CARD_CLASS))))
        few = build.compare(IntegerOperator.LT_S, there, byte(_NODE, t.NODE_WIDTH))
        body.do(When(few, (Return(_END),)))

    def _copy_entries(self, body: LoweredBody) -> LocalVariable:
        """Write what copies the list behind itself, with an empty row; return where that ends."""
        written, entry = body.begin(_END, "written"), self.entry
        with counting(body, "entry", _BEGIN, _END, entry.size) as (old, inside):
            self.rooms.check_entries(written, inside)
            inside.do(*copied(written, old, entry.size))
            inside.do(*self._emptied(written, entry.row))
            inside.do(Store(written, entry.in_row, 4, i32(0)))
            inside.do(Store(written, entry.bare, 4, i32(0)), Store(written, entry.free, 4, i32(0)))
            first = [entry.state, *map(entry.line, range(entry.lines))]
            new = tuple(one for at in first for one in self._emptied(written, at))
            inside.do(When(flag(_NODE, t.FIRST_OF_PART), new))
            inside.do(grow(written, i32(entry.size)))
        return written

    def _emptied(self, entry: LoweredExpression, at: int) -> list[Store]:
        """Return statements that say of each suit that there is none of it."""
        words = range(at, at + self.entry.suits, WORD)
        return [Store(entry, offset, WORD, i64(0)) for offset in words]

    def _each_entry(
        self, card: LocalVariable, held: LocalVariable, written: LocalVariable, body: LoweredBody
    ) -> None:
        """Write what adds entries with one copy of a card or more; those without it stay."""
        stop, size = body.begin(written, "stop"), self.entry.size
        with counting(body, "entry", _END, stop, size) as (entry, inside):
            in_row = build.load(I32, entry, self.entry.in_row, 4)
            room = build.subtract(byte(_NODE, t.NODE_WIDTH), in_row)
            most = inside.begin(build.add(smaller(inside, held, room), i32(1)), "most")
            with counting(inside, "copies", i32(1), most) as (copies, each):
                self.rooms.check_entries(written, each)
                each.do(*copied(written, entry, size))
                self._add(card, copies, written, each)
                each.do(grow(written, i32(size)))

    def _add(
        self, card: LocalVariable, copies: LocalVariable, entry: LocalVariable, body: LoweredBody
    ) -> None:
        """Write what adds copies of a card to the row of an entry that has none of it."""
        at = build.add(entry, byte(card, t.CARD_CLASS))
        body.do(Store(at, 0, 1, copies), _more(entry, self.entry.in_row, copies))
        of_suit = body.begin(build.add(entry, byte(card, t.CARD_SUIT)), "of suit")
        keeps = body.inner()
        keeps.do(_more(of_suit, self.entry.row, copies, 1))
        for number in range(self.entry.lines):
            needs, bit = byte(card, t.CARD_NEEDS + number // 8), i32(1 << number % 8)
            needed = Operation(IntegerOperator.AND, needs, bit)
            keeps.do(When(needed, (_more(of_suit, self.entry.line(number), copies, 1),)))
        kind = byte(card, t.CARD_KIND)
        bare = (_more(entry, self.entry.bare, copies),)
        free = (_more(entry, self.entry.free, copies),)
        other = When(build.equal(kind, i32(t.HAS_NO_SUIT)), bare, free)
        body.do(When(build.equal(kind, i32(t.KEEPS_SUIT)), tuple(keeps.statements), (other,)))


def _more(
    address: LoweredExpression, offset: int, copies: LoweredExpression, size: int = 4
) -> Store:
    """Return what adds copies to a number of so many bytes."""
    return Store(address, offset, size, build.add(build.load(I32, address, offset, size), copies))
