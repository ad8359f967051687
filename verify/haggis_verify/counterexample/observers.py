"""Whether a seat can tell two positions apart, by evaluation alone.

This judges every pair of positions that a solver finds or play comes to: nothing of the solver's
terms is used here. What each part means is said in ``secrecy``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from haggis_rules.ir import game as ir
from haggis_rules.ir.traversal import opened, opened_states
from haggis_rules.knowledge.seen import SeenEvent, SeenMove, SeenValue, ZonePlace, zone_places
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
    moved_by,
    naming_choices,
    perform,
    waiting,
)
from haggis_verify.counterexample.description import describe_value
from haggis_verify.encode.between_hands import OVER, entries, lasting_states, says_when_over
from haggis_verify.encode.transitions import outcomes_of


class ObservedMove(NamedTuple):
    """A step, or an action with its actor and choices."""

    move: ir.ActionSchema | ir.Step
    actor: int = 0
    arguments: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Observer:
    """A seat that looks at two positions of a game. Everything here is told of that seat."""

    patterns: Patterns
    view_maker: ViewMaker
    seat: int

    @property
    def game(self) -> ir.Game:
        """The game."""
        return self.patterns.game

    def looks_same(self, one: GameState, other: GameState) -> bool:
        """Whether both look the same to the seat."""
        return self._sees(one) == self._sees(other)

    def _sees(self, state: GameState) -> tuple[object, ...]:
        return self.view_maker.zones(state, self.seat), self.view_maker.values(state, self.seat)

    def _same_revealed(
        self, effects: tuple[ir.Effected, ...], one: GameState, other: GameState
    ) -> bool:
        """Whether what the text gives a value openly, and the seat sees, is the same after it."""
        return not self._values(one, other, self._names(opened_states(effects)))

    def _revealed_moves(self, observed: ObservedMove, state: GameState) -> list[tuple[object, ...]]:
        """Return what is seen of the cards that the text moves openly."""
        scene = Environment(self.game, state)
        if isinstance(observed.move, ir.ActionSchema):
            scene = naming_choices(observed.move, observed.actor, observed.arguments, scene)
        moved = moved_by(opened(observed.move.effects), scene)
        seen = self._seen(observed, state, MoveResult(state, moved)).moves
        return [(_form(one), one.cards if self._is_hidden(observed) else 0) for one in seen]

    def _is_hidden(self, observed: ObservedMove) -> bool:
        return (
            isinstance(observed.move, ir.ActionSchema)
            and observed.move.secret
            and observed.actor != self.seat
        )

    # Each tells what is otherwise in the other position; nothing when all is the same

    def firsts(self, one: GameState, other: GameState, *, lasting: bool) -> str:
        """Compare first values."""
        given = [i for i, s in enumerate(self.game.states) if isinstance(s.initial, ir.Chance)]
        begun: list[GameState] = []
        for state in (one, other):
            chance = tuple(state.values[i] for i in given if self.game.states[i].lasting is lasting)
            values = first_values(self.game, state, chance, lasting=lasting)
            begun.append(GameState(values, state.zones))
        opened_indexes = frozenset(i for i, s in enumerate(self.game.states) if s.opened)
        if self._values(begun[0], begun[1], self._names(opened_indexes)):
            return ""  # what is opened tells the two apart, and may
        return self._values(begun[0], begun[1])

    def steps(self, one: GameState, other: GameState) -> str:
        """Compare what follows by itself, and whether the hand is over."""
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
                may = [may_act(action, actor, Environment(self.game, s)) for s in (one, other)]
                if may[0] is not may[1]:
                    return f"it is for seat {actor + 1} to `{action.name}` in only one of them"
        return ""

    def choices(self, observed: ObservedMove, one: GameState, other: GameState) -> str:
        """Compare whether the seat may do something."""
        action = observed.move
        assert isinstance(action, ir.ActionSchema)  # noqa: S101
        ways = [observed.arguments]
        if action.by_chance:  # whatever chance would choose
            ways = [(value,) for value in outcomes_of(self.game, action.params[0])]
        legal = [
            any(is_legal(self.game, self.patterns, state, action, self.seat, way) for way in ways)
            for state in (one, other)
        ]
        if legal[0] is legal[1]:
            return ""
        return f"seat {self.seat + 1} may `{observed.move.name}` so in only one of them"

    def moves(
        self, observed_moves: tuple[ObservedMove, ObservedMove], states: tuple[GameState, GameState]
    ) -> str:
        """Compare what the seat sees of a move, and afterwards."""
        turns = [
            self._done(observed, state)
            for observed, state in zip(observed_moves, states, strict=True)
        ]
        one, other = turns
        return self.turned(observed_moves, (states[0], one), (states[1], other))[0]

    def _done(self, observed: ObservedMove, state: GameState) -> MoveResult:
        scene = Environment(self.game, state)
        if isinstance(observed.move, ir.Step):
            return effect(observed.move.effects, scene)
        return perform(observed.move, observed.actor, observed.arguments, scene)

    def turned(
        self,
        observed_moves: tuple[ObservedMove, ObservedMove],
        one: tuple[GameState, MoveResult],
        other: tuple[GameState, MoveResult],
    ) -> tuple[str, bool]:
        """Compare a move that was made in both; and tell whether all of it looks the same.

        Nothing is told when what differs is what the text opens.
        """
        observed = observed_moves[0]
        revealed = [
            self._revealed_moves(*each)
            for each in zip(observed_moves, (one[0], other[0]), strict=True)
        ]
        results = one[1].state, other[1].state
        if revealed[0] != revealed[1] or not self._same_revealed(observed.move.effects, *results):
            return "", False
        seen = [self._seen(observed, state, turn) for state, turn in (one, other)]
        forms = [[_form(move) for move in each.moves] for each in seen]
        if forms[0] != forms[1]:
            return f"cards go otherwise: {self._first_difference(*seen, by=_form)}", False
        cards = [[move.cards for move in each.moves] for each in seen]
        if self._is_hidden(observed):
            before = [[self._lying(move) for move in each.moves] for each in seen]
            if before[0] == before[1] and cards[0] != cards[1]:
                return (
                    f"a secret choice is revealed: {self._first_difference(*seen, by=_cards)}",
                    False,
                )
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
        return self.view_maker.happened(done, turn.moved, (state, turn.state), self.seat)

    def _lying(self, move: SeenMove) -> Cards:
        """Return the cards of a move that the seat saw where they lay."""
        if move.source is None:
            return 0
        return move.cards & self.view_maker.mask(self.seat, *_where(self.game, move.source))

    def _first_difference(
        self, one: SeenEvent, other: SeenEvent, *, by: Callable[[SeenMove], object]
    ) -> str:
        """Tell the first move of cards that differs, by what is looked at."""
        pairs = zip_longest(one.moves, other.moves)
        first = next((a, b) for a, b in pairs if a is None or b is None or by(a) != by(b))
        return " and ".join(
            f"{self._move_in_words(move)} in the {which}"
            for move, which in zip(first, ("one", "other"), strict=True)
        )

    def _move_in_words(self, move: SeenMove | None) -> str:
        if move is None:
            return "nothing goes"
        many = size(move.cards) + move.unseen
        return (
            show_cards(self.game, move.cards)
            + (f"{' and ' if move.cards else ''}{move.unseen} unseen" if move.unseen else "")
            + (" goes" if many == 1 else " go")
            + f" from {_named(self.game, move.source)} to {_named(self.game, move.target)}"
            + (", shown to all," if move.shown else "")
        )

    def over(self, one: GameState, other: GameState) -> str:
        """Compare what is scored, and what is kept for the next hand."""
        scenes = [Environment(self.game, state) for state in (one, other)]
        for entry in entries(self.game):
            points = [evaluate(entry, scene) for scene in scenes]
            if points[0] != points[1]:
                return f"the score sheet has {points[0]} in the one and {points[1]} in the other"
        if is_one_hand(self.game):
            return ""
        settled = [values_after_hand(self.game, state) for state in (one, other)]
        if not self._same_revealed(self.game.between, settled[0], settled[1]):
            return ""
        found = self._values(settled[0], settled[1], self._names(lasting_states(self.game)))
        if not found and len({is_over(self.game, state) for state in settled}) > 1:
            return "the match is over in only one of them"
        return found

    def _names(self, states: Iterable[int]) -> frozenset[str]:
        return frozenset(self.game.states[index].name for index in states)

    def _values(self, one: GameState, other: GameState, names: frozenset[str] | None = None) -> str:
        """Tell which value that the seat sees is another, among all or those of these names."""
        pairs = zip(
            self.view_maker.values(one, self.seat),
            self.view_maker.values(other, self.seat),
            strict=True,
        )
        return next(
            (
                f"{_called(self.game, a)} is {self._value(a)} in the one and {self._value(b)} in"
                " the other"
                for a, b in pairs
                if a != b and (names is None or a.name in names)
            ),
            "",
        )

    def _value(self, seen: SeenValue) -> str:
        kind = next(one.type for one in self.game.states if one.name == seen.name)
        return describe_value(self.game, kind, seen.value)


def observers(patterns: Patterns) -> Iterator[Observer]:
    """Yield each seat as one that looks."""
    view_maker = ViewMaker(patterns.game)
    for seat in range(patterns.game.seats):
        yield Observer(patterns, view_maker, seat)


def _form(move: SeenMove) -> tuple[ZonePlace | None, ZonePlace, int, bool]:
    return move.source, move.target, size(move.cards) + move.unseen, move.shown


def _cards(move: SeenMove) -> Cards:
    return move.cards


def _where(game: ir.Game, place: ZonePlace) -> tuple[int, int]:
    return zone_places(game)[place]


def _named(game: ir.Game, place: ZonePlace | None) -> str:
    if place is None:
        return "the deck"
    if place.owner is None:
        return place.zone
    if game.zones[_where(game, place)[0]].owner is ir.Owner.PAIR:
        giver, taker = game.seat_pair(place.owner)
        return f"{place.zone} {giver + 1} for {taker + 1}"
    return f"{place.zone} {place.owner + 1}"


def _called(game: ir.Game, seen: SeenValue) -> str:
    if seen.owner is None:
        return seen.name
    kind = next(one.owner for one in game.states if one.name == seen.name)
    whose = f"team {game.teams[seen.owner]}" if kind is ir.Owner.TEAM else f"seat {seen.owner + 1}"
    return f"{seen.name} of {whose}"
