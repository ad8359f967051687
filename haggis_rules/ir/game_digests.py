"""The two hashes of a game: of all that it says, and of all that decides how play goes.

A game that was loaded has them already. Only for others are they made: what makes them knows the
whole tree, and takes longer to import than a kept game takes to read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from haggis_rules.ir import nodes
from haggis_rules.ir.asked_words import ASKED_OF_TRICKS
from haggis_rules.ir.game import ActionSchema, ClauseStatus, Definition, Game, Step
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
    `openly` do not count, so records outlive a better wording. Nor do the words by which programs
    ask how a trick stands, unless a rule uses them.
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
        definitions=_played_words(game, words),
        promises=(),
        cases=(),
        actions=tuple(_plain(one) for one in bare.actions),
        steps=tuple(_plain(one) for one in bare.steps),
        between=without_openly(bare.between),
        states=tuple(replace(one, opened=False) for one in bare.states),
    )
    return digest(played)


def _played_words(game: Game, words: dict[str, Definition]) -> dict[str, Definition]:
    """Return words without those that only tell a program how a trick stands."""
    asked = {name for name in ASKED_OF_TRICKS if name in words and words[name].exported}
    if not asked:
        return words
    ruled = {name: one for name, one in words.items() if name not in asked}
    asked -= {*_called(replace(game, definitions=ruled, promises=(), cases=(), clauses={}))}
    return {name: one for name, one in words.items() if name not in asked}


def _called(part: object) -> Iterator[str]:
    """Yield the words that something uses, wherever in it: a game need not be sound for this."""
    if isinstance(part, nodes.Call):
        yield part.definition
    within: Iterable[object] = ()
    if is_dataclass(part):
        within = [getattr(part, one.name) for one in fields(part)]
    elif isinstance(part, Mapping):
        within = cast("Mapping[str, object]", part).values()
    elif isinstance(part, tuple):
        within = cast("tuple[object, ...]", part)
    for one in within:
        yield from _called(one)


def _plain(move: MoveT) -> MoveT:
    return replace(move, effects=without_openly(move.effects))
