"""A player that takes any of its actions, each as likely."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.engine.seat import Seat
from haggis_rules.players.player import Player, chance_of_view
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.random_streams import check_seed, pick

SELDOM = 12  # once in so many times it acts while the others wait for somebody else


def random_player(seed: int = 1) -> Player:
    """Return a player that takes one of its actions at random, each equally likely.

    The same seed makes the same choice whenever the seat has been shown the same things. Raises
    ``WrongArgumentError`` for an invalid seed.

    >>> from haggis_rules import load, random_player
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> random_player(seed=3).choose(match.seat(1))
    <Action 2: play 8r J Q = sequence3@9>
    """
    return _RandomPlayer(check_seed(seed))


@dataclass(frozen=True, slots=True)
class _RandomPlayer:
    """Chooses by chance."""

    seed: int

    def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
        """Return any action of a seat; where it may wait, it seldom acts."""
        chance = chance_of_view(door.view, self.seed)
        if may_wait and chance.below(SELDOM):
            return None
        return pick(door.actions(), chance)
