"""Worlds: positions that a seat cannot tell from the real one, and hands that go on from them.

There are two ways to make and play them, the compiled module and the engine. Both do the same by
the same seeds; the module is about a hundred times as fast.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from haggis_rules.engine.hand_points import points_of_hand
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.knowledge.view import View
from haggis_rules.lowering.layouts.module_names import MOST_AHEAD
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

    def begin(self, choice: int | None) -> None:
        """Begin to play in the world, after a decision of the seat; None lets others act first.

        What is played is a copy: the world stays as it was.
        """
        ...

    def look_ahead(self) -> Mapping[int, Sequence[Hashable] | None]:
        """Return what the seat would see after each action of each seat that can act.

        What it cannot tell apart is equal. A seat has None where it has more than ``MOST_AHEAD``
        actions, or where one of them leaves something to chance.
        """
        ...

    def take(self, seat: int, place: int) -> None:
        """Take the action at a place among those of a seat, of which ``look_ahead`` told."""
        ...

    def finish(self) -> list[float]:
        """Play on by chance, and return how well the hand ends for each seat."""
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

    def begin(self, choice: int | None) -> None:
        """Begin to play in the world, after a decision of the seat."""
        self._compiled.restore(_PLAYED, self._world)
        if choice is not None:
            place = self._place(choice) if self._draws else choice
            self._compiled.take(_PLAYED, self._seat, place)

    def look_ahead(self) -> Mapping[int, Sequence[Hashable] | None]:
        """Return what the seat would see after each action of each seat that can act."""
        return self._compiled.look_ahead(_PLAYED, self._seat)

    def take(self, seat: int, place: int) -> None:
        """Take the action at a place among those of a seat."""
        self._compiled.take(_PLAYED, seat, place)

    def finish(self) -> list[float]:
        """Play on by chance, and return how well the hand ends for each seat."""
        compiled, game = self._compiled, self._rules.game
        compiled.playout(_PLAYED)
        if not game.scores:
            state = compiled.state(_PLAYED)
            return [cards_ahead(game, seat, state) for seat in range(game.seats)]
        points = totals(compiled.entries(_PLAYED).values())
        return [lead_of(game, seat, points) for seat in range(game.seats)]

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

    def begin(self, choice: int | None) -> None:
        """Begin to play in the world, after a decision of the seat."""
        self._played = self._world
        if choice is not None:
            decided = _drawn(self._world, self._decisions[choice], self._seed)
            self._played = self._world.apply(decided)

    def look_ahead(self) -> Mapping[int, Sequence[Hashable] | None]:
        """Return what the seat would see after each action of each seat that can act."""
        position, self._ahead = self._played, dict[int, list[Position]]()
        if position.finished:
            return {}
        return {seat: self._observations(position, seat) for seat in position.to_act}

    def _observations(self, position: Position, seat: int) -> list[Hashable] | None:
        actions = position.actions(seat)
        if len(actions) > MOST_AHEAD or len(position.decisions(seat)) != len(actions):
            return None
        self._ahead[seat] = found = [position.apply(action) for action in actions]
        sees, own = self._rules.visibility, self._seat
        return [(sees.values(one.state, own), sees.zones(one.state, own)) for one in found]

    def take(self, seat: int, place: int) -> None:
        """Take the action at a place among those of a seat."""
        self._played = self._ahead[seat][place]

    def finish(self) -> list[float]:
        """Play on by chance, and return how well the hand ends for each seat."""
        game, chance = self._rules.game, random_stream(self._seed, StreamPurpose.PLAYOUT)
        state = _played_out(self._played, chance).state
        if not game.scores:
            return [cards_ahead(game, seat, state) for seat in range(game.seats)]
        points = totals(points_of_hand(self._rules, state))
        return [lead_of(game, seat, points) for seat in range(game.seats)]


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
