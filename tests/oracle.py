"""The plays of a hand by brute force, from the definitions of the rules alone.

A shape is a reading together with the cells that it has to fill. Every subset of a hand is
tried on every shape of its size, every card in every cell that it may fill, and nothing is
concluded from numbers of cards. Slow, and meant to be: faster code is tested against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

# A rank as its place in the order of ranks, and a suit. Courts are the cards without one.
Card: TypeAlias = tuple[int, str | None]
# What a place asks for: a rank, and a suit unless any will do.
Cell: TypeAlias = tuple[int, str | None]
# The cards in the order of their names, and the reading.
Play: TypeAlias = tuple[tuple[str, ...], str]


class Rules(Protocol):
    """What a test asks of a game."""

    def dealt(self) -> tuple[str, ...]:
        """Every card that is dealt, as often as there are copies of it."""
        ...

    def readings(self, cards: Sequence[str]) -> frozenset[str]:
        """All readings that use exactly these cards."""
        ...

    def beats(self, higher: str, lower: str) -> bool:
        """Whether the first reading may be played on the second."""
        ...


@dataclass(frozen=True, slots=True)
class Shape:
    """A reading, and the cells that its cards have to fill."""

    reading: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """The shapes that lie on the ranks from lowest to highest and ask for each of them."""

    lowest: int
    highest: int
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Neeps:
    """Neeps for six; with fewer pips, neighbours in the order of ranks are consecutive."""

    pips: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "10")
    courts: tuple[str, ...] = ("J", "Q", "K")
    suits: tuple[str, ...] = ("r", "o", "y", "g")
    copies: int = 3

    def dealt(self) -> tuple[str, ...]:
        """Every pip card, as often as there are copies of it; courts are never dealt."""
        return tuple(p + suit for p in self.pips for suit in self.suits) * self.copies

    def readings(self, cards: Sequence[str]) -> frozenset[str]:
        """All readings that use exactly these cards."""
        found = set[str]()
        if len(cards) == 1:
            found.add(f"single@{_rank_name(self, cards[0])}")
        bomb = _neeps_bombs(self).get(tuple(sorted(cards)))
        if bomb is not None:
            found.add(bomb)
        known = _neeps_cards(self)
        pips = sorted(known[card] for card in cards if card not in self.courts)
        courts = [known[card] for card in cards if card in self.courts]
        if pips:
            for window in _neeps_windows(self, len(cards)):
                # A pip stands for itself, so none may lie outside.
                if window.lowest <= pips[0][0] and pips[-1][0] <= window.highest:
                    found.update(_fitting(window.shapes, (*pips, *courts), _may_stand))
        return frozenset(found)

    def beats(self, higher: str, lower: str) -> bool:
        """Whether the first reading may be played on the second."""
        if lower in _NEEPS_BOMBS:
            return higher in _NEEPS_BOMBS[_NEEPS_BOMBS.index(lower) + 1 :]
        if higher in _NEEPS_BOMBS:
            return True
        higher_type, higher_top = higher.split("@")
        lower_type, lower_top = lower.split("@")
        ranks = self.pips + self.courts
        return higher_type == lower_type and ranks.index(higher_top) > ranks.index(lower_top)


@dataclass(frozen=True, slots=True)
class Heron:
    """A small climbing game without courts, where suits count and bombs grow."""

    ranks: tuple[str, ...] = ("3", "4", "5", "6", "7", "8", "9")
    suits: tuple[str, ...] = ("c", "d", "h", "s")
    copies: int = 2

    def dealt(self) -> tuple[str, ...]:
        """Every card, as often as there are copies of it."""
        return tuple(rank + suit for rank in self.ranks for suit in self.suits) * self.copies

    def readings(self, cards: Sequence[str]) -> frozenset[str]:
        """All readings that use exactly these cards."""
        placed = tuple((self.ranks.index(card[:-1]), card[-1]) for card in cards)
        if any(suit not in self.suits for _, suit in placed):
            msg = f"no suit of this game in {cards}"
            raise ValueError(msg)
        return frozenset(_fitting(_heron_shapes(self, len(cards)), placed, _is_asked_for))

    def beats(self, higher: str, lower: str) -> bool:
        """Whether the first reading may be played on the second."""
        higher_type, higher_top = higher.split("@")
        lower_type, lower_top = lower.split("@")
        if higher_type == lower_type == "single":
            return self._rank_and_suit(higher_top) > self._rank_and_suit(lower_top)
        if higher_type == lower_type:
            return self.ranks.index(higher_top) > self.ranks.index(lower_top)
        return _bomb_size(higher_type) > _bomb_size(lower_type)

    def _rank_and_suit(self, card: str) -> tuple[int, int]:
        return self.ranks.index(card[:-1]), self.suits.index(card[-1])


NEEPS: Rules = Neeps()
HERON: Rules = Heron()


def neeps_readings(cards: Sequence[str]) -> frozenset[str]:
    """All readings that Neeps for six gives to exactly these cards."""
    return NEEPS.readings(cards)


def neeps_readings_of_large(cards: Sequence[str]) -> frozenset[str]:
    """All readings of up to 21 cards: the same search, which is quick enough for one play."""
    return NEEPS.readings(cards)


def heron_readings(cards: Sequence[str]) -> frozenset[str]:
    """All readings that Heron gives to exactly these cards."""
    return HERON.readings(cards)


def beats(higher: str, lower: str) -> bool:
    """Whether the first Neeps reading may be played on the second."""
    return NEEPS.beats(higher, lower)


def heron_beats(higher: str, lower: str) -> bool:
    """Whether the first Heron reading may be played on the second."""
    return HERON.beats(higher, lower)


def all_plays(
    hand: Sequence[str], readings_of: Callable[[tuple[str, ...]], frozenset[str]]
) -> frozenset[Play]:
    """All plays of a hand: each different choice of cards, with each of its readings."""
    in_order = sorted(hand)
    chosen = {some for size in range(1, len(hand) + 1) for some in combinations(in_order, size)}
    return frozenset((some, reading) for some in chosen for reading in readings_of(some))


def _fitting(
    shapes: tuple[Shape, ...],
    cards: tuple[Card, ...],
    may_fill: Callable[[Card, Cell], bool],
) -> Iterator[str]:
    for shape in shapes:
        if _can_be_placed(cards, shape.cells, may_fill):
            yield shape.reading


def _can_be_placed(
    cards: tuple[Card, ...],
    cells: tuple[Cell, ...],
    may_fill: Callable[[Card, Cell], bool],
) -> bool:
    """Whether some way to lay each card in a cell of its own fills every cell."""
    if not cards:
        return not cells
    tried = set[Cell]()
    for place, cell in enumerate(cells):
        if cell in tried or not may_fill(cards[0], cell):
            continue
        tried.add(cell)  # a second cell that asks for the same would go the same way
        if _can_be_placed(cards[1:], cells[:place] + cells[place + 1 :], may_fill):
            return True
    return False


def _is_asked_for(card: Card, cell: Cell) -> bool:
    return card[0] == cell[0] and cell[1] in (None, card[1])


def _may_stand(card: Card, cell: Cell) -> bool:
    """Whether a card is what the cell asks for, or a court of that rank or a higher one."""
    return card[0] >= cell[0] if card[1] is None else _is_asked_for(card, cell)


_NEEPS_BOMBS = ("bomb:rainbow", "bomb:JQ", "bomb:JK", "bomb:QK", "bomb:JQK", "bomb:suited")


@cache
def _neeps_bombs(rules: Neeps) -> Mapping[tuple[str, ...], str]:
    """Every hand of cards that is a bomb, in the order of their names."""
    bombs: dict[tuple[str, ...], str] = {}
    for suits in permutations(rules.suits, 4):
        bombs[_names_in_order("3579", suits)] = "bomb:rainbow"
    for suit in rules.suits:
        bombs[_names_in_order("3579", (suit,) * 4)] = "bomb:suited"
    for courts in ("JQ", "JK", "QK", "JQK"):
        bombs[tuple(sorted(courts))] = f"bomb:{courts}"
    return bombs


def _names_in_order(ranks: str, suits: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(rank + suit for rank, suit in zip(ranks, suits, strict=True)))


@cache
def _neeps_cards(rules: Neeps) -> Mapping[str, Card]:
    cards: dict[str, Card] = {}
    for place, rank in enumerate(rules.pips):
        cards.update({rank + suit: (place, suit) for suit in rules.suits})
    for place, court in enumerate(rules.courts, start=len(rules.pips)):
        cards[court] = (place, None)
    return cards


def _rank_name(rules: Neeps, card: str) -> str:
    return (rules.pips + rules.courts)[_neeps_cards(rules)[card][0]]


@cache
def _neeps_windows(rules: Neeps, size: int) -> tuple[Window, ...]:
    """Every shape of this many cells that is a set, a sequence or a stair."""
    names = rules.pips + rules.courts
    windows: list[Window] = []
    for lowest in range(len(names)):
        for highest in range(lowest, len(names)):
            ranks = range(lowest, highest + 1)
            shapes = tuple(_neeps_shapes(rules, size, ranks, names[highest]))
            if shapes:
                windows.append(Window(lowest, highest, shapes))
    return tuple(windows)


def _neeps_shapes(rules: Neeps, size: int, ranks: range, top: str) -> Iterator[Shape]:
    length = len(ranks)
    if length == 1 and size >= 2:
        yield Shape(f"set{size}@{top}", ((ranks[0], None),) * size)
    if length >= 3 and size == length:
        for suit in rules.suits:
            yield Shape(f"sequence{length}@{top}", tuple((rank, suit) for rank in ranks))
    for width in range(2, size + 1):
        if length >= 2 and size == width * length:
            for suits in combinations_with_replacement(rules.suits, width):
                cells = tuple((rank, suit) for rank in ranks for suit in suits)
                yield Shape(f"stair{width}x{length}@{top}", cells)


@cache
def _heron_shapes(rules: Heron, size: int) -> tuple[Shape, ...]:
    return tuple(shape for shape in _all_heron_shapes(rules, size) if len(shape.cells) == size)


def _all_heron_shapes(rules: Heron, most: int) -> Iterator[Shape]:
    for place, rank in enumerate(rules.ranks):
        any_suit = ((place, None),)
        for suit in rules.suits:
            yield Shape(f"single@{rank}{suit}", ((place, suit),))
        yield Shape(f"pair@{rank}", any_suit * 2)
        for other in range(len(rules.ranks)):
            if other != place:
                yield Shape(f"full@{rank}", any_suit * 3 + ((other, None),) * 2)
        for size in range(4, most + 1):
            yield Shape(f"bomb{size}@{rank}", any_suit * size)


def _bomb_size(type_of_reading: str) -> int:
    """How many cards a bomb of this type has, and 0 where the type is no bomb."""
    return int(type_of_reading.removeprefix("bomb")) if type_of_reading[:4] == "bomb" else 0
