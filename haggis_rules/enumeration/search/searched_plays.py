"""The plays of patterns that have no rows, found by a search and remembered hand by hand.

A hand that has lost cards since it was looked at needs no search: its plays are those that were
found before and need no lost card. That filter takes one pass over the known plays with an AND for
each, where a search would lay all rows again; within a hand of a game cards mostly go.
"""

from haggis_rules.codegen.runtime import guard
from haggis_rules.enumeration.memo import Memory
from haggis_rules.enumeration.search.search_plan import SearchPlan
from haggis_rules.enumeration.search.staged_search import PackedPlay, PlaySearch
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.state import MASK, WIDTH, Cards

MOST_HANDS = 32  # hands whose plays are remembered


class SearchedPlays:
    """The plays of hands in the trees of a plan."""

    def __init__(self, counting: Counting, plan: SearchPlan, budget: Budget) -> None:
        cards, memory = len(counting.patterns.game.cards), Memory()
        self.plan, self._shift, self._guard = plan, WIDTH * cards, guard(cards)
        self._searches = [PlaySearch(counting, plan, tree, memory, budget) for tree in plan.trees]
        self._hands: dict[Cards, _EnumeratedHand] = {}
        self._latest: dict[int, _EnumeratedHand] = {}

    def plays(self, hand: Cards, tree: int, place: int) -> list[PackedPlay]:
        """Return the plays of one pattern in order. The list must not be changed.

        ``place`` tells hands apart that different players hold: a hand is looked for first among
        what one held in the same place.
        """
        known = self._latest.get(place)
        if known is None or known.cards != hand:
            known = self._latest[place] = self._known(hand, known)
        plays = known.plays[tree]
        return self._plays_of(known, tree) if plays is None else plays

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
            known = self._hands[hand] = _EnumeratedHand(hand, guard_, len(self._searches), latest)
        return known

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
                padded = (known.cards | guard_) + (len(self.plan.readings) << self._shift)
                plays = [play for play in plays if (padded - play) & guard_ == guard_]
        known.plays[tree] = plays
        return plays


class _EnumeratedHand:
    """A hand that was asked for, and its plays of each tree, as far as they are known.

    ``larger`` is a hand that held more, as long as it can help, and ``lost`` masks the cards of it
    that are all gone; ``fewer`` is not 0 when of others there are fewer.
    """

    __slots__ = ("cards", "fewer", "guarded", "larger", "lost", "plays")

    def __init__(
        self, cards: Cards, guard_: Cards, trees: int, larger: "_EnumeratedHand | None"
    ) -> None:
        self.cards, self.guarded, self.larger = cards, cards | guard_, larger
        self.plays: list[list[PackedPlay] | None] = [None] * trees
        self.lost = self.fewer = 0
        if larger is not None:
            # 127 in every byte, so that any count but 0 carries into the guard bit.
            high = guard_ - (guard_ >> WIDTH - 1)
            reduced, present = larger.cards - cards + high & guard_, cards + high & guard_
            self.lost = ((reduced & ~present) >> WIDTH - 1) * MASK
            self.fewer = reduced & present
