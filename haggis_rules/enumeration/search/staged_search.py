"""What a hand can make of one pattern, found stage by stage and remembered in pieces.

The search goes down the stages of a tree with all choices of cards for the rows so far, sorted by
the cells that lack a card and by what their suits allow next; a branch that the wild cards of the
hand cannot complete is not entered. At the end of a layout the wild cards are added.

What comes of a stage hangs on the cards that it looks at alone. So what was found for those cards
serves every hand that holds them. These are memo tables keyed by the packed cards of a scope;
``memo.Memory`` bounds them all together.

A play is one number here: its cards, and above them the place of its reading in the plan. Plays
in the order of these numbers are in the order of their readings and then of their cards.
"""

from collections.abc import Iterator
from math import prod
from typing import TypeAlias

from haggis_rules.enumeration.memo import Memory, MemoTable
from haggis_rules.enumeration.rows import RankHolding
from haggis_rules.enumeration.search.layouts import (
    NOTHING,
    Partial,
    close_part,
    extend_choices,
    first_choices,
)
from haggis_rules.enumeration.search.search_plan import (
    SearchPlan,
    SearchStage,
    SearchStep,
    SearchTree,
)
from haggis_rules.enumeration.wild import WildFillings, WildRoles
from haggis_rules.ir.game import SuitRule
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import MASK, WIDTH, Cards, counts, pack, size

MOST_HOLDINGS = 20_000  # holdings of one rank that are remembered for one pattern
MOST_KEYS = 2_000  # a stage is not remembered when its cards can be held in more ways

PackedPlay: TypeAlias = int
PlaysByReading: TypeAlias = dict[int, list[PackedPlay]]  # by the place of their reading
OpenLayouts: TypeAlias = dict[int, Partial]  # what rows can be laid after, by the places of a stage

_BEFORE: OpenLayouts = {0: NOTHING}

# What comes of a stage: plays, and each stage that goes on, with its table and what is open there.
SearchOutcome: TypeAlias = "tuple[PlaysByReading, list[SearchBranch]]"
SearchBranch: TypeAlias = "tuple[SearchStage, MemoTable[Cards, SearchOutcome] | None, OpenLayouts]"


class PlaySearch:
    """The plays of hands in one tree of a plan."""

    def __init__(
        self,
        counting: Counting,
        plan: SearchPlan,
        tree: SearchTree,
        memory: Memory,
        budget: Budget,
    ) -> None:
        patterns, self._budget = counting.patterns, budget
        self._patterns, self._tree, self._memory = patterns, tree, memory
        self._counting, self._readings = counting, plan.readings
        self._hidden = not plan.hidden.isdisjoint(tree.places)
        self._shift = WIDTH * len(patterns.game.cards)
        self._ones = pack((card, 1) for card in range(len(patterns.game.cards)))
        self._holdings: dict[tuple[int, Cards], RankHolding] = {}
        self._tables = dict(_memo_tables(patterns, tree.roles, tree.first, memory))
        self._first: list[SearchBranch] = [
            (one, self._tables.get(one), _BEFORE) for one in tree.first
        ]

    def plays(self, hand: Cards) -> list[PackedPlay]:
        """Return every play of a hand once, in order."""
        if self._tree.narrow:
            hand = self._once(hand)
        places: PlaysByReading = {}
        for plays in self._descend(hand):
            if self._hidden:
                for place, some in plays.items():
                    places[place] = [*places.get(place, ()), *some]
            else:
                places.update(plays)
        found = [play for place in sorted(places) for play in places[place]]
        return sorted(set(found)) if self._hidden else found

    def _once(self, hand: Cards) -> Cards:
        """Keep one copy of each card that is not wild."""
        # Adding 127 carries any count from 1 to 127 into the top bit of its own byte and no
        # further, so every byte is reduced to 0 or 1 at once.
        wild, ones = hand & self._tree.roles.wild, self._ones
        return wild | ((hand - wild + MASK // 2 * ones) >> WIDTH - 1 & ones)

    def _descend(self, hand: Cards) -> list[PlaysByReading]:
        """Go down all stages on which the hand can lay something."""
        roles, found = self._tree.roles, list[PlaysByReading]()
        fillings, wild = roles.fillings(hand, self._budget), size(hand & roles.wild)
        todo = [*self._first]
        while todo:
            stage, table, open_ = todo.pop()
            if table is None:
                outcome = self._outcome(stage, hand, open_, fillings, wild)
                self._budget.spend(sum(map(len, outcome[0].values())))
            else:
                # ``scope`` has all wild cards and all ranks up to here, so it decides what is
                # open as well, and the key need not hold that.
                cards = hand & stage.scope
                known = table.get(cards)
                if known is None:
                    known = table[cards] = self._outcome(stage, hand, open_, fillings, wild)
                    units = sum(map(len, known[0].values()))
                    self._budget.spend(units)
                    self._memory.count(units)
                outcome = known
            plays, later = outcome
            if plays:
                found.append(plays)
            if later:
                todo += later
        return found

    def _outcome(
        self,
        stage: SearchStage,
        hand: Cards,
        before: OpenLayouts,
        fillings: WildFillings,
        wild: int,
    ) -> SearchOutcome:
        """Lay every row that may come next."""
        holding = self._holding(stage.rank, hand)
        most = holding.held + wild
        found: PlaysByReading = {}
        after: OpenLayouts = {}
        for place, step in stage.steps:
            if step.row.width > most:
                break  # the steps come from the narrowest to the widest
            partial = before.get(place)
            if partial is None:
                continue
            if partial is NOTHING:
                extended = first_choices(step, holding, fillings)
            else:
                extended = extend_choices(partial, step, holding, fillings)
            if extended:
                if step.readings:
                    self._complete(step, extended, fillings, found)
                if step.more:
                    after[2 * step.number] = extended
                if step.then:
                    after[2 * step.number + 1] = close_part(step, extended)
        for plays in found.values():
            plays.sort()
        if not after:
            return found, []
        self._budget.spend(_open_choices(after))
        return found, self._later(stage, after)

    def _later(self, stage: SearchStage, after: OpenLayouts) -> list[SearchBranch]:
        """Return the stages that go on after what is open."""
        tables = self._tables
        return [
            (one, tables.get(one), after) for one in stage.later if not one.after.isdisjoint(after)
        ]

    def _holding(self, rank: int, hand: Cards) -> RankHolding:
        """Return what a hand holds of a rank, but for wild cards."""
        roles = self._tree.roles
        cards = hand & roles.own[rank]
        holding = self._holdings.get((rank, cards))
        if holding is None:
            if len(self._holdings) >= MOST_HOLDINGS:
                self._holdings.clear()
            # Each choice of some of these cards is looked at once, whatever the row wants.
            self._budget.spend(prod(1 + count for _, count in counts(cards)))
            holding = self._holdings[rank, cards] = RankHolding(
                self._patterns, cards, roles.unit[rank]
            )
        return holding

    def _complete(
        self, step: SearchStep, partial: Partial, fillings: WildFillings, found: PlaysByReading
    ) -> None:
        """Add wild cards where rows lack cards, and keep what the needs allow."""
        suits = step.suits
        may_not_end = suits.lined or suits.rule is SuitRule.MIXED  # else ``ends`` always holds
        for lacking, states in partial.items():
            if size(lacking) in step.wild:
                for place in step.readings:
                    base = place << self._shift
                    bases = [base + wild for wild in fillings[lacking]]
                    for state, held in states.items():
                        if may_not_end and not suits.ends(state):
                            continue
                        plays = [some + wild for some in held for wild in bases]
                        if self._tree.checked:
                            plays = self._needed(place, plays)
                        if place in found:
                            found[place] += plays
                        elif plays:
                            found[place] = plays

    def _needed(self, place: int, plays: list[PackedPlay]) -> list[PackedPlay]:
        makes, reading, low = self._counting.makes, self._readings[place], (1 << self._shift) - 1
        return [play for play in plays if makes(reading, play & low)]


def _open_choices(layouts: OpenLayouts) -> int:
    """Count the choices of cards that are open: in loops, since it is done for each outcome."""
    found = 0
    for partial in layouts.values():
        for states in partial.values():
            for choices in states.values():
                found += len(choices)
    return found


def _memo_tables(
    patterns: Patterns, roles: WildRoles, stages: tuple[SearchStage, ...], memory: Memory
) -> Iterator[tuple[SearchStage, MemoTable[Cards, SearchOutcome]]]:
    """Begin a table for each stage whose cards can come again before long.

    A stage below one that is not remembered looks at more cards, so it is not asked about.
    """
    for stage in stages:
        keys = 1  # to hold the cards that are not wild, which are most of the keys there can be
        for card, _ in counts(stage.scope & ~roles.wild):
            keys *= 1 + patterns.game.cards[card].copies
        if keys <= MOST_KEYS:
            yield stage, MemoTable(memory)
            yield from _memo_tables(patterns, roles, stage.later, memory)
