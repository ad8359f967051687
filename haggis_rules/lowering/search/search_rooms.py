"""Where the search for plays keeps what it finds, and what all its functions do there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32
from haggis_rules.codegen.lowered.form import (
    IntegerOperator,
    LoweredExpression,
    Operation,
    Store,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.search import search_tables as t
from haggis_rules.lowering.search.search_tables import EntryLayout, SearchTables

MOST_ENTRIES: Final = 1 << 15  # of all lists together
MOST_MADE: Final = 1 << 16  # plays of one hand


@dataclass(frozen=True, slots=True)
class SearchRooms:
    """Where is kept what the search finds.

    ``held``: the cards at hand; ``searched``: whether their plays have been found; ``starts`` and
    ``ends``: where the list of each row of a path begins and ends; ``entries``: the lists;
    ``made``: the plays, each its cards and then the place of its reading, with room for one more;
    ``made_end``: where they end; ``counts`` and ``firsts``: how many there are of each reading, and
    where the first of them stands.
    """

    entry: EntryLayout
    held: int
    searched: int
    starts: int
    ends: int
    entries: int
    made: int
    made_end: int
    counts: int
    firsts: int

    @property
    def cards(self) -> int:
        """How many bytes some cards take."""
        return WORD * self.entry.words

    @property
    def play(self) -> int:
        """How many bytes a play takes."""
        return self.cards + WORD

    def check_entries(self, written: LoweredExpression, body: LoweredBody) -> None:
        """Write what stops where there is no room for one more entry."""
        full = i32(self.entries + self.entry.size * (MOST_ENTRIES - 1))
        over = build.compare(IntegerOperator.GT_S, written, full)
        body.fail_when(over, BreachCode.TOO_LARGE)


def search_rooms(context: LoweringContext, tables: SearchTables) -> SearchRooms:
    """Find room for a search."""
    memory, entry = context.memory, tables.entry
    cards = WORD * entry.words
    return SearchRooms(
        entry,
        memory.room(cards),
        memory.room(8),
        memory.room(4 * (tables.deepest + 1)),
        memory.room(4 * (tables.deepest + 1)),
        memory.room(entry.size * MOST_ENTRIES),
        memory.room((cards + WORD) * (MOST_MADE + 1)),
        memory.room(4),
        memory.room(4 * tables.places + WORD),
        memory.room(4 * tables.places),
    )


def byte(address: LoweredExpression, offset: int) -> LoweredExpression:
    """Return the number from 0 to 255 that one byte holds."""
    return build.load(I32, address, offset, 1)


def flag(node: LoweredExpression, which: int) -> LoweredExpression:
    """Return whether something is so of a node: not 0."""
    return Operation(IntegerOperator.AND, byte(node, t.NODE_FLAGS), i32(which))


def held_in(rooms: SearchRooms, card: LoweredExpression) -> LoweredExpression:
    """Return how many copies of a card there are among those at hand."""
    return byte(card, rooms.held)


def copied(target: LoweredExpression, source: LoweredExpression, size: int) -> list[Store]:
    """Return statements that copy words one by one."""
    return [
        Store(target, offset, WORD, build.load(I64, source, offset, WORD))
        for offset in range(0, size, WORD)
    ]
