"""All plays of a hand: how many, one of them, or each, with any reading or with some.

Patterns that have rows are counted by them (``row_counts``), and only the plays that are asked for
are made (``row_plays``). Those of other patterns are all found by a search (``searched_plays``).
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable
from functools import cached_property
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from haggis_rules.enumeration.compiled_rows.pattern_rows import RowTable
from haggis_rules.enumeration.compiled_rows.row_compiler import compile_rows
from haggis_rules.enumeration.compiled_rows.row_counts import RowCounter
from haggis_rules.enumeration.compiled_rows.row_plays import RowPlays
from haggis_rules.enumeration.compiled_rows.row_selection import RowSelection
from haggis_rules.enumeration.search.search_plan import SearchPlan, plan
from haggis_rules.enumeration.search.searched_plays import SearchedPlays
from haggis_rules.enumeration.search.staged_search import PackedPlay
from haggis_rules.enumeration.wild import shared_roles
from haggis_rules.semantics.budget import Budget, over_budget
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import WIDTH, Cards, Combination, Reading, StateValues

MOST_SPANS = 20_000  # sets of readings whose spans are remembered


class TreeSpan(NamedTuple):
    """A tree of the search, and bounds of its plays: from, before."""

    tree: int
    low: PackedPlay
    high: PackedPlay


Spans: TypeAlias = tuple[RowSelection | TreeSpan, ...]  # where plays lie, in their order


class Enumerator:
    """The plays of hands under the patterns of one game. Remembers what it found out.

    What is made or looked at is counted on a budget. Whoever asks begins it, and may get
    ``OverBudgetError``; so may whoever counts more plays than the whole budget would let them make.

    If states decide which cards are wild, ``at`` gives the one that knows the plays of a position;
    the places of readings are the same in all.
    """

    def __init__(self, patterns: Patterns, budget: Budget | None = None) -> None:
        self.patterns = patterns
        self.budget = Budget(patterns.game.name) if budget is None else budget
        self.shift = WIDTH * len(patterns.game.cards)
        self.low = (1 << self.shift) - 1
        self._settled: dict[Patterns, Enumerator] = {}
        self._spans: dict[frozenset[Reading], Spans] = {}

    def at(self, values: StateValues) -> "Enumerator":
        """Return what finds plays with these values of all states, which a position has."""
        if self.patterns.setting is not None:
            return self
        return self._of(self.patterns.at(values))

    @cached_property
    def everywhere(self) -> "tuple[Enumerator, ...]":
        """What finds plays with any values that states can have: this alone if none count."""
        if self.patterns.setting is not None:
            return (self,)
        return tuple(self._of(patterns) for patterns in self.patterns.everywhere)

    def plays(
        self, hand: Cards, readings: Collection[Reading] | None = None
    ) -> list[tuple[Reading, Cards]]:
        """Return every play of a hand once, with any reading or with one of these.

        Readings come in their order as tuples, which is that of ``Patterns.readings``, and the
        plays with one reading in the order of their cards as numbers.
        """
        spans = None if readings is None else self.spans(frozenset(readings))
        known, shift, low = self.readings, self.shift, self.low
        return [(known[play >> shift], play & low) for play in self.packed(hand, spans)]

    def combinations(self, plays: Iterable[PackedPlay]) -> list[Combination]:
        """Return as combinations what ``packed`` gave."""
        known, shift, low = self.readings, self.shift, self.low
        return [Combination(known[play >> shift], play & low) for play in plays]

    def combination(self, play: PackedPlay) -> Combination:
        """Return as a combination what ``nth`` gave."""
        parts = self.readings[play >> self.shift], play & self.low
        # A call of the class takes twice as long.
        return tuple.__new__(Combination, parts)  # pyright: ignore[reportUnknownMemberType]

    def packed(self, hand: Cards, spans: Spans | None = None, place: int = 0) -> list[PackedPlay]:
        """Return the same as numbers: the cards, and ``shift`` bits up the place of the reading.

        ``place`` tells hands apart that different players hold, where plays are searched for.
        """
        found: list[PackedPlay] = []
        for part in self.everything if spans is None else spans:
            if isinstance(part, RowSelection):
                rows, count = part.present(hand)
                self.budget.spend(count)
                found += self.row_plays.plays(hand, rows)
            else:
                found += self._searched(hand, part, place)
        return found

    def count(self, hand: Cards, spans: Spans | None = None, place: int = 0) -> int:
        """Count the plays that ``packed`` would give. Raises ``OverBudgetError``."""
        found = 0
        for part in self.everything if spans is None else spans:
            if isinstance(part, RowSelection):
                found += part.count(hand)
            else:
                found += len(self._searched(hand, part, place))
        if found > self.budget.most:
            raise over_budget(self.budget.name, self.budget.most)
        return found

    def nth(
        self, hand: Cards, number: int, spans: Spans | None = None, place: int = 0
    ) -> PackedPlay:
        """Return one of the plays that ``packed`` would give, the first by 0.

        Makes those of one reading. Raises ``IndexError`` when there are not so many.
        """
        for part in self.everything if spans is None else spans:
            if isinstance(part, RowSelection):
                rows, number, count = part.nth(hand, number)
                if rows:
                    self.budget.spend(count)
                    return self.row_plays.plays(hand, rows)[number]
            else:
                plays = self._searched(hand, part, place)
                if number < len(plays):
                    return plays[number]
                number -= len(plays)
        raise IndexError(number)

    def spans(self, readings: frozenset[Reading]) -> Spans:
        """Return where the plays with these readings lie among all."""
        found = self._spans.get(readings)
        if found is None:
            if len(self._spans) >= MOST_SPANS:
                self._spans.clear()
            found = self._spans[readings] = tuple(self._between(readings))
        return found

    def fits(self, reading: Reading, cards: Cards) -> bool:
        """Whether exactly these cards make the reading, without looking for others."""
        return self._counting.makes(reading, cards)

    def _of(self, patterns: Patterns) -> "Enumerator":
        found = self._settled.get(patterns)
        if found is None:
            found = self._settled[patterns] = Enumerator(patterns, self.budget)
        return found

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """All readings, in the order of their places."""
        return tuple(sorted(self.patterns.readings))

    @cached_property
    def everything(self) -> Spans:
        """Where the plays with all readings lie."""
        return self.spans(frozenset(self.readings))

    @cached_property
    def _by_pattern(self) -> list[tuple[int, list[tuple[int, Reading]]]]:
        """All readings with their places, pattern by pattern."""
        placed = groupby(enumerate(self.readings), key=lambda each: each[1][0])
        return [(pattern, [*some]) for pattern, some in placed]

    @cached_property
    def _rows_of_places(self) -> dict[int, list[int]]:
        """The numbers of the rows of each reading that has some, by its place."""
        found: dict[int, list[int]] = {}
        for number, row in enumerate(self.rows.rows):
            found.setdefault(row.place, []).append(number)
        return found

    @cached_property
    def _counting(self) -> Counting:
        return Counting(self.patterns)

    @cached_property
    def rows(self) -> RowTable:
        """The rows of all patterns that have some."""
        return compile_rows(self._counting, shared_roles(self.patterns), self.readings)

    @cached_property
    def plan(self) -> SearchPlan:
        """The layouts of all readings of the other patterns."""
        general = self.rows.general
        return plan(self._counting, shared_roles(self.patterns), self.readings, general)

    @cached_property
    def row_plays(self) -> RowPlays:
        """What makes plays from rows."""
        copies = [card.copies for card in self.patterns.game.cards]
        return RowPlays(self.rows, copies, self.budget)

    @cached_property
    def _counter(self) -> RowCounter:
        return RowCounter(self.rows, len(self.patterns.game.cards), self.budget)

    @cached_property
    def _search(self) -> SearchedPlays:
        return SearchedPlays(self._counting, self.plan, self.budget)

    def _searched(self, hand: Cards, span: TreeSpan, place: int) -> list[PackedPlay]:
        plays = self._search.plays(hand, span.tree, place)
        # Plays are sorted and their place stands above their cards, so those of neighbouring
        # readings are one slice.
        return plays[bisect_left(plays, span.low) : bisect_left(plays, span.high)]

    def _between(self, readings: frozenset[Reading]) -> Iterable[RowSelection | TreeSpan]:
        """Yield the parts of spans: rows together as far as no tree stands between them."""
        general, wanted = self.rows.general, list[int]()
        patterns = {reading[0] for reading in readings}
        for pattern, some in self._by_pattern:
            if pattern not in patterns:
                continue
            here = [(place, reading in readings) for place, reading in some]
            if pattern not in general:
                rows = self._rows_of_places
                wanted += [n for place, named in here if named for n in rows.get(place, ())]
                continue
            if wanted:
                yield RowSelection(self._counter, wanted)
                wanted = []
            yield from self._tree_spans(pattern, here)
        if wanted:
            yield RowSelection(self._counter, wanted)

    def _tree_spans(self, pattern: int, here: list[tuple[int, bool]]) -> Iterable[TreeSpan]:
        trees = [tree.pattern for tree in self.plan.trees]
        if pattern not in trees:
            return
        # Each run of wanted places is one span; it begins and ends where the flag changes.
        wanted = [False, *(named for _, named in here), False]
        edges = [here[0][0] + i for i, (a, b) in enumerate(pairwise(wanted)) if a != b]
        for low, high in zip(edges[::2], edges[1::2], strict=True):
            yield TreeSpan(trees.index(pattern), low << self.shift, high << self.shift)
