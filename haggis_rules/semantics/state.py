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
"""Some cards, counting copies, packed into one number; ``Rules.show`` writes them.

>>> from haggis_rules import load
>>> rules = load("classic", players=2)
>>> held = rules.parse_cards("9r J")
>>> rules.show(held), held == rules.parse_cards("j 9R")
('9r J', True)
"""
Reading = tuple[int, ...]
"""What cards are played as: the index of the pattern, then the values of its fields in order.

>>> from haggis_rules import load
>>> rules = load("classic", players=2)
>>> [rules.show(one) for one in rules.readings("10r J Q")]
['set3@10', 'sequence3@10', 'sequence3@J', 'sequence3@Q']
"""


class Combination(NamedTuple):
    """Cards and how they are read.

    >>> from haggis_rules import load
    >>> rules = load("classic", players=2)
    >>> play = rules.parse_play("9r 10r J = sequence3@J")
    >>> rules.show(play.reading), rules.show(play.cards)
    ('sequence3@J', '9r 10r J')
    """

    reading: Reading
    cards: Cards


PlayLike: TypeAlias = str | Reading | Combination
"""What can be given as a play: a reading, cards with a reading, or a text of either.

>>> from haggis_rules import load
>>> rules = load("classic", players=2)
>>> play = rules.parse_play("J K")
>>> rules.beats("J K", "J Q"), rules.beats(play, "J Q"), rules.beats(play.reading, "J Q")
(True, True, True)
"""
Value = int | bool | Reading | Combination | None
"""Any value of the rules: a number, a seat from 0, a truth, a reading, a play, or none.

>>> from haggis_rules import load
>>> match = load("classic", players=2).new_match(seed=7)
>>> match.query("finished"), match.query("bets.paid", 0), match.query("winner")
(False, 0, None)
"""
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
