"""All plays of a hand, found from the patterns row by row.

A hand that has lost cards since it was looked at needs no search: its plays are those that were
found before and need no lost card. That filter takes one pass over the known plays with an AND for
each, where a search would lay all rows again; within a hand of a game cards mostly go.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TypeAlias

from haggis_rules.codegen.runtime import guard
from haggis_rules.enumeration.memo import Memory
from haggis_rules.enumeration.search import PackedPlay, PlaySearch
from haggis_rules.enumeration.search_plan import SearchPlan, plan
from haggis_rules.enumeration.wild import WildRoles
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import MASK, WIDTH, Cards, Combination, Reading, StateValues

MOST_HANDS = 32  # hands whose plays are remembered
MOST_SPANS = 20_000  # sets of readings whose spans are remembered

Spans: TypeAlias = tuple[
    tuple[int, PackedPlay, PackedPlay], ...
]  # a tree, and bounds of plays: from, before


class Enumerator:
    """The plays of hands under the patterns of one game. Remembers what it found out.

    What a search finds is counted on a budget. Whoever asks begins it, and may get
    ``OverBudgetError``.

    Where it rests on states what is wild, ``at`` gives the one that knows the plays of a position;
    the places of readings are the same in all.
    """

    def __init__(self, patterns: Patterns, budget: Budget | None = None) -> None:
        self.patterns = patterns
        self.budget = Budget(patterns.game.name) if budget is None else budget
        self.shift = WIDTH * len(patterns.game.cards)
        self.low = (1 << self.shift) - 1
        self._settled: dict[Patterns, Enumerator] = {}
        self._spans: dict[frozenset[Reading], Spans] = {}
        self._hands: dict[Cards, _EnumeratedHand] = {}
        self._latest: dict[int, _EnumeratedHand] = {}
        self._guard = guard(len(patterns.game.cards))

    def at(self, values: StateValues) -> "Enumerator":
        """Return what finds plays with these values of all states, which a position has."""
        if self.patterns.setting is not None:
            return self
        return self._of(self.patterns.at(values))

    @cached_property
    def everywhere(self) -> "tuple[Enumerator, ...]":
        """What finds plays with any values that states can have: this alone if none count."""
        if self.patterns.setting is not None:
            return (self,)
        return tuple(self._of(patterns) for patterns in self.patterns.everywhere)

    def plays(
        self, hand: Cards, readings: Collection[Reading] | None = None
    ) -> list[tuple[Reading, Cards]]:
        """Return every play of a hand once, with any reading or with one of these.

        Readings come in their order as tuples, which is that of ``Patterns.readings``, and the
        plays with one reading in the order of their cards as numbers.
        """
        spans = None if readings is None else self.spans(frozenset(readings))
        known, shift, low = self.readings, self.shift, self.low
        return [(known[play >> shift], play & low) for play in self.packed(hand, spans)]

    def combinations(self, plays: Iterable[PackedPlay]) -> list[Combination]:
        """Return as combinations what ``packed`` gave."""
        known, shift, low = self.readings, self.shift, self.low
        return [Combination(known[play >> shift], play & low) for play in plays]

    def packed(self, hand: Cards, spans: Spans | None = None, place: int = 0) -> list[PackedPlay]:
        """Return the same as numbers: the cards, and ``shift`` bits up the place of the reading.

        ``place`` tells hands apart that different players hold: a hand is looked for first among
        what one held in the same place. The list may be remembered, and must not be changed.
        """
        known = self._latest.get(place)
        if known is None or known.cards != hand:
            known = self._latest[place] = self._known(hand, known)
        if spans is None:
            return self._every(known)
        found: list[PackedPlay] = []
        for tree, low, high in spans:
            plays = known.plays[tree]
            if plays is None:
                plays = self._plays_of(known, tree)
            if plays:
                # Plays are sorted and their place stands above their cards, so those of
                # neighbouring readings are one slice.
                found += plays[bisect_left(plays, low) : bisect_left(plays, high)]
        return found

    def spans(self, readings: frozenset[Reading]) -> Spans:
        """Return where the plays with these readings lie among all."""
        found = self._spans.get(readings)
        if found is None:
            if len(self._spans) >= MOST_SPANS:
                self._spans.clear()
            found = self._spans[readings] = tuple(self._between(readings))
        return found

    def fits(self, reading: Reading, cards: Cards) -> bool:
        """Whether exactly these cards make the reading, without looking for others."""
        return self._counting.makes(reading, cards)

    def _of(self, patterns: Patterns) -> "Enumerator":
        found = self._settled.get(patterns)
        if found is None:
            found = self._settled[patterns] = Enumerator(patterns, self.budget)
        return found

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """All readings, in the order of their places."""
        return tuple(sorted(self.patterns.readings))

    @cached_property
    def _counting(self) -> Counting:
        return Counting(self.patterns)

    @cached_property
    def _places(self) -> list[range]:
        """Return the places of the readings of each tree of the plan."""
        count = Counter(reading[0] for reading in self.readings)
        ends = list(accumulate(count[pattern] for pattern in sorted(count)))
        return [range(start, end) for start, end in pairwise([0, *ends])]

    @cached_property
    def plan(self) -> SearchPlan:
        """The layouts of all readings."""
        return plan(self._counting, _shared_roles(self.patterns), self.patterns.readings)

    @cached_property
    def _searches(self) -> list[PlaySearch]:
        memory = Memory()
        found = self._counting, self.plan
        return [PlaySearch(*found, tree, memory, self.budget) for tree in self.plan.trees]

    def _between(
        self, readings: frozenset[Reading]
    ) -> Iterable[tuple[int, PackedPlay, PackedPlay]]:
        for number, places in enumerate(self._places):
            wanted = [self.readings[place] in readings for place in places]
            # Each run of wanted places is one span; it begins and ends where the flag changes.
            edges = [i for i, (a, b) in enumerate(pairwise([False, *wanted, False])) if a != b]
            for low, high in zip(edges[::2], edges[1::2], strict=True):
                bounds = (places.start + low, places.start + high)
                yield number, bounds[0] << self.shift, bounds[1] << self.shift

    def _known(self, hand: Cards, latest: "_EnumeratedHand | None") -> "_EnumeratedHand":
        """Return a hand with what is known of it; of a new one, what a larger hand can tell."""
        known = self._hands.get(hand)
        if known is None:
            guard_ = self._guard
            # A hand is larger when no guard bit is lost by taking the other away from it. The one
            # that was asked for last in this place is nearly always it; then the newest is.
            if latest is None or (latest.guarded - hand) & guard_ != guard_:
                latest = None
                for larger in reversed(self._hands.values()):
                    if (larger.guarded - hand) & guard_ == guard_:
                        latest = larger
                        break
            if len(self._hands) >= MOST_HANDS:  # the oldest goes: dicts keep their order
                del self._hands[next(iter(self._hands))]
            known = self._hands[hand] = _EnumeratedHand(hand, guard_, len(self.plan.trees), latest)
        return known

    def _every(self, known: "_EnumeratedHand") -> list[PackedPlay]:
        if known.every is None:
            every: list[PackedPlay] = []
            for tree, plays in enumerate(known.plays):
                every += self._plays_of(known, tree) if plays is None else plays
            known.every, known.larger = every, None  # the larger hand can be freed
        return known.every

    def _plays_of(self, known: "_EnumeratedHand", tree: int) -> list[PackedPlay]:
        """Return the plays of one pattern: from what a larger hand has, or else by a search."""
        larger, lost, fewer = known, 0, 0
        plays: list[PackedPlay] | None = None
        # Go up to the nearest larger hand that knows this tree, gathering what was lost on the way.
        while plays is None and larger.larger is not None:
            lost |= larger.lost
            fewer |= larger.fewer
            larger = larger.larger
            plays = larger.plays[tree]
        if plays is None:
            plays = self._searches[tree].plays(known.cards)
        elif plays:
            plays = [play for play in plays if not play & lost]
            if fewer and plays:
                guard_ = self._guard
                # The place of a play stands above its cards; so much is put on top of the hand
                # that taking a play away never goes below none.
                padded = (known.cards | guard_) + (len(self.plan.readings) << self.shift)
                plays = [play for play in plays if (padded - play) & guard_ == guard_]
        known.plays[tree] = plays
        return plays


class _EnumeratedHand:
    """A hand that was asked for, and its plays: all, and of each tree, as far as they are known.

    ``larger`` is a hand that held more, as long as it can help, and ``lost`` masks the cards of it
    that are all gone; ``fewer`` is not 0 when of others there are fewer.
    """

    __slots__ = ("cards", "every", "fewer", "guarded", "larger", "lost", "plays")

    def __init__(
        self, cards: Cards, guard_: Cards, trees: int, larger: "_EnumeratedHand | None"
    ) -> None:
        self.cards, self.guarded, self.larger = cards, cards | guard_, larger
        self.plays: list[list[PackedPlay] | None] = [None] * trees
        self.every: list[PackedPlay] | None = None
        self.lost = self.fewer = 0
        if larger is not None:
            # 127 in every byte, so that any count but 0 carries into the guard bit.
            high = guard_ - (guard_ >> WIDTH - 1)
            reduced, present = larger.cards - cards + high & guard_, cards + high & guard_
            self.lost = ((reduced & ~present) >> WIDTH - 1) * MASK
            self.fewer = reduced & present


def _shared_roles(patterns: Patterns) -> list[WildRoles]:
    """Return the roles of the cards in each pattern, the same ones where they are equal.

    Then what wild cards fill is remembered once for all these patterns.
    """
    count = len(patterns.game.patterns)
    known: dict[object, WildRoles] = {}
    found: list[WildRoles] = []
    for pattern in range(count):
        roles = WildRoles(patterns, pattern)
        found.append(known.setdefault((roles.stands, roles.wild), roles))
    return found
