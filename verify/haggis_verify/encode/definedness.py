"""Where an expression has a value: an expression for each expression.

``defined(e)`` holds only where ``evaluate`` gives ``e`` a value, and is itself defined everywhere.
Under a binder it asks for every instance, also those that ``evaluate`` does not come to.

This is the usual way to put a partial logic into a total one: each claim is asked as "defined,
and it holds". It is stricter than ``evaluate`` and never laxer, so it can cost a proof and not make
one. A definition gets one of its own that says where it is defined, so that nothing grows with its
uses; written out at each of them it could be exponential.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Definition, Game
from haggis_rules.ir.traversal import children
from haggis_rules.ir.types import NumberType, Plain

TRUE = nodes.Truth(Plain.TRUTH, value=True)
FALSE = nodes.Truth(Plain.TRUTH, value=False)


def with_definedness(game: Game) -> Game:
    """Add for each definition one that says where it is defined, as ``defined`` refers to it."""
    added = {
        _definedness_name(name): replace(
            definition,
            name=_definedness_name(name),
            type=Plain.TRUTH,
            base=_has_value(game, definition),
            exceptions=(),
            exported=False,
        )
        for name, definition in game.definitions.items()
    }
    return replace(game, definitions={**game.definitions, **added})


def _definedness_name(definition: str) -> str:
    return f"{definition} is defined"


def _has_value(game: Game, definition: Definition) -> nodes.Expr:
    """Say that each condition is defined, that no two hold, and that the value is defined."""
    whens = [exception.when for exception in definition.exceptions]
    apart = [
        negation(conjunction([one, other]))
        for index, one in enumerate(whens)
        for other in whens[index + 1 :]
    ]
    values = [
        implication(exception.when, defined(exception.value, game))
        for exception in definition.exceptions
    ]
    base = implication(negation(disjunction(whens)), defined(definition.base, game))
    return conjunction([*(defined(when, game) for when in whens), *apart, *values, base])


def defined(node: nodes.Expr, game: Game) -> nodes.Expr:
    """Say that an expression has a value."""

    def each(*parts: nodes.Expr) -> nodes.Expr:
        return conjunction(defined(part, game) for part in parts)

    match node:
        case nodes.Number() | nodes.Truth() | nodes.Constant() | nodes.Nothing():
            return TRUE
        case nodes.Variable() | nodes.Agreed() | nodes.Written():
            return TRUE
        # All that stands in these is looked at.
        case nodes.Get() | nodes.CopiesIn() | nodes.CardsIn() | nodes.DeckCopies():
            return each(*children(node))
        case nodes.RankOf() | nodes.InGroup() | nodes.TeamOf() | nodes.SeatsAfter():
            return each(*children(node))
        case nodes.SeatPair():
            return each(*children(node))
        case nodes.Just() | nodes.IsNothing() | nodes.Not() | nodes.Times() | nodes.PointsEach():
            return each(*children(node))
        case nodes.Plus() | nodes.Minus() | nodes.AtMost() | nodes.Below() | nodes.Equal():
            return each(*children(node))
        case nodes.Product() | nodes.MostOf() | nodes.LeastOf() | nodes.Lookup():
            return each(*children(node))
        case nodes.Outranks() | nodes.ReadingOf() | nodes.IsPattern() | nodes.CombinationOf():
            return each(*children(node))
        case nodes.Call(definition=name, arguments=arguments):
            has_value = nodes.Call(Plain.TRUTH, _definedness_name(name), arguments)
            return conjunction([each(*arguments), _unless_plain(has_value, game)])
        case nodes.The(inner=inner):
            return conjunction([each(inner), negation(nodes.IsNothing(Plain.TRUTH, inner))])
        case nodes.And(left=left, right=right) | nodes.Implies(left=left, right=right):
            # The right side is looked at only where the left one does not settle the answer.
            return conjunction([each(left), implication(left, each(right))])
        case nodes.Or(left=left, right=right):
            return conjunction([each(left), implication(negation(left), each(right))])
        case nodes.If(when=when, value=value, other=other):
            return conjunction(
                [
                    each(when),
                    implication(when, each(value)),
                    implication(negation(when), each(other)),
                ]
            )
        case nodes.SuitOf(card=card):
            return conjunction([each(card), _has_suit(card, game)])
        case nodes.NumberOf(binder=binder, where=where) | nodes.First(binder=binder, where=where):
            return _for_each(binder, each(where))
        case nodes.TheOne(binder=binder, where=where):
            return conjunction([_for_each(binder, each(where)), _exactly_one(binder, where)])
        case nodes.Every(binder=binder, claim=claim) | nodes.Some(binder=binder, claim=claim):
            return _for_each(binder, each(claim))
        case nodes.SomePlay(claim=claim, zone=zone):
            lacking = replace(node, claim=negation(each(claim)))
            there = TRUE if each(claim) == TRUE else negation(lacking)
            return conjunction([zone_defined(zone, game), there])
        case nodes.Total(binder=binder, inner=inner):
            return _for_each(binder, each(inner))
        case nodes.Most() | nodes.Least():
            return _of_some(node, game)
        case nodes.FirstSeat(binder=binder, seat=seat, where=where):
            return conjunction([each(seat), _for_each(binder, each(where))])
        case nodes.FieldOf(reading=reading, field=name):
            return conjunction([each(reading), _has_field(reading, name, game)])
        case nodes.Before(inner=inner):
            claim = each(inner)
            return claim if claim == TRUE else nodes.Before(Plain.TRUTH, claim)


def zone_defined(zone: nodes.ZoneRef, game: Game) -> nodes.Expr:
    """Say that it is defined whose zone it is."""
    match zone:
        case nodes.OneZone() | nodes.EveryZone() | nodes.AllZones():
            return TRUE
        case nodes.OwnedZone(owner=owner):
            return defined(owner, game)
        case nodes.CardsOf(combination=combination):
            return defined(combination, game)


def conjunction(parts: Iterable[nodes.Expr]) -> nodes.Expr:
    """Say that all hold; the later ones are looked at only where the earlier ones do."""
    operands = [part for part in parts if part != TRUE]
    return _joined(nodes.And, operands) if operands else TRUE


def disjunction(parts: Iterable[nodes.Expr]) -> nodes.Expr:
    """Say that one holds."""
    operands = list(parts)
    return _joined(nodes.Or, operands) if operands else FALSE


def _joined(kind: type[nodes.And | nodes.Or], operands: Sequence[nodes.Expr]) -> nodes.Expr:
    """Join operands in their order, halved again and again, as a row of many is too deep."""
    if len(operands) == 1:
        return operands[0]
    half = (len(operands) + 1) // 2
    return kind(Plain.TRUTH, _joined(kind, operands[:half]), _joined(kind, operands[half:]))


def negation(inner: nodes.Expr) -> nodes.Expr:
    """Say that it does not hold."""
    if isinstance(inner, nodes.Truth):
        return FALSE if inner.value else TRUE
    return nodes.Not(Plain.TRUTH, inner)


def implication(when: nodes.Expr, then: nodes.Expr) -> nodes.Expr:
    """Say that the one holds where the other does."""
    if TRUE in (then, when):
        return then
    return nodes.Implies(Plain.TRUTH, when, then)


def _for_each(binder: nodes.Binder, claim: nodes.Expr) -> nodes.Expr:
    return claim if claim == TRUE else nodes.Every(Plain.TRUTH, binder, claim)


def _of_some(node: nodes.Most | nodes.Least, game: Game) -> nodes.Expr:
    """Say that there is a number to choose, and that each that may be chosen is defined."""
    binder, where, inner = node.binder, node.where, node.inner
    if where is None:
        there = TRUE if game.size(binder.type) else FALSE
        return conjunction([there, _for_each(binder, defined(inner, game))])
    claim = conjunction([defined(where, game), implication(where, defined(inner, game))])
    return conjunction([_for_each(binder, claim), nodes.Some(Plain.TRUTH, binder, where)])


def _exactly_one(binder: nodes.Binder, where: nodes.Expr) -> nodes.Expr:
    one = nodes.Number(NumberType(1, 1), 1)
    count = nodes.NumberOf(NumberType(0, None), binder, where)
    return nodes.Equal(Plain.TRUTH, count, one)


def _unless_plain(call: nodes.Call, game: Game) -> nodes.Expr:
    """Leave out the question where the answer is always yes."""
    definition = game.definitions[call.definition.removesuffix(" is defined")]
    return TRUE if _has_value(game, definition) == TRUE else call


def _has_suit(card: nodes.Expr, game: Game) -> nodes.Expr:
    suited = [index for index, shown in enumerate(game.cards) if shown.suit is not None]
    if len(suited) == len(game.cards):
        return TRUE
    return disjunction(
        nodes.Equal(Plain.TRUTH, card, nodes.Constant(Plain.CARD, index)) for index in suited
    )


def _has_field(reading: nodes.Expr, name: str, game: Game) -> nodes.Expr:
    having = [i for i, pattern in enumerate(game.patterns) if pattern.field(name) is not None]
    if len(having) == len(game.patterns):
        return TRUE
    return disjunction(nodes.IsPattern(Plain.TRUTH, reading, index) for index in having)
