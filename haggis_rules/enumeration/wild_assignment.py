"""What each wild card of a play stands for: a rank and a suit, alone or together with the others.

A wild card that is pinned to a rank and a suit is a card that keeps both. So it can stand there
exactly when the play is still made with such a card in its place.

Each question is one counting check (``semantics.counting``) with some cards pinned, so assigning
w wild cards takes at most w * ranks * suits checks and never backtracks: a pin is only kept when
the others can still be laid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from haggis_rules.semantics.counting import Counting, PlayCards, SuitTally, cards_in
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, Reading, counts


class WildValue(NamedTuple):
    """A rank and a suit that a card stands for; the suit is None where the rules have no suits."""

    rank: int
    suit: int | None


class WildPin(NamedTuple):
    """A wild card, and what it stands for."""

    card: int
    stand: WildValue


class WildAssignment:
    """What wild cards stand for under the patterns of one game."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self._counting = Counting(patterns)

    def wild(self, reading: Reading, cards: Cards) -> list[int]:
        """Return the wild cards of a play, each as often as it is there, in deck order."""
        found = (pair for pair in counts(cards) if self.patterns.is_wild(reading[0], pair[0]))
        return [card for card, count in found for _ in range(count)]

    def may(self, reading: Reading, cards: Cards) -> dict[int, tuple[WildValue, ...]]:
        """Return all that each wild card of a play can stand for, whatever the others then do."""
        hand = self._counting.play_cards(reading[0], cards)
        return {
            card: tuple(
                stand
                for stand in sorted(self._stands(reading, card, hand))
                if self._fits(reading, hand, [WildPin(card, stand)])
            )
            for card in dict.fromkeys(self.wild(reading, cards))
        }

    def assign(self, reading: Reading, cards: Cards) -> tuple[WildPin, ...]:
        """Return one way to lay the wild cards of a play, always the same.

        One after the other, in the order of the deck, stands for itself where it can, and else for
        the lowest rank, in the first suit that leaves the others a place. Nothing when the cards
        do not make the reading.
        """
        hand = self._counting.play_cards(reading[0], cards)
        pins: list[WildPin] = []
        for card in self.wild(reading, cards):
            own = self.patterns.game.cards[card].rank
            stands = self._stands(reading, card, hand)
            ordered = sorted(stands, key=lambda one: (one.rank != own, one))  # False sorts first
            fitting = (
                one for one in ordered if self._fits(reading, hand, [*pins, WildPin(card, one)])
            )
            chosen = next(fitting, None)
            if chosen is None:
                return ()
            pins.append(WildPin(card, chosen))
        return tuple(pins)

    def fits(self, reading: Reading, cards: Cards, pins: Sequence[WildPin]) -> bool:
        """Whether cards make a reading with some of the wild ones pinned."""
        hand = self._counting.play_cards(reading[0], cards)
        return self.patterns.needs_met(reading[0], cards) and self._fits(reading, hand, pins)

    def _fits(self, reading: Reading, hand: PlayCards, pins: Sequence[WildPin]) -> bool:
        play, layouts = self._pinned(reading[0], hand, pins), self._counting.layouts(reading)
        return any(self._counting.fills(reading, layout, play) for layout in layouts)

    def _stands(self, reading: Reading, card: int, hand: PlayCards) -> list[WildValue]:
        """Return what a card may stand for where a row lacks cards."""
        open_ranks = {
            row.rank
            for layout in self._counting.layouts(reading)
            for row in layout
            if row.rank not in hand.rows or cards_in(hand.rows[row.rank]) < row.width
        }
        suits = range(len(self.patterns.game.suits)) or (None,)
        ranks = self.patterns.stands[reading[0]][card] & open_ranks
        return [WildValue(rank, suit) for rank in ranks for suit in suits]

    def _pinned(self, pattern: int, play: PlayCards, pins: Sequence[WildPin]) -> PlayCards:
        """Return a play in which pinned cards are no longer wild: each lies in the row it fills."""
        rows, wild = dict(play.rows), dict(play.wild)
        for card, stand in pins:
            wild[self.patterns.stands[pattern][card]] -= 1
            rows[stand.rank] = _with(rows.get(stand.rank, self._counting.no_cards), stand.suit)
        return play._replace(rows=rows, wild=wild)


def _with(row: SuitTally, suit: int | None) -> SuitTally:
    """Put a card into a row that keeps a suit, or any when there are none."""
    if suit is None:
        return row._replace(free=row.free + 1)
    suits = [count + (place == suit) for place, count in enumerate(row.suits)]
    return row._replace(suits=tuple(suits))
