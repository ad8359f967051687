"""All plays of a hand, found from the patterns row by row.

A hand goes down the trees of a plan with all choices of cards for the rows so far, sorted by the
cells that lack a card and by what their suits allow next; a branch that the wild cards of the
hand cannot complete is not entered. At the end of a layout the wild cards are added.
"""

from collections.abc import Collection
from functools import cached_property
from typing import TypeAlias

from haggis_rules.engine.plan import Plan, Step, Steps, Tree, plan
from haggis_rules.engine.rows import Holding, States
from haggis_rules.engine.suits import NOT
from haggis_rules.engine.wild import Roles
from haggis_rules.run.counting import Counting
from haggis_rules.run.patterns import Patterns
from haggis_rules.run.state import Cards, Reading, size

MOST_KEPT = 20_000  # holdings of one rank, and plans, that are remembered

Partial: TypeAlias = dict[int, States]  # by the cells that lack a card, then by the suits' state


class Enumerator:
    """The plays of hands under the patterns of one game. Remembers what it found out."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self._counting = Counting(patterns)
        self._roles = _shared_roles(patterns)
        self._plans: dict[frozenset[Reading], Plan] = {}
        self._holdings: dict[tuple[Roles, int, Cards], Holding] = {}

    def plays(
        self, hand: Cards, readings: Collection[Reading] | None = None
    ) -> list[tuple[Reading, Cards]]:
        """Give every play of a hand once, with any reading or with one of these.

        Readings come in their order as tuples, which is that of ``Patterns.readings``, and the
        plays with one reading in the order of their cards as numbers.
        """
        chosen = self._all if readings is None else self._plan(frozenset(readings))
        found: dict[int, list[Cards]] = {}
        for tree in chosen.trees:
            _Search(self, tree, hand, found).descend(tree.first)
        plays: list[tuple[Reading, Cards]] = []
        for place in sorted(found):
            reading, cards = chosen.readings[place], found[place]
            each = sorted(set(cards) if place in chosen.hidden else cards)
            plays += [(reading, some) for some in each]
        return plays

    def fits(self, reading: Reading, cards: Cards) -> bool:
        """Whether exactly these cards make the reading, without looking for others."""
        return self._counting.makes(reading, cards)

    def holdings(self, roles: Roles, hand: Cards) -> list[Holding]:
        """Give what a hand holds of each rank, but for wild cards."""
        found: list[Holding] = []
        for rank, mask in enumerate(roles.own):
            key = (roles, rank, hand & mask)
            holding = self._holdings.get(key)
            if holding is None:
                if len(self._holdings) >= MOST_KEPT:
                    self._holdings.clear()
                holding = self._holdings[key] = Holding(
                    self.patterns, hand & mask, roles.unit[rank]
                )
            found.append(holding)
        return found

    @cached_property
    def _all(self) -> Plan:
        return plan(self._counting, self._roles, self.patterns.readings)

    def _plan(self, readings: frozenset[Reading]) -> Plan:
        known = self._plans.get(readings)
        if known is None:
            if len(self._plans) >= MOST_KEPT:
                self._plans.clear()
            known = self._plans[readings] = plan(self._counting, self._roles, readings)
        return known


class _Search:
    """One hand in one tree."""

    def __init__(
        self, enumerator: Enumerator, tree: Tree, hand: Cards, found: dict[int, list[Cards]]
    ) -> None:
        self._patterns, self._tree, self._found = enumerator.patterns, tree, found
        self._holdings = enumerator.holdings(tree.roles, hand)
        self._fillings = tree.roles.fillings(hand)
        self._wild = size(hand & tree.roles.wild)

    def descend(self, steps: Steps, partial: Partial | None = None) -> None:
        """Lay every row that may come next, or come first, and go on after it."""
        for rank, here in steps.items():
            holding = self._holdings[rank]
            most = holding.held + self._wild
            for step in here:
                if step.row.width > most:
                    break
                if partial is None:
                    laid = self._first(step, holding)
                else:
                    laid = self._lay(partial, step, holding)
                if laid:
                    if step.readings:
                        self._complete(step, laid)
                    if step.more:
                        self.descend(step.more, laid)
                    if step.then:
                        self.descend(step.then, _closed(step, laid))

    def _first(self, step: Step, holding: Holding) -> Partial:
        """Give what can be laid into a first row: what ``_lay`` gives after nothing."""
        fillings = self._fillings
        return {lacking: states for lacking, states in holding[step.suits] if fillings[lacking]}

    def _lay(self, partial: Partial, step: Step, holding: Holding) -> Partial:
        """Add a row to all choices of cards so far."""
        fillings, joined, row = self._fillings, step.suits.joined, holding[step.suits]
        laid: Partial = {}
        for lacking, states in partial.items():
            for more, choices in row:
                total = lacking + more
                if not fillings[total]:
                    break
                there = laid.get(total) or {}
                for left, held in states.items():
                    after = joined[left]
                    for right, added in choices.items():
                        state = after[right]
                        if state != NOT:
                            both = [some + others for some in held for others in added]
                            if state in there:
                                both += there[state]
                            there[state] = both
                if there:
                    laid[total] = there
        return laid

    def _complete(self, step: Step, laid: Partial) -> None:
        plays: list[Cards] = []
        for lacking, states in laid.items():
            if size(lacking) in step.wild:
                ways = self._fillings[lacking]
                for state, held in states.items():
                    if step.suits.ends(state):
                        plays += [some + wild for some in held for wild in ways]
        if self._tree.checked:
            needs_met, pattern = self._patterns.needs_met, self._tree.pattern
            plays = [play for play in plays if needs_met(pattern, play)]
        if plays:
            for place in step.readings:
                self._found.setdefault(place, []).extend(plays)


def _closed(step: Step, laid: Partial) -> Partial:
    """Forget the suits of a part that ends, and what may not end here."""
    return {
        lacking: {0: [cards for s, held in states.items() if step.suits.ends(s) for cards in held]}
        for lacking, states in laid.items()
    }


def _shared_roles(patterns: Patterns) -> list[Roles]:
    """Give the roles of the cards in each pattern, the same ones where they are equal."""
    count = len(patterns.game.patterns)
    known: dict[object, Roles] = {}
    found: list[Roles] = []
    for pattern in range(count):
        roles = Roles(patterns, pattern)
        found.append(known.setdefault((roles.stands, roles.wild), roles))
    return found
