"""Players who do whatever chance says."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from haggis_rules.ir.game import Game, InTurn
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.random_streams import below, pick

SELDOM = 12  # once in so many times somebody acts for whom nobody waits


class Playing(Protocol):
    """A hand or a match: what is asked of it here."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can act now."""
        ...

    def actions(self, seat: int) -> Sequence[Action]:
        """Return all that a seat can do."""
        ...

    def decisions(self, seat: int) -> Sequence[Action]:
        """Return all that a seat can decide."""
        ...

    def by_chance(self, action: Action, chance: Random) -> Action:
        """Return an action with what chance chooses."""
        ...


def awaited(game: Game, playing: Playing) -> tuple[int, ...]:
    """Return the seats that the others wait for: those in turn, or else all that can act."""
    by_turn = {action.name for action in game.actions if isinstance(action.actor, InTurn)}
    seats = playing.to_act
    in_turn = tuple(s for s in seats if any(a.name in by_turn for a in playing.actions(s)))
    return in_turn or seats


def choose(game: Game, playing: Playing, seats: Sequence[int], chance: Random) -> Action:
    """Return an action of one of these seats, seldom of one for which nobody waits."""
    waiting = [seat for seat in awaited(game, playing) if seat in seats]
    others = [seat for seat in seats if seat not in waiting]
    seldom = others and (not waiting or below(SELDOM, chance) == 0)
    decided = pick(playing.decisions(pick(others if seldom else waiting, chance)), chance)
    return playing.by_chance(decided, chance)
