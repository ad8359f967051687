"""What the rules are said to keep."""

from __future__ import annotations

from dataclasses import replace

from haggis_rules.diagnostics.errors import ArgumentCountError, NameTwiceError
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.lower.expressions import number, truth, value
from haggis_rules.ir.lower.items.definitions import typed_params
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import Plain
from haggis_rules.syntax import ast


def promises(world: World, actions: tuple[ir.ActionSchema, ...]) -> tuple[ir.Promise, ...]:
    """Type the promises."""
    typed: list[ir.Promise] = []
    names = [item.name.text for _, item in world.of_kind(ast.Promise)]
    broken = _broken(world, names)
    for clause, item in world.of_kind(ast.Promise):
        with world.noting():
            world.declare(item.name, "promise")
            for helper in item.using:
                if helper.text not in names:
                    raise world.unknown(helper, "promise", names)
            form = _form(item.form, Scope(world), actions)
            using = tuple(name.text for name in item.using)
            fails = broken.get(item.name.text)
            typed.append(ir.Promise(item.name.text, clause, form, using, fails, item.span))
    return tuple(typed)


def _broken(world: World, names: list[str]) -> dict[str, ir.ExpectedBreak]:
    """Return what the text says is broken, by the names of promises."""
    found: dict[str, tuple[ast.Name, ir.ExpectedBreak]] = {}
    for clause, item in world.of_kind(ast.Breaks):
        for name in item.promises:
            with world.noting():
                if name.text not in names:
                    raise world.unknown(name, "promise", names)
                if name.text in found:
                    raise NameTwiceError(
                        f"`{name.text}` is said to be broken already",
                        name.span,
                        others=[(found[name.text][0].span, "it is stated here")],
                        hint="say it once, in the clause that breaks it",
                    )
                found[name.text] = name, ir.ExpectedBreak(clause, item.because.text)
    return {name: broken for name, (_, broken) in found.items()}


def _form(
    form: ast.PromiseForm, scope: Scope, actions: tuple[ir.ActionSchema, ...]
) -> ir.PromiseForm:
    match form:
        case ast.Always(claim=claim):
            return ir.Always(truth(claim, scope))
        case ast.AtRest(claim=claim):
            return ir.AtRest(truth(claim, scope))
        case ast.EachMove(claim=claim):
            return ir.EachMove(truth(claim, replace(scope, move=True)))
        case ast.EachHand(claim=claim):
            return ir.EachHand(truth(claim, replace(scope, move=True)))
        case ast.Measure(parts=parts):
            return ir.Measure(tuple(number(part, scope) for part in parts))
        case ast.Progress(unless=unless, cases=cases):
            over = None if unless is None else truth(unless, scope)
            return ir.Progress(over, tuple(_witness(case, scope, actions) for case in cases))
        case ast.ForAny(params=written_params, claim=claim):
            params, inside = typed_params(written_params, scope)
            return ir.ForAny(params, truth(claim, inside))
        case ast.Apart(pattern=pattern, others=others):
            return _apart(pattern, others, scope.world)
        case ast.AnyMade(pattern=pattern, name=name, zone=zone, when=when, claim=claim):
            pattern_index, zone_index = scope.world.pattern(pattern), scope.world.zone(zone)
            inside = scope.naming(name, nodes.Variable(Plain.READING, name.text, name.span))
            condition = None if when is None else truth(when, inside)
            return ir.AnyMade(name.text, pattern_index, zone_index, condition, truth(claim, inside))


def _apart(pattern: ast.Name, others: tuple[ast.Name, ...], world: World) -> ir.Apart:
    index, found = world.pattern(pattern), list[int]()
    for other in others:
        found.append(world.pattern(other))
        if found[-1] == index or found[-1] in found[:-1]:
            raise NameTwiceError(
                f"`{other.text}` is listed twice",
                other.span,
                hint="name each kind of combination once",
            )
    return ir.Apart(index, tuple(found))


def _witness(
    case: ast.ProgressCase, scope: Scope, actions: tuple[ir.ActionSchema, ...]
) -> ir.Witness:
    when = truth(case.when, scope)
    scope = replace(scope, names={ir.ACTOR: nodes.Variable(Plain.SEAT, ir.ACTOR)})
    card, where = None, None
    if case.card is not None:
        card, scope = scope.binding(case.card.name, Plain.CARD)
        where = truth(case.card.where, scope)
    found = [action for action in actions if action.name == case.action.text]
    if not found:
        raise scope.world.unknown(case.action, "action", [a.name for a in actions])
    params = found[0].params
    if len(params) != len(case.arguments):
        raise ArgumentCountError(
            f"`{case.action.text}` has {len(params)} choices, and {len(case.arguments)} are given",
            case.action.span,
            hint="give one value for each, after `with`, with commas between",
        )
    arguments: list[nodes.Expr] = [
        value(argument, scope, param_type(param))
        for argument, param in zip(case.arguments, params, strict=True)
    ]
    return ir.Witness(when, card, where, case.action.text, tuple(arguments))
