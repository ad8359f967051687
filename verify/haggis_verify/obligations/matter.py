"""A proof obligation, and a game laid out for proofs: what all forms of promise share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Combination
from haggis_verify.encode.between_hands import (
    OVER,
    HandTransition,
    MatchOpening,
    between,
    is_of_match,
    opening,
)
from haggis_verify.encode.breaches import effects_defined
from haggis_verify.encode.definedness import conjunction, defined, with_definedness
from haggis_verify.encode.effects import in_bounds
from haggis_verify.encode.expressions import SymbolicEnvironment, truth_of
from haggis_verify.encode.initial_states import InitialState, initial_state
from haggis_verify.encode.shape import StateShape, shape_of
from haggis_verify.encode.states import fresh_state, well_formed
from haggis_verify.encode.symbols import NotEncodableError
from haggis_verify.encode.transitions import Transition, some_step_waits, transitions
from haggis_verify.obligations.origins import AnyCards, AnyTakenCards, AnyValues, StatePair
from haggis_verify.patterns.candidate_plays import sample
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

ObligationOrigin = (
    InitialState
    | MatchOpening
    | Transition
    | HandTransition
    | SymbolicEnvironment
    | AnyValues
    | AnyCards
    | AnyTakenCards
    | StatePair
)


@dataclass(frozen=True, slots=True)
class Obligation:
    """The facts imply the claim, whatever a solver chooses.

    ``group``: some obligation of each group must have facts that can hold. ``origin``: what the
    facts speak of: a beginning, a move, any state, cards of one, two states, or cards and readings
    whatever the state. ``unaffected``: met by its form, and not asked. ``witness``: what has to be
    possible together with the facts, so that they say something. ``sufficient``: what the claim
    follows from by its form alone, and is asked first; false when there is nothing.
    """

    name: str
    group: str
    facts: tuple[BoolTerm, ...]
    claim: BoolTerm
    origin: ObligationOrigin
    unaffected: bool = False
    witness: tuple[BoolTerm, ...] = ()
    sufficient: BoolTerm = build.FALSE


BETWEEN = "between hands"


class EncodedGame:
    """A game, laid out for proofs once and for all its promises.

    Anything of it raises ``NotEncodableError`` when the game uses what has no form in terms.
    """

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.known = with_definedness(game)  # the same game, with more definitions
        self.promises = {promise.name: promise for promise in _without_broken(game.promises)}

    @cached_property
    def shape(self) -> StateShape:
        """The form of its values."""
        return shape_of(self.known)

    @cached_property
    def patterns(self) -> Patterns:
        """Its combinations, by the definition."""
        return Patterns(self.game)

    @cached_property
    def known_plays(self) -> Mapping[Patterns, Sequence[Combination]]:
        """Some real plays, for all values of the states on which it rests what is wild."""
        return {patterns: sample(patterns) for patterns in self.patterns.everywhere}

    @cached_property
    def view(self) -> SymbolicEnvironment:
        """Any state."""
        return SymbolicEnvironment(self.shape, fresh_state(self.shape))

    @cached_property
    def formed(self) -> BoolTerm:
        """What makes it a state."""
        return well_formed(self.shape, self.view.table)

    @cached_property
    def waits(self) -> BoolTerm:
        """Whether a step waits in it."""
        return some_step_waits(self.view)

    @cached_property
    def beginning(self) -> InitialState:
        """Any state after the deal."""
        return initial_state(self.shape)

    @cached_property
    def opening(self) -> MatchOpening:
        """What is lasting when a match begins."""
        return opening(self.shape)

    @cached_property
    def between(self) -> HandTransition | None:
        """What happens after a hand, None when a match is one hand."""
        return between(self.view)

    @cached_property
    def over(self) -> tuple[BoolTerm, ...]:
        """Say of any state that a hand is over in it."""
        return (build.negation(self.waits), self.holds(OVER, self.view))

    @cached_property
    def transitions(self) -> tuple[Transition, ...]:
        """Every move from any state."""
        return tuple(transitions(self.view))

    def holds(self, claim: nodes.Expr, view: SymbolicEnvironment) -> BoolTerm:
        """Say that a truth is defined and holds."""
        return truth_of(conjunction([defined(claim, self.known), claim]), view)

    def kept(self, promise: ir.Promise, view: SymbolicEnvironment) -> BoolTerm:
        """Say in a state that an invariant holds there.

        Raises ``NotEncodableError`` for a promise of another form.
        """
        match promise.form:
            case ir.Always(claim=claim):
                return self.holds(claim, view)
            case ir.AtRest(claim=claim):
                return build.disjunction([self.waiting(view), self.holds(claim, view)])
            case ir.EachMove() | ir.EachHand() | ir.Measure() | ir.Progress():
                raise NotEncodableError(f"`{promise.name}` says nothing about a single state")
            case ir.ForAny() | ir.Apart() | ir.AnyMade():
                raise NotEncodableError(f"`{promise.name}` says nothing about a single state")

    def waiting(self, view: SymbolicEnvironment) -> BoolTerm:
        """Whether a step waits."""
        return self.waits if view.table is self.view.table else some_step_waits(view)

    def after(self, transition: Transition) -> SymbolicEnvironment:
        """Return the view of the state after a move, with the one before."""
        return replace(self.view, table=transition.outcome.table, before=self.view.table)

    def given(self, helpers: Sequence[str]) -> tuple[BoolTerm, ...]:
        """Say of any state that it is one, and that these promises are kept in it."""
        return (self.formed, *(self.kept(self.promises[name], self.view) for name in helpers))

    def without_breach(self, move: Transition | HandTransition) -> BoolTerm:
        """Say that a move breaks no rule of running: all is defined and within bounds."""
        return build.conjunction(
            [
                truth_of(effects_defined(effects_of(move, self.game), self.known), move.view),
                in_bounds(move.outcome, self.shape),
            ]
        )

    def of_match(self, names: Iterable[str]) -> tuple[str, ...]:
        """Keep the names of promises that speak of lasting variables alone."""
        return tuple(n for n in names if is_of_match(self.promises[n], self.game))

    def dealt(self, helpers: Iterable[str]) -> tuple[BoolTerm, ...]:
        """Say of a state after the deal that it is one, and what is kept from hand to hand."""
        begun = self.beginning
        invariants = (self.kept(self.promises[name], begun.view) for name in self.of_match(helpers))
        return (*begun.facts, *invariants)


def _without_broken(promises: tuple[ir.Promise, ...]) -> Iterator[ir.Promise]:
    """Yield promises that rest on none of those which the text says are broken."""
    broken = {promise.name for promise in promises if promise.broken is not None}
    for promise in promises:
        yield replace(promise, using=tuple(name for name in promise.using if name not in broken))


def effects_of(move: Transition | HandTransition, game: ir.Game) -> tuple[ir.Effected, ...]:
    """Return what a move does, or what happens between two hands."""
    return game.between if isinstance(move, HandTransition) else move.move.effects


def is_invariant(promise: ir.Promise) -> bool:
    """Whether a promise speaks of single states, so that others can be using it."""
    return isinstance(promise.form, ir.Always | ir.AtRest)


def moves_of(origin: ObligationOrigin) -> tuple[Transition, ...]:
    """Return the moves that an obligation is of."""
    match origin:
        case Transition():
            return (origin,)
        case StatePair(moves=moves):
            return moves or ()
        case (
            InitialState()
            | MatchOpening()
            | HandTransition()
            | SymbolicEnvironment()
            | AnyValues()
            | AnyCards()
            | AnyTakenCards()
        ):
            return ()
