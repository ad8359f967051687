"""State, actions and what follows: how a game goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from haggis_rules.errors import NameTwiceError, OutOfBoundsError, WrittenTwiceError, WrongTypeError
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.from_syntax.definitions import type_of
from haggis_rules.ir.from_syntax.expressions import Scope, owner_index, truth, value, zone_of
from haggis_rules.ir.from_syntax.table import audience_of, owner_of
from haggis_rules.ir.from_syntax.world import World
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, Unit
from haggis_rules.syntax import ast


def declare_states(world: World) -> None:
    """Type the state variables, all but their first values."""
    for clause, item in world.of_kind(ast.State):
        with world.noting():
            world.declare(item.name, "state variable")
            owner = owner_of(world, item.owner)
            audience = ir.Audience.NOBODY
            for sight in item.sights:
                if sight.group is not None:
                    raise WrongTypeError("a value has no groups of cards", sight.span)
                audience = audience_of(world, sight, owner)
            kind = _type(world, item.type)
            world.states.append(
                ir.StateVariable(item.name.text, clause, owner, kind, ir.Chance(), audience)
            )


def first_values(world: World) -> None:
    """Type the first value of each state variable."""
    for _, item in world.of_kind(ast.State):
        index = world.state(item.name.text)
        if index is None or isinstance(item.initial, ast.AnyValue):
            continue
        with world.noting():
            variable = world.states[index]
            first = value(item.initial, Scope(world, states=index), variable.type)
            _in_bounds(first, variable, item.initial)
            world.states[index] = replace(variable, initial=first)
    for _, item in world.of_kind(ast.State):
        with world.noting():
            if isinstance(item.initial, ast.AnyValue) and isinstance(item.type, ast.OptionType):
                raise WrongTypeError("chance cannot leave this at none", item.initial.span)


def actions_and_steps(world: World) -> tuple[tuple[ir.Action, ...], tuple[ir.Step, ...]]:
    """Type the actions, with every clause's conditions and effects, and the steps."""
    written = {item.name.text: (clause, item) for clause, item in world.of_kind(ast.Action)}
    steps = {item.name.text: (clause, item) for clause, item in world.of_kind(ast.Step)}
    _names_once(world)
    _known(world, written, steps)
    typed_actions: list[ir.Action] = []
    for clause, action in written.values():
        with world.noting():
            typed_actions.append(_action(world, clause, action))
    typed_steps: list[ir.Step] = []
    for clause, step in steps.values():
        with world.noting():
            scope = Scope(world)
            when = truth(step.when, scope)
            effects = _effects(world, step.name.text, scope)
            typed_steps.append(ir.Step(step.name.text, clause, when, effects))
    return tuple(typed_actions), tuple(typed_steps)


def action_scope(world: World, action: ast.Action) -> Scope:
    """Give the scope of an action's conditions and effects: the actor and the choices."""
    actor = nodes.Variable(Plain.SEAT, ir.ACTOR)
    scope = Scope(world, {ir.ACTOR: actor})
    for param in action.params:
        kind = _param_type(world, param)
        scope = scope.naming(param.name, nodes.Variable(kind, param.name.text))
    return scope


def _type(world: World, kind: ast.Type) -> Type:
    match kind:
        case ast.Name():
            found = type_of(world, kind)
            if found is Plain.TEAM and not world.teams:
                raise WrongTypeError("there are no teams in this game", kind.span)
            return found
        case ast.NumberType(low=low, high=high, unit=unit):
            if low.value > high.value:
                raise WrongTypeError("a range goes from the lower to the higher", kind.span)
            return NumberType(low.value, high.value, None if unit is None else Unit(unit.text))
        case ast.OptionType(inner=inner):
            found_inner = _type(world, inner)
            if isinstance(found_inner, OptionType):
                raise WrongTypeError("an option holds no option", kind.span)
            return OptionType(found_inner)


def _in_bounds(node: nodes.Expr, variable: ir.StateVariable, written: ast.Expr) -> None:
    """Refuse a number that can never lie in the bounds."""
    kind = variable.type
    given = node.type
    if isinstance(node, nodes.Just):
        given = node.inner.type
    if isinstance(kind, OptionType):
        kind = kind.inner
    if not isinstance(kind, NumberType) or not isinstance(given, NumberType):
        return
    if given.high < kind.low or given.low > kind.high:
        raise OutOfBoundsError(
            f"`{variable.name}` is {kind.low} to {kind.high} and can never be this",
            written.span,
            hint="change the bounds where it is declared",
        )


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


def _action(world: World, clause: str, item: ast.Action) -> ir.Action:
    scope = action_scope(world, item)
    actor_scope = Scope(world)
    actor_only = Scope(world, {ir.ACTOR: scope.names[ir.ACTOR]})
    match item.actor:
        case ast.AnySeat(name=name, where=where):
            inside = Scope(world).naming(name, scope.names[ir.ACTOR])
            actor: ir.InTurn | ir.AnySeat = ir.AnySeat(truth(where, inside))
        case seat:
            actor = ir.InTurn(value(seat, actor_scope, OptionType(Plain.SEAT)))
    params = tuple(_param(world, param, actor_only) for param in item.params)
    guards: list[ir.Guarded] = []
    for of, may in world.of_kind(ast.May):
        if may.action.text == item.name.text:
            with world.noting():
                guards.append(ir.Guarded(of, truth(may.when, scope)))
    effects = _effects(world, item.name.text, scope)
    return ir.Action(item.name.text, clause, item.secret, params, actor, tuple(guards), effects)


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
            return ir.CombinationParam(name, _one_zone(zone, scope))
        case ast.CardParam(zone=zone):
            return ir.CardParam(name, _one_zone(zone, scope))
        case ast.FreeParam():
            kind = _param_type(world, param)
            return ir.FreeParam(name, kind)


def _one_zone(zone: ast.ZoneOf, scope: Scope) -> nodes.OneZone | nodes.OwnedZone:
    typed = zone_of(zone, scope)
    if not isinstance(typed, nodes.OneZone | nodes.OwnedZone):
        raise WrongTypeError("this has to be one zone", zone.span)
    return typed


def _effects(world: World, name: str, scope: Scope) -> tuple[ir.Effected, ...]:
    typed: list[ir.Effected] = []
    written: dict[str, ast.Let] = {}
    for clause, on in world.of_kind(ast.On):
        if on.name.text != name:
            continue
        for effect in on.effects:
            with world.noting():
                let = _innermost(effect)
                if isinstance(let, ast.Let):
                    _once(name, let, written)
                typed.append(ir.Effected(clause, _effect(effect, scope, ())))
    return tuple(typed)


def _innermost(effect: ast.Effect) -> ast.Let | ast.Move:
    while isinstance(effect, ast.ForEach):
        effect = effect.effect
    return effect


def _once(name: str, let: ast.Let, written: dict[str, ast.Let]) -> None:
    first = written.setdefault(let.name.text, let)
    if first is not let:
        raise WrittenTwiceError(
            f"`{let.name.text}` is given a value twice on `{name}`",
            let.span,
            others=[(first.span, "and here")],
            hint="all effects happen at once; give it one value, with `when` and `otherwise`",
        )


def _effect(effect: ast.Effect, scope: Scope, over: tuple[str, ...]) -> ir.Effect:
    match effect:
        case ast.Let():
            return _let(effect, scope, over)
        case ast.Move():
            return _move(effect, scope)
        case ast.ForEach(binder=binder, where=where, effect=inner):
            bound, inside = scope.binding(binder.name, Plain(binder.type.text))
            condition = None if where is None else truth(where, inside)
            typed = _effect(inner, inside, (*over, bound.name))
            return ir.ForEach(bound, condition, typed, effect.span)


def _let(item: ast.Let, scope: Scope, over: tuple[str, ...]) -> ir.Let:
    world = scope.world
    index = world.state(item.name.text)
    if index is None:
        raise world.unknown(item.name, "state variable", [s.name for s in world.states])
    variable = world.states[index]
    owner = owner_index(variable.owner, item.name, item.index, scope)
    if over and not (
        len(over) == 1 and isinstance(owner, nodes.Variable) and owner.name == over[0]
    ):
        raise WrittenTwiceError(
            f"`{item.name.text}` may be given a value more than once here",
            item.span,
            hint=f"inside this `for each`, only something `of {over[-1]}` can be given one",
        )
    typed = value(item.value, scope, variable.type)
    _in_bounds(typed, variable, item.value)
    when = None if item.when is None else truth(item.when, scope)
    return ir.Let(index, owner, typed, when, item.span)


def _move(item: ast.Move, scope: Scope) -> ir.Move:
    source, target = _one_zone(item.source, scope), _one_zone(item.target, scope)
    when = None if item.when is None else truth(item.when, scope)
    shown: nodes.Expr | None = None
    if item.shown is not None:
        shown = nodes.Truth(Plain.TRUTH, value=True)
        if item.shown.when is not None:
            shown = truth(item.shown.when, scope)
    match item.thing:
        case ast.Everything():
            thing: ir.Everything | nodes.Expr = ir.Everything()
        case ast.Name() as name:
            if name.text not in scope.names:
                raise scope.world.unknown(name, "card or combination here", scope.names)
            thing = scope.names[name.text]
            if thing.type not in {Plain.CARD, Plain.COMBINATION}:
                raise WrongTypeError(f"`{name.text}` is neither card nor combination", name.span)
    return ir.Move(thing, source, target, when, shown, item.span)
