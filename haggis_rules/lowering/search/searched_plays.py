"""Plays found by a search, in the lowered form, where rows do not describe them.

All plays of the cards that are looked at are found at once and kept until others are looked at.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32
from haggis_rules.codegen.lowered.form import (
    Invoke,
    LocalVariable,
    LoweredExpression,
    Perform,
    Return,
    Store,
    When,
)
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD
from haggis_rules.lowering.rows.play_choice import PLAY
from haggis_rules.lowering.rows.plays import CARDS, HELD, PLACE
from haggis_rules.lowering.rows.reading_counts import COUNT
from haggis_rules.lowering.search.play_order import INDEX, ORDER, PlayOrder
from haggis_rules.lowering.search.play_search import WALK, LayoutWalk
from haggis_rules.lowering.search.search_rooms import SearchRooms, search_rooms
from haggis_rules.lowering.search.search_tables import NUMBER, TREE, SearchTables, search_tables

_SETTING: Final = 8  # bytes of a setting: where its trees begin, and where they end
_WHICH, _TARGET = LocalVariable(I32, "which"), LocalVariable(I32, "target")


def lower_search(context: LoweringContext, setting: int) -> SearchTables:
    """Write what finds plays by a search, under the names of what finds them by rows.

    ``setting`` is where the number of the setting stands. Raises ``NotLoweredError``.
    """
    tables = search_tables(context)
    rooms = search_rooms(context, tables)
    LayoutWalk(context, rooms)
    PlayOrder(context, rooms, tables.places)
    _held(context, tables, rooms, setting)
    _count(context, rooms)
    _play(context, tables, rooms)
    return tables


def _held(context: LoweringContext, tables: SearchTables, rooms: SearchRooms, setting: int) -> None:
    """Write what looks at cards: it finds their plays, unless it has just done so."""
    body = plain_body(context, CARDS)
    number = body.begin(build.load(I32, i32(0), setting, 4), "setting")
    known = build.load(I32, i32(0), rooms.searched, 4)
    same: LoweredExpression = build.equal(known, build.add(number, i32(1)))
    words = range(0, rooms.cards, WORD)
    for offset in words:
        one = build.load(I64, CARDS, offset, WORD)
        same = build.both(
            same, build.equal(one, build.load(I64, i32(0), rooms.held + offset, WORD))
        )
    body.do(When(same, (Return(),)), Store(i32(0), rooms.searched, 4, i32(0)))
    for offset in words:
        body.do(Store(i32(0), rooms.held + offset, WORD, build.load(I64, CARDS, offset, WORD)))
    body.do(Store(i32(0), rooms.made_end, 4, i32(rooms.made)))
    trees = body.begin(build.multiply(number, i32(_SETTING)), "trees")
    first, stop = (
        body.begin(build.load(I32, trees, tables.settings + at, 4), "tree") for at in (0, 4)
    )
    with counting(body, "tree", first, stop, TREE) as (tree, inside):
        inside.do(Perform(Invoke(None, WALK, (tree,))))
    body.do(Perform(Invoke(None, ORDER, ())), Perform(Invoke(None, INDEX, ())))
    body.do(Store(i32(0), rooms.searched, 4, build.add(number, i32(1))))
    context.seeking.add(context.write(HELD, [CARDS], body, exported=True))


def _count(context: LoweringContext, rooms: SearchRooms) -> None:
    """Write what counts the plays of a reading, by its place."""
    body = plain_body(context, PLACE)
    at = build.multiply(PLACE, i32(4))
    body.do(Return(build.load(I32, at, rooms.counts, 4)))
    context.write(COUNT, [PLACE], body, result=I32, exported=True)


def _play(context: LoweringContext, tables: SearchTables, rooms: SearchRooms) -> None:
    """Write what gives one play of a reading, by the place of both, as a combination."""
    body = plain_body(context, PLACE, _WHICH, _TARGET)
    first = build.load(I32, build.multiply(PLACE, i32(4)), rooms.firsts, 4)
    play = body.begin(build.add(first, build.multiply(_WHICH, i32(rooms.play))), "play")
    number = build.load(I32, build.multiply(PLACE, i32(NUMBER)), tables.numbers, NUMBER)
    body.do(Store(_TARGET, 0, 4, number))
    for offset in range(0, rooms.cards, WORD):
        body.do(Store(_TARGET, CARDS_AT + offset, WORD, build.load(I64, play, offset, WORD)))
    context.write(PLAY, [PLACE, _WHICH, _TARGET], body, exported=True)
