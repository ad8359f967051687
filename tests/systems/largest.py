"""The largest sets and the widest stairs that a hand can hold, found by trying all of them.

A combination of so many cards on so many ranks needs at least as many court cards as the deck
lacks pips; the fewest are tried first, then more. What the cards make is for the engine to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haggis_rules import Rules

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PIPS, COURTS = RANKS[:9], ("J", "Q", "K")


@dataclass(frozen=True, slots=True)
class Hands:
    """What a hand can be: the letters of the suits, copies of each pip, and how many are dealt."""

    suits: str
    copies: int
    dealt: int


class Found(NamedTuple):
    """So many cards of a rank, and cards from one hand that make it, as they are written."""

    width: int
    witness: str


def widest(rules: Rules, hands: Hands, length: int) -> Found:
    """Find the most cards on each of so many ranks that some hand can lay, with the cards."""
    best = Found(0, "")
    for width in range(2, hands.dealt + len(COURTS) + 1):
        written = f"set{width}@" if length == 1 else f"stair{width}x{length}@"
        for cards in candidates(hands, width, length):
            readings = map(rules.show, rules.readings(" ".join(cards)))
            if any(reading.startswith(written) for reading in readings):
                best = Found(width, " ".join(cards))
                break
    return best


def candidates(hands: Hands, width: int, length: int) -> Iterator[list[str]]:
    """Yield cards of one hand that may make it: pips on the ranks in suits that match, and courts.

    A place can be taken by a court card where no pip is, and only there; each hand has one of each.
    """
    suits = [suit for _ in range(hands.copies) for suit in hands.suits][:width]
    for start in range(len(PIPS) - length + 1):
        ranks = PIPS[start : start + length]
        rows = [rank + suit for suit, rank in product(suits, ranks)]
        for courts in range(len(COURTS) + 1):
            pips = length * width - courts
            if pips <= min(len(rows), hands.dealt):
                yield [*islice(rows, pips), *COURTS[::-1][:courts]]


def fits(hands: Hands, written: str) -> bool:
    """Whether one hand can have these cards: counted apart from the search."""
    cards = written.split()
    pips = [card for card in cards if card not in COURTS]
    return (
        len(pips) <= hands.dealt
        and all(pips.count(card) <= hands.copies and card[-1] in hands.suits for card in pips)
        and all(cards.count(court) <= 1 for court in COURTS)
    )
