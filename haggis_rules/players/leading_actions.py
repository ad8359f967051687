"""Which actions lead on: those on which it can rest that somebody comes to be in turn.

The others, such as a bet that only the score looks at, can be left out for as long as one likes,
so nobody has to take one.
"""

from __future__ import annotations

from dataclasses import replace

from haggis_rules.ir.game import ActionSchema, Effect, Game, InTurn, Step
from haggis_rules.ir.reads import Reads, effect_reads, effect_writes, move_reads, reads
from haggis_rules.notation.forms import for_each_game
from haggis_rules.semantics.between_hands import FINISHED


@for_each_game
def leading_actions(game: Game) -> frozenset[str]:
    """Return the names of the actions that lead on, those of a seat in turn among them.

    It is a backward slice (Weiser 1981): from what decides whether a seat in turn can act, and
    whether the hand is over, to all that can change that, and to what decides that in its turn.
    It may name too many actions, and never too few.
    """
    in_turn = [one for one in game.actions if isinstance(one.actor, InTurn)]
    found = {one.name for one in in_turn}
    wanted = _ended(game)
    for one in in_turn:
        wanted |= _condition(game, one)
    moves: list[ActionSchema | Step] = [*game.actions, *game.steps]
    while True:
        before = wanted
        for move in moves:
            for effect in (one.effect for one in move.effects):
                if _changes(effect, wanted):
                    found.add(move.name)
                    wanted |= _condition(game, move) | effect_reads(game, effect)
        if wanted == before:
            return frozenset(found & {one.name for one in game.actions})


def _ended(game: Game) -> Reads:
    over = game.definitions.get(FINISHED)
    return Reads() if over is None else reads(game, over.base)


def _condition(game: Game, move: ActionSchema | Step) -> Reads:
    """Return what decides whether an action or step can happen."""
    return move_reads(game, replace(move, effects=()))


def _changes(effect: Effect, wanted: Reads) -> bool:
    written = effect_writes(effect)
    return not (written.states.isdisjoint(wanted.states) and written.zones.isdisjoint(wanted.zones))
