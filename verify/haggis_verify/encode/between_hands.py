"""From hand to hand, in terms: how a match opens, and what changes between two hands.

Lasting state variables keep their values all through a hand. So a hand begins with any values of
theirs that a match can come to, and what is promised of them alone is shown by induction over
hands: it holds when a match opens, and what happens between two hands keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.reads import reads
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.between_hands import FINISHED, is_one_hand, scoring
from haggis_verify.encode import symbols
from haggis_verify.encode.effects import MoveOutcome, apply
from haggis_verify.encode.expressions import SymbolicEnvironment, encode
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.states import fresh_values, well_formed
from haggis_verify.encode.symbols import Symbol, SymbolicState
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

OVER = nodes.Call(Plain.TRUTH, FINISHED, ())


@dataclass(frozen=True, slots=True)
class MatchOpening:
    """The first values of lasting variables, before the deal, and the facts that make them so.

    All else in the view means nothing.
    """

    view: SymbolicEnvironment
    facts: tuple[BoolTerm, ...]


@dataclass(frozen=True, slots=True)
class HandTransition:
    """What happens after any hand. ``after`` has the values of lasting variables for the next."""

    view: SymbolicEnvironment
    outcome: MoveOutcome
    after: SymbolicEnvironment


def lasting_states(game: ir.Game) -> frozenset[int]:
    """Return the state variables, by index, that keep their values from hand to hand."""
    return frozenset(i for i, state in enumerate(game.states) if state.lasting)


def says_when_over(game: ir.Game) -> bool:
    """Whether a game says by the one word for it that a hand is over."""
    definition = game.definitions.get(FINISHED)
    return definition is not None and not definition.params and definition.type is Plain.TRUTH


def entries(game: ir.Game) -> Iterator[nodes.Expr]:
    """Yield each entry of the score sheet for each owner."""
    for name in game.scores:
        definition = game.definitions[name]
        (owner,) = definition.params
        for index in range(game.owners(scoring(game))):
            whose = nodes.Constant(owner.type, index)
            yield nodes.Call(definition.type, name, (whose,))


def is_of_match(promise: ir.Promise, game: ir.Game) -> bool:
    """Whether a promise speaks of lasting variables alone, so that it is kept from hand to hand."""
    if not isinstance(promise.form, ir.Always):
        return False
    read = reads(game, promise.form.claim)
    return bool(read.states) and read.states <= lasting_states(game) and not read.zones


def opening(shape: StateShape) -> MatchOpening:
    """Assign each lasting variable its first value, in the order of the text."""
    game = shape.game
    zones = tuple(
        tuple(tuple(build.int_const(0) for _ in game.cards) for _ in range(game.owners(zone.owner)))
        for zone in game.zones
    )
    values: list[tuple[Symbol, ...]] = [
        tuple(shape.default(state.type) for _ in range(game.owners(state.owner)))
        for state in game.states
    ]
    for index in sorted(lasting_states(game)):
        view = SymbolicEnvironment(shape, SymbolicState(tuple(values), zones))
        values[index] = first_values(game.states[index], view, "opening ")
    table = SymbolicState(tuple(values), zones)
    return MatchOpening(SymbolicEnvironment(shape, table), (well_formed(shape, table),))


def first_values(
    state: ir.StateVariable, view: SymbolicEnvironment, mark: str = ""
) -> tuple[Symbol, ...]:
    """Return the first values of a state variable; those by chance are for a solver to choose."""
    owners = range(view.game.owners(state.owner))
    if isinstance(state.initial, ir.Chance):
        return tuple(view.shape.fresh(state.type, f"{mark}{state.name}/{i}") for i in owners)
    with symbols.at_clause(state.clause):
        return tuple(encode(state.initial, view) for _ in owners)


def lasting_values(shape: StateShape) -> dict[int, tuple[Symbol, ...]]:
    """Return any values of lasting variables, by index: the same that any state has."""
    game = shape.game
    return {index: fresh_values(shape, game.states[index]) for index in lasting_states(game)}


def between(view: SymbolicEnvironment) -> HandTransition | None:
    """Return what happens after a hand, None when a match is one hand."""
    game = view.game
    if is_one_hand(game):
        return None
    outcome = apply(game.between, view)
    return HandTransition(view, outcome, replace(view, table=outcome.table))
