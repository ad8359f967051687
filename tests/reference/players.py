"""Players who choose by chance, each with a leaning, so that what is rare happens now and then."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tests.reference.cards import COURTS, Card, Deck
from tests.reference.hand import Bets, Hand, Lays, Move
from tests.reference.plays import Bomb

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

BETTING = 0.12  # how often a turn begins with somebody's bet
ASTRAY = 0.1  # how often a player takes any move


class Leaning(Enum):
    """What a player likes to do."""

    ANYTHING = "takes any move"
    BOMBS = "plays a bomb when he can"
    COURTS_LAST = "keeps his courts for the end"
    MANY_CARDS = "plays as many cards as he can"
    PASSING = "passes when he can"


def some_leanings(rng: Random, players: int) -> list[Leaning]:
    """Assign each player a leaning for a hand."""
    return [rng.choice(list(Leaning)) for _ in range(players)]


def choose(rng: Random, hand: Hand, leanings: Sequence[Leaning]) -> Move:
    """Choose what happens next at a table where the hand is not over."""
    moves = [move for seat in hand.seats for move in hand.moves(seat)]
    bets = [move for move in moves if isinstance(move, Bets)]
    others = [move for move in moves if not isinstance(move, Bets)]
    if bets and (not others or rng.random() < BETTING):
        return rng.choice(bets)
    if rng.random() < ASTRAY:
        return rng.choice(others)
    liking = [_liking(leanings[move.seat], move, hand) for move in others]
    return rng.choice(
        [move for move, own in zip(others, liking, strict=True) if own == max(liking)]
    )


def _liking(leaning: Leaning, move: Move, hand: Hand) -> int:
    """Say how much a player would like a move, more with a higher number."""
    if not isinstance(move, Lays):
        return 1 if leaning in {Leaning.COURTS_LAST, Leaning.PASSING} else 0
    cards = move.play.cards
    match leaning:
        case Leaning.ANYTHING | Leaning.PASSING:
            return 0
        case Leaning.BOMBS:
            return 1 if isinstance(move.play.reading, Bomb) else 0
        case Leaning.COURTS_LAST:
            is_all = len(cards) == len(hand.hands[move.seat])
            return 3 if is_all else 0 if any(card in COURTS for card in cards) else 2
        case Leaning.MANY_CARDS:
            return len(cards)


def dealt(rng: Random, players: int) -> tuple[list[list[Card]], list[Card]]:
    """Deal hands and the haggis."""
    deck = Deck(players)
    pips = rng.sample(deck.pips, len(deck.pips))
    hands = [[*pips[14 * seat : 14 * (seat + 1)], *COURTS] for seat in range(players)]
    return hands, pips[14 * players :]
