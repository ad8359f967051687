"""How many plays groups of rows have, remembered by the bytes of their boxes.

Rows with the same boxes are one *group*. What it has rests on a few numbers of each box, one byte
each: how many of its cards are held at least once, at least twice, and so on. Groups that differ in
ranks and suits alone share what they remember.

What is not remembered is a coefficient of a product of polynomials (``pattern_rows``). They are
multiplied as whole numbers, with so many bits for each coefficient that none runs into the next
(Kronecker substitution, 1882): the choices of n cards are 2**n at most.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeAlias

from haggis_rules.enumeration.compiled_rows.pattern_rows import PatternRow, RowBox, RowLines
from haggis_rules.enumeration.memo import Memory, MemoTable
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.state import MASK, counts

# Numbers of wild cards that fill something, each with how many choices of them there are.
FillingCounts: TypeAlias = tuple[tuple[int, int], ...]
BoxTerm: TypeAlias = tuple[int, int, int]  # the height of some choices, their cards, how many

_ANY_LINES = RowLines(0, MASK)


class BoxShape(NamedTuple):
    """What a box is but for which cards: its bounds, and how often a card may be there at most."""

    least: int
    most: int
    planes: int


class RowShape(NamedTuple):
    """What a row is but for its boxes and its place."""

    size: int
    filling: int
    lines: RowLines | None
    block: int


class GroupShape(NamedTuple):
    """What the counts of a group rest on, besides its bytes and the wild cards of the hand."""

    boxes: tuple[BoxShape, ...]
    rows: tuple[RowShape, ...]


class RowColumn(MemoTable[bytes, int]):
    """The plays of one row of groups, by the bytes of their boxes."""

    def __init__(self, group: "GroupCounts", index: int, memory: Memory) -> None:
        super().__init__(memory)
        self._group, self._index, self._memory = group, index, memory

    def __missing__(self, planes: bytes) -> int:
        count = self._group.each[planes][self._index]
        self._memory.count(0)
        self[planes] = count
        return count


class _EachRow(MemoTable[bytes, tuple[int, ...]]):
    """The plays of each row of groups, by the bytes of their boxes."""

    def __init__(self, group: "GroupCounts", memory: Memory) -> None:
        super().__init__(memory)
        self._group = group

    def __missing__(self, planes: bytes) -> tuple[int, ...]:
        return self._group.find(planes)


class GroupCounts(MemoTable[bytes, int]):
    """The plays of groups of one shape with some wild cards, packed, by the bytes of their boxes.

    ``each`` has those of each row. ``units`` has what one play of each block adds to what is packed
    (``RowCounter``).
    """

    def __init__(
        self,
        shape: GroupShape,
        fillings: Sequence[FillingCounts],
        memory: Memory,
        budget: Budget,
        units: Sequence[int],
    ) -> None:
        super().__init__(memory)
        self._shape, self._memory, self._budget = shape, memory, budget
        self.each = _EachRow(self, memory)
        self._columns: dict[int, RowColumn] = {}
        self._tall = any(row.lines is not None for row in shape.rows)
        self._none = (0,) * len(shape.rows)
        self._units = [units[row.block] for row in shape.rows]
        # Each with how many natural cards it has at least, the fewest first.
        self._rows = sorted(
            (row.size - ways[-1][0], index, row.size, row.lines or _ANY_LINES, ways)
            for index, (row, ways) in enumerate(zip(shape.rows, fillings, strict=True))
            if ways
        )
        alike = len({*shape.boxes}) == 1
        self._planes = shape.boxes[0].planes if alike and len(shape.boxes) > 1 else 0
        self.fewest = self._rows[0][0] if self._rows else MASK

    def __missing__(self, planes: bytes) -> int:
        self.find(planes)
        return self[planes]

    def column(self, index: int) -> "RowColumn":
        """Return the counts of one of the rows."""
        found = self._columns.get(index)
        if found is None:
            found = self._columns[index] = RowColumn(self, index, self._memory)
        return found

    def find(self, planes: bytes) -> tuple[int, ...]:
        """Count the plays of each row, and remember them. Raises ``OverBudgetError``."""
        packed, each, ordered = 0, self._none, self._ordered(planes)
        if ordered != planes:
            each, packed = self.each[ordered], self[ordered]
        elif sum(planes) >= self.fewest:
            each, most = tuple(self._counted(planes, sum(planes))), self._budget.most + 1
            packed = sum(
                min(count, most) * unit for count, unit in zip(each, self._units, strict=True)
            )
        self._memory.count(2 + len(self._units) // 4)  # it takes so many times the room of a play
        self[planes], self.each[planes] = packed, each
        return each

    def _ordered(self, planes: bytes) -> bytes:
        """Put boxes that are alike in order: it makes no difference to counts which is which."""
        wide = self._planes
        if wide == 1:
            return bytes(sorted(planes))
        if not wide:
            return planes
        return b"".join(sorted([planes[i : i + wide] for i in range(0, len(planes), wide)]))

    def _counted(self, planes: bytes, natural: int) -> list[int]:
        """Count the choices of each row: see the head of the module."""
        bits = natural + 1
        low, stride = (1 << bits) - 1, bits * (natural + 1)
        product = self._product(planes, bits, stride)
        self._budget.spend(product.bit_length() >> 10)
        found = [0] * len(self._shape.rows)
        if not product:  # a box lacks cards
            return found
        below = list(accumulate(_parts(product, stride)))
        top = len(below) - 1
        for fewest, index, wanted, lines, fillings in self._rows:
            if fewest > natural:
                break
            choices = below[min(lines.most, top)]
            if lines.least:
                choices -= below[min(lines.least - 1, top)]
            for wild, ways in fillings:
                if wild <= wanted:
                    found[index] += ways * (choices >> bits * (wanted - wild) & low)
        return found

    def _product(self, planes: bytes, bits: int, stride: int) -> int:
        """Multiply the polynomials of all boxes, with so many bits for a card and for a height."""
        product, start = 1, 0
        if not self._tall:
            stride = 0
        for box in self._shape.boxes:
            held = planes[start : start + box.planes]
            start += box.planes
            product *= sum(
                count << height * stride + cards * bits
                for height, cards, count in box_terms(held, box.least, box.most)
            )
        return product


@lru_cache(maxsize=50_000)
def box_terms(planes: bytes, least: int, most: int) -> tuple[BoxTerm, ...]:
    """Return how many choices of cards a box has, by their height and their number.

    ``planes`` says how many cards are held at least once, at least twice, and so on.
    """
    terms: list[BoxTerm] = []
    lower: list[int] = [1]
    if not least:
        terms.append((0, 0, 1))
    exactly = [some - more for some, more in pairwise([*planes, 0])]
    for height in range(1, len(planes) + 1):
        if not planes[height - 1]:
            break
        higher = [1]
        for count, cards in enumerate(exactly, start=1):
            for _ in range(cards):
                higher = _times(higher, min(count, height))
        for number, ways in enumerate(higher):
            more = ways - (lower[number] if number < len(lower) else 0)
            if more and least <= number <= most:
                terms.append((height, number, more))
        lower = higher
    return tuple(terms)


def _times(polynomial: list[int], most: int) -> list[int]:
    """Multiply by the polynomial of one card, of which none to ``most`` are taken."""
    ends = [*polynomial, *([0] * most)]
    for number in range(len(ends) - 1, -1, -1):
        start = max(0, number - most)
        ends[number] = sum(polynomial[start : number + 1])
    return ends


def _parts(product: int, stride: int) -> Iterable[int]:
    """Yield the polynomials of height 0, 1 and so on."""
    low = (1 << stride) - 1
    while product:
        yield product & low
        product >>= stride


def group_shape(boxes: Sequence[RowBox], rows: Sequence[tuple[PatternRow, int]]) -> GroupShape:
    """Return the shape of rows with the same boxes, each with the number of its block."""
    return GroupShape(
        tuple(BoxShape(box.least, box.most, tallest(box)) for box in boxes),
        tuple(RowShape(row.size, row.filling, row.lines, block) for row, block in rows),
    )


def tallest(box: RowBox) -> int:
    """Return how often a card of a box may be there at most."""
    return max((most for _, most in counts(box.each)), default=0)
