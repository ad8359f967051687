"""What promises say of the states of an obligation, where a proof may rest on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from haggis_rules.ir import game as ir
from haggis_verify.encode.between_hands import HandTransition, MatchOpening
from haggis_verify.encode.breaches import (
    actor_defined,
    domains_defined,
    effects_defined,
    guards_defined,
)
from haggis_verify.encode.definedness import conjunction, defined
from haggis_verify.encode.effects import in_bounds
from haggis_verify.encode.expressions import SymbolicEnvironment, truth_of
from haggis_verify.encode.initial_states import InitialState
from haggis_verify.encode.transitions import Transition
from haggis_verify.obligations.matter import EncodedGame, Obligation, effects_of
from haggis_verify.obligations.origins import (
    AnyCards,
    AnyTakenCards,
    AnyValues,
    ComparedAspect,
    StatePair,
)
from haggis_verify.proving.builtin_promises import APART, BOUNDS, DEFINED, decided
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

Helpers = Mapping[str, BoolTerm]  # by the names of promises, what each of them says of the state


@dataclass(frozen=True, slots=True)
class HelperFacts:
    """What the promises of a game say, and what every game has to keep."""

    matter: EncodedGame

    def of_promises(self, usable: Collection[str], one: Obligation) -> Helpers:
        """Say what promises that can be used say of the state that an obligation begins in."""
        matter = self.matter
        match one.origin:
            case InitialState(view=view):
                named = matter.of_match(usable)
            case MatchOpening() | AnyValues() | AnyCards():
                return {}
            case Transition() | HandTransition() | SymbolicEnvironment() | AnyTakenCards():
                named, view = tuple(usable), matter.view
            case StatePair() as pair:
                return self._of_both(pair, usable)
        return {each: matter.kept(matter.promises[each], view) for each in named}

    def of_promises_and_moves(self, usable: Collection[str], one: Obligation) -> Helpers:
        """Say the same, and that a move is no breach."""
        return {**self.of_promises(usable, one), **self.no_breach(one)}

    def no_breach(self, one: Obligation) -> Helpers:
        """Say that a move is no breach: else it leads to no state of which to show anything."""
        return (
            self._sound(one.origin) if isinstance(one.origin, Transition | HandTransition) else {}
        )

    def _sound(self, move: Transition | HandTransition) -> Helpers:
        matter = self.matter
        parts = [effects_defined(effects_of(move, matter.game), matter.known)]
        if isinstance(move, Transition) and isinstance(move.move, ir.ActionSchema):
            parts += [guards_defined(move.move, matter.known)]
            parts += [domains_defined(move.move, matter.known)]
        known = {
            DEFINED: truth_of(conjunction(parts), move.view),
            BOUNDS: in_bounds(move.outcome, matter.shape),
        }
        if isinstance(move, Transition) and isinstance(move.move, ir.Step):
            others = (step.when for step in matter.game.steps if step is not move.move)
            waiting = build.disjunction(truth_of(when, move.view) for when in others)
            known[APART] = build.negation(waiting)
        return known

    def _decidable(self, move: Transition) -> Helpers:
        """Say that it is defined whether an action can be taken, where that is looked at."""
        assert isinstance(move.move, ir.ActionSchema)  # noqa: S101
        facts, claim = decided(move, move.move, self.matter)
        return {DEFINED: build.implies(build.conjunction(facts), claim)}

    def _of_both(self, pair: StatePair, usable: Collection[str]) -> Helpers:
        """Say of two states what is promised of each, and that nothing is a breach in either."""
        matter, first = self.matter, pair.ask in {ComparedAspect.FIRSTS, ComparedAspect.OPENING}
        names = matter.of_match(usable) if first else tuple(usable)
        known = {
            name: build.conjunction(
                matter.kept(matter.promises[name], view) for view in (pair.one, pair.other)
            )
            for name in (() if pair.ask is ComparedAspect.OPENING else names)
        }
        if first:
            return known
        moves = pair.moves or ()
        # The move of a question about choices need not be one that can be made.
        hypothetical = pair.ask is ComparedAspect.CHOICES
        sound = [self._decidable(move) if hypothetical else self._sound(move) for move in moves]
        for name in dict.fromkeys(name for each in sound for name in each):
            known[name] = build.conjunction(each[name] for each in sound)
        claims = conjunction(
            [
                *(defined(step.when, matter.known) for step in matter.game.steps),
                *(actor_defined(action, matter.known) for action in matter.game.actions),
            ]
        )
        conditions = [truth_of(claims, view) for view in (pair.one, pair.other)]
        known[DEFINED] = build.conjunction([*conditions, known.get(DEFINED, build.TRUE)])
        return known
