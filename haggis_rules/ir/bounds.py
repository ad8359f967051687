"""Arithmetic of bounds, where None says that there is none: no lowest, or no highest."""

from itertools import product
from math import inf

Low = int | None
High = int | None
Bounds = tuple[Low, High]


def added(one: int | None, other: int | None) -> int | None:
    """Return the bound of a sum, from those of its parts on the same side."""
    return None if one is None or other is None else one + other


def sum_of(one: Bounds, other: Bounds) -> Bounds:
    """Return the bounds of a sum."""
    return added(one[0], other[0]), added(one[1], other[1])


def difference_of(one: Bounds, other: Bounds) -> Bounds:
    """Return the bounds of a difference: the lowest less the highest, and the other way round."""
    return sum_of(one, scaled(-1, other))


def scaled(factor: int, bounds: Bounds) -> Bounds:
    """Return the bounds of so many times a number."""
    return product_of((factor, factor), bounds)


def product_of(one: Bounds, other: Bounds) -> Bounds:
    """Return the bounds of a product: the least and the most of what its corners give.

    A product is monotone in each side, so no value lies beyond all four corners.
    """
    corners = [_corner(a, b) for a, b in product(_ends(one), _ends(other))]
    low, high = min(corners), max(corners)
    return None if low == -inf else int(low), None if high == inf else int(high)


def hull(one: Bounds, other: Bounds) -> Bounds:
    """Return the bounds of what lies within the one or the other."""
    return lowest(one[0], other[0]), highest(one[1], other[1])


def most_bounds(one: Bounds, other: Bounds) -> Bounds:
    """Return the bounds of the larger of two numbers."""
    return raised(one[0], other[0]), highest(one[1], other[1])


def least_bounds(one: Bounds, other: Bounds) -> Bounds:
    """Return the bounds of the smaller of two numbers."""
    return lowest(one[0], other[0]), lowered(one[1], other[1])


def lowest(one: Low, other: Low) -> Low:
    """Return the lower of two lower bounds."""
    return None if one is None or other is None else min(one, other)


def highest(one: High, other: High) -> High:
    """Return the higher of two upper bounds."""
    return None if one is None or other is None else max(one, other)


def raised(one: Low, other: Low) -> Low:
    """Return the higher of two lower bounds that both hold."""
    return max((bound for bound in (one, other) if bound is not None), default=None)


def lowered(one: High, other: High) -> High:
    """Return the lower of two upper bounds that both hold."""
    return min((bound for bound in (one, other) if bound is not None), default=None)


def below(high: High, low: Low) -> bool:
    """Tell whether all up to a bound lie below all from another on."""
    return high is not None and low is not None and high < low


def at_most(high: High, low: Low) -> bool:
    """Tell whether none up to a bound lies above any from another on."""
    return high is not None and low is not None and high <= low


def within(bounds: Bounds, number: int) -> bool:
    """Tell whether a number lies within bounds."""
    low, high = bounds
    return (low is None or low <= number) and (high is None or number <= high)


def count(bounds: Bounds) -> int | None:
    """Return how many numbers lie within bounds; None when there is no end of them."""
    low, high = bounds
    return None if low is None or high is None else high - low + 1


def _ends(bounds: Bounds) -> tuple[int | float, int | float]:
    low, high = bounds
    return -inf if low is None else low, inf if high is None else high


def _corner(one: float, other: float) -> int | float:
    """Multiply two ends, where nothing times anything is nothing, also without an end."""
    return 0 if 0 in (one, other) else one * other
