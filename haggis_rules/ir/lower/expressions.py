"""Expressions: names found, types and units given, values fitted to where they stand."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from haggis_rules.diagnostics.errors import NotFixedError, RuleError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.lower import literals, owners
from haggis_rules.ir.lower import typing as t
from haggis_rules.ir.lower.lookups import lookup
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.types import UNITS, NumberType, OptionType, Plain, Type, pair_type
from haggis_rules.syntax import ast

_BINDERS = {
    kind.value: kind for kind in (Plain.SEAT, Plain.TEAM, Plain.CARD, Plain.RANK, Plain.SUIT)
}


def truth(node: ast.Expr, scope: Scope) -> nodes.Expr:
    """Type an expression that has to be true or false."""
    return value(node, scope, Plain.TRUTH)


def value(node: ast.Expr, scope: Scope, wanted: Type) -> nodes.Expr:
    """Type an expression and fit it to a type.

    Where a truth is wanted, `3d in p` says that a copy of the card lies there.
    """
    typed = expression(node, scope, wanted)
    if wanted is Plain.TRUTH and isinstance(node, ast.CopiesIn):
        typed = t.some_lie(typed, node)
    return t.fit(typed, wanted, node.span)


def number(node: ast.Expr, scope: Scope) -> nodes.Expr:
    """Type an expression that has to be a number. Raises ``WrongTypeError`` for anything else."""
    typed = t.plain(expression(node, scope, None))
    if not isinstance(typed.type, NumberType):
        raise t.wrong(typed, "a number", node.span)
    return typed


def expression(node: ast.Expr, scope: Scope, wanted: Type | None) -> nodes.Expr:
    """Type an expression. ``wanted`` helps to find what a bare word or number means.

    Raises a ``RuleError`` at the part that is at fault.
    """
    span = node.span
    match node:
        case ast.Implies(left=left, right=right):
            return nodes.Implies(Plain.TRUTH, truth(left, scope), truth(right, scope), span)
        case ast.Or(left=left, right=right):
            return nodes.Or(Plain.TRUTH, truth(left, scope), truth(right, scope), span)
        case ast.And(left=left, right=right):
            return nodes.And(Plain.TRUTH, truth(left, scope), truth(right, scope), span)
        case ast.Not(inner=inner):
            return nodes.Not(Plain.TRUTH, truth(inner, scope), span)
        case ast.Is(left=left, right=right):
            return _is(left, right, scope, node)
        case ast.IsNot(left=left, right=right):
            return nodes.Not(Plain.TRUTH, _is(left, right, scope, node), span)
        case ast.AtMost(left=left, right=right) | ast.Below(left=left, right=right):
            a, b = _both(left, right, scope)
            relation = nodes.AtMost if isinstance(node, ast.AtMost) else nodes.Below
            return t.ordered(relation, a, b, node)
        case ast.AtLeast(left=left, right=right) | ast.Above(left=left, right=right):
            a, b = _both(left, right, scope)
            relation = nodes.AtMost if isinstance(node, ast.AtLeast) else nodes.Below
            return t.ordered(relation, b, a, node)
        case ast.Outranks(left=left, right=right):
            a, b = value(left, scope, Plain.READING), value(right, scope, Plain.READING)
            return nodes.Outranks(Plain.TRUTH, a, b, span)
        case ast.Related(left=left, name=name, right=right):
            return _call(name, (left, right), (ir.Form.RELATION,), scope, node)
        case ast.Plus(left=left, right=right):
            return t.plus(number(left, scope), number(right, scope), node)
        case ast.Minus(left=left, right=right):
            return t.minus(number(left, scope), number(right, scope), node)
        case ast.Times(factor=factor, inner=inner):
            return t.times(number(factor, scope), number(inner, scope), node)
        case ast.PointsEach(points=points, inner=inner):
            return t.points_each(points.value, number(inner, scope), node)
        case ast.CopiesIn(card=card, zone=zone):
            typed = value(card, scope, Plain.CARD)
            return nodes.CopiesIn(scope.most_copies(), typed, zone_of(zone, scope), span)
        case ast.Number(value=whole):
            return literals.whole_number(whole, scope, wanted)
        case ast.CardLiteral(text=text):
            return literals.card(text, scope)
        case ast.SeatLiteral(number=number_of_seat):
            return literals.seat(number_of_seat, scope, node)
        case ast.PlayLiteral(text=text):
            return literals.of_examples(scope, node).play(text)
        case ast.Word(name=name):
            return _word(name, scope, wanted, node)
        case ast.Of(name=name, inner=inner):
            return _of(name, inner, scope, node)
        case ast.NoneValue():
            if not isinstance(wanted, OptionType):
                raise t.never_none(wanted, span)
            return nodes.Nothing(wanted, span)
        case ast.TrueValue() | ast.FalseValue():
            return nodes.Truth(Plain.TRUTH, value=isinstance(node, ast.TrueValue), span=span)
        case ast.RankOf(inner=inner):
            return nodes.RankOf(Plain.RANK, value(inner, scope, Plain.CARD), span)
        case ast.SuitOf(inner=inner):
            return nodes.SuitOf(Plain.SUIT, value(inner, scope, Plain.CARD), span)
        case ast.TeamOf(inner=inner):
            owners.require_teams(scope.world, span)
            return nodes.TeamOf(Plain.TEAM, value(inner, scope, Plain.SEAT), span)
        case ast.CopiesOf(inner=inner):
            typed = value(inner, scope, Plain.CARD)
            return nodes.DeckCopies(scope.most_copies(), typed, span)
        case ast.SeatsAfter(count=count, inner=inner) | ast.SeatsBefore(count=count, inner=inner):
            by = count.value if isinstance(node, ast.SeatsAfter) else -count.value
            return nodes.SeatsAfter(Plain.SEAT, by, value(inner, scope, Plain.SEAT), span)
        case ast.CardsIn(zone=zone):
            return nodes.CardsIn(scope.all_cards(), zone_of(zone, scope), None, span)
        case ast.GroupIn(group=group, zone=zone):
            index = scope.world.group(group)
            return nodes.CardsIn(scope.all_cards(), zone_of(zone, scope), index, span)
        case ast.Before(inner=inner):
            scope.require_before(span)
            typed = expression(inner, scope, wanted)
            return nodes.Before(typed.type, typed, span)
        case ast.NumberOf(many=many, name=name, where=where):
            binder, inside = scope.binding(name, _BINDERS[many.text.removesuffix("s")])
            most = scope.world.sizes()[binder.type]
            kind = NumberType(0, most, UNITS[binder.type])
            return nodes.NumberOf(kind, binder, truth(where, inside), span)
        case ast.Total(binder=over, inner=inner):
            binder, inside = scope.binding(over.name, _BINDERS[over.type.text])
            typed = number(inner, inside)
            return t.total(scope.world.sizes()[binder.type], binder, typed, node)
        case ast.TotalScore(inner=inner):
            return _total_score(inner, scope, node)
        case (
            ast.MostFor(binder=over, where=where, inner=inner)
            | ast.LeastFor(binder=over, where=where, inner=inner)
        ):
            binder, inside = scope.binding(over.name, _BINDERS[over.type.text])
            condition = None if where is None else truth(where, inside)
            typed = number(inner, inside)
            extreme = nodes.Most if isinstance(node, ast.MostFor) else nodes.Least
            return extreme(typed.type, binder, condition, typed, span)
        case ast.MostOf(parts=parts) | ast.LeastOf(parts=parts):
            made = nodes.MostOf if isinstance(node, ast.MostOf) else nodes.LeastOf
            return t.extreme(made, [number(part, scope) for part in parts], node)
        case ast.Lookup(inner=inner):
            return lookup(expression(inner, scope, None), node)
        case ast.Every(binder=over, where=where, claim=claim):
            binder, inside = scope.binding(over.name, _BINDERS[over.type.text])
            held = _restricted(nodes.Implies, where, claim, inside, span)
            return nodes.Every(Plain.TRUTH, binder, held, span)
        case ast.Some(binder=over, where=where, claim=claim):
            binder, inside = scope.binding(over.name, _BINDERS[over.type.text])
            held = _restricted(nodes.And, where, claim, inside, span)
            return nodes.Some(Plain.TRUTH, binder, held, span)
        case ast.SomeCombination(name=name, zone=zone, where=where, claim=claim):
            inside = scope.naming(name, nodes.Variable(Plain.READING, name.text, name.span))
            held = _restricted(nodes.And, where, claim, inside, span)
            return t.some_play(name.text, zone_of(zone, scope), held, node)
        case ast.FirstSeat(name=name, start=start, seat=seat, where=where):
            typed = value(seat, scope, Plain.SEAT)
            binder, inside = scope.binding(name, Plain.SEAT)
            some_seat, inclusive = OptionType(Plain.SEAT), start.text == "from"
            return nodes.FirstSeat(some_seat, binder, typed, inclusive, truth(where, inside), span)
        case ast.First(type=over, name=name) | ast.TheOne(binder=ast.Binder(type=over, name=name)):
            binder, inside = scope.binding(name, _BINDERS[over.text])
            return t.found(node, binder, truth(node.where, inside))
        case ast.CombinationOf():
            return _combination(node, scope)
        case ast.If(when=when):
            condition = truth(when, scope)
            a, b = t.one_of_two(node, wanted, lambda one, kind: expression(one, scope, kind))
            return nodes.If(t.join_types([a.type, b.type], span), condition, a, b, span)


def _restricted(
    join: type[nodes.And | nodes.Implies],
    where: ast.Expr | None,
    claim: ast.Expr,
    inside: Scope,
    span: Span | None,
) -> nodes.Expr:
    typed = truth(claim, inside)
    return typed if where is None else join(Plain.TRUTH, truth(where, inside), typed, span)


def zone_of(zone: ast.ZoneOf, scope: Scope) -> nodes.ZoneRef:
    """Type a zone, several taken together, or a combination, whose cards stand for those of one.

    Raises ``WrongTypeError`` where it is not said whose it is, and ``UnknownNameError``.
    """
    scope.require_zone(zone)
    world = scope.world
    match zone:
        case ast.PlainZone(name=name):
            combination = scope.combination(name)
            if combination is not None:
                return nodes.CardsOf(combination)
            index = world.zone(name)
            owner = world.zones[index].owner
            if owner is not ir.Owner.NOBODY:
                raise owners.without_owner(owner, name, zone.span, f", or `every {name.text}`")
            return nodes.OneZone(index)
        case ast.OwnedZone(name=name, owner=whose):
            index = world.zone(name)
            return nodes.OwnedZone(index, _owner(world.zones[index].owner, name, whose, scope))
        case ast.EveryZone(name=name):
            return nodes.EveryZone(world.zone(name))
        case ast.AllZones():
            return nodes.AllZones()


def owner_index(
    owner: ir.Owner, name: ast.Name, whose: ast.Expr | ast.SeatPair | None, scope: Scope
) -> nodes.Expr | None:
    """Type whose a state variable or zone is; None when it is there once.

    Raises ``WrongTypeError`` where it is not said whose it is.
    """
    if whose is None:
        if owner is not ir.Owner.NOBODY:
            raise owners.without_owner(owner, name, name.span)
        return None
    return _owner(owner, name, whose, scope)


def _owner(
    owner: ir.Owner, name: ast.Name, whose: ast.Expr | ast.SeatPair, scope: Scope
) -> nodes.Expr:
    match owner:
        case ir.Owner.PAIR if isinstance(whose, ast.SeatPair):
            one, other = (value(part, scope, Plain.SEAT) for part in (whose.left, whose.right))
            return nodes.SeatPair(pair_type(scope.world.seats), one, other, whose.span)
        case ir.Owner.PAIR:
            raise owners.without_owner(owner, name, name.span)
        case _ if isinstance(whose, ast.SeatPair):
            raise owners.not_of_pairs(name, whose)
        case ir.Owner.NOBODY:
            raise owners.without_any_owner(name)
        case ir.Owner.SEAT:
            return value(whose, scope, Plain.SEAT)
        case ir.Owner.TEAM:
            return value(whose, scope, Plain.TEAM)


def _both(left: ast.Expr, right: ast.Expr, scope: Scope) -> tuple[nodes.Expr, nodes.Expr]:
    """Type two sides, of which one may be a bare number or word that takes the other's type."""
    if isinstance(left, ast.Number | ast.Word) and _needs_help(left, scope):
        b = expression(right, scope, None)
        return expression(left, scope, b.type), b
    a = expression(left, scope, None)
    return a, expression(right, scope, a.type)


def _needs_help(node: ast.Number | ast.Word, scope: Scope) -> bool:
    """Whether a bare number or word means nothing until the other side is known."""
    if isinstance(node, ast.Number):
        return True
    try:
        _word(node.name, scope, None, node)
    except RuleError:
        return True
    return False


def _word(name: ast.Name, scope: Scope, wanted: Type | None, node: ast.Word) -> nodes.Expr:
    text, world = name.text, scope.world
    if text in scope.names:
        return replace(scope.names[text], span=node.span)
    state = world.state(text)
    if state is not None:
        return _get(state, name, None, scope, node)
    for index, option in enumerate(world.agreement.options):
        if option.name == text:
            return nodes.Agreed(option.type, index, node.span)
    if text in world.definition_names:
        return _call(name, (), (ir.Form.CONSTANT,), scope, node)
    literal = literals.word(name, world, wanted)
    if literal is not None:
        return literal
    raise world.unknown_value(name, scope.values(), wanted)


def _get(
    state: int, name: ast.Name, whose: ast.Expr | None, scope: Scope, node: ast.Word | ast.Of
) -> nodes.Expr:
    variable = scope.world.states[state]
    scope.require_seen(variable, node)
    owner = owner_index(variable.owner, name, whose, scope)
    return nodes.Get(variable.type, state, owner, node.span)


def _total_score(inner: ast.Expr, scope: Scope, node: ast.TotalScore) -> nodes.Expr:
    """Add up all entries of the score sheet."""
    calls = [
        _call(ast.Name(name, span=node.span), (inner,), (ir.Form.FUNCTION,), scope, node)
        for name in scope.world.score_entries(node.span)
    ]
    return reduce(lambda left, right: t.plus(left, right, node), calls)


def _of(name: ast.Name, inner: ast.Expr, scope: Scope, node: ast.Of) -> nodes.Expr:
    world = scope.world
    fields = [field for pattern in world.patterns for field in pattern.fields]
    kinds = [field.type for field in fields if field.name == name.text]
    state = world.state(name.text)
    if state is not None and not (kinds and _of_reading(state, inner, scope)):
        return _get(state, name, inner, scope, node)
    if name.text in world.definition_names and (not kinds or scope.form(name) is ir.Form.FUNCTION):
        return _call(name, (inner,), (ir.Form.FUNCTION,), scope, node)
    if not kinds:
        known = [
            *{f.name for f in fields},
            *world.definition_names,
            *(s.name for s in world.states),
        ]
        raise world.unknown(name, "word `of` something", known)
    kind = t.join_types(kinds, name.span)
    return nodes.FieldOf(kind, value(inner, scope, Plain.READING), name.text, node.span)


def _of_reading(state: int, inner: ast.Expr, scope: Scope) -> bool:
    """Tell whether a field is meant, and not the state variable that has its name."""
    if scope.world.states[state].owner is ir.Owner.NOBODY:
        return True
    try:
        return t.plain(expression(inner, scope, None)).type in {Plain.READING, Plain.COMBINATION}
    except RuleError:
        return False


def _is(left: ast.Expr, right: ast.Expr, scope: Scope, node: ast.Is | ast.IsNot) -> nodes.Expr:
    """``is``: a predicate, a pattern, a group, or else equality."""
    world = scope.world
    if isinstance(right, ast.Word) and right.name.text not in scope.names:
        name = right.name
        if world.state(name.text) is None:
            if name.text in world.definition_names and scope.form(name) is ir.Form.PREDICATE:
                return _call(name, (left,), (ir.Form.PREDICATE,), scope, node)
            if name.text in [p.name for p in world.patterns]:
                reading = value(left, scope, Plain.READING)
                return nodes.IsPattern(Plain.TRUTH, reading, world.pattern(name), node.span)
            if name.text in [g.name for g in world.groups]:
                card = value(left, scope, Plain.CARD)
                return nodes.InGroup(Plain.TRUTH, card, world.group(name), node.span)
    if isinstance(right, ast.Of) and scope.form(right.name) is ir.Form.PAIR_PREDICATE:
        forms = (ir.Form.PAIR_PREDICATE,)
        return _call(right.name, (left, right.inner), forms, scope, node)
    if isinstance(right, ast.NoneValue):
        option = expression(left, scope, None)
        if not isinstance(option.type, OptionType):
            raise t.never_none(option.type, left.span)
        return nodes.IsNothing(Plain.TRUTH, option, node.span)
    a, b = _both(left, right, scope)
    return t.equal(a, b, node)


def _call(
    name: ast.Name,
    arguments: tuple[ast.Expr, ...],
    forms: tuple[ir.Form, ...],
    scope: Scope,
    node: ast.Expr,
) -> nodes.Expr:
    if scope.fixed:
        raise NotFixedError("what a card stands for cannot use words of the text", node.span)
    definition = scope.world.definition(name.text)
    if definition is None:
        raise scope.world.unknown(name, "word", scope.world.definition_names)
    if definition.form not in forms:
        raise t.misused(name, definition.form)
    typed = tuple(
        value(a, scope, p.type) for a, p in zip(arguments, definition.params, strict=True)
    )
    return nodes.Call(definition.type, name.text, typed, node.span)


def _combination(node: ast.CombinationOf, scope: Scope) -> nodes.Expr:
    index = scope.world.pattern(node.pattern)
    pattern = scope.world.patterns[index]
    given = {f.field.text: f for f in node.fields}
    t.check_fields(node, pattern)
    fields = tuple(value(given[f.name].value, scope, f.type) for f in pattern.fields)
    card = value(node.card, scope, Plain.CARD)
    return nodes.CombinationOf(Plain.COMBINATION, card, index, fields, node.span)
