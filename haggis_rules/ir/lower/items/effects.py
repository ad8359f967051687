"""Effects: new values and moved cards, and at which moment they can be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from haggis_rules.diagnostics.errors import (
    OutOfBoundsError,
    WrittenTwiceError,
    WrongMomentError,
    WrongTypeError,
)
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import below
from haggis_rules.ir.lower.expressions import owner_index, truth, value, zone_of
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import NumberType, OptionType, Plain
from haggis_rules.syntax import ast

WrittenEffects = Iterable[tuple[str, tuple[ast.Effect, ...]]]  # each with its clause


def effects(
    world: World, several: WrittenEffects, scope: Scope, when: str, *, between: bool = False
) -> tuple[ir.Effected, ...]:
    """Type effects that happen at once. ``when`` says so in words, as ``on `play```.

    ``between`` hands, only what lasts is given a value, and no cards move.
    """
    typed: list[ir.Effected] = []
    first_lets: dict[str, ast.Let] = {}
    for clause, ones in several:
        for effect in ones:
            with world.noting():
                innermost = _innermost(effect)
                if isinstance(innermost, ast.Let):
                    _once(when, innermost, first_lets)
                _at_its_moment(world, innermost, between=between)
                typed.append(ir.Effected(clause, _effect(effect, scope, ())))
    return tuple(typed)


def one_zone(zone: ast.ZoneOf, scope: Scope) -> nodes.OneZone | nodes.OwnedZone:
    """Type a zone that has to be a single one. Raises ``WrongTypeError`` for several."""
    typed = zone_of(zone, scope)
    if isinstance(typed, nodes.CardsOf):
        raise WrongTypeError(
            "a combination is no zone: its cards lie in one",
            zone.span,
            hint="name the zone in which they lie",
        )
    if not isinstance(typed, nodes.OneZone | nodes.OwnedZone):
        raise WrongTypeError("this has to be one zone", zone.span)
    return typed


def in_bounds(node: nodes.Expr, variable: ir.StateVariable, written: ast.Expr) -> None:
    """Refuse a number that can never lie in the bounds. Raises ``OutOfBoundsError``."""
    kind = variable.type
    given = node.type
    if isinstance(node, nodes.Just):
        given = node.inner.type
    if isinstance(kind, OptionType):
        kind = kind.inner
    if not isinstance(kind, NumberType) or not isinstance(given, NumberType):
        return
    if below(given.high, kind.low) or below(kind.high, given.low):
        raise OutOfBoundsError(
            f"`{variable.name}` is {replace(kind, unit=None)} and can never be this",
            written.span,
            hint="change the bounds where it is declared",
        )


def _at_its_moment(world: World, effect: ast.Let | ast.Move, *, between: bool) -> None:
    """Refuse what cannot be at this moment."""
    match effect:
        case ast.Move() if between:
            raise WrongMomentError(
                "cards do not move between two hands",
                effect.span,
                hint="all cards are dealt again; move them at the end of the hand, on a step",
            )
        case ast.Move():
            return
        case ast.Let(name=name):
            _no_option(world, name)
            index = world.state(name.text)
    if index is None or world.states[index].lasting is between:
        return
    place = [(world.places[name.text], "it is declared here")]
    if between:
        raise WrongMomentError(
            f"`{name.text}` does not outlast the hand",
            name.span,
            others=place,
            hint="each hand begins with its first value; declare it as `match state` to keep it",
        )
    raise WrongMomentError(
        f"`{name.text}` lasts for the match and cannot change in a hand",
        name.span,
        others=place,
        hint="give it its value under `between hands`, or declare it as `state`",
    )


def _no_option(world: World, name: ast.Name) -> None:
    if name.text in [option.name for option in world.agreement.options]:
        raise WrongMomentError(
            f"`{name.text}` is agreed on before a match and never changes",
            name.span,
            others=[(world.places[name.text], "it is an option")],
            hint="keep what changes in a `state` of its own",
        )


def _innermost(effect: ast.Effect) -> ast.Let | ast.Move:
    while isinstance(effect, ast.ForEach | ast.Openly):
        effect = effect.effect
    return effect


def _once(when: str, let: ast.Let, first_lets: dict[str, ast.Let]) -> None:
    first = first_lets.setdefault(let.name.text, let)
    if first is not let:
        raise WrittenTwiceError(
            f"`{let.name.text}` is given a value twice {when}",
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
        case ast.Openly(effect=inner):
            opened = _let(inner, scope, over) if isinstance(inner, ast.Let) else _move(inner, scope)
            return ir.Openly(opened, effect.span)


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
    in_bounds(typed, variable, item.value)
    when = None if item.when is None else truth(item.when, scope)
    return ir.Let(index, owner, typed, when, item.span)


def _move(item: ast.Move, scope: Scope) -> ir.Move:
    source, target = one_zone(item.source, scope), one_zone(item.target, scope)
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
