"""The cases of one part of a layout: which natural cards can lie there so that its suits hold.

Each case is a list of boxes (``pattern_rows.RowBox``), and no play fits two cases of one part. Wild
cards take any suit (``WildSuitError``), so a case speaks of natural cards alone. What can be told
by cases here follows ``counting.rule_holds``:

- any suits, or the suit of a field: a box for each rank;
- matching suits, or one suit of rows with one card: a box for each suit. A suit needs so many
  lines as the rank with the most cards of it, which is the height of its box, and a play has as
  many lines as its rows are wide;
- one suit of wider rows: a case for each suit, and one without natural cards;
- different suits: a case for each suit of each rank, or one for a single rank;
- mixed suits: a case for the suit of the lowest rank and the first rank with another one.

Cards that take any suit beside others of a suit, several cards with the same rank and suit, and
mixed or different suits beside wild cards are left to the search.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeAlias

from haggis_rules.enumeration.compiled_rows.pattern_rows import RowBox, RowLines
from haggis_rules.enumeration.wild import WildRoles
from haggis_rules.ir.game import SuitRule
from haggis_rules.semantics.patterns import Patterns, Row
from haggis_rules.semantics.state import MASK, Cards, counts, pack, size

MOST_CASES = 5_000  # of one part of one layout

RankBoxes: TypeAlias = list[tuple[RowBox, tuple[int, ...]]]  # boxes, and the ranks of each


class NoRowsError(Exception):
    """A pattern is not described by rows, or needs too many of them."""


class PartCase(NamedTuple):
    """Boxes, and how high they are together where it makes a difference."""

    boxes: RankBoxes
    lines: RowLines | None = None


class NaturalCards:
    """The cards that keep their rank with some roles, as rows ask for them."""

    def __init__(self, patterns: Patterns, role: WildRoles) -> None:
        self.role, self.suits = role, range(len(patterns.game.suits))
        self._deck, self._any_suit = patterns.game.cards, patterns.any_suit
        self._of_suit: dict[tuple[int, int], Cards] = {}
        self._copies: dict[tuple[Cards, int], Cards] = {}
        ranks = range(len(patterns.game.ranks))
        self.every = [pack((card, 1) for card, _ in counts(role.own[rank])) for rank in ranks]
        self.free = [self._among(rank, patterns.any_suit) for rank in ranks]
        # On these ranks each card is told by its suit.
        self.plain = [
            not self.free[rank] and all(size(self.of_suit(rank, suit)) <= 1 for suit in self.suits)
            for rank in ranks
        ]

    def of_suit(self, rank: int, suit: int) -> Cards:
        """Return the cards of a rank that keep a suit, one of each class."""
        found = self._of_suit.get((rank, suit))
        if found is None:
            keeps = [
                card.suit == suit and not free
                for card, free in zip(self._deck, self._any_suit, strict=True)
            ]
            found = self._of_suit[rank, suit] = self._among(rank, keeps)
        return found

    def copies(self, cards: Cards, most: int) -> Cards:
        """Return so many of each of some cards at most, and no more than there are."""
        found = self._copies.get((cards, most))
        if found is None:
            each = ((card, min(most, self._deck[card].copies)) for card, _ in counts(cards))
            found = self._copies[cards, most] = pack(each)
        return found

    def _among(self, rank: int, wanted: Sequence[bool]) -> Cards:
        """Return the cards of a rank that are wanted, one of each class."""
        return pack((card, 1) for card, _ in counts(self.role.own[rank]) if wanted[card])


class RowPart(NamedTuple):
    """The rows of one part of a layout, what it wants of suits, and which cards are natural.

    For the ranks of ``loose`` rows wild cards can stand, and not for those of ``strict`` ones. With
    ``lined`` each of its lines has a natural card. ``alone`` says that the layout has one row: then
    a play has as many cards as it is wide, and its box needs no bounds. So rows that differ in
    width have the same boxes.
    """

    cards: NaturalCards
    rule: SuitRule
    wanted: int | None
    strict: tuple[Row, ...]
    loose: tuple[Row, ...]
    rows: tuple[Row, ...]
    lined: bool
    alone: bool


def part_cases(part: RowPart) -> Iterator[PartCase]:
    """Yield the cases of a part. Raises ``NoRowsError`` when it has none that boxes describe."""
    if part.wanted is not None or part.rule is SuitRule.ANY:
        yield from _rank_case(part)
        return
    if not all(part.cards.plain[row.rank] for row in part.rows):
        raise NoRowsError
    one_line = all(row.width == 1 for row in part.rows)
    match part.rule:
        case SuitRule.ONE if not one_line:
            yield from _one_suit(part)
        case SuitRule.ONE | SuitRule.MATCHING:
            yield from _lines(part, MASK)  # a suit needs no more lines than there are
        case SuitRule.MATCHING_DIFFERENT:
            yield from _lines(part, 1)
        case SuitRule.DIFFERENT:
            yield from _different(part)
        case SuitRule.MIXED:
            yield from _mixed(part)


def _rank_case(part: RowPart) -> Iterator[PartCase]:
    """Yield the one case with a box for each rank, with all its cards or those of a suit."""
    boxes: RankBoxes = []
    for row in part.rows:
        if part.wanted is None:
            cards = part.cards.every[row.rank]
        else:
            cards = part.cards.free[row.rank] + part.cards.of_suit(row.rank, part.wanted)
        if not _add(boxes, part, cards, row, MASK if part.alone else row.width):
            return
    yield PartCase(boxes)


def _one_suit(part: RowPart) -> Iterator[PartCase]:
    width = max(row.width for row in part.rows)
    for suit in part.cards.suits:
        strict = _exact(part, {suit: width})
        # Where a rank has to have a card of the suit, the others need none.
        loose = _column(part, suit, width, 0 if part.strict else 1)
        if strict is not None and (loose or part.strict):
            yield PartCase([*strict, *loose])
    if not part.strict:
        yield PartCase([])


def _lines(part: RowPart, most: int) -> Iterator[PartCase]:
    """Yield the case of suits that match, with ``most`` lines of one suit at most.

    A rank for which no wild card stands has a card of each line. So there is a case for each choice
    of lines then, and the other ranks have no more of each suit than it says.
    """
    width, suits = part.rows[0].width, part.cards.suits
    if not part.strict:
        boxes = [box for suit in suits for box in _column(part, suit, most, 0)]
        every = part.lined and part.rule is SuitRule.MATCHING_DIFFERENT
        yield PartCase(boxes, RowLines(width if every else 0, width))
        return
    for number, chosen in enumerate(combinations_with_replacement(suits, width)):
        if number == MOST_CASES:
            raise NoRowsError
        lines = Counter(chosen)
        strict = _exact(part, lines) if max(lines.values()) <= most else None
        if strict is not None:
            loose = [box for suit in lines for box in _column(part, suit, lines[suit], 0)]
            yield PartCase([*strict, *loose])


def _exact(part: RowPart, lines: Mapping[int, int]) -> RankBoxes | None:
    """Return a box for each card of ranks for which no wild card stands; None if some lack one.

    ``lines`` has the suits, and how many cards of each a rank has.
    """
    boxes: RankBoxes = []
    for row in part.strict:
        for suit, wanted in lines.items():
            cards = part.cards.copies(part.cards.of_suit(row.rank, suit), wanted)
            if size(cards) < wanted:
                return None
            boxes.append((RowBox(cards, wanted, wanted), (row.rank,)))
    return boxes


def _column(part: RowPart, suit: int, most: int, least: int) -> RankBoxes:
    """Return the box of a suit on ranks for which wild cards stand; none when it has no cards."""
    cards = [(row.rank, part.cards.of_suit(row.rank, suit)) for row in part.loose]
    each = sum(part.cards.copies(some, most) for _, some in cards)
    ranks = tuple(rank for rank, some in cards if some)
    return [(RowBox(each, least, size(each)), ranks)] if each else []


def _different(part: RowPart) -> Iterator[PartCase]:
    suits = part.cards.suits
    if len(part.rows) == 1:
        (row,) = part.rows
        boxes: RankBoxes = []
        if _add(boxes, part, sum(part.cards.of_suit(row.rank, suit) for suit in suits), row, 1):
            yield PartCase(boxes)
        return
    if part.loose:
        raise NoRowsError
    for number, cards in enumerate(_apart(part, part.rows, frozenset(suits))):
        if number == MOST_CASES:
            raise NoRowsError
        box = RowBox(cards, size(cards), size(cards))
        yield PartCase([(box, tuple(row.rank for row in part.rows))])


def _apart(part: RowPart, rows: Sequence[Row], suits: frozenset[int]) -> Iterator[Cards]:
    """Yield the cards of rows in every way in which no two of them have the same suit."""
    if not rows:
        yield 0
        return
    for chosen in combinations(sorted(suits), rows[0].width):
        cards = [part.cards.of_suit(rows[0].rank, suit) for suit in chosen]
        if all(cards):
            for others in _apart(part, rows[1:], suits - {*chosen}):
                yield sum(cards) + others


def _mixed(part: RowPart) -> Iterator[PartCase]:
    if part.loose or any(row.width > 1 for row in part.rows):
        raise NoRowsError
    suits = frozenset(part.cards.suits)
    for suit in sorted(suits):
        for first in range(1, len(part.rows)):
            wanted = [{suit}] * first + [suits - {suit}] + [suits] * (len(part.rows) - first - 1)
            boxes: RankBoxes = []
            each = (
                (row, sum(part.cards.of_suit(row.rank, one) for one in some))
                for row, some in zip(part.rows, wanted, strict=True)
            )
            if all(_add(boxes, part, cards, row, 1) for row, cards in each):
                yield PartCase(boxes)


def _add(boxes: RankBoxes, part: RowPart, cards: Cards, row: Row, most: int) -> bool:
    """Add a box for a row, with so many of each of these cards; say whether it can be filled."""
    each = part.cards.copies(cards, most)
    strict = not part.cards.role.unit[row.rank]
    if each and part.alone:
        boxes.append((RowBox(each, 0, size(each)), (row.rank,)))
    elif each:
        least = row.width if strict else 0
        boxes.append((RowBox(each, least, min(row.width, size(each))), (row.rank,)))
    return size(each) >= row.width or not strict
