"""All plays of a hand, found from the patterns row by row.

A hand that has lost cards since it was looked at needs no search: its plays are those that were
found before and need no lost card.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from haggis_rules.engine.memory import Memory
from haggis_rules.engine.plan import Plan, plan
from haggis_rules.engine.search import Play, Search
from haggis_rules.engine.support import guard
from haggis_rules.engine.wild import Roles
from haggis_rules.run.counting import Counting
from haggis_rules.run.patterns import Patterns
from haggis_rules.run.state import MASK, WIDTH, Cards, Combination, Reading

MOST_HANDS = 32  # hands whose plays are remembered
MOST_SPANS = 20_000  # sets of readings whose spans are remembered

Spans: TypeAlias = tuple[tuple[Play, Play], ...]  # bounds of plays: from, and before


class Enumerator:
    """The plays of hands under the patterns of one game. Remembers what it found out."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self.shift = WIDTH * len(patterns.game.cards)
        self.low = (1 << self.shift) - 1
        self._counting = Counting(patterns)
        self._spans: dict[frozenset[Reading], Spans] = {}
        self._hands: dict[Cards, _Hand] = {}
        self._latest: dict[int, _Hand] = {}
        self._guard = guard(len(patterns.game.cards))

    def plays(
        self, hand: Cards, readings: Collection[Reading] | None = None
    ) -> list[tuple[Reading, Cards]]:
        """Give every play of a hand once, with any reading or with one of these.

        Readings come in their order as tuples, which is that of ``Patterns.readings``, and the
        plays with one reading in the order of their cards as numbers.
        """
        if readings is None:
            found = self.packed(hand)
        else:
            spans = self.spans(frozenset(readings))
            found = self.packed(hand, spans) if hand in self._hands else self._some(hand, spans)
        known, shift, low = self.plan.readings, self.shift, self.low
        return [(known[play >> shift], play & low) for play in found]

    def combinations(self, plays: Iterable[Play]) -> list[Combination]:
        """Give as combinations what ``packed`` gave."""
        known, shift, low = self.plan.readings, self.shift, self.low
        return [Combination(known[play >> shift], play & low) for play in plays]

    def packed(self, hand: Cards, spans: Spans | None = None, place: int = 0) -> list[Play]:
        """Give the same as numbers: the cards, and ``shift`` bits up the place of the reading.

        It is meant for hands that are asked for again and again, and lose cards in between.
        ``place`` tells hands apart that different players hold: a hand is looked for first among
        what one held in the same place. The list may be remembered, and must not be changed.
        """
        known = self._latest.get(place)
        if known is None or known.cards != hand:
            known = self._latest[place] = self._known(hand, known)
        if spans is None:
            if known.every is None:
                known.every, known.larger = self._left(known, known.larger_plays), None
            return known.every
        if known.every is None:
            return self._left(known, _within(known.larger_plays, spans))
        return _within(known.every, spans)

    def spans(self, readings: frozenset[Reading]) -> Spans:
        """Give where the plays with these readings lie among all."""
        found = self._spans.get(readings)
        if found is None:
            if len(self._spans) >= MOST_SPANS:
                self._spans.clear()
            wanted = [reading in readings for reading in self.plan.readings]
            edges = [i for i, (a, b) in enumerate(pairwise([False, *wanted, False])) if a != b]
            bounds = [edge << self.shift for edge in edges]
            found = tuple(zip(bounds[::2], bounds[1::2], strict=True))
            self._spans[readings] = found
        return found

    def fits(self, reading: Reading, cards: Cards) -> bool:
        """Whether exactly these cards make the reading, without looking for others."""
        return self._counting.makes(reading, cards)

    @cached_property
    def plan(self) -> Plan:
        """The layouts of all readings."""
        return plan(self._counting, _shared_roles(self.patterns), self.patterns.readings)

    @cached_property
    def _searches(self) -> list[Search]:
        memory = Memory()
        return [Search(self.patterns, t, self.plan.hidden, memory) for t in self.plan.trees]

    def _some(self, hand: Cards, spans: Spans) -> list[Play]:
        """Give the plays with some readings, looking only at the patterns of these."""
        found: list[Play] = []
        for tree, search in zip(self.plan.trees, self._searches, strict=True):
            low, high = tree.places.start << self.shift, tree.places.stop << self.shift
            here = tuple(span for span in spans if span[0] < high and low < span[1])
            if here:
                found += _within(search.plays(hand), here)
        return found

    def _known(self, hand: Cards, latest: "_Hand | None") -> "_Hand":
        """Give a hand with what is known of it; of a new one, what a larger hand can tell."""
        known = self._hands.get(hand)
        if known is not None:
            return known
        guard_ = self._guard
        if latest is None or (latest.guarded - hand) & guard_ != guard_:
            latest = None
            for larger in reversed(self._hands.values()):
                if (larger.guarded - hand) & guard_ == guard_:
                    latest = larger
                    break
        if latest is None:
            every = [play for search in self._searches for play in search.plays(hand)]
            known = _Hand(hand, guard_, None, every)
        else:
            known = _Hand(hand, guard_, latest if latest.larger is None else latest.larger, None)
        if len(self._hands) >= MOST_HANDS:
            del self._hands[next(iter(self._hands))]
        self._hands[hand] = known
        return known

    def _left(self, known: "_Hand", plays: list[Play]) -> list[Play]:
        """Give the plays of the larger hand that need no card that is lost."""
        lost = known.lost
        left = [play for play in plays if not play & lost]
        if known.fewer and left:
            guard_ = self._guard
            held = known.guarded + (len(self.plan.readings) << self.shift)
            left = [play for play in left if (held - play) & guard_ == guard_]
        return left


class _Hand:
    """A hand that was asked for, and all its plays, or a larger hand of which those are known.

    ``lost`` masks the cards of the larger hand that are all gone; ``fewer`` is not 0 when of
    others there are fewer.
    """

    __slots__ = ("cards", "every", "fewer", "guarded", "larger", "lost")

    def __init__(
        self, cards: Cards, guard_: Cards, larger: "_Hand | None", every: list[Play] | None
    ) -> None:
        self.cards, self.guarded, self.larger, self.every = cards, cards | guard_, larger, every
        self.lost = self.fewer = 0
        if larger is not None:
            high = guard_ - (guard_ >> WIDTH - 1)  # so that any count carries into the guard bit
            gone, held = larger.cards - cards + high & guard_, cards + high & guard_
            self.lost = ((gone & ~held) >> WIDTH - 1) * MASK
            self.fewer = gone & held

    @property
    def larger_plays(self) -> list[Play]:
        """The plays of the larger hand."""
        return (self.larger.every if self.larger else None) or []


def _within(plays: list[Play], spans: Spans) -> list[Play]:
    """Give the plays between some bounds."""
    found: list[Play] = []
    for low, high in spans:
        found += plays[bisect_left(plays, low) : bisect_left(plays, high)]
    return found


def _shared_roles(patterns: Patterns) -> list[Roles]:
    """Give the roles of the cards in each pattern, the same ones where they are equal."""
    count = len(patterns.game.patterns)
    known: dict[object, Roles] = {}
    found: list[Roles] = []
    for pattern in range(count):
        roles = Roles(patterns, pattern)
        found.append(known.setdefault((roles.stands, roles.wild), roles))
    return found
