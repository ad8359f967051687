"""What a player is: somebody who chooses an action for a seat, and is given its door alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from haggis_rules.engine.seat import Seat
from haggis_rules.ir.game import Game, InTurn
from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.random_streams import SplitMix64, StreamPurpose, random_stream


class Player(Protocol):
    """A player chooses the actions of a seat from what that seat may know, and nothing else.

    A player remembers nothing about a match, so one object can sit in several seats of several
    matches.

    >>> from haggis_rules import Player, load, next_action
    >>> class Last:
    ...     def choose(self, door, *, may_wait=False):
    ...         return None if may_wait else door.actions()[-1]
    >>> last: Player = Last()
    >>> next_action(load("classic", players=2).new_match(seed=7), [last, last])
    <Action 2: play J Q K>
    """

    def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
        """Return one of the actions of a seat that has some, or None to let others act first.

        ``door`` is the door of the seat. A player may only wait where ``may_wait`` says that others
        can act.

        >>> from haggis_rules import load, random_player
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> random_player(seed=1).choose(match.seat(1)) in match.actions(1)
        True
        """
        ...


def chance_of_view(view: MatchView, seed: int) -> SplitMix64:
    """Return the chance for one choice, which rests on a seed and on what the seat was shown."""
    shown = len(view.table.seen) * view.game.seats + view.seat
    return random_stream(seed, StreamPurpose.PLAYERS, view.hand, shown)


def in_turn(game: Game, actions: Sequence[Action]) -> bool:
    """Return whether a seat with these actions is in turn, so that the others wait for it."""
    names = turn_actions(game)
    return any(action.name in names for action in actions)


def turn_actions(game: Game) -> frozenset[str]:
    """Return the names of the actions that only the seat in turn can take."""
    return frozenset(one.name for one in game.actions if isinstance(one.actor, InTurn))
