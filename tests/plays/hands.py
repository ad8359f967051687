"""Hands for the tests: as packed numbers and as words, and what the oracle says of them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import settings

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns, show_cards, show_reading
from haggis_rules.semantics.state import Cards, Reading, count_of, counts, pack
from tests.games import game_of
from tests.oracle import HERON, NEEPS, Neeps, Play, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from haggis_rules.ir.game import Game

GAMES = ("neeps", "heron", "classic for 2", "classic for 3")

# In classic, too, what a court may stand for comes to the same plays, and so do its bombs.
ORACLES: dict[str, Rules] = {
    "neeps": NEEPS,
    "heron": HERON,
    "classic for 2": Neeps(copies=1),
    "classic for 3": Neeps(suits=("r", "o", "y", "g", "b"), copies=1),
}

# Thousands by default, and a hundred thousand in the deep profile.
HANDS = 1500 + 5 * settings().max_examples


@dataclass(frozen=True, slots=True)
class Table:
    """A game with its plays worked out in three ways: definition, counting, enumeration."""

    game: Game
    patterns: Patterns
    counting: Counting
    enumerator: Enumerator
    rules: Rules

    def pack(self, words: str) -> Cards:
        """Read cards as `10r J J`."""
        names = [self.game.card_name(card) for card in range(len(self.game.cards))]
        return pack(Counter(names.index(word) for word in words.split()).items())

    def words(self, cards: Cards) -> tuple[str, ...]:
        """Write cards, each by its name, in the order of their names."""
        return tuple(sorted(show_cards(self.game, cards).split()))

    def reading(self, reading: Reading) -> str:
        """Write a reading as the oracle does, which calls a quake a bomb."""
        return show_reading(self.game, reading).replace("quake", "bomb")

    def plays(self, hand: Cards) -> list[Play]:
        """Enumerate, in the oracle's words."""
        return [(self.words(c), self.reading(r)) for r, c in self.enumerator.plays(hand)]

    def deck(self) -> list[int]:
        """Return every card of the deck, as often as there are copies of it."""
        return [i for i, card in enumerate(self.game.cards) for _ in range(card.copies)]

    def bare(self) -> list[int]:
        """Return the cards without suit, once each: the courts of Neeps."""
        return [i for i, card in enumerate(self.game.cards) if card.suit is None]


@cache
def table(name: str) -> Table:
    """Return one of the games, with its whole deck."""
    return _table(game_of("neeps-core" if name == "neeps" else name), name)


def reduced(name: str, copies: Mapping[str, int]) -> Table:
    """Return one of the games with these cards alone, and so many copies of each."""
    game = table(name).game
    names = {game.card_name(i): card for i, card in enumerate(game.cards)}
    cards = tuple(replace(names[card], copies=count) for card, count in copies.items())
    return _table(replace(game, cards=cards), name)


def _table(game: Game, name: str) -> Table:
    patterns = Patterns(game)
    return Table(game, patterns, Counting(patterns), Enumerator(patterns), ORACLES[name])


def seeded(words: str) -> random.Random:
    """Return chances that are the same in every run."""
    return random.Random(words)


def random_hand(at: Table, rng: random.Random, size: int) -> Cards:
    """Draw a hand from the whole deck; half of them start with one of each court."""
    start = at.bare() if rng.random() < 0.5 else []
    left = Counter(at.deck()) - Counter(start)
    return pack(Counter([*start, *rng.sample(sorted(left.elements()), size - len(start))]).items())


def some_cards(at: Table, rng: random.Random, size: int) -> Cards:
    """Draw cards of neighbouring ranks and few suits, which are often nearly a combination."""
    lowest, suits = rng.randrange(len(at.game.ranks)), rng.sample(range(len(at.game.suits)), 2)
    near = [
        card
        for card in at.deck()
        if at.game.cards[card].suit is None
        or (
            lowest <= at.game.cards[card].rank < lowest + 4
            and (at.game.cards[card].suit in suits or rng.random() < 0.1)
        )
    ]
    return pack(Counter(rng.sample(near, min(size, len(near)))).items())


def part_of(hand: Cards) -> Iterator[Cards]:
    """Yield every choice of some cards of a hand."""
    held = list(counts(hand))
    for taken in product(*(range(count + 1) for _, count in held)):
        if any(taken):
            yield pack((card, some) for (card, _), some in zip(held, taken, strict=True) if some)


def hands_up_to(at: Table, most: int) -> Iterator[Cards]:
    """Return every hand of a deck that has at most so many cards."""
    deck = pack(Counter(at.deck()).items())
    return (hand for hand in part_of(deck) if sum(count for _, count in counts(hand)) <= most)


def holds_all(hand: Cards, cards: Cards) -> bool:
    """Whether a hand holds these cards."""
    return all(count_of(hand, card) >= count for card, count in counts(cards))


def differences(left: Sequence[object], right: Sequence[object]) -> list[object]:
    """Return what two lists do not share, for a message."""
    return sorted(set(left) ^ set(right), key=str)
