"""Which way each single card went: found backwards, from what a seat was shown of the moves.

A state counts cards; here each card of the deck is one of its own again, of a kind that is known or
not yet. What a seat saw go somewhere is of that kind, and is taken back first from where it lies
now. Where the seat cannot tell which card moved, chance decides, each card being as likely.

At all times ``open`` is how many single cards have no kind, and ``left`` how many copies of each
kind none of them has been given; when the whole deck lies, ``open`` is the sum of ``left``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from haggis_rules.ir.game import Game
from haggis_rules.knowledge.seen import SeenZone, ZonePlace
from haggis_rules.semantics.random_streams import below, shuffled
from haggis_rules.semantics.state import MASK, WIDTH, Cards, counts, pack

GUESSES = 200  # which cards went together, before another way is tried

CardMask = int  # a set of kinds of cards: the bit of each is set


class DeadEndError(Exception):
    """Chance went a way on which nothing fits what the seat was shown; another may."""


@dataclass(slots=True, eq=False)
class TrackedCard:
    """A single card: its kind, None while nothing tells it, and the kinds that it may be of."""

    kind: int | None
    may: CardMask


class CardFlow(NamedTuple):
    """Cards that went from one place to another: those known, how many others, and their kinds.

    ``is_playable`` says whether those others can go as one, when not all cards can.
    """

    source: ZonePlace
    target: ZonePlace
    cards: Cards
    unknown: int
    may: CardMask
    is_playable: Callable[[Cards], bool] | None = None


def kinds(mask: Cards) -> CardMask:
    """Return the kinds of which there are cards."""
    found, kind = 0, 1
    while mask:
        if mask & MASK:
            found |= kind
        mask, kind = mask >> WIDTH, kind << 1
    return found


def each(cards: Cards) -> list[int]:
    """Return the kind of each card."""
    return [kind for kind, count in counts(cards) for _ in range(count)]


class CardTracker:
    """All single cards, where they lie at one time, beginning with the last."""

    def __init__(self, game: Game, chance: Random) -> None:
        self.chance = chance
        self.left = [card.copies for card in game.cards]  # copies of which nothing is known
        self.open = 0  # single cards of which nothing is known
        self.lying: dict[ZonePlace, list[TrackedCard]] = {}

    def lay(self, zones: Iterable[tuple[SeenZone, CardMask]]) -> None:
        """Lay the cards out as they lie at last; those not seen are of the kinds that come along.

        Raises ``DeadEndError`` when a card would lie there more often than in the deck.
        """
        for (place, cards, unseen), may in zones:
            there = [self._known(kind) for kind in each(cards)]
            there += [TrackedCard(None, may) for _ in range(unseen)]
            self.lying[place] = there
            self.open += unseen

    def undo(self, moves: Sequence[CardFlow]) -> list[list[TrackedCard]]:
        """Take back all moves of one event, and give the single cards of each.

        Raises ``DeadEndError`` when they do not lie there.
        """
        taken: list[list[TrackedCard]] = []
        for move in moves:
            lying = self.lying[move.target]
            known = [self.take(lying, kind) for kind in each(move.cards)]
            taken.append(known + self._others(lying, move))
        # The moves of an event happen at once, so none takes back what another has just put there.
        for move, singles in zip(moves, taken, strict=True):
            self.lying[move.source] += singles
        return taken

    def take(self, lying: list[TrackedCard], kind: int) -> TrackedCard:
        """Take a card of a kind from those that lie somewhere. Raises ``DeadEndError``.

        A card of which nothing is known is as likely to be it as one of the cards that are left.
        """
        known = [single for single in lying if single.kind == kind]
        may = [single for single in lying if single.kind is None and single.may >> kind & 1]
        # How many of the unknown cards are of the kind on average, were every unknown card as
        # likely to be any that is left. What other cards may not be is left aside.
        weight = len(may) * self.left[kind] / self.open if may else 0
        if not known and not weight:
            raise DeadEndError
        # A known card weighs 1, all unknown ones together ``weight``.
        if weight and self.chance.random() * (len(known) + weight) >= len(known):
            found = may[below(len(may), self.chance)]
            self.learn(found, kind)
        else:
            found = known[0]
        lying.remove(found)
        return found

    def learn(self, single: TrackedCard, kind: int) -> None:
        """Say of which kind a card is. Raises ``DeadEndError`` when there are no more of them."""
        if not self.left[kind]:
            raise DeadEndError
        single.kind, single.may = kind, 1 << kind
        self.left[kind] -= 1
        self.open -= 1

    def _known(self, kind: int) -> TrackedCard:
        self.open += 1
        single = TrackedCard(None, 0)
        self.learn(single, kind)
        return single

    def _others(self, lying: list[TrackedCard], move: CardFlow) -> list[TrackedCard]:
        """Take the other cards of a move, each that may be one of them as likely.

        Where they have to go as one combination, draws are thrown away until one does, ``GUESSES``
        times at most. Raises ``DeadEndError``.
        """
        if not move.unknown:
            return []
        fit = [single for single in lying if single.may & move.may]
        if len(fit) < move.unknown:
            raise DeadEndError
        for _ in range(GUESSES if move.is_playable else 1):
            some = fit if len(fit) == move.unknown else shuffled(fit, self.chance)[: move.unknown]
            if move.is_playable is None or self._guessed(some, move, move.is_playable):
                for single in some:
                    single.may &= move.may
                    lying.remove(single)
                return some
        raise DeadEndError

    def _guessed(
        self, some: list[TrackedCard], move: CardFlow, fits: Callable[[Cards], bool]
    ) -> bool:
        """Guess of which kinds some cards are; whether they can go together then."""
        left, guessed = list(self.left), list[int]()
        for single in some:
            may = single.may & move.may
            known = [
                kind for kind, count in enumerate(left) for _ in range(count) if may >> kind & 1
            ]
            if single.kind is None and not known:
                return False
            kind = single.kind
            if kind is None:
                kind = known[below(len(known), self.chance)]
                left[kind] -= 1
            guessed.append(kind)
        if not fits(pack((kind, 1) for kind in guessed)):
            return False
        for single, kind in zip(some, guessed, strict=True):
            if single.kind is None:
                self.learn(single, kind)
        return True
