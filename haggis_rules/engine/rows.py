"""What the cards of one rank can put into a row, by how many of its cells stay lacking."""

from __future__ import annotations

from typing import NamedTuple

from haggis_rules.engine.suits import NOT, Suits
from haggis_rules.ir.game import SuitRule
from haggis_rules.run.counting import Tally
from haggis_rules.run.patterns import Patterns
from haggis_rules.run.state import Cards, counts, pack, size

States = dict[int, list[Cards]]  # choices of cards, by the state of their suits


class Some(NamedTuple):
    """Some cards of one rank, and their tally."""

    cards: Cards
    tally: Tally


class Holding(dict[Suits, list[tuple[int, States]]]):
    """The cards of one rank in a hand that are not wild, and the rows that they can make.

    For the suits of a row, pairs of the cells that lack a card, as ``unit`` counts them, and what
    is laid into the others; the fewest lacking first. No row lacks more cells than ``unit``
    allows: none when it is 0.
    """

    def __init__(self, patterns: Patterns, cards: Cards, unit: int) -> None:
        self.held = size(cards)
        self._unit = unit
        self._choices = _choices(patterns, cards)
        self._states: dict[tuple[Suits, bool], list[States]] = {}

    def __missing__(self, suits: Suits) -> list[tuple[int, States]]:
        row: list[tuple[int, States]] = []
        most = suits.width if self._unit else 0
        for lacking in range(max(0, suits.width - self.held), most + 1):
            states = self._by_state(suits, lacking > 0)[suits.width - lacking]
            if states:
                row.append((lacking * self._unit, states))
        self[suits] = row
        return row

    def _by_state(self, suits: Suits, free: bool) -> list[States]:
        """Sort the choices of each size by their state; rows of other widths may share them."""
        key = suits._replace(width=0), free and suits.rule is SuitRule.MIXED
        known = self._states.get(key)
        if known is None:
            known = self._states[key] = []
            for choices in self._choices:
                states: States = {}
                for cards, tally in choices:
                    state = suits.row(tally._replace(free=tally.free + 1) if free else tally)
                    if state != NOT:
                        states.setdefault(state, []).append(cards)
                known.append(states)
        return known


def _choices(patterns: Patterns, cards: Cards) -> list[list[Some]]:
    """Give all choices of some of these cards, by how many."""
    game = patterns.game
    none = Tally((0,) * len(game.suits), 0, 0)
    found: list[list[Some]] = [[Some(0, none)]] + [[] for _ in range(size(cards))]
    for card, count in counts(cards):
        suit = game.cards[card].suit
        for held in range(len(found) - 1, -1, -1):
            for chosen, tally in tuple(found[held]):
                for more in range(1, count + 1):
                    ...
    return found
