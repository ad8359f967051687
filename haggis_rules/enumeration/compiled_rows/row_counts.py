"""What there is to count of the rows of a table: groups, blocks, and rows that are exact."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from haggis_rules.enumeration.compiled_rows.group_counts import (
    FillingCounts,
    GroupCounts,
    group_shape,
)
from haggis_rules.enumeration.compiled_rows.hand_bytes import HandCoder
from haggis_rules.enumeration.compiled_rows.pattern_rows import PatternRow, RowTable
from haggis_rules.enumeration.memo import Memory
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.state import WIDTH, Cards, size

ROWS_IN_BLOCK = 24  # that are of several sizes: a sum over more blocks takes longer to add up
MOST_SHAPES = 20_000  # shapes of groups, each with some wild cards
MOST_WILD = 1_000  # hands of wild cards whose fillings are counted


class RowCounter:
    """Counts the plays of hands in the rows of a table.

    ``groups`` has for each row its group and its place among the rows of that. Rows that follow one
    another and are of one size, with as many lines, are in one of the ``blocks``; so groups that
    differ in ranks alone are in the same blocks.
    Sums over all rows up to the end of each block are packed in one number, ``bits`` for each,
    after one for the sum of all; none is kept that is beyond the budget. ``units`` has what one
    play adds to them, by its block. ``exact`` has for each exact row its bit in ``HandBytes``, and
    what one play adds to the sums; groups that have other rows are ``counted``.
    """

    def __init__(self, table: RowTable, cards: int, budget: Budget) -> None:
        self.table, self.budget = table, budget
        self.bits = (len(table.rows) * (budget.most + 1)).bit_length()
        self.low = (1 << self.bits) - 1
        self.blocks = list(_blocks(table))
        blocks = [block for block, each in enumerate(self.blocks) for _ in range(*each)]
        ends = [1 << self.bits * (1 + block) for block in range(len(self.blocks))]
        self.units = [1 + sum(ends[block:]) for block in range(len(self.blocks))]
        grouped = _grouped(table)
        self.groups: dict[int, tuple[int, int]] = {
            number: (group, index)
            for group, numbers in enumerate(grouped)
            for index, number in enumerate(numbers)
        }
        boxes = [[table.boxes[box] for box in table.rows[one[0]].boxes] for one in grouped]
        shapes = [
            group_shape(some, [(table.rows[number], blocks[number]) for number in numbers])
            for some, numbers in zip(boxes, grouped, strict=True)
        ]
        numbered = {shape: number for number, shape in enumerate(dict.fromkeys(shapes))}
        self._shapes, self._shape_of = [*numbered], [numbered[shape] for shape in shapes]
        exact = {n: _cards(table, row) for n, row in enumerate(table.rows) if _is_exact(table, row)}
        self.counted = [group for group, rows in enumerate(grouped) if not exact.keys() >= {*rows}]
        self.coder = HandCoder(boxes, self.counted, [*exact.values()], cards, _wild(table))
        self.exact = {
            number: (bit, self.units[blocks[number]])
            for number, bit in zip(exact, self.coder.bits, strict=True)
        }
        self._memory = Memory()
        self._tables: dict[tuple[int, ...], GroupCounts] = {}
        self._fillings: dict[Cards, Sequence[int]] = {}
        self._filling_counts: list[FillingCounts] = []
        self._numbered: dict[FillingCounts, int] = {}

    def counts(self, group: int, wild: Cards) -> "GroupCounts":
        """Return what is remembered of a group with some wild cards. Raises ``OverBudgetError``."""
        number = self._shape_of[group]
        shape, every = self._shapes[number], self._filled(wild)
        # Wild cards that complete the rows in as many ways share what is remembered.
        key = number, *(every[row.filling] for row in shape.rows)
        found = self._tables.get(key)
        if found is None:
            if len(self._tables) >= MOST_SHAPES:
                self._tables.clear()
                self._memory = Memory()
            fillings = tuple(self._filling_counts[each] for each in key[1:])
            found = GroupCounts(shape, fillings, self._memory, self.budget, self.units)
            self._tables[key] = found
        return found

    def _filled(self, wild: Cards) -> Sequence[int]:
        """Return for each filling which of ``_filling_counts`` these wild cards make of it."""
        found = self._fillings.get(wild)
        if found is None:
            if len(self._fillings) >= MOST_WILD:
                self._fillings.clear()
            places: list[int] = []
            for number in range(len(self.table.fillings)):
                ways = tuple(_filling_counts(self.table, number, wild, self.budget))
                place = self._numbered.setdefault(ways, len(self._filling_counts))
                if place == len(self._filling_counts):
                    self._filling_counts.append(ways)
                places.append(place)
            found = self._fillings[wild] = places
        return found


def _grouped(table: RowTable) -> list[list[int]]:
    """Return the numbers of rows with the same boxes, group by group."""
    grouped: dict[tuple[int, ...], list[int]] = {}
    for number, row in enumerate(table.rows):
        grouped.setdefault(row.boxes, []).append(number)
    return [*grouped.values()]


def _wild(table: RowTable) -> Cards:
    """Mask the cards that are wild in some row."""
    wild = 0
    for role in table.roles:
        wild |= role.wild
    return wild


def _cards(table: RowTable, row: PatternRow) -> Cards:
    return sum(table.boxes[box].each for box in row.boxes)


def _blocks(table: RowTable) -> Iterator[tuple[int, int]]:
    """Yield where blocks begin and end. What is of one size is never cut."""
    start = stop = 0
    for _, rows in groupby(table.rows, key=lambda row: (row.size, row.lines)):
        number = len([*rows])
        if stop > start and stop + number > start + ROWS_IN_BLOCK:
            yield start, stop
            start = stop
        stop += number
    if stop > start:
        yield start, stop


def _is_exact(table: RowTable, row: PatternRow) -> bool:
    boxes = [table.boxes[box] for box in row.boxes]
    natural = sum(size(box.each) for box in boxes)
    least = sum(box.least for box in boxes)
    return row.lines is None and row.size == natural == least and natural < 1 << WIDTH - 1


def _filling_counts(
    table: RowTable, number: int, wild: Cards, budget: Budget
) -> Iterable[tuple[int, int]]:
    filling = table.fillings[number]
    role = table.roles[filling.role]
    fillings, fixed = role.fillings(wild, budget), size(filling.fixed)
    for taken in range(filling.least, min(filling.most, size(wild & role.wild)) + 1):
        ways = len(fillings[filling.fixed + (taken - fixed) * filling.unit])
        if ways:
            yield taken, ways
