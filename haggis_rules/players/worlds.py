"""Worlds: positions that a seat cannot tell from the real one, and hands that go on from them.

There are two ways to make and play them, the compiled module and the engine. Both do the same by
the same seeds; the module is about a hundred times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from haggis_rules.engine.hand_points import points_of_hand
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.knowledge.view import View
from haggis_rules.notation.errors import ImpossibleViewError
from haggis_rules.players.observed import observation_of
from haggis_rules.players.outcome import cards_ahead, lead_of
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.random_streams import (
    SplitMix64,
    StreamPurpose,
    pick,
    random_stream,
)

MOST_PLIES = 10_000  # in one hand, should the rules let it go on for ever
_WORLD, _PLAYED = 0, 1  # matches of a module: a world, and its copy that is played


class Worlds(Protocol):
    """Worlds of one game, one at a time."""

    @property
    def usual(self) -> int:
        """How many hands are usually played for a choice: about a second's worth."""
        ...

    def look(self, view: MatchView, decisions: Sequence[Action]) -> None:
        """Take the view for which worlds are to be made, and what the seat can decide."""
        ...

    def make(self, seed: int) -> None:
        """Make a world, by chance. Raises ``ValueError`` when none is found."""
        ...

    def play(self, choice: int | None) -> float:
        """Return how well the hand ends for the seat after one of its decisions.

        All else is by chance, and None lets others act first. The world stays as it was.
        """
        ...


class CompiledWorlds:
    """Worlds in the memory of a compiled module."""

    usual = 2000

    def __init__(self, rules: Rules) -> None:
        """Compile the rules. Raises as ``Rules.compiled`` does."""
        self._rules, self._compiled = rules, rules.compiled(2)
        self._draws = any(action.by_chance for action in rules.game.actions)

    def look(self, view: MatchView, decisions: Sequence[Action]) -> None:
        """Take the view for which worlds are to be made, and what the seat can decide."""
        self._seat, self._decisions, self._view = view.seat, decisions, view.table
        self._seen = observation_of(self._compiled.places, view)

    def make(self, seed: int) -> None:
        """Make a world, by chance. Raises ``ValueError`` when none is found."""
        try:
            self._compiled.determinize(_WORLD, self._seen, seed)
        except ValueError:
            self._compiled.put(_WORLD, _remembered(self._rules, self._view, seed).state)
        self._world, self._seed = self._compiled.snapshot(_WORLD), seed

    def play(self, choice: int | None) -> float:
        """Return how well the hand ends for the seat after one of its decisions."""
        compiled, game, seat = self._compiled, self._rules.game, self._seat
        compiled.restore(_PLAYED, self._world)
        if choice is not None:
            place = self._place(choice) if self._draws else choice
            compiled.take(_PLAYED, seat, place)
        compiled.playout(_PLAYED)
        if not game.scores:
            return cards_ahead(game, seat, compiled.state(_PLAYED))
        return lead_of(game, seat, totals(compiled.entries(_PLAYED).values()))

    def _place(self, choice: int) -> int:
        """Return where a decision stands among the actions, of which chance may choose one."""
        position = self._rules.at(self._compiled.state(_PLAYED))
        chosen = _drawn(position, self._decisions[choice], self._seed)
        return list(position.actions(self._seat)).index(chosen)


class EngineWorlds:
    """Worlds as positions of the Python engine, for where no module can be run."""

    usual = 60

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def look(self, view: MatchView, decisions: Sequence[Action]) -> None:
        """Take the view for which worlds are to be made, and what the seat can decide."""
        self._seat, self._decisions, self._view = view.seat, decisions, view.table

    def make(self, seed: int) -> None:
        """Make a world, by chance. Raises ``ValueError`` when none is found."""
        seen = replace(self._view, seen=())  # a module knows no more than this
        try:
            self._world = self._rules.determinize(seen, SplitMix64(seed))
        except ImpossibleViewError:
            self._world = _remembered(self._rules, self._view, seed)
        self._seed = seed

    def play(self, choice: int | None) -> float:
        """Return how well the hand ends for the seat after one of its decisions."""
        position, game = self._world, self._rules.game
        if choice is not None:
            position = position.apply(_drawn(position, self._decisions[choice], self._seed))
        state = _played_out(position, random_stream(self._seed, StreamPurpose.PLAYOUT)).state
        if not game.scores:
            return cards_ahead(game, self._seat, state)
        return lead_of(game, self._seat, totals(points_of_hand(self._rules, state)))


def totals(worth: Iterable[Sequence[int]]) -> list[int]:
    """Return what each owner gets of the entries of a score sheet, each with all its owners."""
    return [sum(each) for each in zip(*worth, strict=True)]


def _remembered(rules: Rules, view: View, seed: int) -> Position:
    """Return a world made of all that a seat was shown, where what it sees now is not enough.

    Raises ``ImpossibleViewError``, which is a ``ValueError``, when none is found.
    """
    return rules.determinize(view, SplitMix64(seed))


def _drawn(position: Position, action: Action, seed: int) -> Action:
    """Return an action with what chance chooses for it in a world."""
    return position.by_chance(action, random_stream(seed, StreamPurpose.ACTION))


def _played_out(position: Position, chance: SplitMix64) -> Position:
    """Return the end of a hand by chance, as the module plays it."""
    for _ in range(MOST_PLIES):
        if position.finished or not (able := position.to_act):
            break
        action = pick(position.decisions(pick(able, chance)), chance)
        position = position.apply(position.by_chance(action, chance))
    return position
