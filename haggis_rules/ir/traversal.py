"""Going through expressions: what stands directly inside one, and every one in a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import TypeGuard, cast, get_args

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import ChoiceType, OptionType, Plain, Type

_KINDS: tuple[type[nodes.Expr], ...] = get_args(nodes.Expr)
_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(each.name for each in fields(kind)) for kind in _KINDS
}


def is_expr(value: object) -> TypeGuard[nodes.Expr]:
    """Whether a value is an expression."""
    return type(value) in _FIELDS


def children(node: nodes.Expr) -> tuple[nodes.Expr, ...]:
    """Return the expressions directly inside one, in order.

    The owner of a zone is one of them, and the combination whose cards are looked at as a zone's.
    """
    found: list[nodes.Expr] = []
    for name in _FIELDS[type(node)]:
        value = getattr(node, name)
        if is_expr(value):
            found.append(value)
        elif isinstance(value, nodes.OwnedZone):
            found.append(value.owner)
        elif isinstance(value, nodes.CardsOf):
            found.append(value.combination)
        elif isinstance(value, tuple):
            found.extend(filter(is_expr, cast("tuple[object, ...]", value)))
    return tuple(found)


def everywhere(node: nodes.Expr) -> Iterator[nodes.Expr]:
    """Yield an expression and all inside it."""
    yield node
    for child in children(node):
        yield from everywhere(child)


def now(node: nodes.Expr) -> Iterator[nodes.Expr]:
    """Yield an expression and all inside it but what is looked at in the state before."""
    if not isinstance(node, nodes.Before):
        yield node
        for child in children(node):
            yield from now(child)


def innermost(effect: ir.Effect) -> ir.Let | ir.Move:
    """Return the effect that is done, within ``for each`` and ``openly``."""
    while isinstance(effect, ir.ForEach | ir.Openly):
        effect = effect.effect
    return effect


def is_open(effect: ir.Effect) -> bool:
    """Return whether what is done is done `openly`."""
    while isinstance(effect, ir.ForEach):
        effect = effect.effect
    return isinstance(effect, ir.Openly)


def without_openly(effects: tuple[ir.Effected, ...]) -> tuple[ir.Effected, ...]:
    """Return effects that do the same, and say of none that it is done `openly`."""
    return tuple(replace(one, effect=_plainly(one.effect)) for one in effects)


def _plainly(effect: ir.Effect) -> ir.Effect:
    match effect:
        case ir.Let() | ir.Move():
            return effect
        case ir.ForEach(effect=inner):
            return replace(effect, effect=_plainly(inner))
        case ir.Openly(effect=inner):
            return inner


def opened(effects: tuple[ir.Effected, ...]) -> tuple[ir.Effected, ...]:
    """Return the effects that are done `openly`."""
    return tuple(one for one in effects if is_open(one.effect))


def opened_states(effects: tuple[ir.Effected, ...]) -> frozenset[int]:
    """Return the state variables, by index, that are given a value `openly`."""
    done = (innermost(one.effect) for one in opened(effects))
    return frozenset(one.state for one in done if isinstance(one, ir.Let))


@dataclass(frozen=True, slots=True)
class Placed:
    """An expression of a game, the type that it must have, and the names that it may use.

    ``move``: it may speak of the state before.
    """

    clause: str
    expr: nodes.Expr
    type: Type
    names: dict[str, Type]
    move: bool = False


def placed(game: ir.Game) -> Iterator[Placed]:
    """Yield every expression of a game with its place."""
    yield from _declared(game)
    for action in game.actions:
        yield from _action(action, game)
    for step in game.steps:
        yield Placed(step.clause, step.when, Plain.TRUTH, {})
        for one in step.effects:
            yield from _effect(one.clause, one.effect, {}, game)
    for one in game.between:
        yield from _effect(one.clause, one.effect, {}, game)
    if game.until is not None:
        yield Placed(game.until.clause, game.until.expr, Plain.TRUTH, {})
    for promise in game.promises:
        yield from _promise(promise, game)


def _declared(game: ir.Game) -> Iterator[Placed]:
    for state in game.states:
        if not isinstance(state.initial, ir.Chance):
            yield Placed(state.clause, state.initial, state.type, {})
    for deal in game.deals:
        if isinstance(deal, ir.DealRest) and deal.start is not None:
            yield Placed(deal.clause, deal.start, _owner_type(game, game.zones[deal.zone]), {})
    for wild in game.wilds:
        names: dict[str, Type] = {wild.card: Plain.CARD, wild.rank: Plain.RANK}
        yield Placed(wild.clause, wild.when, Plain.TRUTH, names)
        if wild.applies is not None:
            yield Placed(wild.clause, wild.applies, Plain.TRUTH, {wild.card: Plain.CARD})
    for definition in game.definitions.values():
        names = {param.name: param.type for param in definition.params}
        yield Placed(definition.clause, definition.base, definition.type, names)
        for exception in definition.exceptions:
            yield Placed(exception.clause, exception.when, Plain.TRUTH, names)
            yield Placed(exception.clause, exception.value, definition.type, names)


def _action(action: ir.ActionSchema, game: ir.Game) -> Iterator[Placed]:
    actor: dict[str, Type] = {ir.ACTOR: Plain.SEAT}
    match action.actor:
        case ir.InTurn(seat=seat):
            yield Placed(action.clause, seat, OptionType(Plain.SEAT), {})
        case ir.AnySeat(where=where):
            yield Placed(action.clause, where, Plain.TRUTH, actor)
    names = dict(actor)
    for param in action.params:
        if not isinstance(param, ir.FreeParam) and isinstance(param.zone, nodes.OwnedZone):
            kind = _owner_type(game, game.zones[param.zone.zone])
            yield Placed(action.clause, param.zone.owner, kind, names)
        names = {**names, param.name: param_type(param)}
    for guard in action.guards:
        yield Placed(guard.clause, guard.expr, Plain.TRUTH, names)
    for one in action.effects:
        yield from _effect(one.clause, one.effect, names, game)


def param_type(param: ir.ActionParam) -> Plain | ChoiceType:
    """Return the type of what an action's parameter stands for."""
    match param:
        case ir.CombinationParam():
            return Plain.COMBINATION
        case ir.CardParam():
            return Plain.CARD
        case ir.FreeParam(type=kind):
            return kind


def _owner_type(game: ir.Game, declared: ir.Zone | ir.StateVariable) -> Type:
    return game.owner_type(declared.owner) or Plain.SEAT


def _effect(
    clause: str, effect: ir.Effect, names: dict[str, Type], game: ir.Game
) -> Iterator[Placed]:
    match effect:
        case ir.Let(state=state, owner=owner, value=value, when=when):
            if owner is not None:
                yield Placed(clause, owner, _owner_type(game, game.states[state]), names)
            yield Placed(clause, value, game.states[state].type, names)
            yield from _maybe(clause, when, names)
        case ir.Move(thing=thing, source=source, target=target, when=when, shown=shown):
            if not isinstance(thing, ir.Everything):
                yield Placed(clause, thing, thing.type, names)
            for zone in (source, target):
                if isinstance(zone, nodes.OwnedZone):
                    kind = _owner_type(game, game.zones[zone.zone])
                    yield Placed(clause, zone.owner, kind, names)
            yield from _maybe(clause, when, names)
            yield from _maybe(clause, shown, names)
        case ir.ForEach(binder=binder, where=where, effect=inner):
            inside = names | {binder.name: binder.type}
            yield from _maybe(clause, where, inside)
            yield from _effect(clause, inner, inside, game)
        case ir.Openly(effect=inner):
            yield from _effect(clause, inner, names, game)


def _maybe(clause: str, expr: nodes.Expr | None, names: dict[str, Type]) -> Iterator[Placed]:
    if expr is not None:
        yield Placed(clause, expr, Plain.TRUTH, names)


def _promise(promise: ir.Promise, game: ir.Game) -> Iterator[Placed]:
    clause = promise.clause
    match promise.form:
        case ir.Always(claim=claim) | ir.AtRest(claim=claim):
            yield Placed(clause, claim, Plain.TRUTH, {})
        case ir.EachMove(claim=claim) | ir.EachHand(claim=claim):
            yield Placed(clause, claim, Plain.TRUTH, {}, move=True)
        case ir.ForAny(params=params, claim=claim):
            yield Placed(clause, claim, Plain.TRUTH, {param.name: param.type for param in params})
        case ir.Apart():
            pass
        case ir.AnyMade(name=name, when=when, claim=claim):
            yield from _maybe(clause, when, {})
            yield Placed(clause, claim, Plain.TRUTH, {name: Plain.READING})
        case ir.Measure(parts=parts):
            for part in parts:
                yield Placed(clause, part, part.type, {})
        case ir.Progress(unless=unless, witnesses=witnesses):
            yield from _maybe(clause, unless, {})
            for witness in witnesses:
                yield from _witness(clause, witness, game)


def _witness(clause: str, witness: ir.Witness, game: ir.Game) -> Iterator[Placed]:
    yield Placed(clause, witness.when, Plain.TRUTH, {})
    names: dict[str, Type] = {ir.ACTOR: Plain.SEAT}
    if witness.card is not None:
        names[witness.card.name] = Plain.CARD
    yield from _maybe(clause, witness.where, names)
    action = game.action(witness.action)
    for argument, param in zip(witness.arguments, action.params, strict=True):
        yield Placed(clause, argument, param_type(param), names)


__all__ = [
    "Placed",
    "children",
    "everywhere",
    "innermost",
    "is_expr",
    "is_open",
    "opened",
    "opened_states",
    "param_type",
    "placed",
]
