"""What a well-formed expression is: one law for each kind, which every pass leaves true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import inf
from typing import Any

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import (
    Bounds,
    count,
    difference_of,
    hull,
    least_bounds,
    most_bounds,
    product_of,
    scaled,
    sum_of,
    within,
)
from haggis_rules.ir.types import UNITS, ChoiceType, NumberType, OptionType, Plain, Type, Unit

Takes = Callable[[Type], bool]
Gives = Callable[[Any, ir.Game], Type | None]


class UnlawfulError(AssertionError):
    """A pass made an expression that the laws forbid: a fault of this program, not of a text."""


@dataclass(frozen=True, slots=True)
class Law:
    """What the operands are, in the order of ``children``, and what type comes of them.

    ``takes`` has one entry an operand; the last holds for all further ones. ``gives`` works the
    type out from the node, or gives None where any type of the kind ``may`` is lawful.
    ``extra`` is whatever else must hold.
    """

    takes: tuple[Takes, ...]
    gives: Gives
    may: Takes = lambda _: False
    extra: Callable[[Any, ir.Game], bool] = lambda _node, _game: True


def _is(*kinds: Plain) -> Takes:
    return lambda kind: kind in kinds


def _number(kind: Type) -> bool:
    return isinstance(kind, NumberType)


def _option(kind: Type) -> bool:
    return isinstance(kind, OptionType)


def _plain(kind: Type) -> bool:
    return not isinstance(kind, OptionType)


def _any(_: Type) -> bool:
    return True


def _ordered(kind: Type) -> bool:
    return isinstance(kind, NumberType | ChoiceType) or kind in {Plain.RANK, Plain.SUIT}


def _a(kind: Type) -> Gives:
    return lambda _node, _game: kind


def _unit(*parts: nodes.Expr) -> Unit | None:
    units = {p.type.unit for p in parts if isinstance(p.type, NumberType)} - {None}
    if len(units) > 1:
        message = f"mixed units {units}"
        raise UnlawfulError(message)
    return next(iter(units), None)


def _bounds(node: nodes.Expr) -> Bounds:
    kind = node.type
    if not isinstance(kind, NumberType):
        message = f"not a number: {node}"
        raise UnlawfulError(message)
    return kind.bounds


def _of(bounds: Bounds, unit: Unit | None) -> NumberType:
    low, high = bounds
    return NumberType(low, high, unit)


def _sum(node: nodes.Plus, _: ir.Game) -> Type:
    return _of(sum_of(_bounds(node.left), _bounds(node.right)), _unit(node.left, node.right))


def _difference(node: nodes.Minus, _: ir.Game) -> Type | None:
    left, right = _bounds(node.left), _bounds(node.right)
    if right[1] is None and left[0] is not None:  # it would have no lowest value
        return None
    return _of(difference_of(left, right), _unit(node.left, node.right))


def _multiple(node: nodes.Times, _: ir.Game) -> Type:
    return _of(scaled(node.factor, _bounds(node.inner)), _unit(node.inner))


def _product(node: nodes.Product, _: ir.Game) -> Type:
    bounds = product_of(_bounds(node.left), _bounds(node.right))
    return _of(bounds, _unit(node.left) or _unit(node.right))


def _one_unit(node: nodes.Product, _: ir.Game) -> bool:
    """Whether at most one side of a product counts something, and one has an end to its values."""
    ends = count(_bounds(node.left)), count(_bounds(node.right))
    return None in {_unit(node.left), _unit(node.right)} and ends != (None, None)


def _points(node: nodes.PointsEach, _: ir.Game) -> Type:
    return _of(scaled(node.points, _bounds(node.inner)), Unit.POINTS)


def _most_of(node: nodes.MostOf, _: ir.Game) -> Type:
    return _of(reduce(most_bounds, map(_bounds, node.parts)), _unit(*node.parts))


def _least_of(node: nodes.LeastOf, _: ir.Game) -> Type:
    return _of(reduce(least_bounds, map(_bounds, node.parts)), _unit(*node.parts))


def _looked_up(node: nodes.Lookup, _: ir.Game) -> Type:
    given = [row.gives for row in node.rows]
    return NumberType(min(given), max(given))


def _covered(node: nodes.Lookup, _: ir.Game) -> bool:
    """Whether the rows, in order, have no gap and no overlap, and all that may be looked up."""
    kind, rows = node.inner.type, sorted(node.rows, key=lambda r: -inf if r.low is None else r.low)
    last = len(kind.choices) - 1 if isinstance(kind, ChoiceType) else 0
    low, high = kind.bounds if isinstance(kind, NumberType) else (0, last)
    follow = all(a.high is not None and b.low == a.high + 1 for a, b in pairwise(rows))
    begins = rows[0].low is None or (low is not None and rows[0].low <= low)
    return (
        follow
        and begins
        and (rows[-1].high is None or (high is not None and high <= rows[-1].high))
    )


def _looks_up(kind: Type) -> bool:
    return isinstance(kind, NumberType | ChoiceType)


def _counted(node: nodes.NumberOf, game: ir.Game) -> Type:
    return NumberType(0, game.size(node.binder.type), UNITS[node.binder.type])


def _total(node: nodes.Total, game: ir.Game) -> Type:
    size = game.size(node.binder.type)
    return _of(hull((0, 0), scaled(size, _bounds(node.inner))), _unit(node.inner))


def _copies(_node: nodes.Expr, game: ir.Game) -> Type:
    return NumberType(0, max((c.copies for c in game.cards), default=0), Unit.CARDS)


def _all_cards(_node: nodes.CardsIn, game: ir.Game) -> Type:
    return NumberType(0, sum(c.copies for c in game.cards), Unit.CARDS)


def _comparable(node: nodes.AtMost | nodes.Below | nodes.Equal, _: ir.Game) -> bool:
    left, right = node.left.type, node.right.type
    if isinstance(left, NumberType) and isinstance(right, NumberType):
        _unit(node.left, node.right)
        return True
    if isinstance(left, OptionType) and isinstance(right, OptionType):
        numbers = isinstance(left.inner, NumberType) and isinstance(right.inner, NumberType)
        return numbers or left.inner == right.inner
    return left == right


def _in_type(node: nodes.Constant, game: ir.Game) -> bool:
    if isinstance(node.type, ChoiceType):
        return 0 <= node.index < len(node.type.choices)
    return isinstance(node.type, Plain) and 0 <= node.index < game.size(node.type)


def _arguments_fit(node: nodes.Call, game: ir.Game) -> bool:
    definition = game.definitions[node.definition]
    given = [a.type for a in node.arguments]
    return given == [p.type for p in definition.params]


def _holds_inner(node: nodes.Just, _: ir.Game) -> bool:
    kind = node.type
    if not isinstance(kind, OptionType):
        return False
    numbers = isinstance(kind.inner, NumberType) and isinstance(node.inner.type, NumberType)
    return numbers or kind.inner == node.inner.type


def _owned(node: nodes.Get, game: ir.Game) -> bool:
    return _owner_fits(game.states[node.state].owner, node.owner, game)


def _owner_fits(owner: ir.Owner, given: nodes.Expr | None, game: ir.Game) -> bool:
    wanted = game.owner_type(owner)
    return wanted == (None if given is None else given.type)


def _zone(node: nodes.CopiesIn | nodes.CardsIn | nodes.SomePlay, game: ir.Game) -> bool:
    return zone_fits(node.zone, game)


def zone_fits(zone: nodes.ZoneRef, game: ir.Game) -> bool:
    """Whether a zone exists and is owned as it is spoken of."""
    match zone:
        case nodes.OneZone(zone=index):
            return game.zones[index].owner is ir.Owner.NOBODY
        case nodes.OwnedZone(zone=index, owner=owner):
            return _owner_fits(game.zones[index].owner, owner, game)
        case nodes.EveryZone(zone=index):
            return 0 <= index < len(game.zones)
        case nodes.AllZones():
            return True
        case nodes.CardsOf(combination=combination):
            return combination.type is Plain.COMBINATION


def _fields(node: nodes.CombinationOf, game: ir.Game) -> bool:
    wanted = [f.type for f in game.patterns[node.pattern].fields]
    numbers = [isinstance(k, NumberType) for k in wanted]
    return len(wanted) == len(node.fields) and all(
        isinstance(f.type, NumberType) if n else f.type == k
        for f, k, n in zip(node.fields, wanted, numbers, strict=True)
    )


def _known_field(node: nodes.FieldOf, game: ir.Game) -> bool:
    return any(p.field(node.field) is not None for p in game.patterns)


def _value_type(node: nodes.Number, _: ir.Game) -> Type:
    return NumberType(node.value, node.value)


def _inner_type(node: nodes.The, _: ir.Game) -> Type:
    kind = node.inner.type
    return kind.inner if isinstance(kind, OptionType) else kind


def _both(node: nodes.If, _: ir.Game) -> Type:
    """Return the smallest type that holds the values of both branches."""
    left, right = node.value.type, node.other.type
    if isinstance(left, OptionType) and isinstance(right, OptionType):
        return OptionType(_hull(left.inner, right.inner))
    if isinstance(left, OptionType) or isinstance(right, OptionType):
        return left
    return _hull(left, right)


def _hull(
    left: NumberType | ChoiceType | Plain, right: NumberType | ChoiceType | Plain
) -> NumberType | ChoiceType | Plain:
    if not isinstance(left, NumberType) or not isinstance(right, NumberType):
        return left
    unit = left.unit if right.unit is None else right.unit
    return _of(hull(left.bounds, right.bounds), unit)


def _branches(node: nodes.If, _: ir.Game) -> bool:
    left, right = node.value.type, node.other.type
    return left == right or (isinstance(left, NumberType) and isinstance(right, NumberType))


def _open(_node: nodes.Expr, _game: ir.Game) -> Type | None:
    """Leave the type to ``may``."""
    return None


def _own_type(node: nodes.Expr, _: ir.Game) -> Type:
    return node.type


def _state_type(node: nodes.Get, game: ir.Game) -> Type:
    return game.states[node.state].type


def _agreed_type(node: nodes.Agreed, game: ir.Game) -> Type:
    return game.options[node.option].type


def _known_option(node: nodes.Agreed, game: ir.Game) -> bool:
    return 0 <= node.option < len(game.options)


def _numbers_where(node: nodes.Most | nodes.Least, _: ir.Game) -> bool:
    where = node.where
    return isinstance(node.inner.type, NumberType) and (where is None or where.type is Plain.TRUTH)


def _written(node: nodes.Written, game: ir.Game) -> bool:
    """Whether the reading lies in its bounds, and its cards in the deck."""
    if not 0 <= node.pattern < len(game.patterns):
        return False
    fields = game.patterns[node.pattern].fields
    cards = [card for card, _ in node.cards]
    return (
        len(fields) == len(node.fields)
        and all(_within(f.type, v, game) for f, v in zip(fields, node.fields, strict=True))
        and bool(cards)
        and cards == sorted(set(cards))
        and all(0 <= c < len(game.cards) and 1 <= n <= game.cards[c].copies for c, n in node.cards)
    )


def _within(kind: NumberType | ChoiceType | Plain, value: int, game: ir.Game) -> bool:
    match kind:
        case NumberType(bounds=bounds):
            return within(bounds, value)
        case ChoiceType(choices=choices):
            return 0 <= value < len(choices)
        case Plain():
            return 0 <= value < game.size(kind)


def _meaning_type(node: nodes.Call, game: ir.Game) -> Type:
    return game.definitions[node.definition].type


def _type_of_inner(node: nodes.Most | nodes.Least | nodes.Before, _: ir.Game) -> Type:
    return node.inner.type


_TRUTH, _SEAT, _CARD, _READING = map(_is, (Plain.TRUTH, Plain.SEAT, Plain.CARD, Plain.READING))

LAWS: dict[type, Law] = {
    nodes.Number: Law((), _value_type),
    nodes.Truth: Law((), _a(Plain.TRUTH)),
    nodes.Constant: Law((), _own_type, extra=_in_type),
    nodes.Nothing: Law((), _open, may=_option),
    nodes.Variable: Law((), _open, may=_any),
    nodes.Get: Law((_any,), _state_type, extra=_owned),
    nodes.Agreed: Law((), _agreed_type, extra=_known_option),
    nodes.Call: Law((_any,), _meaning_type, extra=_arguments_fit),
    nodes.The: Law((_option,), _inner_type),
    nodes.Just: Law((_plain,), _open, may=_option, extra=_holds_inner),
    nodes.IsNothing: Law((_option,), _a(Plain.TRUTH)),
    nodes.Plus: Law((_number, _number), _sum),
    nodes.Minus: Law((_number, _number), _difference),
    nodes.Times: Law((_number,), _multiple),
    nodes.Product: Law((_number, _number), _product, extra=_one_unit),
    nodes.PointsEach: Law((_number,), _points),
    nodes.MostOf: Law((_number, _number), _most_of),
    nodes.LeastOf: Law((_number, _number), _least_of),
    nodes.Lookup: Law((_looks_up,), _looked_up, extra=_covered),
    nodes.Equal: Law((_any, _any), _a(Plain.TRUTH), extra=_comparable),
    nodes.AtMost: Law((_ordered, _ordered), _a(Plain.TRUTH), extra=_comparable),
    nodes.Below: Law((_ordered, _ordered), _a(Plain.TRUTH), extra=_comparable),
    nodes.And: Law((_TRUTH, _TRUTH), _a(Plain.TRUTH)),
    nodes.Or: Law((_TRUTH, _TRUTH), _a(Plain.TRUTH)),
    nodes.Not: Law((_TRUTH,), _a(Plain.TRUTH)),
    nodes.Implies: Law((_TRUTH, _TRUTH), _a(Plain.TRUTH)),
    nodes.If: Law((_TRUTH, _any, _any), _both, extra=_branches),
    nodes.CopiesIn: Law((_CARD, _any), _copies, extra=_zone),
    nodes.CardsIn: Law((_any,), _all_cards, extra=_zone),
    nodes.DeckCopies: Law((_CARD,), _copies),
    nodes.RankOf: Law((_CARD,), _a(Plain.RANK)),
    nodes.SuitOf: Law((_CARD,), _a(Plain.SUIT)),
    nodes.InGroup: Law((_CARD,), _a(Plain.TRUTH)),
    nodes.TeamOf: Law((_SEAT,), _a(Plain.TEAM)),
    nodes.SeatsAfter: Law((_SEAT,), _a(Plain.SEAT)),
    nodes.SeatPair: Law((_SEAT, _SEAT), lambda _, game: game.owner_type(ir.Owner.PAIR)),
    nodes.NumberOf: Law((_TRUTH,), _counted),
    nodes.Total: Law((_number,), _total),
    nodes.Most: Law((_any, _number), _type_of_inner, extra=_numbers_where),
    nodes.Least: Law((_any, _number), _type_of_inner, extra=_numbers_where),
    nodes.Every: Law((_TRUTH,), _a(Plain.TRUTH)),
    nodes.Some: Law((_TRUTH,), _a(Plain.TRUTH)),
    nodes.SomePlay: Law((_any,), _a(Plain.TRUTH), extra=_zone),
    nodes.First: Law((_TRUTH,), lambda node, _: OptionType(node.binder.type)),
    nodes.TheOne: Law((_TRUTH,), lambda node, _: node.binder.type),
    nodes.FirstSeat: Law((_SEAT, _TRUTH), _a(OptionType(Plain.SEAT))),
    nodes.ReadingOf: Law((_is(Plain.COMBINATION),), _a(Plain.READING)),
    nodes.IsPattern: Law((_READING,), _a(Plain.TRUTH)),
    nodes.FieldOf: Law((_READING,), _open, may=_plain, extra=_known_field),
    nodes.Outranks: Law((_READING, _READING), _a(Plain.TRUTH)),
    nodes.CombinationOf: Law((_CARD, _any), _a(Plain.COMBINATION), extra=_fields),
    nodes.Written: Law((), _a(Plain.COMBINATION), extra=_written),
    nodes.Before: Law((_any,), _type_of_inner),
}
