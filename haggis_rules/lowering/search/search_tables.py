"""The layouts of a game (``semantics.counting``) as trees in memory, for a search through them.

A layout is a path: a node is a row of cells on one rank, and what stands below it are the rows that
may follow. Layouts that begin alike share their beginning. Where rows do not describe a pattern,
or what is wild rests on the state, plays are found by a walk through these trees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from struct import pack
from typing import Final, NamedTuple

from haggis_rules.enumeration.needs import is_possible
from haggis_rules.enumeration.wild import WildRoles, shared_roles
from haggis_rules.ir.game import MOST_CARDS, WITH_LINES, Game, Need, SuitRule
from haggis_rules.lowering.bodies.body import LoweringContext, SharedMemory
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout, Patterns, Row
from haggis_rules.semantics.state import Reading, counts, group_mask

MOST_LINE_NEEDS: Final = 255  # of one pattern
MOST_UNIONS: Final = 4095  # of the ranks that kinds of wild cards may have

# A tree: where its nodes begin and end, the list of its wild cards, the unions of ranks for which
# Hall's condition is looked at, what its plays need, and what their lines need; how many of each.
TREE: Final = 32
TREE_NODES, TREE_END, TREE_WILD, TREE_UNIONS, TREE_NEEDS, TREE_LINES = 0, 4, 8, 12, 16, 20
TREE_UNION_COUNT, TREE_WILDS, TREE_NEED_COUNT, TREE_LINE_COUNT = 24, 26, 27, 28
# A node: how far it is to the next one that is not below it, the cards of its rank that keep it,
# how many these are, how deep it stands, how wide it is, its rank, the rule of its part, the suit
# that a field wants, the highest suit, what else there is to know, and the readings that end here.
NODE: Final = 24
NODE_SKIP, NODE_CARDS, NODE_CARD_COUNT, NODE_DEPTH, NODE_WIDTH, NODE_RANK = 0, 4, 8, 9, 10, 11
NODE_RULE, NODE_WANTED, NODE_HIGHEST, NODE_FLAGS, NODE_ENDS, NODE_END_COUNT = 12, 13, 14, 15, 16, 20
FIRST_OF_PART, LAST_OF_PART, MAY_LACK, IN_LINES = 1, 2, 4, 8  # what else there is to know
NO_SUIT: Final = 255
MOST_SUITS: Final = NO_SUIT
RULES: Final = tuple(SuitRule)  # a rule is known by its place
NUMBER: Final = 4  # bytes of the place or the number of a reading
# A card of a rank: its class, what it does about suits, its suit, and from ``CARD_NEEDS`` on a bit
# for each need of lines (``EntryLayout.card``).
CARD_CLASS, CARD_KIND, CARD_SUIT, CARD_NEEDS = 0, 1, 2, 3
KEEPS_SUIT, HAS_NO_SUIT, TAKES_ANY_SUIT = 0, 1, 2
# What plays need: whether at least, how many cards, and from ``NEED_CARDS`` on of which.
NEED_AT_LEAST, NEED_COUNT, NEED_CARDS = 0, 1, 8


@dataclass(frozen=True, slots=True)
class EntryLayout:
    """How cards stand that have been laid into some rows.

    From 0 on the cards; then how many cells lack a card, by rank; the suits of the part so far; of
    the row at hand the cards by suit; of the part those that lines need, by suit; how many cards
    the row has, how many of them have no suit and how many take any; then how many cells of all
    rows lack a card, and how many wild cards there are.
    """

    words: int
    rank_words: int
    suit_words: int
    lines: int

    @property
    def lack(self) -> int:
        """Where the cells stand that lack a card, one byte for each rank."""
        return WORD * self.words

    @property
    def suits(self) -> int:
        """How many bytes it takes to have one for each suit."""
        return WORD * self.suit_words

    @property
    def card(self) -> int:
        """How many bytes a card of a rank takes in the tables."""
        return CARD_NEEDS + (self.lines + 7) // 8

    @property
    def state(self) -> int:
        """Where the suits of the part stand."""
        return self.lack + WORD * self.rank_words

    @property
    def row(self) -> int:
        """Where the cards of the row stand, one byte for each suit."""
        return self.state + self.suits

    def line(self, number: int) -> int:
        """Return where the cards stand that a need of lines speaks of, one byte for each suit."""
        return self.row + self.suits * (1 + number)

    @property
    def in_row(self) -> int:
        """Where it stands how many cards the row has."""
        return self.line(self.lines)

    @property
    def bare(self) -> int:
        """Where it stands how many of them have no suit."""
        return self.in_row + 4

    @property
    def free(self) -> int:
        """Where it stands how many of them take any."""
        return self.in_row + 8

    @property
    def lacking(self) -> int:
        """Where it stands how many cells of all rows lack a card."""
        return self.in_row + 12

    @property
    def chosen(self) -> int:
        """Where it stands how many wild cards there are."""
        return self.in_row + 16

    @property
    def size(self) -> int:
        """How many bytes an entry takes."""
        return self.in_row + 24


class SearchTables(NamedTuple):
    """Where the trees stand: two addresses for each setting, of its first tree and behind its last.

    ``numbers`` has the numbers of all readings that cards can make, by place.
    """

    entry: EntryLayout
    settings: int
    places: int
    numbers: int
    deepest: int


def search_tables(context: LoweringContext) -> SearchTables:
    """Write the trees of all patterns, for each setting. Raises ``NotLoweredError``."""
    game, memory = context.game, context.memory
    family = Patterns(game)
    readings = tuple(sorted(family.readings))
    lines = max((len(family.line_needs(one)) for one in range(len(game.patterns))), default=0)
    _check(game, lines)
    rank_words = -(-len(game.ranks) // WORD)
    suit_words = max(-(-len(game.suits) // WORD), 1)
    entry = EntryLayout(context.layout.words, rank_words, suit_words, lines)
    trees = _Trees(context, readings, entry)
    settings = bytearray()
    for patterns in family.everywhere:
        content = b"".join(trees.of(patterns))
        start = memory.table(content)
        settings += pack("<II", start, start + len(content))
    numbers = b"".join(context.readings.number(one).to_bytes(NUMBER, "little") for one in readings)
    return SearchTables(
        entry,
        memory.table(bytes(settings)),
        len(readings),
        memory.table(numbers),
        trees.deepest,
    )


def _check(game: Game, lines: int) -> None:
    if len(game.suits) > MOST_SUITS:
        raise NotLoweredError(f"more than {MOST_SUITS} suits", game.declared.get("suits", ""))
    if lines > MOST_LINE_NEEDS:
        clause = next(need.clause for need in game.needs if need.each_line)
        raise NotLoweredError(f"more than {MOST_LINE_NEEDS} needs of each line", clause)


class _Step(NamedTuple):
    """A row where it stands in a layout: the suit that a field wants, and how its part goes on."""

    row: Row
    wanted: int | None
    first: bool
    last: bool


@dataclass(slots=True)
class _Branch:
    """What may follow some rows, and the places of the readings that end with them."""

    later: dict[_Step, _Branch] = field(default_factory=dict["_Step", "_Branch"])
    places: list[int] = field(default_factory=list[int])


class _Trees:
    """Makes the trees, each once."""

    def __init__(
        self, context: LoweringContext, readings: Sequence[Reading], entry: EntryLayout
    ) -> None:
        self.context, self.game, self.memory = context, context.game, context.memory
        self.entry = entry
        self.deepest = 0
        self._places: dict[int, list[tuple[int, Reading]]] = {
            pattern: list(some)
            for pattern, some in groupby(enumerate(readings), key=lambda each: each[1][0])
        }
        self._made: dict[tuple[object, ...], bytes] = {}

    def of(self, patterns: Patterns) -> Iterator[bytes]:
        """Yield the tree of each pattern that has readings."""
        roles, counting = shared_roles(patterns), Counting(patterns)
        for pattern in self._places:
            role = roles[pattern]
            key = (pattern, role.stands, role.wild)
            if key not in self._made:
                self._made[key] = self._tree(counting, pattern, role)
            yield self._made[key]

    def _tree(self, counting: Counting, pattern: int, role: WildRoles) -> bytes:
        root = _Branch()
        for place, reading in self._places[pattern]:
            for layout in counting.layouts(reading):
                if is_possible(self.game, reading, layout):
                    self._grow(root, reading, layout).places.append(place)
        nodes = _TreeNodes(counting.patterns, pattern, role, self.entry, self.memory)
        content = b"".join(nodes.below(root, 1))
        self.deepest = max(self.deepest, nodes.deepest)
        start, wild = self.memory.table(content), [card for card, _ in counts(role.wild)]
        unions, needs = _unions(role, wild, self.context), _needs(self.game, pattern, self.context)
        lines = b"".join(map(_need, nodes.line_needs))
        tables = (bytes(wild), b"".join(unions), b"".join(needs), lines)
        counted = (len(unions), len(wild), len(needs), len(nodes.line_needs))
        addresses = (start, start + len(content), *map(self.memory.table, tables))
        return pack("<6IH3B", *addresses, *counted).ljust(TREE, b"\0")

    def _grow(self, root: _Branch, reading: Reading, layout: Layout) -> _Branch:
        """Return the end of a layout, after making what is not there on the way."""
        parts = self.game.patterns[reading[0]].parts
        here, rows = root, [None, *layout, None]
        for before, row, after in zip(rows, layout, rows[2:], strict=False):
            wanted = parts[row.part].suit_field
            suit = None if wanted is None else reading[1 + wanted]
            ends = [one is None or one.part != row.part for one in (before, after)]
            here = here.later.setdefault(_Step(row, suit, *ends), _Branch())
        return here


class _TreeNodes:
    """Writes the nodes of one tree."""

    def __init__(
        self,
        patterns: Patterns,
        pattern: int,
        role: WildRoles,
        entry: EntryLayout,
        memory: SharedMemory,
    ) -> None:
        self.patterns, self.parts = patterns, patterns.game.patterns[pattern].parts
        self.role, self.line_needs = role, patterns.line_needs(pattern)
        self.entry, self.memory = entry, memory
        self.deepest = 0

    def below(self, branch: _Branch, depth: int) -> Iterator[bytes]:
        """Yield each node below a branch, with all that stand below it."""
        for step, after in branch.later.items():
            self.deepest = max(self.deepest, depth)
            later = b"".join(self.below(after, depth + 1))
            yield self._node(step, after, depth, NODE + len(later)) + later

    def _node(self, step: _Step, branch: _Branch, depth: int, skip: int) -> bytes:
        row, part = step.row, self.parts[step.row.part]
        rule = SuitRule.ANY if step.wanted is not None else part.suits
        lined = bool(self.line_needs) and part.suits in WITH_LINES
        cards = list(self._cards(row.rank))
        flags = (
            FIRST_OF_PART * step.first
            | LAST_OF_PART * step.last
            | MAY_LACK * bool(self.role.unit[row.rank])
            | IN_LINES * lined
        )
        suits = (_suit(step.wanted), _suit(row.highest))
        ends = b"".join(place.to_bytes(NUMBER, "little") for place in branch.places)
        return pack(
            "<II8BIHxx",
            *(skip, self.memory.table(b"".join(cards)), len(cards), depth, row.width, row.rank),
            *(RULES.index(rule), *suits, flags, self.memory.table(ends), len(branch.places)),
        )

    def _cards(self, rank: int) -> Iterator[bytes]:
        for card, _ in counts(self.role.own[rank]):
            known = self.patterns.game.cards[card]
            kind = KEEPS_SUIT if known.suit is not None else HAS_NO_SUIT
            kind = TAKES_ANY_SUIT if self.patterns.any_suit[card] else kind
            mine = (1 << n for n, one in enumerate(self.line_needs) if one.group == known.group)
            needs = sum(mine).to_bytes(self.entry.card - CARD_NEEDS, "little")
            yield bytes([card, kind, known.suit or 0]) + needs


def _suit(suit: int | None) -> int:
    return NO_SUIT if suit is None else suit


def _unions(role: WildRoles, wild: Sequence[int], context: LoweringContext) -> list[bytes]:
    """Return each union of ranks with the wild cards that can stand nowhere else, and its ranks."""
    unions: set[frozenset[int]] = set()
    for ranks in sorted({role.stands[card] for card in wild}, key=sorted):
        unions |= {union | ranks for union in unions} | {ranks}
        if len(unions) > MOST_UNIONS:
            clause = context.game.wilds[0].clause
            raise NotLoweredError(f"more than {MOST_UNIONS} unions of wild ranks", clause)
    rank_bytes = -(-len(context.game.ranks) // WORD) * WORD
    return [
        _mask((card for card in wild if role.stands[card] <= union), WORD * context.layout.words)
        + _mask(union, rank_bytes)
        for union in sorted(unions, key=sorted)
    ]


def _needs(game: Game, pattern: int, context: LoweringContext) -> list[bytes]:
    """Return what a play of a pattern needs in all."""
    return [
        _need(need).ljust(NEED_CARDS, b"\0")
        + group_mask(game, need.group).to_bytes(WORD * context.layout.words, "little")
        for need in game.needs
        if pattern in need.patterns and not need.each_line
    ]


def _need(need: Need) -> bytes:
    """Return whether at least, and how many cards; more than there are is as good as any more."""
    return bytes([need.at_least, min(need.count, MOST_CARDS + 1)])


def _mask(places: Iterable[int], size: int) -> bytes:
    """Return so many bytes, of which those at some places keep what they are joined with."""
    kept = set(places)
    return bytes(255 if place in kept else 0 for place in range(size))
