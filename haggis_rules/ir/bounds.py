"""Arithmetic of upper bounds, where None says that there is none."""

High = int | None


def added(one: High, other: High) -> High:
    """Return the bound of a sum."""
    return None if one is None or other is None else one + other


def multiplied(factor: int, high: High) -> High:
    """Return the bound of so many times a number that is not below none."""
    if factor == 0:
        return 0
    return None if high is None else factor * high


def highest(one: High, other: High) -> High:
    """Return the higher of two bounds."""
    return None if one is None or other is None else max(one, other)


def below(high: High, low: int) -> bool:
    """Tell whether all up to a bound lie below a number."""
    return high is not None and high < low


def at_most(high: High, low: int) -> bool:
    """Tell whether none up to a bound lies above a number."""
    return high is not None and high <= low
