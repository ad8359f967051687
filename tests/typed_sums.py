"""Sums, differences and products with their types, for ``tests.particular``."""

from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import (
    Bounds,
    count,
    difference_of,
    product_of,
    scaled,
    sum_of,
)
from haggis_rules.ir.types import NumberType, Unit
from tests.expressions import bounds

_MOST_FACTORS = 100  # values of the smaller side of a product: a proof goes through them all


def sum_node(left: nodes.Expr, right: nodes.Expr) -> nodes.Expr:
    a, b = bounds(left), bounds(right)
    return nodes.Plus(number_type(sum_of(a.bounds, b.bounds), a.unit or b.unit), left, right)


def difference_node(left: nodes.Expr, right: nodes.Expr) -> nodes.Expr:
    a, b = bounds(left), bounds(right)
    # What has a lowest value loses nothing without a highest one.
    if b.high is None and a.low is not None:
        return sum_node(left, right)
    return nodes.Minus(
        number_type(difference_of(a.bounds, b.bounds), a.unit or b.unit), left, right
    )


def times_node(factor: int, inner: nodes.Expr) -> nodes.Expr:
    a = bounds(inner)
    return nodes.Times(number_type(scaled(factor, a.bounds), a.unit), factor, inner)


def product_node(left: nodes.Expr, right: nodes.Expr, *, turned: bool) -> nodes.Expr:
    """Return the product where one side has few values, and else a multiple."""
    a, b = bounds(left), bounds(right)
    few = min(count(one.bounds) or _MOST_FACTORS + 1 for one in (a, b)) <= _MOST_FACTORS
    if not few or (a.unit is not None and b.unit is not None):
        return times_node(3, left)
    one, other = (right, left) if turned else (left, right)
    if isinstance(one, nodes.Number):  # as the text is typed: so many times, which sounds the same
        return times_node(one.value, other)
    return nodes.Product(number_type(product_of(a.bounds, b.bounds), a.unit or b.unit), one, other)


def points_node(points: int, inner: nodes.Expr) -> nodes.Expr:
    a = bounds(inner)
    return nodes.PointsEach(number_type(scaled(points, a.bounds), Unit.POINTS), points, inner)


def number_type(ends: Bounds, unit: Unit | None) -> NumberType:
    low, high = ends
    return NumberType(low, high, unit)
