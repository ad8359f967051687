"""A player that gets rid of as many of its cards as it can, and looks no further."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.engine.seat import Seat
from haggis_rules.ir.game import CardParam, CombinationParam, FreeParam, Game
from haggis_rules.ir.nodes import OwnedZone
from haggis_rules.players.player import Player, turn_actions
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Combination, size


def greedy_player() -> Player:
    """Return a player that takes the action that sheds the most cards.

    If several shed the same number, it takes the first of them, which is the lowest play. If
    nothing sheds a card, it waits if it may. Otherwise it takes an action of its turn that leaves
    nothing to choose, such as passing, if there is one.

    >>> from haggis_rules import greedy_player, load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> greedy_player().choose(match.seat(1))
    <Action 2: play 2r 2y 2g 3r 4r 4y J Q K>
    """
    return _GreedyPlayer()


@dataclass(frozen=True, slots=True)
class _GreedyPlayer:
    """Chooses by the number of cards."""

    def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
        """Return the action that sheds most cards."""
        view, actions = door.view, door.actions()
        names = turn_actions(view.game)
        best = min(
            actions,
            key=lambda one: (-shed(view.game, one), one.name not in names, len(one.arguments)),
        )
        return None if may_wait and not shed(view.game, best) else best


def shed(game: Game, action: Action) -> int:
    """Return how many cards are chosen from zones with an owner, as a hand is, by an action."""
    declared = game.action(action.name)
    found = 0
    for param, value in zip(declared.params, action.arguments, strict=False):
        match param:
            case FreeParam():
                continue
            case CombinationParam(zone=OwnedZone()):
                assert isinstance(value, Combination)  # noqa: S101 - it is of this parameter
                found += size(value.cards)
            case CardParam(zone=OwnedZone()):
                found += 1
            case CombinationParam() | CardParam():
                continue
    return found
