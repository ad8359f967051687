"""Every move of a game in terms.

A move is an action of one seat or a step. Its arguments are for a solver to choose, but the
combinations among them are only so far known: one card or more, all in the zone, and some reading
with fields in their types. Whether the cards make the reading is not asked, so what is proved of
these moves is proved of the real ones and of more. Where that is too much to prove,
``proving.refinement`` says which cards make a play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from haggis_rules.ir import game as ir
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import Plain, Type
from haggis_rules.semantics.state import Value
from haggis_verify.encode import symbols
from haggis_verify.encode.effects import MoveOutcome, apply
from haggis_verify.encode.expressions import SymbolicEnvironment, encode, in_zone, truth_of
from haggis_verify.encode.states import decode
from haggis_verify.encode.symbols import Symbol
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Assignment, BoolTerm


@dataclass(frozen=True, slots=True)
class Transition:
    """A move from any state: it can be made exactly when all of ``legal`` hold, or seems so.

    ``approximated``: a combination among the arguments is only so far known.
    """

    name: str
    move: ir.ActionSchema | ir.Step
    actor: int | None
    arguments: tuple[Symbol, ...]
    view: SymbolicEnvironment
    legal: tuple[BoolTerm, ...]
    outcome: MoveOutcome
    approximated: bool = False


def some_step_waits(view: SymbolicEnvironment) -> BoolTerm:
    """Whether a step waits, so that the table is not at rest."""
    return build.disjunction(step_waits(step, view) for step in view.game.steps)


def step_waits(step: ir.Step, view: SymbolicEnvironment) -> BoolTerm:
    """Whether one step waits."""
    with symbols.at_clause(step.clause):
        return truth_of(step.when, view)


def transitions(view: SymbolicEnvironment) -> Iterator[Transition]:
    """Yield each step, and each action by each seat."""
    for step in view.game.steps:
        yield step_transition(step, view)
    rest = build.negation(some_step_waits(view))
    for action in view.game.actions:
        for actor in range(view.game.seats):
            yield taken(action, actor, free_arguments(action, view), rest, view)


def step_transition(step: ir.Step, view: SymbolicEnvironment) -> Transition:
    """Return a step."""
    legal = (step_waits(step, view),)
    outcome = apply(step.effects, view)
    return Transition(f"step {step.name}", step, None, (), view, legal, outcome)


def free_arguments(action: ir.ActionSchema, view: SymbolicEnvironment) -> list[Symbol]:
    """Return choices for an action that a solver may choose."""
    with symbols.at_clause(action.clause):
        return [
            view.shape.fresh(type_of(param), f"{action.name}!{param.name}")
            for param in action.params
        ]


def taken(
    action: ir.ActionSchema,
    actor: int,
    arguments: list[Symbol],
    rest: BoolTerm,
    view: SymbolicEnvironment,
) -> Transition:
    """Return an action by a seat with these choices. ``rest`` says that no step waits."""
    named = name_arguments(action, arguments, view.naming(ir.ACTOR, build.int_const(actor)))
    return Transition(
        f"{action.name} by seat {actor + 1}",
        action,
        actor,
        tuple(arguments),
        named,
        (rest, *_offered(action, actor, arguments, named)),
        apply(action.effects, named),
        approximated=any(isinstance(p, ir.CombinationParam) for p in action.params),
    )


def _offered(
    action: ir.ActionSchema, actor: int, arguments: list[Symbol], named: SymbolicEnvironment
) -> Iterator[BoolTerm]:
    """Yield what makes an action legal at rest. The order is part of the contract: guards last."""
    with symbols.at_clause(action.clause):
        yield may_act(action, actor, named)
        for param, value in zip(action.params, arguments, strict=True):
            yield named.shape.well_formed(value)
            yield in_domain(param, value, named)
    for guard in action.guards:
        with symbols.at_clause(guard.clause):
            yield truth_of(guard.expr, named)


def some_outcome(action: ir.ActionSchema, actor: int, view: SymbolicEnvironment) -> BoolTerm:
    """Say that chance can choose something for an action by chance, at rest."""
    (param,), inside = action.params, view.naming(ir.ACTOR, build.int_const(actor))
    values = ([view.shape.constant(type_of(param), one)] for one in outcomes_of(view.game, param))
    return build.disjunction(
        build.conjunction(_offered(action, actor, one, name_arguments(action, one, inside)))
        for one in values
    )


def outcomes_of(game: ir.Game, param: ir.ActionParam) -> Sequence[Value]:
    """Return all values of a parameter that is a card or free."""
    kind = param_type(param)
    return (False, True) if kind is Plain.TRUTH else range(game.size(kind))


def name_arguments(
    action: ir.ActionSchema, arguments: list[Symbol], inside: SymbolicEnvironment
) -> SymbolicEnvironment:
    """Return the view with the parameters of an action bound to these values."""
    for param, value in zip(action.params, arguments, strict=True):
        inside = inside.naming(param.name, value)
    return inside


def type_of(param: ir.ActionParam) -> Type:
    """Return the type of a parameter."""
    match param:
        case ir.CombinationParam():
            return Plain.COMBINATION
        case ir.CardParam():
            return Plain.CARD
        case ir.FreeParam(type=kind):
            return kind


def decode_arguments(game: ir.Game, move: Transition, chosen: Assignment) -> tuple[Value, ...]:
    """Return what a solver has chosen with an action; nothing for a step."""
    if isinstance(move.move, ir.Step):
        return ()
    pairs = zip(move.move.params, move.arguments, strict=True)
    return tuple(decode(game, type_of(param), symbol, chosen) for param, symbol in pairs)


def may_act(action: ir.ActionSchema, actor: int, view: SymbolicEnvironment) -> BoolTerm:
    """Whether it is for this seat to take the action, whatever the guards say."""
    match action.actor:
        case ir.InTurn(seat=seat):
            return view.shape.same(encode(seat, view), build.int_const(actor))
        case ir.AnySeat(where=where):
            return truth_of(where, view)


def in_domain(param: ir.ActionParam, value: Symbol, view: SymbolicEnvironment) -> BoolTerm:
    """Whether a choice is one that the parameter offers; for combinations, whether it may be."""
    match param:
        case ir.CombinationParam(zone=zone):
            cards = symbols.combination(value).cards
            held = [in_zone(zone, view, itemgetter(at)) for at in range(len(cards))]
            some = build.lt(build.int_const(0), build.add(cards))
            fits = (build.le(a, b) for a, b in zip(cards, held, strict=True))
            return build.conjunction([some, *fits])
        case ir.CardParam(zone=zone):
            card = symbols.number(value)
            held_here = in_zone(zone, view, lambda counts: symbols.pick_number(card, counts))
            return build.lt(build.int_const(0), held_here)
        case ir.FreeParam():
            return build.TRUE
