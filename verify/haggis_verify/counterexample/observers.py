"""Whether a seat can tell two positions apart, by evaluation alone.

This judges every pair of positions that a solver finds or play comes to: nothing of the solver's
terms is used here. What each part means is said in ``secrecy``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from haggis_rules.ir import game as ir
from haggis_rules.knowledge.view import SeenEvent, SeenMove, ZonePlace, zone_places
from haggis_rules.knowledge.visibility import ViewMaker
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import (
    first_values,
    is_one_hand,
    is_over,
    values_after_hand,
)
from haggis_rules.semantics.evaluate import Environment, evaluate, holds_true
from haggis_rules.semantics.patterns import Patterns, show_cards
from haggis_rules.semantics.state import Cards, GameState, Value, size
from haggis_rules.semantics.transition import (
    MoveResult,
    effect,
    is_legal,
    may_act,
    perform,
    waiting,
)
from haggis_verify.counterexample.description import describe_value, owned_name
from haggis_verify.encode.between_hands import OVER, entries, lasting_states, says_when_over
from haggis_verify.encode.states import values_of


class ObservedMove(NamedTuple):
    """A step, or an action with its actor and choices."""

    move: ir.ActionSchema | ir.Step
    actor: int = 0
    arguments: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Observer:
    """A seat that looks at two positions of a game. Everything here is told of that seat."""

    patterns: Patterns
    views: ViewMaker
    seat: int

    @property
    def game(self) -> ir.Game:
        """The game."""
        return self.patterns.game

    def looks_same(self, one: GameState, other: GameState) -> bool:
        """Whether both look the same to the seat."""
        return self._sees(one) == self._sees(other)

    def _sees(self, state: GameState) -> tuple[object, ...]:
        return self.views.zones(state, self.seat), self.views.values(state, self.seat)

    def _agree_on(self, seats: Iterable[int], one: GameState, other: GameState) -> bool:
        """Whether all values that these seats see are the same in both."""
        game, known = self.game, {slot for seat in seats for slot in self.views.known(seat)}
        return all(
            values_of(game, one, index)[owner] == values_of(game, other, index)[owner]
            for index, owner in known
        )

    def _opened_to(self, observed: ObservedMove) -> Iterable[int]:
        """Return the seats whose values a move may open."""
        if isinstance(observed.move, ir.Step):
            return range(self.game.seats)
        return () if self._is_hidden(observed) else (observed.actor,)

    def _is_hidden(self, observed: ObservedMove) -> bool:
        return (
            isinstance(observed.move, ir.ActionSchema)
            and observed.move.secret
            and observed.actor != self.seat
        )

    # Each tells what is otherwise in the other position; nothing when all is the same

    def firsts(self, one: GameState, other: GameState, *, lasting: bool) -> str:
        """Compare first values."""
        by_chance = [i for i, s in enumerate(self.game.states) if isinstance(s.initial, ir.Chance)]
        begun: list[GameState] = []
        for state in (one, other):
            chance = tuple(
                state.values[i] for i in by_chance if self.game.states[i].lasting is lasting
            )
            values = first_values(self.game, state, chance, lasting=lasting)
            begun.append(GameState(values, state.zones))
        return self._values(begun[0], begun[1])

    def steps(self, one: GameState, other: GameState) -> str:
        """Compare what follows by itself, and whether the hand is over."""
        if not self._agree_on(range(self.game.seats), one, other):
            return ""
        names = [
            step.name if step else "" for step in (waiting(self.game, s) for s in (one, other))
        ]
        if names[0] != names[1]:
            return " and ".join(
                f"{f'the step `{name}`' if name else 'no step'} waits in the {which}"
                for name, which in zip(names, ("one", "other"), strict=True)
            )
        if says_when_over(self.game):
            over = [holds_true(OVER, Environment(self.game, state)) for state in (one, other)]
            if over[0] is not over[1]:
                return "the hand is over in only one of them"
        return ""

    def rights(self, one: GameState, other: GameState) -> str:
        """Compare who may act."""
        for action in self.game.actions:
            for actor in range(self.game.seats):
                opened = () if isinstance(action.actor, ir.InTurn) else (actor,)
                if not self._agree_on(opened, one, other):
                    continue
                may = [may_act(action, actor, Environment(self.game, s)) for s in (one, other)]
                if may[0] is not may[1]:
                    return f"it is for seat {actor + 1} to `{action.name}` in only one of them"
        return ""

    def choices(self, deed: ObservedMove, one: GameState, other: GameState) -> str:
        """Compare whether the seat may do something."""
        assert isinstance(deed.move, ir.ActionSchema)  # noqa: S101
        legal = [
            is_legal(self.game, self.patterns, state, deed.move, self.seat, deed.arguments)
            for state in (one, other)
        ]
        if legal[0] is legal[1]:
            return ""
        return f"seat {self.seat + 1} may `{deed.move.name}` so in only one of them"

    def moves(
        self, moves: tuple[ObservedMove, ObservedMove], states: tuple[GameState, GameState]
    ) -> str:
        """Compare what the seat sees of a move, and afterwards."""
        results = [
            self._perform(observed, state) for observed, state in zip(moves, states, strict=True)
        ]
        one, other = results
        return self.turned(moves[0], (states[0], one), (states[1], other))[0]

    def _perform(self, observed: ObservedMove, state: GameState) -> MoveResult:
        scene = Environment(self.game, state)
        if isinstance(observed.move, ir.Step):
            return effect(observed.move.effects, scene)
        return perform(observed.move, observed.actor, observed.arguments, scene)

    def turned(
        self,
        observed: ObservedMove,
        one: tuple[GameState, MoveResult],
        other: tuple[GameState, MoveResult],
    ) -> tuple[str, bool]:
        """Compare a move that was made in both; and tell whether all of it looks the same."""
        if not self._agree_on(self._opened_to(observed), one[0], other[0]):
            return "", False
        seen = [self._seen(observed, state, turn) for state, turn in (one, other)]
        forms = [[_form(move) for move in each.moves] for each in seen]
        if forms[0] != forms[1]:
            return f"cards go otherwise: {self._first_difference(*seen)}", False
        cards = [[move.cards for move in each.moves] for each in seen]
        if self._is_hidden(observed):
            before = [[self._seen_before(move) for move in each.moves] for each in seen]
            if before[0] == before[1] and cards[0] != cards[1]:
                return f"a secret choice is opened: {self._first_difference(*seen)}", False
        if cards[0] != cards[1]:
            return "", False
        found = self._values(one[1].state, other[1].state)
        return found, not found

    def _seen(self, observed: ObservedMove, state: GameState, turn: MoveResult) -> SeenEvent:
        done = (
            observed.move.name
            if isinstance(observed.move, ir.Step)
            else Action(observed.move.name, observed.actor, observed.arguments)
        )
        return self.views.happened(done, turn.moved, (state, turn.state), self.seat)

    def _seen_before(self, move: SeenMove) -> Cards:
        """Return the cards of a move that the seat saw where they lay."""
        if move.source is None:
            return 0
        return move.cards & self.views.mask(self.seat, *zone_places(self.game)[move.source])

    def _first_difference(self, one: SeenEvent, other: SeenEvent) -> str:
        """Tell the first move of cards that differs."""
        pairs = zip_longest(one.moves, other.moves)
        first = next(both for both in pairs if both[0] != both[1])
        return " and ".join(
            f"{self._describe_move(move)} in the {which}"
            for move, which in zip(first, ("one", "other"), strict=True)
        )

    def _describe_move(self, move: SeenMove | None) -> str:
        if move is None:
            return "nothing goes"
        many = size(move.cards) + move.unseen
        return (
            show_cards(self.game, move.cards)
            + (f"{' and ' if move.cards else ''}{move.unseen} unseen" if move.unseen else "")
            + (" goes" if many == 1 else " go")
            + f" from {_place_name(move.source)} to {_place_name(move.target)}"
            + (", shown to all," if move.shown else "")
        )

    def over(self, one: GameState, other: GameState) -> str:
        """Compare what is scored, and what is kept for the next hand."""
        if not self._agree_on(range(self.game.seats), one, other):
            return ""
        scenes = [Environment(self.game, state) for state in (one, other)]
        for entry in entries(self.game):
            points = [evaluate(entry, scene) for scene in scenes]
            if points[0] != points[1]:
                return f"the score sheet has {points[0]} in the one and {points[1]} in the other"
        if is_one_hand(self.game):
            return ""
        next_values = [values_after_hand(self.game, state) for state in (one, other)]
        found = self._values(next_values[0], next_values[1], only=lasting_states(self.game))
        if not found and len({is_over(self.game, state) for state in next_values}) > 1:
            return "the match is over in only one of them"
        return found

    def _values(self, one: GameState, other: GameState, only: frozenset[int] | None = None) -> str:
        """Tell which value that the seat sees is another."""
        names = None if only is None else {self.game.states[index].name for index in only}
        pairs = zip(
            self.views.values(one, self.seat), self.views.values(other, self.seat), strict=True
        )
        for both in pairs:
            first = both[0]
            if first != both[1] and (names is None or first.name in names):
                state = next(each for each in self.game.states if each.name == first.name)
                name = owned_name(self.game, state.name, state.owner, first.owner or 0)
                old, new = (describe_value(self.game, state.type, seen.value) for seen in both)
                return f"{name} is {old} in the one and {new} in the other"
        return ""


def observers(patterns: Patterns) -> Iterator[Observer]:
    """Yield each seat as one that looks."""
    views = ViewMaker(patterns.game)
    for seat in range(patterns.game.seats):
        yield Observer(patterns, views, seat)


def _form(move: SeenMove) -> tuple[ZonePlace | None, ZonePlace, int, bool]:
    return move.source, move.target, size(move.cards) + move.unseen, move.shown


def _place_name(place: ZonePlace | None) -> str:
    if place is None:
        return "the deck"
    return place.zone if place.owner is None else f"{place.zone} {place.owner + 1}"
