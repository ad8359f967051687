"""What some cards may be played as, and what beats what: straight from the definitions.

Every choice of cards is tried, and every way to let the courts in it stand for cards. This is
slow, and the faster search in ``layouts`` is held against it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tests.reference.cards import COURTS, LOWEST, NAMES, Card, Rank, rank_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Grid:
    """So many cards on each of so many ranks that follow one another, and the highest of these."""

    width: int
    length: int
    top: Rank

    @property
    def kind(self) -> str:
        """The name that a grid of this width and length goes by."""
        if self.length == 1:
            return "single" if self.width == 1 else "set"
        return "sequence" if self.width == 1 else "stair"

    def __str__(self) -> str:
        size = {
            "single": "",
            "set": f"{self.width}",
            "sequence": f"{self.length}",
            "stair": f"{self.width}x{self.length}",
        }
        return f"{self.kind}{size[self.kind]}@{NAMES[self.top]}"


@dataclass(frozen=True, slots=True)
class Bomb:
    """One of the six bombs."""

    name: str

    def __str__(self) -> str:
        return f"bomb:{self.name}"


Reading: TypeAlias = Grid | Bomb

BOMBS = tuple(map(Bomb, ("rainbow", "JQ", "JK", "QK", "JQK", "suited")))  # the lowest first


class Play(NamedTuple):
    """Cards in the order of their names, and the reading that is declared for them."""

    cards: tuple[Card, ...]
    reading: Reading


def beats(higher: Reading, lower: Reading) -> bool:
    """Whether the first may be played on the second."""
    if isinstance(higher, Bomb):
        return not isinstance(lower, Bomb) or BOMBS.index(higher) > BOMBS.index(lower)
    if isinstance(lower, Bomb):
        return False
    alike = (higher.width, higher.length) == (lower.width, lower.length)
    return alike and higher.top > lower.top


def meant(cards: Sequence[Card], on: Reading | None = None) -> Reading | None:
    """Return the reading of cards that are laid down without a word, ``on`` the highest play.

    None when it has to be declared, or when the cards make nothing.
    """
    made = readings(cards)
    asked = [one for one in made if on is not None and _type(one) == _type(on)]
    found = asked or list(made)
    if len(set(map(_type, found))) != 1:
        return None
    return max(found, key=lambda one: one.top if isinstance(one, Grid) else 0)


def _type(reading: Reading) -> object:
    return "bomb" if isinstance(reading, Bomb) else (reading.width, reading.length)


def all_plays(hand: Sequence[Card]) -> frozenset[Play]:
    """Return all plays of a hand, by trying every choice of its cards."""
    in_order = sorted(hand)
    chosen = {some for size in range(1, len(hand) + 1) for some in combinations(in_order, size)}
    return frozenset(Play(some, reading) for some in chosen for reading in readings(some))


def readings(cards: Sequence[Card]) -> frozenset[Reading]:
    """Return every reading of exactly these cards."""
    pips = [card for card in cards if card not in COURTS]
    courts = [card for card in cards if card in COURTS]
    found = set[Reading](_bombs(pips, courts))
    if len(cards) == 1:
        found.add(Grid(1, 1, rank_of(cards[0])))
    elif pips and _gaps(pips) <= len(courts):
        for stood_for in ways_to_stand(tuple(sorted(courts))):
            found.update(_grids(pips, stood_for))
    return frozenset(found)


def _bombs(pips: Sequence[Card], courts: Sequence[Card]) -> Iterator[Bomb]:
    name = "".join(sorted(courts, key=rank_of))
    if not pips and name in {"JQ", "JK", "QK", "JQK"}:
        yield Bomb(name)
    if not courts and sorted(map(rank_of, pips)) == [3, 5, 7, 9]:
        suits = len(set(map(suit_of, pips)))
        if suits in {1, 4}:
            yield Bomb("suited" if suits == 1 else "rainbow")


def _gaps(pips: Iterable[Card]) -> int:
    """Count the ranks between the lowest pip and the highest that have no pip."""
    ranks = set(map(rank_of, pips))
    return max(ranks) - min(ranks) + 1 - len(ranks)


@cache
def ways_to_stand(courts: tuple[Card, ...]) -> frozenset[tuple[Rank, ...]]:
    """Return the ranks that some courts may stand for: of lower cards, or each for itself."""
    each = [[*range(LOWEST, rank_of(court)), rank_of(court)] for court in courts]
    return frozenset(tuple(sorted(ranks)) for ranks in product(*each))


def _grids(pips: Sequence[Card], stood_for: tuple[Rank, ...]) -> Iterator[Grid]:
    """Yield the reading of two cards or more when the courts stand for these ranks."""
    heights = Counter([*map(rank_of, pips), *stood_for])
    length, width = len(heights), len(pips) + len(stood_for)
    lowest, top = min(heights), max(heights)
    if top - lowest + 1 != length or set(heights.values()) != {width // length}:
        return
    grid = Grid(width // length, length, top)
    match grid.kind:
        case "set":
            yield grid
        case "sequence":
            if length >= 3 and len(set(map(suit_of, pips))) == 1:
                yield grid
        case _:
            if _suits_match(pips, grid.width):
                yield grid


def _suits_match(pips: Sequence[Card], width: int) -> bool:
    """Whether there are so many suits, some perhaps repeated, that hold those of every rank.

    Courts take whatever suit is wanting, and a suit that no pip has would serve nobody.
    """
    rows = [
        Counter(suit_of(pip) for pip in pips if rank_of(pip) == rank)
        for rank in set(map(rank_of, pips))
    ]
    suits = sorted(set(map(suit_of, pips)))
    return any(
        all(row <= Counter(some) for row in rows)
        for some in combinations_with_replacement(suits, width)
    )
