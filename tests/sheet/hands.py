"""Every hand that can be dealt, one after the other: the blunt way to see what hands can make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from haggis_rules.analysis.sheet.dealt_hands import Hand
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, Reading, pack


def every_hand(game: Game, hand: Hand) -> Iterator[Cards]:
    """Yield every hand that holds the named cards and as many of each group as are drawn."""
    named = pack(enumerate(hand.named))
    groups = [
        list(_drawn([c for c, card in enumerate(game.cards) if card.group == group], hand, many))
        for group, many in enumerate(hand.drawn)
    ]
    for drawn in product(*groups):
        yield named + sum(drawn)


def _drawn(cards: Sequence[int], hand: Hand, many: int) -> Iterator[Cards]:
    if not cards:
        if not many:
            yield 0
        return
    first, *rest = cards
    for count in range(min(many, hand.stock[first]) + 1):
        for others in _drawn(rest, hand, many - count):
            yield pack([(first, count)]) + others


def readings_made(patterns: Patterns, hand: Hand) -> set[Reading]:
    """Return every reading that some hand makes, by looking at the plays of every hand."""
    enumerator = Enumerator(patterns)
    return {
        reading
        for cards in every_hand(patterns.game, hand)
        for reading, _ in enumerator.plays(cards)
    }


def can_hold(game: Game, hand: Hand, cards: Cards) -> bool:
    """Whether some hand holds these cards, told without a search."""
    counts = [(cards >> (8 * card)) & 255 for card in range(len(game.cards))]
    extra = [max(0, own - named) for own, named in zip(counts, hand.named, strict=True)]
    groups = [card.group for card in game.cards]
    return all(more <= stock for more, stock in zip(extra, hand.stock, strict=True)) and all(
        sum(more for more, of in zip(extra, groups, strict=True) if of == group) <= drawn
        for group, drawn in enumerate(hand.drawn)
    )
