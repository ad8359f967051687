"""Rows in lines of sixteen at most, whose lanes stand side by side in memory.

All rows with equally many lanes share a *stack*: a list of lists of lanes. In memory there stand
first the first lanes of all lists, then the second ones, and so on. A line is a run of rows, in the
order of readings, whose lists follow one another in their stack. So its lanes are slices of memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from haggis_rules.lowering.rows.laned_rows import HeldLane, LanedRow

ABREAST: Final = 16  # bytes that are looked at together, and so rows of a line
_ENOUGH: Final = 4  # rows of a line for which lists are used that are there

Stack: TypeAlias = list[tuple[HeldLane, ...]]


class RowRun(NamedTuple):
    """A line: the number of its first row, its rows, and the place of the first in its stack."""

    first: int
    rows: tuple[LanedRow, ...]
    place: int


def row_runs(rows: Sequence[LanedRow]) -> tuple[list[RowRun], Mapping[int, Stack]]:
    """Return all rows in lines, in order, and the stacks by the number of lanes.

    Stretches of rows that can stand in one line choose the order of a stack: first those whose
    lanes most others have, and then the longest. Lines of others use what is there, where enough of
    it follows one another.
    """
    stacks: dict[int, Stack] = {}
    runs: list[RowRun] = []
    numbered = enumerate(rows)
    stretches = [[*some] for _, some in groupby(numbered, lambda one: _kind(one[1]))]
    shared = Counter(map(_lanes, stretches))
    for stretch in sorted(stretches, key=lambda one: (-shared[_lanes(one)], -len(one))):
        stack = stacks.setdefault(len(stretch[0][1].lanes), [])
        left = stretch
        while left:
            lanes = [one.lanes for _, one in left[:ABREAST]]
            place, length = _longest(stack, lanes)
            if length < min(len(lanes), _ENOUGH):
                place, length = len(stack), len(lanes)
                stack += lanes
            some, left = left[:length], left[length:]
            runs.append(RowRun(some[0][0], tuple(one for _, one in some), place))
    return sorted(runs, key=lambda run: run.first), stacks


def _lanes(stretch: Sequence[tuple[int, LanedRow]]) -> tuple[tuple[HeldLane, ...], ...]:
    return tuple(one.lanes for _, one in stretch)


def row_class(row: LanedRow) -> tuple[int, ...]:
    """Return all on which the number of plays of a plain row rests but its cards."""
    return row.row.size, row.row.filling, row.least, row.most, row.whole


def _kind(row: LanedRow) -> tuple[int, ...]:
    """Return what all rows of a line have in common; where they have one lane, as good as all."""
    known = row.plain, row.role, len(row.lanes), row.top
    return (*known, *row_class(row)) if row.plain and len(row.lanes) == 1 else known


def _longest(stack: Stack, lanes: Stack) -> tuple[int, int]:
    """Return where in a stack most of the first of some lists follow one another, and how many."""
    found = [(_alike(stack[place:], lanes), -place) for place in range(len(stack))]
    length, place = max(found, default=(0, 0))
    return -place, length


def _alike(some: Iterable[object], others: Sequence[object]) -> int:
    """Return how many of the first of two lists are the same."""
    pairs = list(zip(some, others, strict=False))
    return next((n for n, (one, other) in enumerate(pairs) if one != other), len(pairs))
