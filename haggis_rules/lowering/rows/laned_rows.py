"""Rows with their lanes.

A *lane* is a byte: how many classes of some cards are held so many times at least. Whatever is
known of a hand is in its lanes. A row is *plain* when its plays are a sum over its lanes, and what
a lane adds rests on nothing but its number and the wild cards at hand: for one box of which each
card is taken once at most, for boxes in one line, and for boxes that are taken whole. Of all other
rows the lanes tell which cannot have a play:

A play takes cards from box b up to some height h(b), so no more of them than its h(b) first lanes
have together, those of single cards, of pairs, and so on. The heights add up to the lines of the
row, w, at most. So it has no more natural cards than the w largest lanes have together, which with
all wild cards at hand have to reach its size. Without lines all lanes count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from haggis_rules.enumeration.compiled_rows.pattern_rows import PatternRow, RowBox, RowTable
from haggis_rules.semantics.state import Cards, counts, size

MOST_TERMS: Final = 8  # lanes of a row that is counted by lines


class HeldLane(NamedTuple):
    """How many of these classes of cards are held so many times at least."""

    classes: int
    copies: int


class LanedRow(NamedTuple):
    """A row with its lanes.

    ``plain``: its plays have ``least`` to ``most`` cards of one of its lanes, or none with
    ``whole``. ``top``: of so many lanes natural cards can be together.
    """

    row: PatternRow
    lanes: tuple[HeldLane, ...]
    role: int
    plain: bool
    least: int = 0
    most: int = 0
    whole: bool = False
    top: int = 1


def laned_row(table: RowTable, row: PatternRow, widest: int) -> LanedRow:
    """Return a row with its lanes, as few as say enough.

    ``widest``: of a lane with more classes there is no binomial.
    """
    boxes = [table.boxes[box] for box in row.boxes]
    role = table.fillings[row.filling].role
    plain = _plain(table, row, boxes)
    if plain is not None:
        lanes = plain.lanes
        if len(lanes) <= MOST_TERMS and all(one.classes.bit_count() <= widest for one in lanes):
            return plain
    lanes = tuple(lane for box in boxes for lane in _box_lanes(box))
    top = len(lanes) if row.lines is None else min(row.lines.most, len(lanes))
    return LanedRow(row, lanes or (HeldLane(0, 1),), role, plain=False, top=max(top, 1))


def _plain(table: RowTable, row: PatternRow, boxes: Sequence[RowBox]) -> LanedRow | None:
    """Return the lanes of a row whose plays are a sum over them; None where they are not."""
    filling = table.fillings[row.filling]
    role, cards = filling.role, [_classes(box.each) for box in boxes]
    lanes = tuple(HeldLane(one, 1) for one in cards)
    if row.lines is not None:
        free = all(
            not b.least and b.most >= one.bit_count() for b, one in zip(boxes, cards, strict=True)
        )
        if row.lines.most != 1 or row.lines.least > 1 or not free or not lanes:
            return None
        whole = row.lines.least == 0
        return LanedRow(row, lanes, role, plain=True, least=1, most=row.size, whole=whole)
    once = all(min(count, row.size) == 1 for box in boxes for _, count in counts(box.each))
    if len(boxes) == 1 and once:
        (box,) = boxes
        least, most = max(box.least, 1), min(box.most, row.size)
        whole = box.least == 0
        return LanedRow(row, lanes, role, plain=True, least=least, most=most, whole=whole)
    exact = row.size == sum(box.least for box in boxes) == sum(size(box.each) for box in boxes)
    if not boxes or not once or not exact or filling.most:
        return None
    joined = (HeldLane(sum(cards), 1),)
    return LanedRow(row, joined, role, plain=True, least=row.size, most=row.size)


def _classes(cards: Cards) -> int:
    return sum(1 << card for card, _ in counts(cards))


@lru_cache(maxsize=512)
def _box_lanes(box: RowBox) -> tuple[HeldLane, ...]:
    """Return the lanes of a box, of which rows of many sizes have the same."""
    each = dict(counts(box.each))
    return tuple(
        HeldLane(sum(1 << card for card, count in each.items() if count >= copies), copies)
        for copies in range(1, max(each.values(), default=0) + 1)
    )
