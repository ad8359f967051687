"""Makes the rows of patterns (``pattern_rows``) from their layouts.

A layout has ranks and how many cells each has. What its parts want of suits is split into cases
that exclude each other, each a list of boxes (``row_boxes``); wild cards fill what is left.

The size of a table is that of all cases of all layouts of all readings; a pattern that would have
more than ``MOST_ROWS``, or a reading with more than ``MOST_LAYOUTS``, is left to the search.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from haggis_rules.enumeration.compiled_rows.pattern_rows import (
    PatternRow,
    RowBox,
    RowFilling,
    RowLines,
    RowTable,
)
from haggis_rules.enumeration.compiled_rows.row_boxes import (
    NaturalCards,
    NoRowsError,
    PartCase,
    RowPart,
    part_cases,
)
from haggis_rules.enumeration.needs import is_checked, is_lined, is_possible, wild_range
from haggis_rules.enumeration.wild import WildRoles
from haggis_rules.ir.game import WITH_LINES
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout
from haggis_rules.semantics.state import WIDTH, Reading, size

MOST_ROWS = 10_000  # of one pattern; the stairs of Neeps have 818
MOST_LAYOUTS = 8  # of one reading: the search shares what more of them have in common


class _Filled(NamedTuple):
    """Boxes that are laid out, and all that is known of the wild cards beside them."""

    cells: int
    boxes: tuple[RowBox, ...]
    lines: RowLines | None
    fixed: int
    unit: int
    wild: range


def compile_rows(
    counting: Counting, roles: Sequence[WildRoles], readings: Sequence[Reading]
) -> RowTable:
    """Make the rows of these readings, which are in order, given the roles of each pattern."""
    compiler = _RowCompiler(counting, roles)
    found: dict[int, list[PatternRow]] = {}
    general: set[int] = set()
    for place, reading in enumerate(readings):
        rows = found.setdefault(reading[0], [])
        if reading[0] in general:
            continue
        try:
            rows.extend(compiler.rows(place, reading, MOST_ROWS - len(rows)))
        except NoRowsError:
            general.add(reading[0])
            rows.clear()
    return RowTable(
        tuple(row for pattern in sorted(found) for row in found[pattern]),
        tuple(compiler.boxes),
        tuple(compiler.fillings),
        tuple(compiler.roles),
        frozenset(general),
    )


class _RowCompiler:
    """Makes rows, and gathers the boxes, fillings and roles that they share."""

    def __init__(self, counting: Counting, roles: Sequence[WildRoles]) -> None:
        self.boxes: dict[RowBox, int] = {}
        self.fillings: dict[RowFilling, int] = {}
        self.roles: dict[WildRoles, int] = {}
        self._counting, self._patterns, self._by_pattern = counting, counting.patterns, roles
        self._natural = {role: NaturalCards(self._patterns, role) for role in roles}
        cards = self._patterns.game.cards
        self._supply = {
            role: sum(card.copies for i, card in enumerate(cards) if role.wild >> WIDTH * i & 1)
            for role in roles
        }
        count = range(len(self._patterns.game.patterns))
        self._checked = [is_checked(self._patterns.game, roles[i], i) for i in count]
        self._lined = [is_lined(self._patterns.game, i) for i in count]

    def rows(self, place: int, reading: Reading, most: int) -> Iterator[PatternRow]:
        """Yield the rows of a reading. Raises ``NoRowsError`` when it has none, or more."""
        game, pattern = self._patterns.game, reading[0]
        role = self._by_pattern[pattern]
        if self._checked[pattern]:
            raise NoRowsError
        layouts = [
            one for one in self._counting.layouts(reading) if is_possible(game, reading, one)
        ]
        if len(layouts) > MOST_LAYOUTS or (len(layouts) > 1 and not _tell_apart(role, layouts)):
            raise NoRowsError
        number = 0
        for layout in layouts:
            for filled in self._filled(reading, layout):
                number += 1
                if number > most:
                    raise NoRowsError
                boxes = tuple(self._box(box) for box in filled.boxes)
                filling = self._filling(role, filled)
                yield PatternRow(place, filled.cells, boxes, filling, filled.lines)

    def _filled(self, reading: Reading, layout: Layout) -> Iterator[_Filled]:
        """Yield each way to lay out natural cards that wild cards can complete."""
        game, pattern = self._patterns.game, reading[0]
        role = self._by_pattern[pattern]
        cells = sum(row.width for row in layout)
        lined = self._lined[pattern]
        wild = wild_range(game, role, pattern, cells, layout[-1].width if lined else 0)
        wild = range(wild.start, min(wild.stop, self._supply[role] + 1))
        if any(row.highest is not None for row in layout):
            raise NoRowsError
        parts = [
            list(part_cases(self._part(reading, layout, number)))
            for number in sorted({row.part for row in layout})
        ]
        for cases in product(*parts):
            filled = _complete(role, layout, cases, wild, cells)
            if filled is not None:
                yield filled

    def _part(self, reading: Reading, layout: Layout, number: int) -> RowPart:
        """Return a part of a layout."""
        part = self._patterns.game.patterns[reading[0]].parts[number]
        rows = tuple(row for row in layout if row.part == number)
        cards = self._natural[self._by_pattern[reading[0]]]
        return RowPart(
            cards,
            part.suits,
            None if part.suit_field is None else reading[1 + part.suit_field],
            tuple(row for row in rows if not cards.role.unit[row.rank]),
            tuple(row for row in rows if cards.role.unit[row.rank]),
            rows,
            lined=self._lined[reading[0]] and part.suits in WITH_LINES,
            alone=len(layout) == 1,
        )

    def _box(self, box: RowBox) -> int:
        return self.boxes.setdefault(box, len(self.boxes))

    def _filling(self, role: WildRoles, filled: _Filled) -> int:
        place = self.roles.setdefault(role, len(self.roles))
        least, most = filled.wild.start, filled.wild.stop - 1
        filling = RowFilling(place, filled.fixed, filled.unit, least, most)
        return self.fillings.setdefault(filling, len(self.fillings))


def _complete(
    role: WildRoles, layout: Layout, cases: Sequence[PartCase], wild: range, cells: int
) -> _Filled | None:
    """Say which cells wild cards fill beside these boxes; None where they never can."""
    boxes = [box for case in cases for box in case.boxes]
    lines = [case.lines for case in cases if case.lines is not None]
    loose = {role.unit[rank] for _, ranks in boxes for rank in ranks} - {0}
    if len(loose) > 1 or (lines and len(cases) > 1):
        raise NoRowsError
    unit = loose.pop() if loose else 0
    fixed = sum(row.width * role.unit[row.rank] for row in layout if role.unit[row.rank] != unit)
    least = max(wild.start, size(fixed), cells - sum(box.most for box, _ in boxes))
    most = wild.stop - 1 if unit else size(fixed)
    most = min(most, wild.stop - 1, cells - sum(box.least for box, _ in boxes))
    if least > most:
        return None
    natural = tuple(box for box, _ in boxes)
    return _Filled(cells, natural, lines[0] if lines else None, fixed, unit, range(least, most + 1))


def _tell_apart(role: WildRoles, layouts: Sequence[Layout]) -> bool:
    """Whether the cards of a play say which of some layouts it fills.

    They do when no wild card can stand anywhere there, and no two have the same cells.
    """
    natural = not any(role.unit[row.rank] for layout in layouts for row in layout)
    each = {frozenset((row.rank, row.width) for row in layout) for layout in layouts}
    return natural and len(each) == len(layouts)
