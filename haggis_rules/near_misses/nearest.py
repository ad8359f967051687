"""The play that cards miss by least, the slips that part them, and a change that would mend it.

A near miss (Winston 1970) explains a concept by what is almost one. All readings are tried in the
order of the text, and the cheapest placement wins; of equal ones the first pattern does, and of its
readings the highest. A change is only named once cards that are changed so have been found to make
the play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, product
from typing import NamedTuple

from haggis_rules.near_misses.placement import Placement, Placer
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout, Patterns, layouts
from haggis_rules.semantics.state import Cards, Combination, Reading, counts, pack, size

MOST_LAYOUTS = 20_000  # that are looked at for one question
MOST_CHANGES = 4_000  # that are tried for one question


class CardChange(NamedTuple):
    """A change that would make cards a play.

    ``removed`` are the cards to give back, ``added`` those to take instead, and ``play`` is the
    play that the cards then make.

    >>> from haggis_rules import load
    >>> rules = load("classic", players=2)
    >>> change = rules.near_miss("9r 10g").change
    >>> rules.show(change.removed), rules.show(change.play)
    ('9r', '10r 10g = set2@10')
    """

    removed: Cards
    added: Cards
    play: Combination


@dataclass(frozen=True, slots=True)
class NearestPlacement:
    """Cards that make nothing, or not what they should, and how they lie in the nearest play."""

    cards: Cards
    placement: Placement
    sizes: tuple[int, int]  # how many cards the pattern has at least and at most
    change: CardChange | None

    @property
    def reading(self) -> Reading:
        """The reading that the cards nearly have."""
        return self.placement.reading

    @property
    def wrong(self) -> int:
        """How many cards are missing, left over or of another suit."""
        placed = self.placement
        suits = sum(len(slip.wrong) for slip in placed.suits)
        return max(len(placed.left_over), len(placed.missing)) + suits


class NearestPlays:
    """Finds what cards nearly make, with what is wild as ``patterns`` have it."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns, self._counting = patterns, Counting(patterns)

    def find(
        self, cards: Cards, readings: Collection[Reading] | None = None
    ) -> NearestPlacement | None:
        """Return what the cards miss by least, of all readings or of some of them.

        None when there are no cards or no readings, or when they make one of these.
        """
        if not cards:
            return None
        best: Placement | None = None
        placers: dict[int, Placer] = {}
        for reading, layout in islice(self._layouts(readings), MOST_LAYOUTS):
            pattern = reading[0]
            placer = placers.get(pattern)
            if placer is None:
                placer = placers[pattern] = Placer(self.patterns, pattern, cards)
            # Of one pattern an equal cost is enough, as the highest reading is wanted.
            same = best is not None and best.reading[0] == pattern
            below = float("inf") if best is None else best.cost + (1 if same else 0)
            best = placer.place(reading, layout, below) or best
        if best is None:
            return None
        if best.cost == 0:
            if self._counting.makes(best.reading, cards):
                return None
            best = best._replace(needs=tuple(self.patterns.line_needs(best.reading[0])))
        return NearestPlacement(
            cards, best, self._sizes(best.reading[0]), self._change(cards, best)
        )

    def _layouts(self, readings: Collection[Reading] | None) -> Iterator[tuple[Reading, Layout]]:
        for reading in self.patterns.readings if readings is None else readings:
            for layout in self._counting.layouts(reading):
                yield reading, layout

    @cached_property
    def _by_size(self) -> Mapping[int, Mapping[int, Sequence[Reading]]]:
        """The readings of each pattern, by how many cards they have."""
        found: dict[int, dict[int, list[Reading]]] = {}
        for reading in self.patterns.readings:
            index, *values = reading
            layout = next(layouts(self.patterns.game, self.patterns.game.patterns[index], values))
            each = found.setdefault(index, {})
            each.setdefault(sum(row.width for row in layout), []).append(reading)
        return found

    def _sizes(self, pattern: int) -> tuple[int, int]:
        there = self._by_size[pattern]
        return min(there), max(there)

    def _change(self, cards: Cards, placed: Placement) -> CardChange | None:
        """Return a change of as few cards as can be that makes the play, or one like it."""
        changes = chain(self._mended(placed), self._exchanged(cards, placed))
        for removed, added in islice(changes, MOST_CHANGES):
            changed = cards - removed + added
            if removed != added and self._in_deck(changed):
                reading = self._made(placed, changed)
                if reading is not None:
                    return CardChange(removed, added, Combination(reading, changed))
        return None

    def _mended(self, placed: Placement) -> Iterator[tuple[Cards, Cards]]:
        """Yield changes that undo each slip: cards for what is missing, and for a wrong suit."""
        wrong = [card for slip in placed.suits for card in slip.wrong]
        removed = pack((card, 1) for card in (*placed.left_over, *wrong))
        wanted = [
            *(self._standing(placed.reading[0], rank) for rank in placed.missing),
            *(self._of_rank(self.patterns.game.cards[card].rank) for card in wrong),
        ]
        if not placed.needs:
            for choice in product(*wanted):
                yield removed, pack((card, 1) for card in choice)

    def _exchanged(self, cards: Cards, placed: Placement) -> Iterator[tuple[Cards, Cards]]:
        """Yield the exchanges of one card for another, where no card is missing or left over."""
        if len(placed.left_over) == len(placed.missing):
            for card, _ in counts(cards):
                for other in range(len(self.patterns.game.cards)):
                    yield pack([(card, 1)]), pack([(other, 1)])

    def _standing(self, pattern: int, rank: int) -> list[int]:
        """Return the cards that may lie on a rank, those that are not wild first."""
        stands = self.patterns.stands[pattern]
        there = [card for card, ranks in enumerate(stands) if rank in ranks]
        return sorted(there, key=lambda card: self.patterns.is_wild(pattern, card))

    def _of_rank(self, rank: int) -> list[int]:
        cards = self.patterns.game.cards
        return [number for number, card in enumerate(cards) if card.rank == rank]

    def _in_deck(self, cards: Cards) -> bool:
        deck = self.patterns.game.cards
        return all(count <= deck[card].copies for card, count in counts(cards))

    def _made(self, placed: Placement, cards: Cards) -> Reading | None:
        """Return the reading that was missed, or else the highest of its pattern, if made."""
        pattern = placed.reading[0]
        others = self._by_size[pattern].get(size(cards), ())
        tried = chain([placed.reading], reversed(others)) if placed.needs else [placed.reading]
        return next((one for one in tried if self._counting.makes(one, cards)), None)
