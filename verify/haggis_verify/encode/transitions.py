"""Every move of a game in terms.

A move is an action of one seat or a step. Its arguments are for a solver to choose, but the
combinations among them are only so far known: one card or more, all in the zone, and some reading
with fields in their types. Whether the cards make the reading is not asked, so what is proved of
these moves is proved of the real ones and of more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from haggis_rules.ir import game as ir
from haggis_rules.ir.types import Plain, Type
from haggis_verify.encode import symbols
from haggis_verify.encode.effects import Outcome, apply
from haggis_verify.encode.expressions import View, encode, in_zone, truth_of
from haggis_verify.encode.symbols import Symbol
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Bool


@dataclass(frozen=True, slots=True)
class Transition:
    """A move from any state: it can be made exactly when all of ``legal`` hold, or seems so.

    ``approximated``: a combination among the arguments is only so far known.
    """

    name: str
    move: ir.Action | ir.Step
    actor: int | None
    arguments: tuple[Symbol, ...]
    view: View
    legal: tuple[Bool, ...]
    outcome: Outcome
    approximated: bool = False


def waits(view: View) -> Bool:
    """Whether a step waits, so that the table is not at rest."""
    return build.any_of(awaits(step, view) for step in view.game.steps)


def awaits(step: ir.Step, view: View) -> Bool:
    """Whether one step waits."""
    with symbols.at(step.clause):
        return truth_of(step.when, view)


def transitions(view: View) -> Iterator[Transition]:
    """Give each step, and each action by each seat."""
    for step in view.game.steps:
        yield follows(step, view)
    rest = build.negate(waits(view))
    for action in view.game.actions:
        for actor in range(view.game.seats):
            yield taken(action, actor, chosen_freely(action, view), rest, view)


def follows(step: ir.Step, view: View) -> Transition:
    """Give a step."""
    legal = (awaits(step, view),)
    outcome = apply(step.effects, view)
    return Transition(f"step {step.name}", step, None, (), view, legal, outcome)


def chosen_freely(action: ir.Action, view: View) -> list[Symbol]:
    """Give choices for an action that a solver may choose."""
    with symbols.at(action.clause):
        return [
            view.shape.fresh(type_of(param), f"{action.name}!{param.name}")
            for param in action.params
        ]


def taken(
    action: ir.Action, actor: int, arguments: list[Symbol], rest: Bool, view: View
) -> Transition:
    """Give an action by a seat with these choices. ``rest`` says that no step waits."""
    inside = view.naming(ir.ACTOR, build.whole(actor))
    with symbols.at(action.clause):
        legal = [rest, may_act(action, actor, inside)]
        for param, value in zip(action.params, arguments, strict=True):
            legal += [view.shape.well_formed(value), in_domain(param, value, inside)]
    named = name_arguments(action, arguments, inside)
    for guard in action.guards:
        with symbols.at(guard.clause):
            legal.append(truth_of(guard.expr, named))
    return Transition(
        f"{action.name} by seat {actor + 1}",
        action,
        actor,
        tuple(arguments),
        named,
        tuple(legal),
        apply(action.effects, named),
        approximated=any(isinstance(p, ir.CombinationParam) for p in action.params),
    )


def name_arguments(action: ir.Action, arguments: list[Symbol], inside: View) -> View:
    """Give the parameters of an action their values."""
    for param, value in zip(action.params, arguments, strict=True):
        inside = inside.naming(param.name, value)
    return inside


def type_of(param: ir.ActionParam) -> Type:
    """Give the type of a parameter."""
    match param:
        case ir.CombinationParam():
            return Plain.COMBINATION
        case ir.CardParam():
            return Plain.CARD
        case ir.FreeParam(type=kind):
            return kind


def may_act(action: ir.Action, actor: int, view: View) -> Bool:
    """Whether it is for this seat to take the action, whatever the guards say."""
    match action.actor:
        case ir.InTurn(seat=seat):
            return view.shape.same(encode(seat, view), build.whole(actor))
        case ir.AnySeat(where=where):
            return truth_of(where, view)


def in_domain(param: ir.ActionParam, value: Symbol, view: View) -> Bool:
    """Whether a choice is one that the parameter offers; for combinations, whether it may be."""
    match param:
        case ir.CombinationParam(zone=zone):
            cards = symbols.combination(value).cards
            held = [in_zone(zone, view, itemgetter(at)) for at in range(len(cards))]
            some = build.below(build.whole(0), build.add(cards))
            fits = (build.at_most(a, b) for a, b in zip(cards, held, strict=True))
            return build.all_of([some, *fits])
        case ir.CardParam(zone=zone):
            card = symbols.number(value)
            held_here = in_zone(zone, view, lambda counts: symbols.pick_number(card, counts))
            return build.below(build.whole(0), held_here)
        case ir.FreeParam():
            return build.TRUE
