"""What the cards of one rank can put into a row, by how many of its cells stay lacking."""

from collections.abc import Sequence
from typing import TypeAlias

from haggis_rules.enumeration.suits import NOT, SuitConstraint
from haggis_rules.ir.game import SuitRule
from haggis_rules.semantics.counting import SuitTally, tally
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import MASK, WIDTH, Cards, size

States: TypeAlias = dict[int, Sequence[Cards]]  # choices of cards, by the state of their suits
RowChoices: TypeAlias = tuple[tuple[int, States], ...]  # by the cells that lack a card


class RankHolding(dict[SuitConstraint, RowChoices]):
    """The cards of one rank in a hand that are not wild, and the rows that they can make.

    For the suits of a row: what can be laid, by the cells that lack a card, as ``unit`` counts
    them; the fewest first. No cell may lack a card when ``unit`` is 0.
    """

    def __init__(self, patterns: Patterns, cards: Cards, unit: int) -> None:
        self.held = size(cards)
        self._unit = unit
        self._choices = [
            [(chosen, tally(patterns, chosen)) for chosen in choices(cards, wanted)]
            for wanted in range(self.held + 1)
        ]
        self._joined: dict[SuitConstraint, RowJoin] = {}
        self._known: dict[tuple[SuitRule, int | None, int | None, bool], list[States]] = {}

    def __missing__(self, suits: SuitConstraint) -> RowChoices:
        row: list[tuple[int, States]] = []
        # Wild cards take any suit (``WildSuitError`` sees to it), so a row that lacks cards is
        # free in its suits there, however many it lacks.
        for lacking in range(max(0, suits.width - self.held), suits.width + 1):
            states = self._states(suits, free=lacking > 0)[suits.width - lacking]
            if states and (self._unit or not lacking):
                row.append((lacking * self._unit, states))
        self[suits] = tuple(row)
        return self[suits]

    def joined(self, suits: SuitConstraint) -> "RowJoin":
        """Return the same rows after other rows of their part."""
        known = self._joined.get(suits)
        if known is None:
            known = self._joined[suits] = RowJoin(suits, self[suits])
        return known

    def _states(self, suits: SuitConstraint, *, free: bool) -> list[States]:
        """Sort the choices of each size by their state. The width of the row does not matter.

        Rows of all widths share one list; ``free`` only makes a difference to `MIXED`, and to a
        highest suit.
        """
        freedom_counts = suits.rule is SuitRule.MIXED or suits.highest is not None
        key = suits.rule, suits.wanted, suits.highest, free and freedom_counts
        if key not in self._known:
            self._known[key] = [_sorted(suits, some, free=free) for some in self._choices]
        return self._known[key]


class RowJoin(dict[int, tuple[tuple[int, int, Sequence[Cards]], ...]]):
    """What can be laid into a row, by the state of the suits before it.

    Each entry has the cells that lack a card, the state after it and the choices of cards; those
    that lack fewest come first.
    """

    def __init__(self, suits: SuitConstraint, row: RowChoices) -> None:
        self._suits, self._row = suits, row

    def __missing__(self, before: int) -> tuple[tuple[int, int, Sequence[Cards]], ...]:
        self[before] = tuple(
            (lacking, state, cards)
            for lacking, states in self._row
            for own, cards in states.items()
            if (state := self._suits.join(before, own)) != NOT
        )
        return self[before]


def choices(cards: Cards, wanted: int) -> list[Cards]:
    """Return each choice of so many of these cards, copies of one card not told apart.

    The first has most of the lowest card class. There is one for each multiset of that size.
    """
    if not cards:
        return [] if wanted else [0]
    place = ((cards & -cards).bit_length() - 1) // WIDTH * WIDTH
    count = (cards >> place) & MASK
    return [
        (some << place) + others
        for some in range(min(count, wanted), -1, -1)
        for others in choices(cards - (count << place), wanted - some)
    ]


def _sorted(suits: SuitConstraint, some: list[tuple[Cards, SuitTally]], *, free: bool) -> States:
    states: dict[int, list[Cards]] = {}
    for cards, held in some:
        state = suits.row(held._replace(free=held.free + 1) if free else held)
        if state != NOT:
            states.setdefault(state, []).append(cards)
    return {state: tuple(cards) for state, cards in states.items()}
