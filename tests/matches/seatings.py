"""The twelve seatings, what lies in their decks, and what their players agree on.

The cards are those of the ledger's first section, written down here once more by hand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from haggis_rules.engine.rules import load_agreed

if TYPE_CHECKING:
    from haggis_rules import Rules

Agreement: TypeAlias = dict[str, int | str]

COURTS = ("J", "Q", "K")
RANKS = range(2, 11)
MOST_LOADED = 8  # rules at a time: each remembers much of what hands can make


@dataclass(frozen=True, slots=True)
class Seating:
    """A system for so many players: its suits, copies of a pip, pips dealt and pips laid aside."""

    name: str
    players: int
    suits: str
    copies: int
    dealt: int
    aside: int

    def __str__(self) -> str:
        return f"{self.name}/{self.players}"

    @property
    def deck(self) -> Counter[str]:
        """All cards of the deck by their names."""
        pips = {f"{rank}{suit}": self.copies for rank in RANKS for suit in self.suits}
        return Counter(pips | dict.fromkeys(COURTS, self.players))

    @property
    def agreements(self) -> list[Agreement]:
        """What is agreed on, match after match: first of all nothing."""
        return [{}, *_AGREED[self.name, self.players]]

    @property
    def shortest(self) -> int:
        """The place of the agreement that makes the shortest match."""
        return max(range(len(self.agreements)), key=lambda i: _shortness(self.agreements[i]))

    def agreed(self, number: int) -> Agreement:
        """Return what is agreed on in the match of a number."""
        return self.agreements[number % len(self.agreements)]

    def rules(self, number: int) -> Rules:
        """Load the rules by which the match of a number is played."""
        return _load(self.name, self.players, tuple(self.agreed(number).items()))


# Every table has a short match among the others, so that ties at its end are met.
_CLASSIC: list[Agreement] = [{"target": 250}, {"target": 40}]
_ROGERS: list[Agreement] = [
    {"sets": True},
    {"rainbow": True, "target": 250},
    {"bets": "neeps-side"},
    {"sets": True, "rainbow": True, "bets": "neeps-side", "target": 40},
]
_AGREED: dict[tuple[str, int], list[Agreement]] = {
    ("classic", 2): _CLASSIC,
    ("classic", 3): _CLASSIC,
    ("tournament", 3): _CLASSIC,
    ("cats", 2): _CLASSIC,
    ("wikipedia", 2): _CLASSIC,
    ("wikipedia", 3): _CLASSIC,
    ("rogers", 2): [*_ROGERS, {"deals": 6}, {"deals": 8, "sets": True}, {"deals": 1}],
    ("rogers", 3): [*_ROGERS, {"deals": 9}, {"deals": 1}],
    ("neeps", 4): [{"target": 350}, {"deals": 4}, {"deals": 6}, {"deals": 1}],
    ("neeps", 6): [{"target": 550}, {"deals": 3}, {"deals": 6}, {"deals": 1}],
    ("tatties", 3): [{"target": 250}, {"deals": 6}, {"deals": 9}, {"deals": 1}],
    ("tatties", 5): [{"target": 450}, {"deals": 5}, {"deals": 1}],
}

_FOUR, _FIVE = "royg", "roygb"
SEATINGS = (
    Seating("classic", 2, _FOUR, 1, 14, 8),
    Seating("classic", 3, _FIVE, 1, 14, 3),
    Seating("tournament", 3, _FIVE, 1, 14, 3),
    Seating("cats", 2, "cdhs", 1, 14, 8),
    Seating("wikipedia", 2, _FOUR, 1, 14, 8),
    Seating("wikipedia", 3, _FIVE, 1, 14, 3),
    Seating("rogers", 2, _FOUR, 1, 14, 8),
    Seating("rogers", 3, _FIVE, 1, 14, 3),
    Seating("neeps", 4, _FOUR, 2, 18, 0),
    Seating("neeps", 6, _FOUR, 3, 18, 0),
    Seating("tatties", 3, _FIVE, 1, 14, 3),
    Seating("tatties", 5, _FIVE, 2, 18, 0),
)


def seating_of(name: str) -> Seating:
    """Return the seating that is written so, as `classic/2`."""
    return next(one for one in SEATINGS if str(one) == name)


def _shortness(agreed: Agreement) -> int:
    """Say how short a match is: one hand, or a low target."""
    return 2 if agreed == {"deals": 1} else int(agreed == {"target": 40})


@lru_cache(maxsize=MOST_LOADED)
def _load(name: str, players: int, agreed: tuple[tuple[str, int | str], ...]) -> Rules:
    return load_agreed(name, dict(agreed), players=players)
