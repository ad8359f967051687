"""Some rows of a table: how many plays a hand has in them, and in which row one of them lies."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, compress, groupby
from operator import getitem, itemgetter
from struct import Struct
from typing import NamedTuple

from haggis_rules.enumeration.compiled_rows.group_counts import GroupCounts, RowColumn
from haggis_rules.enumeration.compiled_rows.hand_bytes import HandBytes
from haggis_rules.enumeration.compiled_rows.row_counts import RowCounter
from haggis_rules.semantics.state import WIDTH, Cards

MOST_COMPLETED = 1_000  # hands of exact rows that are remembered
MOST_PROGRAMS = 100  # hands of wild cards for which a selection knows what to look up


class RowPlace(NamedTuple):
    """Where a play lies: the rows of its reading, its number among theirs, and how many these are.

    Without rows when it lies nowhere; the number is what is left of it then.
    """

    rows: Sequence[int]
    number: int
    total: int


class _Completed(NamedTuple):
    """What a hand has of some exact rows: what they add to sums, and where each play lies."""

    packed: int
    places: list[RowPlace]


class _Program(NamedTuple):
    """Where to look up counts for some wild cards: of each row, of rows by blocks, of groups.

    ``started`` has a byte for each of the groups, to which the cards of a hand are added: its top
    bit is set when they are as many as some row needs.
    """

    columns: list[RowColumn]
    blocks: list[list[RowColumn]]
    added: list[GroupCounts]
    started: int


class RowSelection:
    """Some rows of a table, in the order of their places."""

    def __init__(self, counter: RowCounter, rows: Sequence[int]) -> None:
        self._counter, self._rows = counter, tuple(rows)
        self._programs: dict[Cards, _Program] = {}
        self._placed = [counter.groups[row] for row in self._rows]
        cuts = [counter.coder.cuts[group] for group, _ in self._placed]
        self._keys = _cutter(cuts)
        places = [counter.table.rows[row].place for row in self._rows]
        first = {place: number for number, place in reversed([*enumerate(places)])}
        ends = {place: number + 1 for number, place in enumerate(places)}
        self._same = [(first[place], ends[place]) for place in places]  # of each row's reading
        # The sums over blocks are those of all rows.
        self._whole = len(self._rows) == len(counter.table.rows)
        self._exact = [(row, *counter.exact[row]) for row in self._rows if row in counter.exact]
        self._bits = sum(bit for _, bit, _ in self._exact)
        others = [row for row in self._rows if row not in counter.exact]
        apart = self._exact and not self._whole
        self._others = RowSelection(counter, others) if apart else None
        # As a rule exact rows come last; so a play is there or among the others.
        self._last = self._rows[len(others) :] == tuple(row for row, _, _ in self._exact)
        self._known: dict[int, _Completed] = {}
        blocks = counter.blocks if self._whole else []
        self._blocks = [(start, _cutter(cuts[start:stop])) for start, stop in blocks]
        self._added = tuple(counter.counted) if self._whole else ()
        self._split = _splitter(counter, self._added)
        self._tops = sum(1 << WIDTH * place + WIDTH - 1 for place in range(len(self._added)))
        self._latest_sum: tuple[HandBytes, int] | None = None
        self._latest: tuple[HandBytes, list[int]] | None = None  # a hand, and its sums of counts

    def count(self, hand: Cards) -> int:
        """Count the plays of a hand in these rows. Raises ``OverBudgetError``."""
        held = self._counter.coder.held(hand)
        if self._whole:
            return self._sum(held) & self._counter.low
        if self._others is None:
            return self._ends(held)[-1]
        return self._others._ends(held)[-1] + (held.complete & self._bits).bit_count()  # noqa: SLF001

    def nth(self, hand: Cards, number: int) -> RowPlace:
        """Return where one of the plays in these rows lies. Raises ``OverBudgetError``."""
        held, others = self._counter.coder.held(hand), self._others
        if self._whole:
            return self._in_block(held, number)
        if others is None or not self._last:
            return self._within(self._ends(held), 0, number)
        found = others._within(others._ends(held), 0, number)  # noqa: SLF001 - of this class
        if found.rows:
            return found
        places = self._completed(held.complete & self._bits).places
        left = found.number
        return places[left] if left < len(places) else RowPlace((), left - len(places), 0)

    def present(self, hand: Cards) -> tuple[list[int], int]:
        """Return the rows in which a hand has plays, and how many. Raises ``OverBudgetError``."""
        held = self._counter.coder.held(hand)
        counted = [*map(getitem, self._program(held.wild).columns, self._keys(held.planes))]
        rows = [row for row, count in zip(self._rows, counted, strict=True) if count]
        return rows, sum(counted)

    def _completed(self, complete: int) -> _Completed:
        """Return what a hand has with these bits of exact rows."""
        found = self._known.get(complete)
        if found is None:
            if len(self._known) >= MOST_COMPLETED:
                self._known.clear()
            there = [(row, unit) for row, bit, unit in self._exact if bit & complete]
            places: list[RowPlace] = []
            rows, table = [row for row, _ in there], self._counter.table.rows
            for _, same in groupby(rows, key=lambda row: table[row].place):
                some = [*same]
                places += [RowPlace(some, number, len(some)) for number in range(len(some))]
            found = self._known[complete] = _Completed(sum(unit for _, unit in there), places)
        return found

    def _in_block(self, held: HandBytes, number: int) -> RowPlace:
        """Find a play among all rows: first its block, by bisection, and then its row."""
        bits, low, sums = self._counter.bits, self._counter.low, self._sum(held)
        if number >= sums & low:
            return RowPlace((), number - (sums & low), 0)
        first, last = 0, len(self._blocks) - 1
        while first < last:
            middle = (first + last) // 2
            if number < sums >> bits * (1 + middle) & low:
                last = middle
            else:
                first = middle + 1
        if first:
            number -= sums >> bits * first & low
        start, keys = self._blocks[first]
        columns = self._program(held.wild).blocks[first]
        ends = [0, *accumulate(map(getitem, columns, keys(held.planes)))]
        return self._within(ends, start, number)

    def _within(self, ends: Sequence[int], start: int, number: int) -> RowPlace:
        """Find a play among rows from one on, of which these are the sums of counts, from 0."""
        if number >= ends[-1]:
            return RowPlace((), number - ends[-1], 0)
        first, last = self._same[start + bisect_right(ends, number) - 1]
        before = ends[first - start]
        return RowPlace(self._rows[first:last], number - before, ends[last - start] - before)

    def _sum(self, held: HandBytes) -> int:
        """Return the sums over blocks, as ``RowCounter`` packs them."""
        if self._latest_sum is None or self._latest_sum[0] is not held:
            program = self._program(held.wild)
            keys = self._split(held.planes)  # in one step: slicing would take as long as looking up
            # A byte keeps its top bit where there are cards enough for some row of its group.
            enough = (held.natural + program.started & self._tops).to_bytes(len(keys), "little")
            known = map(getitem, compress(program.added, enough), compress(keys, enough))
            found = sum(known)
            if held.complete:
                found += self._completed(held.complete).packed
            self._latest_sum = held, found
        return self._latest_sum[1]

    def _ends(self, held: HandBytes) -> list[int]:
        """Return how many plays come before each row, and in all; remembered for one hand."""
        if self._latest is None or self._latest[0] is not held:
            counted = map(getitem, self._program(held.wild).columns, self._keys(held.planes))
            self._latest = held, [0, *accumulate(counted)]
        return self._latest[1]

    def _program(self, wild: Cards) -> _Program:
        """Return where to look up counts for some wild cards."""
        found = self._programs.get(wild)
        if found is None:
            if len(self._programs) >= MOST_PROGRAMS:
                self._programs.clear()
            counts = self._counter.counts
            columns = [counts(group, wild).column(index) for group, index in self._placed]
            added = [counts(group, wild) for group in self._added]
            lacking = bytes((1 << WIDTH - 1) - min(one.fewest, 1 << WIDTH - 1) for one in added)
            blocks = self._counter.blocks if self._whole else []
            found = self._programs[wild] = _Program(
                columns,
                [columns[start:stop] for start, stop in blocks],
                added,
                int.from_bytes(lacking, "little"),
            )
        return found


def _cutter(cuts: Sequence[slice]) -> Callable[[bytes], Sequence[bytes]]:
    """Return a function that takes slices of bytes."""
    if len(cuts) > 1:
        return itemgetter(*cuts)
    return lambda planes: [planes[cut] for cut in cuts]


def _splitter(counter: RowCounter, groups: Sequence[int]) -> Callable[[bytes], tuple[bytes, ...]]:
    """Return a function that takes the bytes of some groups, which are in order, from all."""
    form, end = "", 0
    for group in groups:
        cut = counter.coder.cuts[group]
        form += f"{cut.start - end}x{cut.stop - cut.start}s"
        end = cut.stop
    return Struct(f"{form}{counter.coder.length - end}x").unpack
