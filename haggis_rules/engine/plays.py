"""All plays of a hand, found from the patterns row by row.

A hand that has lost cards since it was looked at needs no search: its plays are those that were
found before and need no lost card.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from haggis_rules.engine.plan import Plan, plan
from haggis_rules.engine.search import Memory, Play, Search
from haggis_rules.engine.support import guard
from haggis_rules.engine.wild import Roles
from haggis_rules.run.counting import Counting
from haggis_rules.run.patterns import Patterns
from haggis_rules.run.state import MASK, WIDTH, Cards, Reading, pack

MOST_HANDS = 32  # hands whose plays are remembered
MOST_SPANS = 20_000  # sets of readings whose spans are remembered

Spans: TypeAlias = tuple[tuple[int, Play, Play], ...]  # a tree, and bounds of plays: from, before


class Enumerator:
    """The plays of hands under the patterns of one game. Remembers what it found out."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self.shift = WIDTH * len(patterns.game.cards)
        self._counting = Counting(patterns)
        self._spans: dict[frozenset[Reading], Spans] = {}
        self._hands: dict[Cards, _Hand] = {}
        self._guard = guard(len(patterns.game.cards))

    def plays(
        self, hand: Cards, readings: Collection[Reading] | None = None
    ) -> list[tuple[Reading, Cards]]:
        """Give every play of a hand once, with any reading or with one of these.

        Readings come in their order as tuples, which is that of ``Patterns.readings``, and the
        plays with one reading in the order of their cards as numbers.
        """
        spans = None if readings is None else self.spans(frozenset(readings))
        known, shift, low = self.plan.readings, self.shift, (1 << self.shift) - 1
        return [(known[play >> shift], play & low) for play in self.packed(hand, spans)]

    def packed(self, hand: Cards, spans: Spans | None = None) -> list[Play]:
        """Give the same as numbers: the cards, and ``shift`` bits up the place of the reading.

        The list may be one that is remembered, so it must not be changed.
        """
        known = self._hands.get(hand)
        if known is None:
            known = self._hands[hand] = self._new(hand)
        if spans is None:
            return self._all(known)
        found: list[Play] = []
        for tree, low, high in spans:
            made = known.made[tree]
            if made is None:
                made = self._made(known, tree)
            if made:
                found += made[bisect_left(made, low) : bisect_left(made, high)]
        return found

    def spans(self, readings: frozenset[Reading]) -> Spans:
        """Give where the plays with these readings lie among all."""
        found = self._spans.get(readings)
        if found is None:
            if len(self._spans) >= MOST_SPANS:
                self._spans.clear()
            found = self._spans[readings] = tuple(self._between(readings))
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

    def _between(self, readings: frozenset[Reading]) -> Iterable[tuple[int, Play, Play]]:
        for number, tree in enumerate(self.plan.trees):
            wanted = [self.plan.readings[place] in readings for place in tree.places]
            edges = [i for i, (a, b) in enumerate(pairwise([False, *wanted, False])) if a != b]
            for low, high in zip(edges[::2], edges[1::2], strict=True):
                bounds = (tree.places.start + low, tree.places.start + high)
                yield number, bounds[0] << self.shift, bounds[1] << self.shift

    def _new(self, hand: Cards) -> "_Hand":
        """Begin a hand, after the smallest known one that holds all its cards, if there is one."""
        guard_ = self._guard
        earlier = next(
            (
                known
                for known in reversed(self._hands.values())
                if (known.guarded - hand) & guard_ == guard_
            ),
            None,
        )
        while len(self._hands) >= MOST_HANDS:
            del self._hands[next(iter(self._hands))]
        return _Hand(hand, hand | guard_, len(self.plan.trees), earlier)

    def _all(self, known: "_Hand") -> list[Play]:
        if known.every is None:
            every: list[Play] = []
            for tree, made in enumerate(known.made):
                every += self._made(known, tree) if made is None else made
            known.every, known.earlier = every, None
        return known.every

    def _made(self, known: "_Hand", tree: int) -> list[Play]:
        """Give the plays of one pattern: from what a larger hand has, or else by a search."""
        larger = known.earlier
        while larger is not None and larger.made[tree] is None:
            larger = larger.earlier
        before = None if larger is None else larger.made[tree]
        if larger is None or before is None:
            made = self._searches[tree].plays(known.cards)
        else:
            made = self._left(before, larger.cards, known.cards) if before else before
        known.made[tree] = made
        return made

    def _left(self, plays: list[Play], before: Cards, now: Cards) -> list[Play]:
        """Give the plays of a hand that need none of the cards that it has lost."""
        fewer, held = self._some(before - now), self._some(now)
        lost = (fewer & ~held) * MASK
        left = [play for play in plays if not play & lost]
        if fewer & held:  # some copies of a card are lost and others are not
            guard_ = self._guard
            guarded = (now | guard_) + (len(self.plan.readings) << self.shift)
            left = [play for play in left if (guarded - play) & guard_ == guard_]
        return left

    def _some(self, cards: Cards) -> Cards:
        """Give 1 for each card of which there is a copy."""
        guard_ = self._guard
        return ((cards + guard_ - (guard_ >> WIDTH - 1)) & guard_) >> WIDTH - 1


class _Hand:
    """A hand that was asked for, and its plays: all, and of each tree, as far as they are known.

    ``earlier`` is a hand that held more, as long as it can help.
    """

    __slots__ = ("cards", "earlier", "every", "guarded", "made")

    def __init__(self, cards: Cards, guarded: Cards, trees: int, earlier: "_Hand | None") -> None:
        self.cards, self.guarded, self.earlier = cards, guarded, earlier
        self.made: list[list[Play] | None] = [None] * trees
        self.every: list[Play] | None = None


def _shared_roles(patterns: Patterns) -> list[Roles]:
    """Give the roles of the cards in each pattern, the same ones where they are equal."""
    count = len(patterns.game.patterns)
    known: dict[object, Roles] = {}
    found: list[Roles] = []
    for pattern in range(count):
        roles = Roles(patterns, pattern)
        found.append(known.setdefault((roles.stands, roles.wild), roles))
    return found
