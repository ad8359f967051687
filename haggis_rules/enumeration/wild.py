"""What the cards of a pattern are by themselves, and which wild cards can fill what is lacking.

Patterns in which the same cards are wild for the same ranks share one ``WildRoles``. Ranks for
which the same wild cards may stand are one slot: cells that lack a card are counted for each slot,
in one packed number like cards.
"""

from math import prod

from haggis_rules.enumeration.rows import choices
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.counting import can_stand
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import MASK, WIDTH, Cards, counts, pack, size

MOST_KEPT = 10_000  # hands of wild cards whose fillings are remembered


class WildFillings(dict[int, tuple[Cards, ...]]):
    """For cells that lack a card, by slot, each choice of the hand's wild cards that fills them.

    Worked out on the first look, by trying every choice of the right size. That is cheap because
    a game has few kinds of wild cards, and copies of one card are one kind.
    """

    def __init__(self, roles: "WildRoles", wild: Cards) -> None:
        self._roles, self._wild = roles, wild
        self[0] = (0,)  # nothing lacks a card: one way, without wild cards

    def __missing__(self, lacking: int) -> tuple[Cards, ...]:
        cells = {self._roles.slots[slot]: count for slot, count in counts(lacking)}
        kinds = self._roles.stands
        found: list[Cards] = []
        for chosen in choices(self._wild, size(lacking)):
            supply: dict[frozenset[int], int] = {}
            for card, count in counts(chosen):
                supply[kinds[card]] = supply.get(kinds[card], 0) + count
            if can_stand(supply, cells):
                found.append(chosen)
        self[lacking] = tuple(found)
        return self[lacking]


class WildRoles:
    """Which cards are wild in some patterns, and what for.

    ``own`` masks the cards of each rank that are not wild, ``unit`` is one lacking cell on each
    rank, 0 where no wild card can stand, and ``slots`` gives each slot one of its ranks.
    """

    def __init__(self, patterns: Patterns, pattern: int) -> None:
        game = patterns.game
        self.stands = patterns.stands[pattern]
        is_wild = [patterns.is_wild(pattern, card) for card in range(len(game.cards))]
        self.wild = sum(MASK << (WIDTH * card) for card, wild in enumerate(is_wild) if wild)
        self.own = tuple(
            sum(
                MASK << (WIDTH * i)
                for i, card in enumerate(game.cards)
                if card.rank == rank and not is_wild[i]
            )
            for rank in range(len(game.ranks))
        )
        wanted = [
            frozenset(i for i, wild in enumerate(is_wild) if wild and rank in self.stands[i])
            for rank in range(len(game.ranks))
        ]
        # Ranks with the same wild cards are interchangeable in Hall's condition (``can_stand``),
        # so one counter serves them all and fewer keys have to be remembered.
        slots = sorted({cards for cards in wanted if cards}, key=wanted.index)
        self.slots = tuple(wanted.index(cards) for cards in slots)
        self.unit = tuple(pack([(slots.index(cards), 1)]) if cards else 0 for cards in wanted)
        self._fillings: dict[Cards, WildFillings] = {}

    def fillings(self, hand: Cards, budget: Budget) -> WildFillings:
        """Return what the wild cards of a hand can fill. Raises ``OverBudgetError``."""
        wild = hand & self.wild
        known = self._fillings.get(wild)
        if known is None:
            if len(self._fillings) >= MOST_KEPT:
                self._fillings.clear()
            budget.spend(prod(1 + count for _, count in counts(wild)))
            known = self._fillings[wild] = WildFillings(self, wild)
        return known


def shared_roles(patterns: Patterns) -> list[WildRoles]:
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
