"""The rows of a game (``enumeration.compiled_rows.pattern_rows``) as tables in memory.

Natural cards are looked at plane by plane: plane j has a bit for each card class, set where there
are j copies at least. So a box has a mask for each plane, and counting bits counts its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from struct import pack
from typing import Final, NamedTuple

from haggis_rules.enumeration.compiled_rows.pattern_rows import (
    PatternRow,
    RowBox,
    RowFilling,
    RowTable,
)
from haggis_rules.enumeration.compiled_rows.row_compiler import compile_rows
from haggis_rules.enumeration.wild import WildRoles, shared_roles
from haggis_rules.ir.game import Game
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows.packed_cards import PackedCards, packed_cards
from haggis_rules.lowering.rows.row_lines import LineTables, row_lines
from haggis_rules.semantics.counting import Counting, can_stand
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import counts, size

MOST_CLASSES: Final = 64  # of cards: one bit each in a plane
MOST_KINDS: Final = 8  # of wild cards: one byte each in a word
MOST_CHOICES: Final = 4096  # of wild cards that one play may have
MOST_ROWS: Final = (1 << 16) - 1  # since a table says with 16 bits where they begin

# A row: its size, whether it has lines, the least and the most of them, how many boxes it has, the
# filling, and where the list of its boxes begins.
ROW: Final = 16
ROW_SIZE, ROW_LINED, ROW_LEAST, ROW_MOST, ROW_BOXES, ROW_FILLING, ROW_LIST = 0, 1, 2, 3, 4, 6, 8
# A box: how many cards at least and at most, how many copies of one, and a mask for each plane.
BOX_LEAST, BOX_MOST, BOX_DEPTH, BOX_PLANES = 0, 1, 2, 8
# A filling: how many wild cards at most, of which role, and where it stands which choices fill it.
FILLING: Final = 8
FILLING_MOST, FILLING_ROLE, FILLING_FITS = 0, 1, 4
# A choice of wild cards: how many of each kind, by byte; how many in all; its number; its cards,
# and once more packed (``packed_cards``).
CHOICE_KINDS, CHOICE_SIZE, CHOICE_NUMBER, CHOICE_CARDS = 0, 8, 12, 16


class WildChoices(NamedTuple):
    """What a role can choose of wild cards: its kinds, where its choices stand, how many.

    They are made when cards are first looked at, in the order of cards as numbers.
    """

    kinds: tuple[int, ...]
    table: int
    number: int


@dataclass(frozen=True, slots=True)
class PlayTables:
    """Where all tables of the plays of a game stand, and how large things are in them.

    ``first_rows`` has 16 bits for each place and one more: where its rows begin. ``numbers`` has
    16 bits for each place: the number of its reading. ``powers`` has the coefficients of
    (1 + x + ... + x^i)^e by i from 1 on, by e from 0 on, and by the power of x, in 64 bits.
    """

    places: int
    largest: int
    most_lines: int
    widest: int
    depth: int
    box: int
    choice: int
    choice_packed: int
    packed: PackedCards
    numbers: int
    first_rows: int
    rows: int
    row_count: int
    lists: int
    boxes: int
    fillings: int
    filling_count: int
    most_wild: int
    powers: int
    choices: tuple[WildChoices, ...]
    lines: LineTables


def play_tables(context: LoweringContext) -> PlayTables:
    """Write the tables of the plays of a game. Raises ``NotLoweredError``."""
    game, memory = context.game, context.memory
    patterns = _patterns(game)
    readings = sorted(patterns.readings)
    table = compile_rows(Counting(patterns), shared_roles(patterns), readings)
    _check_rows(game, table)
    depth = max((count for box in table.boxes for _, count in counts(box.each)), default=1)
    widest = max((sum(1 for _ in counts(box.each)) for box in table.boxes), default=0)
    largest = max((row.size for row in table.rows), default=0)
    packed, choice_packed = packed_cards(game), CHOICE_CARDS + WORD * context.layout.words
    choice = choice_packed + packed.size
    choices = [_choices(context, role, choice) for role in table.roles]
    fillings = _Fillings(game, table)
    fits = [memory.table(fillings.fits(one)) for one in table.fillings]
    ordered = tuple(sorted(table.rows, key=lambda one: one.place))
    lists = _RowLists(ordered)
    return PlayTables(
        len(readings),
        largest,
        max((row.lines.most for row in table.rows if row.lines), default=0),
        widest,
        depth,
        BOX_PLANES + WORD * depth,
        choice,
        choice_packed,
        packed,
        memory.table(_sixteen(context.readings.number(one) for one in readings)),
        memory.table(_sixteen(_first_rows(table, len(readings)))),
        memory.table(lists.rows),
        len(ordered),
        memory.table(lists.boxes),
        memory.table(b"".join(_box(box, depth) for box in table.boxes)),
        memory.table(b"".join(map(_filling, table.fillings, fits))),
        len(table.fillings),
        max((sum(game.cards[kind].copies for kind in one.kinds) for one in choices), default=0),
        memory.table(_powers(depth, widest, largest)),
        tuple(choices),
        row_lines(context, table, ordered, widest),
    )


def _patterns(game: Game) -> Patterns:
    patterns = Patterns(game)
    if patterns.states:
        raise NotLoweredError("what is wild by the state", game.wilds[0].clause)
    if len(game.cards) > MOST_CLASSES:
        raise NotLoweredError(f"more than {MOST_CLASSES} classes of cards", game.groups[0].clause)
    return patterns


def _check_rows(game: Game, table: RowTable) -> None:
    for pattern in sorted(table.general):
        raise NotLoweredError("a pattern without rows", game.patterns[pattern].clause)
    if len(table.rows) > MOST_ROWS:
        raise NotLoweredError(f"more than {MOST_ROWS} rows", game.patterns[0].clause)
    for role in table.roles:
        clause = game.wilds[0].clause if game.wilds else ""
        if len(_kinds(role)) > MOST_KINDS:
            raise NotLoweredError(f"more than {MOST_KINDS} kinds of wild cards", clause)
        if sum(1 for _ in _every(game, role)) > MOST_CHOICES:
            raise NotLoweredError(f"more than {MOST_CHOICES} choices of wild cards", clause)


def _sixteen(numbers: Iterator[int]) -> bytes:
    return b"".join(number.to_bytes(2, "little") for number in numbers)


def _first_rows(table: RowTable, places: int) -> Iterator[int]:
    counted = [0] * places
    for row in table.rows:
        counted[row.place] += 1
    total = 0
    for count in [*counted, 0]:
        yield total
        total += count


class _RowLists:
    """The rows, and the lists of their boxes."""

    def __init__(self, ordered: Sequence[PatternRow]) -> None:
        boxes, rows = bytearray(), bytearray()
        for row in ordered:
            least, most = (row.lines.least, row.lines.most) if row.lines is not None else (0, 0)
            head = (row.size, row.lines is not None, least, most, len(row.boxes), row.filling)
            rows += pack("<BBBBHHI", *head, len(boxes)).ljust(ROW, b"\0")
            boxes += _sixteen(iter(row.boxes))
        self.rows, self.boxes = bytes(rows), bytes(boxes)


def _box(box: RowBox, depth: int) -> bytes:
    """Return a box, with the cards of which so many copies may be taken in each plane."""
    each = dict(counts(box.each))
    planes = [
        sum(1 << card for card, count in each.items() if count >= plane)
        for plane in range(1, depth + 1)
    ]
    deepest = max(each.values(), default=0)
    return pack("<BBB5x", box.least, box.most, deepest) + pack(f"<{depth}Q", *planes)


def _filling(filling: RowFilling, fits: int) -> bytes:
    return pack("<BBHI", filling.most, filling.role, 0, fits)


def _kinds(role: WildRoles) -> tuple[int, ...]:
    return tuple(card for card, _ in counts(role.wild))


def _every(game: Game, role: WildRoles) -> Iterator[Mapping[int, int]]:
    """Yield every choice of wild cards, how many of each, in the order of cards as numbers."""
    kinds = _kinds(role)
    for chosen in product(*(range(game.cards[kind].copies + 1) for kind in reversed(kinds))):
        yield dict(zip(kinds, reversed(chosen), strict=True))


def _choices(context: LoweringContext, role: WildRoles, choice: int) -> WildChoices:
    number = sum(1 for _ in _every(context.game, role))
    return WildChoices(_kinds(role), context.memory.room(choice * number), number)


class _Fillings:
    """Which choices of wild cards complete plays; what is asked again is answered once."""

    def __init__(self, game: Game, table: RowTable) -> None:
        self._roles = table.roles
        self._every = [list(_every(game, role)) for role in table.roles]
        self._known: dict[tuple[int, int, tuple[int, ...]], bool] = {}

    def fits(self, filling: RowFilling) -> bytes:
        """Return one byte for each choice of the role: whether it completes a play."""
        found = bytearray()
        for chosen in self._every[filling.role]:
            number = sum(chosen.values())
            lacking = filling.fixed + (number - size(filling.fixed)) * filling.unit
            within = filling.least <= number <= filling.most
            found.append(within and self._fills(filling.role, lacking, chosen))
        return bytes(found)

    def _fills(self, role: int, lacking: int, chosen: Mapping[int, int]) -> bool:
        """Tell whether so many wild cards of each kind fill the cells that lack a card."""
        key = (role, lacking, tuple(chosen.values()))
        if key not in self._known:
            slots, stands = self._roles[role].slots, self._roles[role].stands
            cells = {slots[slot]: count for slot, count in counts(lacking)}
            supply: dict[frozenset[int], int] = {}
            for kind, count in chosen.items():
                supply[stands[kind]] = supply.get(stands[kind], 0) + count
            same = sum(cells.values()) == sum(chosen.values())
            self._known[key] = same and can_stand(supply, cells)
        return self._known[key]


def _powers(depth: int, widest: int, largest: int) -> bytes:
    """Return the coefficients of all powers up to that of the largest play."""
    if (depth + 1) ** widest >= 1 << 62:
        raise NotLoweredError(f"{widest} cards in one part of a pattern")
    found: list[int] = []
    for copies in range(1, depth + 1):
        power = [1, *[0] * largest]
        for _ in range(widest + 1):
            found += power
            power = _times(power, copies)
    return pack(f"<{len(found)}q", *found)


def _times(power: Sequence[int], copies: int) -> list[int]:
    """Multiply a polynomial by 1 + x + ... + x^copies, as far as it goes."""
    return [sum(power[max(0, place - copies) : place + 1]) for place in range(len(power))]
