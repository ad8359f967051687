"""A state of a game: values, and counts of cards for each card class and zone.

The cards of a zone, of a deal or of a combination are one whole number, ``WIDTH`` bits for each
card class in the order of the deck, so that adding and taking away cards is adding and taking
away numbers. A deck has at most ``MOST_CARDS`` cards, so counts never run into one another. Both
``evaluate`` and the generated code work on this form.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, cast

from haggis_rules.frozen_dataclass import open_class
from haggis_rules.ir.game import Game

WIDTH = 8
MASK = (1 << WIDTH) - 1

Cards = int
Reading = tuple[int, ...]  # the index of the pattern, then its fields in order


class Combination(NamedTuple):
    """Cards and what they are read as."""

    reading: Reading
    cards: Cards


PlayLike: TypeAlias = str | Reading | Combination  # a reading, or cards with one; a text is either
Value = int | bool | Reading | Combination | None
StateValues = tuple[
    Value | tuple[Value, ...], ...
]  # of each state variable, or of each of its owners
StateZones = tuple[Cards | tuple[Cards, ...], ...]  # in each zone, or in that of each owner
StateParts = tuple[StateValues, StateZones]  # a state as the generated code takes and gives it


@dataclass(frozen=True, slots=True)
class GameState:
    """``values`` and ``zones``, by index; one that seats or teams own is a tuple by owner."""

    values: StateValues
    zones: StateZones


_OpenState = open_class(GameState)


def new_state(values: StateValues, zones: StateZones) -> GameState:
    """Return a state quickly, as at each action."""
    state = _OpenState()
    state.values, state.zones = values, zones
    state.__class__ = GameState
    return cast("GameState", state)


def pack(counts: Iterable[tuple[int, int]]) -> Cards:
    """Pack pairs of a card class and how many of it."""
    return sum([count << (WIDTH * card) for card, count in counts])


def count_of(cards: Cards, card: int) -> int:
    """Count the copies of one card."""
    return (cards >> (WIDTH * card)) & MASK


def counts(cards: Cards) -> Iterator[tuple[int, int]]:
    """Yield each card class that is there and how many of it, the lowest class first.

    Raises ``ValueError`` for fewer cards than none.
    """
    if cards < 0:
        message = "there cannot be fewer cards than none"
        raise ValueError(message)
    card = 0
    while cards:
        if cards & MASK:
            yield card, cards & MASK
        cards >>= WIDTH
        card += 1


def size(cards: Cards) -> int:
    """Count all cards."""
    # 256 leaves 1 when divided by 255, so the remainder is the sum of the bytes, as casting out
    # nines is of decimal digits. The sum is at most ``MOST_CARDS``, 127, and so below 255.
    return cards % MASK


def group_mask(game: Game, group: int) -> int:
    """Return a mask that keeps the cards of one group."""
    return sum(MASK << (WIDTH * i) for i, card in enumerate(game.cards) if card.group == group)


def holds(zone: Cards, cards: Cards) -> bool:
    """Whether a zone holds all these cards.

    Compared byte by byte, as a definition; generated code uses guard bits (``codegen.runtime``).
    """
    while cards:
        if zone & MASK < cards & MASK:
            return False
        zone >>= WIDTH
        cards >>= WIDTH
    return True
