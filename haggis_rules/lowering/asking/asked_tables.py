"""The counting form of every reading (``semantics.counting``) as tables in memory.

A reading has layouts, a layout has rows, each a rank with so many cells, and parts. What the suits
of a part have to obey comes down to a few numbers about its rows, each at most so large: how many
suits there are, how many cards of one suit, how many of one suit in one row, and, for each suit,
how many the row has that has most of it, all together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from struct import pack
from typing import Final, NamedTuple, TypeAlias

from haggis_rules.ir.game import WITH_LINES, Game, Need, Part, SuitRule
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout, Patterns, Row
from haggis_rules.semantics.state import Reading

# A reading: how many cards it has, its pattern, and its layouts.
READING: Final = 16
READING_SIZE, READING_PATTERN, READING_LAYOUTS, READING_END = 0, 4, 8, 12
# A layout: one bit for each of its ranks, its rows, and its parts.
LAYOUT: Final = 24
LAYOUT_RANKS, LAYOUT_ROWS, LAYOUT_ROWS_END, LAYOUT_PARTS, LAYOUT_PARTS_END = 0, 8, 12, 16, 20
# A row: its rank, how many cells it has, and the suit of its highest card where one is wanted.
ROW: Final = 4
ROW_RANK, ROW_WIDTH, ROW_HIGHEST = 0, 1, 2
# A part: its rows, what its suits have to be like, and the limits of its rule.
PART: Final = 16
PART_ROWS, PART_ROWS_END, PART_KIND, PART_WANTED = 0, 4, 8, 9
PART_SUITS, PART_TOTAL, PART_MATCHED, PART_EACH, PART_WIDTH, PART_ONCE = 10, 11, 12, 13, 14, 15
# A pattern: what it needs of groups, the ranks that some of its wild cards may have together, and
# what each of its lines needs.
PATTERN: Final = 24
PATTERN_NEEDS, PATTERN_NEEDS_END, PATTERN_UNIONS, PATTERN_UNIONS_END = 0, 4, 8, 12
PATTERN_LINES, PATTERN_LINES_END = 16, 20
# What is needed: of which group, how many, and whether at least so many.
NEED: Final = 12
NEED_GROUP, NEED_COUNT, NEED_LEAST = 0, 4, 8

NO_LIMIT: Final = 255
ANY_SUITS, SUITED, NEVER = 0, 1, 2  # what the suits of a part have to be like
MOST_RANKS: Final = 62  # a bit each in 64, and one that says that a card is wild
WILD: Final = 1 << 63
MOST_UNIONS: Final = 256  # of the ranks that wild cards of one pattern may have
MOST_LAYOUTS: Final = 1 << 16  # of a game


@dataclass(frozen=True, slots=True)
class AskedTables:
    """Where the tables of the counting form stand.

    ``order`` has the reading at each place. ``stands`` has 64 bits for each pattern and card: the
    ranks that the card may have there, and ``WILD``; 0 where it keeps its own. ``lined`` and
    ``highest`` tell whether there is any part with lines, and any with a highest suit.
    """

    order: tuple[Reading, ...]
    readings: int
    patterns: int
    stands: int
    lined: bool
    highest: bool


_PartKey: TypeAlias = tuple[int, tuple[Row, ...], int | None]  # a pattern, rows, a wanted suit


class _Limits(NamedTuple):
    """What the suits of a part have to be like, and the most of each number about its rows."""

    kind: int
    suits: int = NO_LIMIT
    total: int = NO_LIMIT
    matched: int = NO_LIMIT
    each: int = NO_LIMIT


def asked_tables(context: LoweringContext) -> AskedTables:
    """Write the tables of the counting form of a game. Raises ``NotLoweredError``."""
    game, memory = context.game, context.memory
    patterns = Patterns(game)
    _check(game, patterns)
    tables = _LayoutTables(context, Counting(patterns))
    # Only what the deck could make if suits did not count: the others have no cards that fit.
    order = sorted(patterns.readings)
    entries = [tables.reading(one) for one in order]
    rows = memory.table(b"".join(tables.rows))
    parts = memory.table(b"".join(one(rows) for one in tables.parts))
    layouts = memory.table(b"".join(one(rows, parts) for one in tables.layouts))
    readings = b"".join(
        pack("<IIII", size, index, layouts + LAYOUT * first, layouts + LAYOUT * end)
        for size, index, first, end in entries
    )
    return AskedTables(
        tuple(order),
        memory.table(readings),
        memory.table(b"".join(_pattern(context, patterns, i) for i in range(len(game.patterns)))),
        memory.table(b"".join(_stands(patterns, i) for i in range(len(game.patterns)))),
        any(need.each_line for need in game.needs),
        any(part.highest is not None for one in game.patterns for part in one.parts),
    )


def _check(game: Game, patterns: Patterns) -> None:
    clause = game.patterns[0].clause if game.patterns else ""
    if patterns.states:
        raise NotLoweredError("what is wild by the state", game.wilds[0].clause)
    if len(game.ranks) > MOST_RANKS:
        raise NotLoweredError(f"more than {MOST_RANKS} ranks", clause)
    if sum(card.copies for card in game.cards) >= NO_LIMIT:
        raise NotLoweredError(f"{NO_LIMIT} cards or more", clause)


class _LayoutTables:
    """The layouts of all readings while they are gathered; places in memory come later."""

    def __init__(self, context: LoweringContext, counting: Counting) -> None:
        self.game, self._counting = context.game, counting
        self.rows, self.parts, self.layouts = (
            list[bytes](),
            list[Callable[[int], bytes]](),
            list[Callable[[int, int], bytes]](),
        )
        self._rows_end, self._known = 0, dict[bytes, int]()
        self._known_parts = dict[_PartKey, Callable[[int], bytes]]()

    def reading(self, reading: Reading) -> tuple[int, int, int, int]:
        """Gather a reading: its size, its pattern, and from where to where its layouts stand."""
        layouts, first = self._counting.layouts(reading), len(self.layouts)
        for layout in layouts:
            self._layout(reading, layout)
        if len(self.layouts) > MOST_LAYOUTS:
            clause = self.game.patterns[reading[0]].clause
            raise NotLoweredError(f"more than {MOST_LAYOUTS} layouts", clause)
        size = sum(row.width for row in layouts[0]) if layouts else 0
        return size, reading[0], first, len(self.layouts)

    def _layout(self, reading: Reading, layout: Layout) -> None:
        ranks, start = sum(1 << row.rank for row in layout), len(self.parts)
        at = self._rows(layout)
        for number in dict.fromkeys(row.part for row in layout):
            self._part(reading, tuple(row for row in layout if row.part == number))
        end, stop = len(self.parts), at + ROW * len(layout)
        self.layouts.append(
            lambda rows, parts: pack(
                "<QIIII", ranks, rows + at, rows + stop, parts + PART * start, parts + PART * end
            )
        )

    def _part(self, reading: Reading, layout: tuple[Row, ...]) -> None:
        part = self.game.patterns[reading[0]].parts[layout[0].part]
        wanted = None if part.suit_field is None else reading[1 + part.suit_field]
        # The same rows come back in many layouts, where other parts lie on ranks of their own.
        key = (reading[0], layout, wanted)
        if key not in self._known_parts:
            self._known_parts[key] = self._written_part(part, layout, wanted)
        self.parts.append(self._known_parts[key])

    def _written_part(
        self, part: Part, layout: tuple[Row, ...], wanted: int | None
    ) -> Callable[[int], bytes]:
        """Return how a part stands in memory, once it is known where rows begin."""
        cells, width = sum(row.width for row in layout), layout[0].width
        limits = _Limits(ANY_SUITS)
        if wanted is None:
            limits = _limits(part.suits, len(self.game.suits), width, cells)
        at = self._rows(layout)
        lines = part.suits in WITH_LINES
        once = part.suits is SuitRule.MATCHING_DIFFERENT
        packed = (NO_LIMIT if wanted is None else wanted, *limits[1:], width, lines + once)
        end = at + ROW * len(layout)
        return lambda rows: pack("<II8B", rows + at, rows + end, limits.kind, *packed)

    def _rows(self, layout: Iterable[Row]) -> int:
        """Return where some rows stand; the same ones stand there once."""
        content = b"".join(
            pack("<BBBx", row.rank, row.width, NO_LIMIT if row.highest is None else row.highest)
            for row in layout
        )
        if content not in self._known:
            self._known[content] = self._rows_end
            self.rows.append(content)
            self._rows_end += len(content)
        return self._known[content]


def _limits(rule: SuitRule, suits: int, width: int, cells: int) -> _Limits:
    """Return what ``semantics.counting.rule_holds`` asks of the cards of a part, as limits."""
    match rule:
        case SuitRule.ANY:
            return _Limits(ANY_SUITS)
        case SuitRule.ONE:
            return _Limits(SUITED if suits else NEVER, suits=1)
        case SuitRule.DIFFERENT:
            return _Limits(SUITED if cells <= suits else NEVER, total=1)
        case SuitRule.MIXED:
            return _Limits(SUITED if suits > 1 and cells > 1 else NEVER, total=cells - 1)
        case SuitRule.MATCHING:
            return _Limits(SUITED if suits else NEVER, matched=width)
        case SuitRule.MATCHING_DIFFERENT:
            return _Limits(SUITED if width <= suits else NEVER, matched=width, each=1)


def _pattern(context: LoweringContext, patterns: Patterns, index: int) -> bytes:
    memory, needs = context.memory, [one for one in context.game.needs if index in one.patterns]
    stands = [one | WILD for one in _wild_ranks(patterns, index) if one]
    unions = set[int]()
    for ranks in stands:
        unions |= {union | ranks for union in unions} | {ranks}
        if len(unions) > MOST_UNIONS:
            clause = context.game.patterns[index].clause
            raise NotLoweredError(f"more than {MOST_UNIONS} unions of wild ranks", clause)
    lists = (
        [_need(one) for one in needs if not one.each_line],
        [pack("<Q", one) for one in sorted(unions)],
        [_need(one) for one in needs if one.each_line],
    )
    found = b""
    for each in lists:
        content = b"".join(each)
        at = memory.table(content)
        found += pack("<II", at, at + len(content))
    return found


def _need(need: Need) -> bytes:
    return pack("<III", need.group, need.count, need.at_least)


def _wild_ranks(patterns: Patterns, index: int) -> list[int]:
    """Return for each card a bit for each rank that it may have, 0 where it is not wild."""
    return [
        sum(1 << rank for rank in ranks) if patterns.is_wild(index, card) else 0
        for card, ranks in enumerate(patterns.stands[index])
    ]


def _stands(patterns: Patterns, index: int) -> bytes:
    each = _wild_ranks(patterns, index)
    marked = [
        ranks | (WILD if patterns.is_wild(index, card) else 0) for card, ranks in enumerate(each)
    ]
    return pack(f"<{len(marked)}Q", *marked)
