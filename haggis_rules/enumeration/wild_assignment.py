"""What each wild card of a play stands for: a rank and a suit, alone or together with the others.

A wild card that is pinned to a rank and a suit is a card that keeps both. So it can stand there
exactly when the play is still made with such a card in its place.

Each question is one counting check (``semantics.counting``) with some cards pinned, so assigning
w wild cards takes at most w * ranks * suits checks and never backtracks: a pin is only kept when
the others can still be laid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from haggis_rules.ir.game import WITH_LINES
from haggis_rules.semantics.counting import (
    Counting,
    SuitTally,
    can_stand,
    cards_in,
    suits_fit,
    tally,
)
from haggis_rules.semantics.patterns import Layout, Patterns
from haggis_rules.semantics.state import Cards, Reading, counts, pack
from haggis_rules.semantics.suit_lines import lines_fit


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
        self._none = tally(patterns, 0)

    def wild(self, reading: Reading, cards: Cards) -> list[int]:
        """Return the wild cards of a play, each as often as it is there, in deck order."""
        found = (pair for pair in counts(cards) if self.patterns.is_wild(reading[0], pair[0]))
        return [card for card, count in found for _ in range(count)]

    def may(self, reading: Reading, cards: Cards) -> dict[int, tuple[WildValue, ...]]:
        """Return all that each wild card of a play can stand for, whatever the others then do."""
        hand = _PlayCards.of(self.patterns, reading[0], cards)
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
        hand = _PlayCards.of(self.patterns, reading[0], cards)
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
        hand = _PlayCards.of(self.patterns, reading[0], cards)
        return self.patterns.needs_met(reading[0], cards) and self._fits(reading, hand, pins)

    def _fits(self, reading: Reading, hand: _PlayCards, pins: Sequence[WildPin]) -> bool:
        layouts = self._counting.layouts(reading)
        return any(self._fills(reading, layout, hand, pins) for layout in layouts)

    def _stands(self, reading: Reading, card: int, hand: _PlayCards) -> list[WildValue]:
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

    def _fills(
        self, reading: Reading, layout: Layout, hand: _PlayCards, pins: Sequence[WildPin]
    ) -> bool:
        ranks = {row.rank for row in layout}
        if not hand.rows.keys() <= ranks or any(pin.stand.rank not in ranks for pin in pins):
            return False
        rows = {rank: hand.rows.get(rank, self._none) for rank in ranks}
        wild = dict(hand.wild)
        for card, stand in pins:
            # From here on the pinned card is no longer wild but one of the row that it stands in.
            wild[self.patterns.stands[reading[0]][card]] -= 1
            rows[stand.rank] = _with(rows[stand.rank], stand.suit)
        lacking = {row.rank: row.width - cards_in(rows[row.rank]) for row in layout}
        if min(lacking.values()) < 0 or not can_stand(wild, lacking):
            return False
        full = {rank: one._replace(free=one.free + lacking[rank]) for rank, one in rows.items()}
        numbers = dict.fromkeys(row.part for row in layout)
        return all(self._part_fits(reading, layout, number, full, hand) for number in numbers)

    def _part_fits(
        self,
        reading: Reading,
        layout: Layout,
        number: int,
        full: Mapping[int, SuitTally],
        hand: _PlayCards,
    ) -> bool:
        """Whether the suits of a part, and its lines if they need something, hold."""
        part = self.patterns.game.patterns[reading[0]].parts[number]
        wanted = None if part.suit_field is None else reading[1 + part.suit_field]
        own = [row for row in layout if row.part == number]
        rows = [full[row.rank] for row in own]
        needs = self.patterns.line_needs(reading[0])
        if not suits_fit(part.suits, wanted, rows):
            return False
        if not needs or part.suits not in WITH_LINES:
            return True
        most = [max(row.suits[suit] for row in rows) for suit in range(len(rows[0].suits))]
        held = [
            (need, [sum(some) for some in zip(*group_rows, strict=True)])
            for need in needs
            for group_rows in [[hand.of_group(self.patterns, r.rank, need.group) for r in own]]
        ]
        return lines_fit(part.suits, own[0].width, most, held)


class _PlayCards(NamedTuple):
    """The cards of a play: those that keep their rank, by it, and what they can do about suits.

    ``wild`` has how many of the others may have exactly some ranks.
    """

    own: Mapping[int, Cards]
    rows: Mapping[int, SuitTally]
    wild: Mapping[frozenset[int], int]

    @classmethod
    def of(cls, patterns: Patterns, pattern: int, cards: Cards) -> _PlayCards:
        """Sort cards for a pattern."""
        own: dict[int, Cards] = {}
        wild: dict[frozenset[int], int] = {}
        for card, count in counts(cards):
            if patterns.is_wild(pattern, card):
                ranks = patterns.stands[pattern][card]
                wild[ranks] = wild.get(ranks, 0) + count
            else:
                rank = patterns.game.cards[card].rank
                own[rank] = own.get(rank, 0) + pack([(card, count)])
        return cls(own, {rank: tally(patterns, some) for rank, some in own.items()}, wild)

    def of_group(self, patterns: Patterns, rank: int, group: int) -> tuple[int, ...]:
        """Count the cards of a group that lie on a rank, by the suit that they keep."""
        on_rank = counts(self.own.get(rank, 0))
        mine = pack(pair for pair in on_rank if patterns.game.cards[pair[0]].group == group)
        return tally(patterns, mine).suits


def _with(row: SuitTally, suit: int | None) -> SuitTally:
    """Put a card into a row that keeps a suit, or any when there are none."""
    if suit is None:
        return row._replace(free=row.free + 1)
    suits = [count + (place == suit) for place, count in enumerate(row.suits)]
    return row._replace(suits=tuple(suits))
