"""Makes plays from the rows of patterns: those of a few readings, or all.

Each box gives lists of choices, by how many cards they have and how high they are. They are joined
box by box, without those that the wild cards of the hand cannot complete in any row; rows with the
same boxes share what is joined. Wild cards are added at the end. What can be taken from some cards
is remembered, and made from what can be taken without the first of them.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from typing import NamedTuple, TypeAlias

from haggis_rules.enumeration.compiled_rows.pattern_rows import PatternRow, RowBox, RowTable
from haggis_rules.enumeration.search.staged_search import PackedPlay
from haggis_rules.enumeration.wild import WildRoles
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.state import MASK, WIDTH, Cards, count_of, counts, pack, size

MOST_TAKEN = 200_000  # choices of cards that are remembered
MOST_MADE = 300_000  # plays of rows that are remembered: up to some 30 megabytes

BoxChoices: TypeAlias = dict[tuple[int, int], list[Cards]]  # by their number, and their height

_NO_CARDS: list[Cards] = [0]
_NOTHING: BoxChoices = {(0, 0): _NO_CARDS}


class _ReadyBox(NamedTuple):
    """A box and a mask of its cards.

    ``each`` is 0 when it may have all copies of them, and it is ``bounded`` when it may not have
    all of them together.
    """

    mask: Cards
    each: Cards
    least: int
    most: int
    bounded: bool


class _ReadyRow(NamedTuple):
    """A row with all that it speaks of at hand.

    ``scope`` masks the cards that make a difference to its plays; ``cells`` counts those of
    ``fixed``.
    """

    place: int
    scope: Cards
    size: int
    boxes: tuple[int, ...]
    role: WildRoles
    fixed: Cards
    unit: Cards
    cells: int
    fewest_wild: int
    most_wild: int
    lines: range


class RowPlays:
    """Makes the plays of hands from the rows of a table, by their numbers."""

    def __init__(self, table: RowTable, copies: Sequence[int], budget: Budget) -> None:
        self._budget, self._shift = budget, WIDTH * len(copies)
        self._boxes = [_ready(box, copies) for box in table.boxes]
        self._rows = [self._ready(table, row) for row in table.rows]
        self._taken: dict[tuple[Cards, int], tuple[BoxChoices, int, int]] = {}
        self._made: dict[tuple[int, Cards], list[PackedPlay]] = {}
        self._laid = self._kept = 0

    def plays(self, hand: Cards, rows: Sequence[int]) -> list[PackedPlay]:
        """Return the plays of some rows, which are in order. The list must not be changed.

        Raises ``OverBudgetError``.
        """
        if len(rows) == 1:  # as a rule, when the plays of one reading are asked for
            key = rows[0], hand & self._rows[rows[0]].scope
            alone = self._made.get(key)
            return self._make(hand, [key])[key] if alone is None else alone
        ready = [self._rows[number] for number in rows]
        keys = [(number, hand & row.scope) for number, row in zip(rows, ready, strict=True)]
        known = {key: plays for key in keys if (plays := self._made.get(key)) is not None}
        if len(known) < len(keys):
            known |= self._make(hand, [key for key in keys if key not in known])
        found: list[PackedPlay] = []
        placed = zip(ready, keys, strict=True)
        for _, same in groupby(placed, key=lambda one: one[0].place):
            lists = [known[key] for _, key in same]
            found += lists[0] if len(lists) == 1 else sorted(chain.from_iterable(lists))
        return found

    def _ready(self, table: RowTable, row: PatternRow) -> _ReadyRow:
        filling = table.fillings[row.filling]
        role = table.roles[filling.role]
        lines = range(MASK) if row.lines is None else range(row.lines.least, row.lines.most + 1)
        scope = role.wild if filling.most else 0
        for box in row.boxes:
            scope |= self._boxes[box].mask
        return _ReadyRow(
            row.place,
            scope,
            row.size,
            row.boxes,
            role,
            filling.fixed,
            filling.unit,
            size(filling.fixed),
            filling.least,
            filling.most,
            lines,
        )

    def _make(
        self, hand: Cards, keys: Iterable[tuple[int, Cards]]
    ) -> dict[tuple[int, Cards], list[PackedPlay]]:
        """Make the plays of some rows; those with the same boxes share what is joined."""
        made: dict[tuple[int, Cards], list[PackedPlay]] = {}
        grouped: dict[tuple[int, ...], list[tuple[int, Cards]]] = {}
        for key in keys:
            grouped.setdefault(self._rows[key[0]].boxes, []).append(key)
        for boxes, some in grouped.items():
            joined = self._joined(hand, boxes, [self._rows[number] for number, _ in some])
            for key in some:
                made[key] = self._plays(hand, self._rows[key[0]], joined)
        self._kept += sum(1 + len(plays) for plays in made.values())
        if self._kept > MOST_MADE:
            self._made.clear()
            self._kept = 0
        self._made |= made
        return made

    def _plays(self, hand: Cards, row: _ReadyRow, joined: BoxChoices) -> list[PackedPlay]:
        """Add wild cards to choices of natural ones, and return the plays in order."""
        fillings, base = row.role.fillings(hand, self._budget), row.place << self._shift
        fewest, most, lines = row.size - row.most_wild, row.size - row.fewest_wild, row.lines
        plays: list[PackedPlay] = []
        for (natural, height), some in joined.items():
            if fewest <= natural <= most and height in lines:
                lacking = row.size - natural - row.cells
                for filling in fillings[row.fixed + lacking * row.unit]:
                    above = base + filling
                    plays += [above + cards for cards in some]
        plays.sort()
        return plays

    def _joined(
        self, hand: Cards, numbers: tuple[int, ...], rows: Iterable[_ReadyRow]
    ) -> BoxChoices:
        """Join what can be taken from some boxes, as far as one of the rows can use it."""
        taken: list[tuple[BoxChoices, int]] = []
        after = widest = 0
        for number in numbers:
            mask, each, least, most, bounded = self._boxes[number]
            cards = hand & mask
            if each and cards:
                cards = _capped(cards, each)
            if cards:
                choices, held, kinds = self._choices(cards, most if bounded else MASK)
                if least:
                    choices = {key: some for key, some in choices.items() if key[0] >= least}
                taken.append((choices, held))
                after += held
                widest = max(widest, kinds)
            elif least:
                return {}
        if len(taken) == 1:  # each row takes what it can use
            return taken[0][0]
        bounds, top = _bounds(hand, rows), after + 1
        joined = _NOTHING
        for choices, most in taken:
            after -= most
            joined = _extended(joined, choices, _needed(bounds, top, after, widest))
            self._budget.spend(sum(map(len, joined.values())))
        return joined

    def _choices(self, cards: Cards, most: int) -> tuple[BoxChoices, int, int]:
        """Return what can be taken from some cards, so many at most; how many; and of how many."""
        if not cards:
            return _NOTHING, 0, 0
        found = self._taken.get((cards, most))
        if found is None:
            place = ((cards & -cards).bit_length() - 1) // WIDTH * WIDTH
            count = cards >> place & MASK
            others = cards - (count << place)
            before, held, kinds = self._choices(others, most)
            units = (count + 1) * sum(map(len, before.values()))
            self._budget.spend(units)
            self._laid += units
            if self._laid > MOST_TAKEN:
                self._taken.clear()
                self._laid = units
            found = _with(before, place, count, most), min(held + count, most), kinds + 1
            self._taken[cards, most] = found
        return found


def _ready(box: RowBox, copies: Sequence[int]) -> _ReadyBox:
    held = list(counts(box.each))
    mask = sum(MASK << WIDTH * card for card, _ in held)
    whole = all(copies[card] == most for card, most in held)
    bounded = box.most < size(box.each)
    return _ReadyBox(mask, 0 if whole else box.each, box.least, box.most, bounded)


def _capped(cards: Cards, each: Cards) -> Cards:
    """Return as many of some cards as may lie together."""
    return pack((card, min(count, count_of(each, card))) for card, count in counts(cards))


def _with(before: BoxChoices, place: int, count: int, most: int) -> BoxChoices:
    """Take up to so many copies of one more card."""
    found: BoxChoices = {}
    for (number, height), some in before.items():
        for times in range(min(count, most - number) + 1):
            key = number + times, max(height, times)
            added = [cards + (times << place) for cards in some] if times else some
            known = found.get(key)
            found[key] = added if known is None else known + added
    return found


def _bounds(hand: Cards, rows: Iterable[_ReadyRow]) -> list[tuple[int, int]]:
    """Return, for each row, how high it can be and how few natural cards wild ones complete."""
    return [
        (row.lines.stop - 1, row.size - min(row.most_wild, size(hand & row.role.wild)))
        for row in rows
    ]


def _needed(bounds: Sequence[tuple[int, int]], top: int, after: int, widest: int) -> list[int]:
    """Return by height, below ``top``, how many natural cards there have to be by now.

    Later boxes can add ``after`` cards, and ``widest`` at most for each that they add in height.
    """
    needed: list[int] = []
    for highest, fewest in bounds:
        stop = min(highest + 1, top)
        needed += [fewest] * (stop - len(needed))
        for height in range(stop):
            least = fewest - min(after, (highest - height) * widest)
            needed[height] = min(needed[height], least)
    return needed


def _extended(joined: BoxChoices, taken: BoxChoices, needed: Sequence[int]) -> BoxChoices:
    """Join choices with those of one more box, as far as they have so many cards as needed."""
    found: BoxChoices = {}
    limit = len(needed)
    # Where one line is all that may be, most choices are too high to join each other.
    by_height: list[list[tuple[int, list[Cards]]]] = [[] for _ in range(limit)]
    for (number, height), some in joined.items():
        by_height[height].append((number, some))
    for (more, higher), added in taken.items():
        for height, least in enumerate(needed[higher:]):
            for number, some in by_height[height]:
                if number + more >= least:
                    key = number + more, height + higher
                    known, both = found.get(key), _both(some, added)
                    found[key] = both if known is None else known + both
    return found


def _both(some: list[Cards], others: list[Cards]) -> list[Cards]:
    """Return each of some choices together with each of others."""
    if some == _NO_CARDS:
        return others
    if others == _NO_CARDS:
        return some
    return [cards + more for cards in some for more in others]
