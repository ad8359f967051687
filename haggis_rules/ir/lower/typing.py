"""How types, units and bounds fit together: the arithmetic of types.

The bounds of a number are found by interval arithmetic over its parts, without a look at how the
parts hang together: ``x - x`` is from ``low - high`` to ``high - low``. So they are sound and not
always tight; that what is given to a variable fits its type is checked as it runs, and proved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from haggis_rules.diagnostics.errors import (
    MixedUnitsError,
    NeverError,
    TooManyChoicesError,
    UnboundedError,
    WrongTypeError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import (
    Bounds,
    at_most,
    below,
    count,
    difference_of,
    hull,
    least_bounds,
    most_bounds,
    product_of,
    scaled,
    sum_of,
)
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, Unit, show
from haggis_rules.syntax import ast

# Values of the smaller side of a product. A proof goes through them case by case, so this bounds
# how much longer a product makes what solvers read.
MOST_FACTORS = 1_000


def fit(node: nodes.Expr, wanted: Type, span: Span) -> nodes.Expr:
    """Fit a value to a type: take it out of an option or put it into one, read a combination."""
    if isinstance(wanted, OptionType):
        if isinstance(node.type, OptionType):
            _same(node, wanted.inner, node.type.inner, span)
            return node
        return nodes.Just(wanted, fit(node, wanted.inner, span), node.span)
    node = plain(node)
    if wanted is Plain.READING and node.type is Plain.COMBINATION:
        return nodes.ReadingOf(Plain.READING, node, node.span)
    _same(node, wanted, node.type, span)
    return node


def number_type(written: ast.NumberRange) -> NumberType:
    """Type a range of numbers. Raises ``WrongTypeError`` when it goes from high to low."""
    unit = None if written.unit is None else Unit(written.unit.text)
    match written:
        case ast.NumberType(low=low, high=high):
            if low.value > high.value:
                raise WrongTypeError("a range goes from the lower to the higher", written.span)
            return NumberType(low.value, high.value, unit)
        case ast.OpenNumber(low=low):
            return NumberType(low.value, None, unit)
        case ast.NumberUpTo(high=high):
            return NumberType(None, high.value, unit)
        case ast.AnyNumber():
            return NumberType(None, None, unit)


def plain(node: nodes.Expr) -> nodes.Expr:
    """Take a value out of an option."""
    if isinstance(node.type, OptionType):
        return nodes.The(node.type.inner, node, node.span)
    return node


def wrong(node: nodes.Expr, wanted: str, span: Span) -> WrongTypeError:
    """Make the fault of a value of a wrong type."""
    return WrongTypeError(f"{_with_article(wanted)} belongs here", span, hint=_this_is(node))


def never_none(kind: Type | None, span: Span) -> WrongTypeError:
    """Make the fault of `none` where there always is a value, or no type that it could have."""
    hint = "put it beside a value that is there at other times, or leave it out"
    if kind is not None:
        hint = (
            f"this is a {show(kind)}, and so always has a value: leave `none` out, or declare it "
            "`... or none`"
        )
    return WrongTypeError("this can never be none", span, hint=hint)


def join(left: nodes.Expr, right: nodes.Expr, span: Span) -> tuple[nodes.Expr, nodes.Expr]:
    """Fit two values to one type."""
    kind = join_types([left.type, right.type], span)
    return fit(left, kind, span), fit(right, kind, span)


def one_of_two(
    node: ast.If, wanted: Type | None, typed: Callable[[ast.Expr, Type | None], nodes.Expr]
) -> tuple[nodes.Expr, nodes.Expr]:
    """Type two values of which one is taken. A `none` is of the type of the other, if it can be."""
    first, other = node.value, node.other
    if wanted is None and isinstance(first, ast.NoneValue):
        b = typed(other, None)
        return join(typed(first, OptionType.of(b.type)), b, node.span)
    a = typed(first, wanted)
    beside = wanted is None and isinstance(other, ast.NoneValue)
    return join(a, typed(other, OptionType.of(a.type) if beside else wanted), node.span)


def join_types(kinds: Sequence[Type], span: Span) -> Type:
    """Return the smallest type that holds the values of all.

    Raises ``WrongTypeError`` when there is none.
    """
    if any(isinstance(kind, OptionType) for kind in kinds):
        inner = join_types([k.inner if isinstance(k, OptionType) else k for k in kinds], span)
        if isinstance(inner, OptionType):
            message = "an option holds no option"
            raise AssertionError(message)
        return OptionType(inner)
    numbers = [kind for kind in kinds if isinstance(kind, NumberType)]
    if numbers and len(numbers) == len(kinds):
        low, high = reduce(hull, (n.bounds for n in numbers))
        return NumberType(low, high, _unit([n.unit for n in numbers], span))
    if Plain.READING in kinds and set(kinds) <= {Plain.READING, Plain.COMBINATION}:
        return Plain.READING
    if len(set(kinds)) > 1:
        words = " and ".join(f"`{show(kind)}`" for kind in dict.fromkeys(kinds))
        raise WrongTypeError(f"these are of different types, {words}", span)
    return kinds[0]


def ordered(
    kind: type[nodes.AtMost | nodes.Below],
    left: nodes.Expr,
    right: nodes.Expr,
    node: ast.Expr,
) -> nodes.Expr:
    """Compare two values that have an order. Raises ``WrongTypeError`` for what has no order."""
    a, b = join(plain(left), plain(right), node.span)
    if a.type in {
        Plain.SEAT,
        Plain.TEAM,
        Plain.CARD,
        Plain.READING,
        Plain.TRUTH,
        Plain.COMBINATION,
    }:
        raise WrongTypeError(f"a {show(a.type)} is not above or below another", node.span)
    if isinstance(left.type, NumberType) and isinstance(right.type, NumberType):
        _not_settled(kind is nodes.Below, left.type, right.type, node)
    return kind(Plain.TRUTH, a, b, node.span)


def some_lie(number: nodes.Expr, node: ast.CopiesIn) -> nodes.Expr:
    """Say that some copy of a card lies somewhere, from how many do."""
    none = nodes.Number(NumberType(0, 0), 0, node.span)
    return nodes.Below(Plain.TRUTH, none, number, node.span)


def misused(name: ast.Name, form: ir.Form) -> WrongTypeError:
    """Return the fault of a word of the text that stands as another kind of word does."""
    return WrongTypeError(
        f"`{name.text}` is not used in this way",
        name.span,
        hint=f"write it as `{form.value.replace('NAME', name.text)}`",
    )


def found(
    node: ast.First | ast.TheOne, binder: nodes.Binder, where: nodes.Expr
) -> nodes.First | nodes.TheOne:
    """Return the lowest value for which it holds, or the only one."""
    if isinstance(node, ast.TheOne):
        return nodes.TheOne(binder.type, binder, where, node.span)
    return nodes.First(OptionType(binder.type), binder, where, node.span)


def some_play(
    name: str, zone: nodes.ZoneRef, held: nodes.Expr, node: ast.SomeCombination
) -> nodes.SomePlay:
    """Say that cards in a zone make some play. Raises ``WrongTypeError`` for several zones."""
    if not isinstance(zone, nodes.OneZone | nodes.OwnedZone):
        raise WrongTypeError(
            "a combination comes from the cards of one zone",
            node.zone.span,
            hint="name a zone, and whose it is: `hand of s`",
        )
    return nodes.SomePlay(Plain.TRUTH, nodes.Binder(name, Plain.READING), zone, held, node.span)


def equal(left: nodes.Expr, right: nodes.Expr, node: ast.Expr) -> nodes.Expr:
    """Compare two values for equality. Raises ``NeverError`` for numbers that are never equal."""
    a, b = join(left, right, node.span)
    if (
        isinstance(left.type, NumberType)
        and isinstance(right.type, NumberType)
        and (below(left.type.high, right.type.low) or below(right.type.high, left.type.low))
    ):
        raise _never(left.type, right.type, node)
    return nodes.Equal(Plain.TRUTH, a, b, node.span)


def plus(left: nodes.Expr, right: nodes.Expr, node: ast.Expr) -> nodes.Expr:
    """Add two numbers of one unit."""
    a, b = _numbers(left, right)
    kind = _bounded(sum_of(a.bounds, b.bounds), _unit([a.unit, b.unit], node.span))
    return nodes.Plus(kind, left, right, node.span)


def minus(left: nodes.Expr, right: nodes.Expr, node: ast.Expr) -> nodes.Expr:
    """Take one number from another of its unit.

    What is taken away has to have a bound, where the other has a lowest value to lose.

    Raises ``UnboundedError`` where it has none.
    """
    a, b = _numbers(left, right)
    if b.high is None and a.low is not None:
        raise UnboundedError(
            "this has no lowest value, since what is taken away has no highest",
            node.span,
            hint="compare the two with `is above` or `is below`, or add to the other side",
        )
    kind = _bounded(difference_of(a.bounds, b.bounds), _unit([a.unit, b.unit], node.span))
    return nodes.Minus(kind, left, right, node.span)


def times(left: nodes.Expr, right: nodes.Expr, node: ast.Expr) -> nodes.Expr:
    """Multiply a number by another, of which one counts nothing and one has few values.

    Raises ``MixedUnitsError`` or ``TooManyChoicesError``.
    """
    a, b = _numbers(left, right)
    if a.unit is not None and b.unit is not None:
        raise MixedUnitsError(
            f"{a.unit.value} times {b.unit.value} count nothing",
            node.span,
            hint="one of the two has to be a number without a unit",
        )
    if isinstance(left, nodes.Number):
        return _multiple(left.value, right, b, node)
    if isinstance(right, nodes.Number):
        return _multiple(right.value, left, a, node)
    if all((count(one.bounds) or MOST_FACTORS + 1) > MOST_FACTORS for one in (a, b)):
        raise TooManyChoicesError(
            f"both sides of `times` have more than {MOST_FACTORS} values here",
            node.span,
            hint=f"one is {_range(a)}, the other {_range(b)}; "
            f"one of the two can have at most {MOST_FACTORS}",
        )
    kind = _bounded(product_of(a.bounds, b.bounds), a.unit or b.unit)
    return nodes.Product(kind, left, right, node.span)


def _multiple(factor: int, inner: nodes.Expr, kind: NumberType, node: ast.Expr) -> nodes.Expr:
    multiple = _bounded(scaled(factor, kind.bounds), kind.unit)
    return nodes.Times(multiple, factor, inner, node.span)


def extreme(
    made: type[nodes.MostOf | nodes.LeastOf], parts: Sequence[nodes.Expr], node: ast.Expr
) -> nodes.Expr:
    """Return the largest or the smallest of some numbers of one unit."""
    kinds = [part.type for part in parts if isinstance(part.type, NumberType)]
    ends = {nodes.MostOf: most_bounds, nodes.LeastOf: least_bounds}[made]
    kind = _bounded(
        reduce(ends, (one.bounds for one in kinds)), _unit([k.unit for k in kinds], node.span)
    )
    return made(kind, tuple(parts), node.span)


def points_each(points: int, inner: nodes.Expr, node: ast.Expr) -> nodes.Expr:
    """Return points for each that a number counts."""
    a, _ = _numbers(inner, inner)
    kind = _bounded(scaled(points, a.bounds), Unit.POINTS)
    return nodes.PointsEach(kind, points, inner, node.span)


def total(size: int, binder: nodes.Binder, inner: nodes.Expr, node: ast.Expr) -> nodes.Expr:
    """Add up a number over all values of a type."""
    # A sum over no values is 0, whatever the bounds of one are: 0 is always within.
    a, _ = _numbers(inner, inner)
    kind = _bounded(hull((0, 0), scaled(size, a.bounds)), a.unit)
    return nodes.Total(kind, binder, inner, node.span)


def _bounded(bounds: Bounds, unit: Unit | None) -> NumberType:
    low, high = bounds
    return NumberType(low, high, unit)


def _numbers(left: nodes.Expr, right: nodes.Expr) -> tuple[NumberType, NumberType]:
    if not isinstance(left.type, NumberType) or not isinstance(right.type, NumberType):
        message = "only numbers are added up"
        raise TypeError(message)
    return left.type, right.type


def _unit(units: Sequence[Unit | None], span: Span) -> Unit | None:
    known = list(dict.fromkeys(unit for unit in units if unit is not None))
    if len(known) > 1:
        raise MixedUnitsError(
            f"{known[0].value} and {known[1].value} do not mix",
            span,
            hint="points come from cards by `1 point for each (...)`"
            if Unit.POINTS in known
            else "compare or add numbers that count the same",
        )
    return known[0] if known else None


def _same(node: nodes.Expr, wanted: Type, given: Type, span: Span) -> None:
    if isinstance(wanted, NumberType) and isinstance(given, NumberType):
        _unit([wanted.unit, given.unit], span)
        if wanted.unit is None and given.unit is not None:
            raise MixedUnitsError(
                f"this is a number of {given.unit.value}, but a number without a unit belongs here",
                span,
                hint=f"say what is counted where it is declared, as `0 to 9 {given.unit.value}`",
            )
        return
    if wanted != given:
        raise wrong(node, show(wanted), span)


def _not_settled(strictly: bool, left: NumberType, right: NumberType, node: ast.Expr) -> None:  # noqa: FBT001
    """Refuse a comparison, of what is below or else at most, that always has the same answer."""
    if strictly:
        settled = below(left.high, right.low) or at_most(right.high, left.low)
    else:
        settled = at_most(left.high, right.low) or below(right.high, left.low)
    if settled:
        raise _never(left, right, node)


def _never(left: NumberType, right: NumberType, node: ast.Expr) -> NeverError:
    return NeverError(
        "this has the same answer whatever happens",
        node.span,
        hint=f"one side is {_range(left)}, the other {_range(right)}",
    )


def _range(kind: NumberType) -> str:
    return str(kind.low) if count(kind.bounds) == 1 else str(replace(kind, unit=None))


def _this_is(node: nodes.Expr) -> str:
    return f"this is {_with_article(show(node.type))}"


def _with_article(words: str) -> str:
    if words[:1].isdigit() or words[:1] == "-":
        no_end = " or more" in words or " or less" in words
        return f"a number, {words}" if no_end else f"a number from {words}"
    return words if words.startswith(("a ", "an ", "any ")) else f"a {words}"


__all__ = [
    "MOST_FACTORS",
    "ChoiceType",
    "equal",
    "extreme",
    "fit",
    "join",
    "join_types",
    "minus",
    "never_none",
    "number_type",
    "ordered",
    "plain",
    "plus",
    "points_each",
    "times",
    "total",
    "wrong",
]


def check_fields(node: ast.CombinationOf, pattern: ir.Pattern) -> None:
    """Check that each field of a pattern is given, once. Raises ``WrongTypeError``."""
    given, wanted = [f.field.text for f in node.fields], [f.name for f in pattern.fields]
    if sorted(given) != sorted(wanted):
        raise WrongTypeError(
            f"a `{pattern.name}` is not read by these fields",
            node.span,
            hint="its fields are " + ", ".join(f"`{name}`" for name in wanted),
        )
