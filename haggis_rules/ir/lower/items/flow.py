"""State, actions and what follows: how a game goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from haggis_rules.diagnostics.errors import (
    ChanceChoosesError,
    NameTwiceError,
    UnboundedError,
    WrongTypeError,
)
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.lower.expressions import truth, value
from haggis_rules.ir.lower.items.definitions import type_of
from haggis_rules.ir.lower.items.effects import effects, in_bounds, one_zone
from haggis_rules.ir.lower.owners import audience_of, owner_of, refuse_pairs
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.lower.typing import number_type
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, missing_end
from haggis_rules.syntax import ast

_NO_PAIRS = "keep it `of each seat`, or count cards that lie in a zone `of each seat for each seat`"


def declare_states(world: World) -> None:
    """Type the state variables, all but their first values."""
    for clause, item in world.of_kind(ast.State):
        with world.noting():
            world.declare(item.name, "state variable")
            owner = owner_of(world, item.owner)
            refuse_pairs(owner, item.span, "no value is kept", _NO_PAIRS)
            audience = ir.Audience.NOBODY
            for seen_by in item.visibility:
                if seen_by.group is not None:
                    raise WrongTypeError("a value has no groups of cards", seen_by.span)
                audience = audience_of(world, seen_by, owner)
            kind = _type(world, item.type, lasting=item.lasting)
            world.states.append(
                ir.StateVariable(
                    item.name.text, clause, owner, kind, ir.Chance(), audience, item.lasting
                )
            )


def first_values(world: World) -> None:
    """Type the first value of each state variable."""
    for _, item in world.of_kind(ast.State):
        index = world.state(item.name.text)
        if index is None or isinstance(item.initial, ast.AnyValue):
            continue
        with world.noting():
            variable = world.states[index]
            opened = isinstance(item.initial, ast.OpenedValue)
            written = (
                item.initial.value if isinstance(item.initial, ast.OpenedValue) else item.initial
            )
            first = value(written, Scope(world), variable.type)
            in_bounds(first, variable, written)
            world.states[index] = replace(variable, initial=first, opened=opened)
    for _, item in world.of_kind(ast.State):
        with world.noting():
            if not isinstance(item.initial, ast.AnyValue):
                continue
            if isinstance(item.type, ast.OptionType):
                raise WrongTypeError(
                    "chance cannot leave this at none",
                    item.initial.span,
                    hint="give it a first value, or take `or none` out",
                )
            index = world.state(item.name.text)
            if index is not None and world.states[index].type is Plain.READING:
                raise WrongTypeError(
                    "chance cannot choose a reading",
                    item.initial.span,
                    hint="write `reading or none, at first none`",
                )
            if isinstance(item.type, ast.OpenNumber | ast.NumberUpTo | ast.AnyNumber):
                raise UnboundedError(
                    "chance cannot choose among numbers without end",
                    item.initial.span,
                    hint="give it a first value",
                )


def actions_and_steps(world: World) -> tuple[tuple[ir.ActionSchema, ...], tuple[ir.Step, ...]]:
    """Type the actions, with every clause's conditions and effects, and the steps."""
    actions = {item.name.text: (clause, item) for clause, item in world.of_kind(ast.Action)}
    steps = {item.name.text: (clause, item) for clause, item in world.of_kind(ast.Step)}
    _names_once(world)
    _known(world, actions, steps)
    typed_actions: list[ir.ActionSchema] = []
    for clause, action in actions.values():
        with world.noting():
            typed_actions.append(_action(world, clause, action))
    typed_steps: list[ir.Step] = []
    for clause, step in steps.values():
        with world.noting():
            scope = Scope(world)
            when = truth(step.when, scope)
            done = _effects(world, step.name.text, scope)
            typed_steps.append(ir.Step(step.name.text, clause, when, done))
    return tuple(typed_actions), tuple(typed_steps)


def action_scope(world: World, action: ast.Action) -> Scope:
    """Return the scope of an action's conditions and effects: the actor and the choices."""
    actor = nodes.Variable(Plain.SEAT, ir.ACTOR)
    scope = Scope(world, {ir.ACTOR: actor})
    for param in action.params:
        kind = _param_type(world, param)
        scope = scope.naming(param.name, nodes.Variable(kind, param.name.text))
    return scope


def _type(world: World, kind: ast.Type, *, lasting: bool) -> Type:
    match kind:
        case ast.Name():
            return type_of(world, kind)
        case ast.NumberType() | ast.OpenNumber() | ast.NumberUpTo() | ast.AnyNumber():
            found = number_type(kind)
            if not lasting and None in found.bounds:
                missing = missing_end(found).replace(" and ", " or ")
                raise UnboundedError(
                    f"only what lasts for a match may have no {missing} value",
                    kind.span,
                    hint=f"write `{_closed(found)}`, or `match state`",
                )
            return found
        case ast.OptionType(inner=inner):
            found_inner = _type(world, inner, lasting=lasting)
            if isinstance(found_inner, OptionType):
                raise WrongTypeError("an option holds no option", kind.span)
            return OptionType(found_inner)


def _closed(kind: NumberType) -> str:
    low, high = ("..." if end is None else str(end) for end in kind.bounds)
    return f"{low} to {high}"


def _names_once(world: World) -> None:
    seen: dict[str, ast.Name] = {}
    for located in world.items:
        if isinstance(located.item, ast.Action | ast.Step):
            name = located.item.name
            if name.text in seen:
                world.faults.append(
                    NameTwiceError(
                        f"`{name.text}` has a meaning already",
                        name.span,
                        others=[(seen[name.text].span, "it is given here")],
                    )
                )
            seen.setdefault(name.text, name)


def _known(world: World, actions: Iterable[str], steps: Iterable[str]) -> None:
    for _, may in world.of_kind(ast.May):
        if may.action.text not in actions:
            world.faults.append(world.unknown(may.action, "action", actions))
    for _, on in world.of_kind(ast.On):
        if on.name.text not in {*actions, *steps}:
            known = {*actions, *steps}
            world.faults.append(world.unknown(on.name, "action or step", known))


def _action(world: World, clause: str, item: ast.Action) -> ir.ActionSchema:
    scope = action_scope(world, item)
    actor_scope = Scope(world)
    actor_only = Scope(world, {ir.ACTOR: scope.names[ir.ACTOR]})
    match item.actor:
        case ast.AnySeat(name=name, where=where):
            inside = Scope(world).naming(name, scope.names[ir.ACTOR])
            actor: ir.InTurn | ir.AnySeat = ir.AnySeat(truth(where, inside))
        case seat:
            actor = ir.InTurn(value(seat, actor_scope, OptionType(Plain.SEAT)))
    params: list[ir.ActionParam] = []
    before = actor_only
    for param in item.params:  # where cards are taken from may rest on what was chosen before
        params.append(_param(world, param, before))
        before = before.naming(param.name, scope.names[param.name.text])
    guards: list[ir.Guarded] = []
    for of, may in world.of_kind(ast.May):
        if may.action.text == item.name.text:
            with world.noting():
                guards.append(ir.Guarded(of, truth(may.when, scope)))
    done = _effects(world, item.name.text, scope)
    if item.by_chance:
        _one_choice(item)
    return ir.ActionSchema(
        *(item.name.text, clause, item.secret, tuple(params), actor, tuple(guards), done),
        by_chance=item.by_chance,
    )


def _one_choice(item: ast.Action) -> None:
    """See that chance has one card or one value to choose. Raises ``ChanceChoosesError``."""
    name = item.name.text
    if item.secret:
        raise ChanceChoosesError(
            f"`{name}` is secret, and what is chosen at random is hidden from everybody already",
            item.name.span,
            hint="leave out `secret`",
        )
    if len(item.params) != 1 or isinstance(item.params[0], ast.CombinationParam):
        found = "a combination" if len(item.params) == 1 else f"{len(item.params)} choices"
        raise ChanceChoosesError(
            f"chance makes one choice, of a card or of a value, and `{name}` has {found}",
            item.name.span,
            hint="draw one card at a time, and let an action before it make the other choices",
        )


def _effects(world: World, name: str, scope: Scope) -> tuple[ir.Effected, ...]:
    by_clause = ((c, on.effects) for c, on in world.of_kind(ast.On) if on.name.text == name)
    return effects(world, by_clause, scope, f"on `{name}`")


def _param_type(world: World, param: ast.ActionParam) -> Plain | ChoiceType:
    match param:
        case ast.CombinationParam():
            return Plain.COMBINATION
        case ast.CardParam():
            return Plain.CARD
        case ast.FreeParam(type=kind):
            found = type_of(world, kind)
            if found in {Plain.READING, Plain.CARD}:
                raise WrongTypeError(f"a {kind.text} cannot be freely chosen", kind.span)
            return found


def _param(world: World, param: ast.ActionParam, scope: Scope) -> ir.ActionParam:
    name = param.name.text
    match param:
        case ast.CombinationParam(zone=zone):
            return ir.CombinationParam(name, one_zone(zone, scope))
        case ast.CardParam(zone=zone):
            return ir.CardParam(name, one_zone(zone, scope))
        case ast.FreeParam():
            kind = _param_type(world, param)
            return ir.FreeParam(name, kind)
