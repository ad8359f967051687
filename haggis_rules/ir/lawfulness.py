"""Whether a game is lawful: every part and every expression, looked at by the table of laws."""

from dataclasses import replace

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.canonical import canonical, declared_of
from haggis_rules.ir.game_laws import broken_laws
from haggis_rules.ir.laws import LAWS, Law, UnlawfulError
from haggis_rules.ir.traversal import Placed, children, placed
from haggis_rules.ir.types import NumberType, OptionType, Type


def check(game: ir.Game) -> None:
    """See that every part and every expression of a game is lawful. Raises ``UnlawfulError``."""
    for message in broken_laws(game):
        raise UnlawfulError(message)
    for place in placed(game):
        if not _fits(place.expr.type, place.type):
            message = f"{place.clause}: {canonical(place.expr)} stands where {place.type} belongs"
            raise UnlawfulError(message)
        check_expr(place, game)


def check_expr(place: Placed, game: ir.Game) -> None:
    """See that one expression and all inside it are lawful. Raises ``UnlawfulError``."""
    node = place.expr
    law = LAWS[type(node)]
    inside = children(node)
    wanted = (
        [law.takes[min(i, len(law.takes) - 1)] for i in range(len(inside))] if law.takes else []
    )
    lawful = (
        len(wanted) == len(inside)
        and len(inside) >= _fewest(node, law)
        and all(takes(child.type) for takes, child in zip(wanted, inside, strict=True))
        and law.extra(node, game)
    )
    gives = law.gives(node, game) if lawful else None
    if not lawful or not (gives == node.type or (gives is None and law.may(node.type))):
        tag = declared_of(type(node)).tag
        message = f"{place.clause}: {canonical(node)} breaks the law of {tag}"
        raise UnlawfulError(message)
    if isinstance(node, nodes.Variable) and place.names.get(node.name) != node.type:
        message = f"{place.clause}: `{node.name}` is not a name here"
        raise UnlawfulError(message)
    if isinstance(node, nodes.Before) and not place.move:
        message = f"{place.clause}: there is no state before here"
        raise UnlawfulError(message)
    names = place.names
    binder = getattr(node, "binder", None)
    for child in inside:
        bound = (
            names
            if binder is None or child is getattr(node, "seat", None)
            else {**names, binder.name: binder.type}
        )
        check_expr(replace(place, expr=child, names=bound), game)


def _fewest(node: nodes.Expr, law: Law) -> int:
    if isinstance(node, nodes.Get | nodes.Call | nodes.CardsIn):
        return 0
    if isinstance(node, nodes.CopiesIn | nodes.CombinationOf | nodes.Most | nodes.Least):
        return 1
    return len(law.takes)


def _fits(given: Type, wanted: Type) -> bool:
    if isinstance(given, NumberType) and isinstance(wanted, NumberType):
        return given.unit in {None, wanted.unit}
    if isinstance(given, OptionType) and isinstance(wanted, OptionType):
        return _fits(given.inner, wanted.inner)
    return given == wanted
