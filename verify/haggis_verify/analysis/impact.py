"""What a change of a game can touch: the promises whose obligations may be others than before.

It may name too many, never too few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from haggis_rules.ir import game as ir
from haggis_rules.ir.reads import Reads, move_writes, reads
from haggis_verify.cache.proof_cache import calls_in
from haggis_verify.encode.between_hands import OVER, is_of_match
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES, SECRECY

MoveSchema = ir.ActionSchema | ir.Step


class Impact:
    """Two games, the one a change of the other, with the same promises."""

    def __init__(self, old: ir.Game, new: ir.Game) -> None:
        self._games = old, new
        self._ground = _ground(old) != _ground(new)
        self._audiences = _audience_reads(old) != _audience_reads(new)
        self._changed_definitions = _changed_definitions(old, new)
        self._moves = () if self._ground else tuple(self._changed_moves())
        between = old.between, old.until
        self._between = between != (new.between, new.until) or self._mentions_change(between)

    @property
    def anything(self) -> bool:
        """Whether any question may be another."""
        return self._audiences or self._moved_any

    @property
    def _moved_any(self) -> bool:
        """Whether any question may be another in which nobody asks who sees what."""
        return self._ground or self._between or bool(self._changed_definitions or self._moves)

    def promise(self, name: str) -> bool:
        """Whether the obligations of a promise, or of what every game keeps, may be others."""
        if name == SECRECY:
            return self.anything
        if self._ground or name in BUILTIN_PROMISES:
            return self._moved_any
        promises = {one.name: one for one in self._games[0].promises}
        promise = promises[name]
        if self._mentions_change(tuple(promises[each].form for each in (name, *promise.using))):
            return True
        match promise.form:
            case ir.ForAny() | ir.Apart():
                return False
            case ir.AnyMade():
                return self._waiting  # on which helpers can rest
            case ir.EachMove() | ir.Measure() | ir.Progress():
                return bool(self._moves)
            case ir.EachHand():
                return self._between or self._over
            case ir.Always() if is_of_match(promise, self._games[0]):
                return self._between or self._over
            case ir.Always(claim=claim):
                return self._moved(reads(self._games[0], claim))
            case ir.AtRest(claim=claim):
                return self._moved(self._rest_reads | reads(self._games[0], claim))

    @cached_property
    def _over(self) -> bool:
        """Whether a hand may be over where it was not, or the other way round."""
        return self._mentions_change(OVER) or self._waiting

    @cached_property
    def _rest_reads(self) -> Reads:
        """What it takes to see that no step waits."""
        found = Reads()
        for step in self._games[0].steps:
            found |= reads(self._games[0], step.when)
        return found

    def _moved(self, read: Reads) -> bool:
        """Whether a changed move writes what is read, or it has changed when a step waits."""
        for move in self._moves:
            written = move_writes(move)
            if written.states & read.states or written.zones & read.zones:
                return True
        return self._waiting

    @cached_property
    def _waiting(self) -> bool:
        """Whether a step waits at other times than before."""
        return any(self._waits(step) for game in self._games for step in game.steps)

    def _waits(self, step: ir.Step) -> bool:
        others = [one.when for game in self._games for one in game.steps if one.name == step.name]
        changed = len(set(map(repr, others))) > 1 or len(others) < len(self._games)
        return changed or self._mentions_change(step.when)

    def _changed_moves(self) -> Iterator[MoveSchema]:
        """Yield each move that is another than before, or speaks of what is; old and new."""
        old, new = map(_moves, self._games)
        for name in {**old, **new}:
            one, two = old.get(name), new.get(name)
            if one != two or self._mentions_change(one):
                yield from (move for move in (one, two) if move is not None)

    def _mentions_change(self, part: object) -> bool:
        return any(name in self._changed_definitions for name in calls_in(part))


def _moves(game: ir.Game) -> dict[str, MoveSchema]:
    moves: tuple[MoveSchema, ...] = (*game.actions, *game.steps)
    return {one.name: one for one in moves}


def _ground(game: ir.Game) -> tuple[object, ...]:
    """Return what every question rests on: the table, the cards, what is kept, what cards make."""
    zones = tuple((zone.name, zone.owner) for zone in game.zones)
    states = tuple(replace(state, audience=ir.Audience.ALL) for state in game.states)
    table = (game.seats, game.teams, game.options, game.ranks, game.suits, game.groups, game.cards)
    combinations = (game.choices, game.deals, game.patterns, game.wilds, game.needs, game.scores)
    return (*table, zones, states, *combinations)


def _audience_reads(game: ir.Game) -> tuple[object, ...]:
    """Return who sees what, but for what is said of single moves."""
    return (
        tuple(zone.audiences for zone in game.zones),
        tuple(state.audience for state in game.states),
    )


def _changed_definitions(old: ir.Game, new: ir.Game) -> frozenset[str]:
    """Name the definitions that mean something else, and all that speak of them."""
    names = {**old.definitions, **new.definitions}
    changed = {name for name in names if old.definitions.get(name) != new.definitions.get(name)}
    meanings = [*old.definitions.values(), *new.definitions.values()]
    calls = [(one.name, {*calls_in(one)}) for one in meanings]
    while more := {name for name, called in calls if name not in changed and called & changed}:
        changed |= more
    return frozenset(changed)
