"""What is wild inside each pattern, and for which ranks.

Most rules say it without any state. Where it rests on some, nothing is known until somebody says
their values.
"""

from __future__ import annotations

from typing import TypeAlias

from haggis_rules.ir.game import Game, Wild
from haggis_rules.ir.wild_states import WildSetting, wild_states
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_rules.semantics.state import GameState, Value

WildSupply: TypeAlias = tuple[int, tuple[int, ...]]  # wild cards, and the others of each rank


class UnsettledPatternsError(LookupError):
    """What is wild rests on states, and nobody has said which values they have."""


class WildRanks:
    """What is wild with one setting.

    ``there`` says for each pattern which cards are wild, ``stands`` has the ranks that each card
    may have, and ``supply`` how many cards are wild, and how many others of each rank there are.
    """

    def __init__(self, game: Game, setting: WildSetting | None) -> None:
        self.game = game
        self._scene = _scene(game, setting)
        cards, patterns = range(len(game.cards)), range(len(game.patterns))
        wilds = [[self._wilds(pattern, card) for card in cards] for pattern in patterns]
        self.there = tuple(tuple(map(bool, each)) for each in wilds)
        self.stands = tuple(
            tuple(self._stands(card, some) for card, some in enumerate(each)) for each in wilds
        )
        self.supply = tuple(self._supply(each) for each in self.there)

    def given_ranks(self, wild: Wild, card: int) -> frozenset[int]:
        """Return the ranks that a clause lets a card stand for: none where it is not wild by it.

        Raises a ``Breach`` where a condition has no value.
        """
        scene = self._scene.naming(wild.card, card)
        if wild.applies is not None and not holds_true(wild.applies, scene):
            return frozenset()
        ranks = range(len(self.game.ranks))
        return frozenset(r for r in ranks if holds_true(wild.when, scene.naming(wild.rank, r)))

    def _wilds(self, pattern: int, card: int) -> list[Wild]:
        """Return what makes a card wild inside a pattern."""
        group = self.game.cards[card].group
        return [
            one
            for one in self.game.wilds
            if one.group == group and pattern in one.patterns
            if one.applies is None or holds_true(one.applies, self._scene.naming(one.card, card))
        ]

    def _stands(self, card: int, wilds: list[Wild]) -> frozenset[int]:
        if not wilds:
            return frozenset({self.game.cards[card].rank})
        return frozenset[int]().union(*(self.given_ranks(wild, card) for wild in wilds))

    def _supply(self, there: tuple[bool, ...]) -> WildSupply:
        wild, own = 0, [0] * len(self.game.ranks)
        for card, is_wild in zip(self.game.cards, there, strict=True):
            if is_wild:
                wild += card.copies
            else:
                own[card.rank] += card.copies
        return wild, tuple(own)


def _scene(game: Game, setting: WildSetting | None) -> Environment:
    """Return a state of which nothing is known but these values."""
    states = wild_states(game)
    if setting is None:
        names = ", ".join(f"`{game.states[state].name}`" for state in states)
        message = f"what cards make rests on {names}: ask a position"
        raise UnsettledPatternsError(message)
    values: list[Value] = [None] * len(game.states)
    for state, value in zip(states, setting, strict=True):
        values[state] = value
    return Environment(game, GameState(tuple(values), ()))
