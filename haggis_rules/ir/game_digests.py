"""The two hashes of a game: of all that it says, and of all that decides how play goes.

A game that was loaded has them already. Only for others are they made: what makes them knows the
whole tree, and takes longer to import than a kept game takes to read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from haggis_rules.ir.game import ActionSchema, ClauseStatus, Game, Step
from haggis_rules.ir.traversal import without_openly

MoveT = TypeVar("MoveT", ActionSchema, Step)


def content_digest(game: Game) -> str:
    """Return a hash of all that the rules say, wherever their text lies."""
    if game.origin is not None:
        return game.origin.content
    from haggis_rules.ir.canonical import digest

    clauses = {name: replace(one, path="") for name, one in game.clauses.items()}
    return digest(replace(game, clauses=clauses))


def play_digest(game: Game) -> str:
    """Return a hash of all that decides how play goes: rules of one hash play alike.

    Words, sources, promises, what is defined for them, examples, and what is said to be done
    `openly` do not count, so records outlive a better wording.
    """
    if game.origin is not None:
        return game.origin.play
    from haggis_rules.ir.canonical import digest

    clauses = game.clauses
    derived = {name for name, one in clauses.items() if one.status is ClauseStatus.DERIVED}
    words = {n: one for n, one in game.definitions.items() if one.clause not in derived}
    bare = replace(game, words="", lineage=(), clauses={}, declared={}, removed=())
    played = replace(
        bare,
        definitions=words,
        promises=(),
        cases=(),
        actions=tuple(_plain(one) for one in bare.actions),
        steps=tuple(_plain(one) for one in bare.steps),
        between=without_openly(bare.between),
        states=tuple(replace(one, opened=False) for one in bare.states),
    )
    return digest(played)


def _plain(move: MoveT) -> MoveT:
    return replace(move, effects=without_openly(move.effects))
