"""The cards of classic Haggis: their names, ranks, suits and points, and who is dealt what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

# A card is its name: `10r` is a pip, `J` a court, of which every player has one.
Card: TypeAlias = str
# From 2 to 13; jack, queen and king are 11, 12 and 13.
Rank: TypeAlias = int

LOWEST, HIGHEST_PIP, JACK, KING = 2, 10, 11, 13
COURTS: tuple[Card, ...] = ("J", "Q", "K")
NAMES = {rank: str(rank) for rank in range(LOWEST, JACK)} | {11: "J", 12: "Q", 13: "K"}
DEALT = 14  # pips to each player

_POINTS = {3: 1, 5: 1, 7: 1, 9: 1, 11: 2, 12: 3, 13: 5}


@dataclass(frozen=True, slots=True)
class Deck:
    """The deck for a number of players."""

    players: int

    @property
    def suits(self) -> str:
        """The letters of the suits: two players leave one suit in the box."""
        return "royg" if self.players == 2 else "roygb"

    @property
    def pips(self) -> tuple[Card, ...]:
        """Every card of rank 2 to 10, which are the cards that are shuffled."""
        return tuple(
            f"{rank}{suit}" for suit in self.suits for rank in range(LOWEST, HIGHEST_PIP + 1)
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card."""
        return self.pips + COURTS * self.players


@cache
def rank_of(card: Card) -> Rank:
    """Return the rank that is printed on a card."""
    return JACK + COURTS.index(card) if card in COURTS else int(card[:-1])


def suit_of(card: Card) -> str:
    """Return the letter of a pip's suit."""
    if card in COURTS:
        message = f"`{card}` has no suit"
        raise ValueError(message)
    return card[-1]


def points_of(cards: Iterable[Card]) -> int:
    """Count what captured cards are worth."""
    return sum(_POINTS.get(rank_of(card), 0) for card in cards)
