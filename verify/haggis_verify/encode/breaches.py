"""Where a move is made without a breach, as expressions: what it looks at has values there."""

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import Plain
from haggis_verify.encode.definedness import (
    TRUE,
    conjunction,
    defined,
    implication,
    zone_defined,
)


def effects_defined(effects: tuple[ir.Effected, ...], game: ir.Game) -> nodes.Expr:
    """Say that all that these effects look at has a value."""
    return conjunction(_effect(one.effect, game) for one in effects)


def _effect(node: ir.Effect, game: ir.Game) -> nodes.Expr:
    match node:
        case ir.Let(owner=owner, value=value, when=when):
            parts = [defined(value, game)]
            if owner is not None:
                parts.append(defined(owner, game))
            return _when(when, conjunction(parts), game)
        case ir.Move(thing=thing, source=source, target=target, when=when, shown=shown):
            parts = [zone_defined(source, game), zone_defined(target, game)]
            if not isinstance(thing, ir.Everything):
                parts.append(defined(thing, game))
            if shown is not None:
                parts.append(defined(shown, game))
            return _when(when, conjunction(parts), game)
        case ir.ForEach(binder=binder, where=where, effect=inner):
            claim = _when(where, _effect(inner, game), game)
            return TRUE if claim == TRUE else nodes.Every(Plain.TRUTH, binder, claim)
        case ir.Openly(effect=inner):
            return _effect(inner, game)


def _when(when: nodes.Expr | None, claim: nodes.Expr, game: ir.Game) -> nodes.Expr:
    if when is None:
        return claim
    return conjunction([defined(when, game), implication(when, claim)])


def domains_defined(action: ir.ActionSchema, game: ir.Game) -> nodes.Expr:
    """Say that it is defined where the choices of an action are taken from."""
    return conjunction(
        zone_defined(param.zone, game)
        for param in action.params
        if not isinstance(param, ir.FreeParam)
    )


def guards_defined(action: ir.ActionSchema, game: ir.Game) -> nodes.Expr:
    """Say that each guard is defined by itself, whether or not the others hold."""
    return conjunction(defined(guard.expr, game) for guard in action.guards)


def actor_defined(action: ir.ActionSchema, game: ir.Game) -> nodes.Expr:
    """Say that it is defined who may act."""
    match action.actor:
        case ir.InTurn(seat=seat):
            return defined(seat, game)
        case ir.AnySeat(where=where):
            claim = defined(where, game)
            every = nodes.Binder(ir.ACTOR, Plain.SEAT)
            return TRUE if claim == TRUE else nodes.Every(Plain.TRUTH, every, claim)
