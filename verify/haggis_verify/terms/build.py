"""The only way to make terms: each function simplifies what it can see at once."""

from collections.abc import Callable, Iterable
from math import gcd

from haggis_verify.terms.nodes import (
    BoolAnd,
    BoolConst,
    BoolNot,
    BoolOr,
    BoolTerm,
    BoolVar,
    EqZero,
    IntConst,
    IntIte,
    IntSum,
    IntTerm,
    IntVar,
    LeZero,
    hash_cons,
)

TRUE: BoolTerm = hash_cons(BoolConst, True)  # noqa: FBT003
FALSE: BoolTerm = hash_cons(BoolConst, False)  # noqa: FBT003


# Whole numbers


def int_const(value: int) -> IntTerm:
    """Return a fixed number."""
    return hash_cons(IntConst, value)


def int_var(name: str, low: int | None, high: int | None) -> IntTerm:
    """Return a number that a solver may choose; a fixed one when the bounds leave no choice.

    Without ``high`` it may be any number from ``low`` on, without ``low`` any up to ``high``.
    """
    if low is not None and low == high:
        return int_const(low)
    return hash_cons(IntVar, name, low, high)


def lower_bound(number: IntTerm) -> int | None:
    """Return a number that it is never below, None when there is none."""
    return number.value if isinstance(number, IntConst) else number.low


def upper_bound(number: IntTerm) -> int | None:
    """Return a number that it is never above, None when there is none."""
    return number.value if isinstance(number, IntConst) else number.high


def add(numbers: Iterable[IntTerm]) -> IntTerm:
    """Add up numbers."""
    return _linear([(1, number) for number in numbers], 0)


def times(factor: int, number: IntTerm) -> IntTerm:
    """Multiply by a fixed number."""
    return _linear([(factor, number)], 0)


def minus(left: IntTerm, right: IntTerm) -> IntTerm:
    """Take one number from another."""
    return _linear([(1, left), (-1, right)], 0)


def product(side: IntTerm, values: range, other: IntTerm) -> IntTerm:
    """Multiply two numbers of which one, ``side``, has one of these values.

    A product of two numbers that both vary is not linear, and solvers of linear arithmetic have no
    answer for it. So it is a choice by the values of one side, and for each a fixed number of times
    the other: exact, and linear. The cost is ``len(values) - 1`` choices, in halves, so that they
    are only as deep as the logarithm of that; ``other`` is one shared term in all of them. A value
    that a choice among fixed numbers cannot take, as what a table gives, falls away.
    """
    least, most = lower_bound(side), upper_bound(side)
    low = values[0] if least is None else max(least, values[0])
    high = values[-1] if most is None else min(most, values[-1])
    return _by_halves(side, range(low, high + 1) or values[:1], other)


def _by_halves(side: IntTerm, values: range, other: IntTerm) -> IntTerm:
    if len(values) == 1:  # this one needs no test: ``side`` has one of the values
        return times(values[0], other)
    middle = len(values) // 2
    lower = le(side, int_const(values[middle - 1]))
    under, over = values[:middle], values[middle:]
    return int_ite(lower, _by_halves(side, under, other), _by_halves(side, over, other))


def int_ite(when: BoolTerm, value: IntTerm, other: IntTerm) -> IntTerm:
    """Return ``value`` when ``when`` holds, and ``other`` when not."""
    if when is TRUE or value is other:
        return value
    if when is FALSE:
        return other
    if isinstance(when, BoolNot):
        return int_ite(when.inner, other, value)
    if isinstance(value, IntIte) and value.when is when:
        return int_ite(when, value.value, other)
    if isinstance(other, IntIte) and other.when is when:
        return int_ite(when, value, other.other)
    least, most = (lower_bound(value), lower_bound(other)), (upper_bound(value), upper_bound(other))
    return hash_cons(
        IntIte,
        when,
        value,
        other,
        None if None in least else min(bound for bound in least if bound is not None),
        None if None in most else max(bound for bound in most if bound is not None),
    )


def _linear(numbers: Iterable[tuple[int, IntTerm]], constant: int) -> IntTerm:
    """Return a sum in its normal form: flat, each part once, in the order of serials.

    Equal sums of the same parts are then one object, and ``a - a`` is 0 without a solver.
    """
    factors: dict[IntVar | IntIte, int] = {}
    for factor, number in numbers:
        match number:
            case IntConst(value=value):
                constant += factor * value
            case IntSum(parts=inside, constant=more):
                constant += factor * more
                for inner, part in inside:
                    factors[part] = factors.get(part, 0) + factor * inner
            case IntVar() | IntIte():
                factors[number] = factors.get(number, 0) + factor
    parts = [(factor, part) for part, factor in factors.items() if factor]
    joined = _joined(parts)
    if joined is not None:  # ends: each time fewer choices hang on the truths of this sum
        return _linear(joined, constant)
    parts.sort(key=_serial)
    return _sum(tuple(parts), constant)


def _joined(parts: Iterable[tuple[int, IntVar | IntIte]]) -> list[tuple[int, IntTerm]] | None:
    """Make one choice of those that hang on the same truth; None when no two do."""
    found: list[tuple[int, IntTerm]] = []
    choices: dict[BoolTerm, list[tuple[int, IntIte]]] = {}
    for factor, part in parts:
        if isinstance(part, IntIte):
            choices.setdefault(part.when, []).append((factor, part))
        else:
            found.append((factor, part))
    if all(len(alike) == 1 for alike in choices.values()):
        return None
    for when, alike in choices.items():
        if len(alike) == 1:
            found.append(alike[0])
        else:
            value = _linear([(factor, one.value) for factor, one in alike], 0)
            other = _linear([(factor, one.other) for factor, one in alike], 0)
            found.append((1, int_ite(when, value, other)))
    return found


def _serial(part: tuple[int, IntVar | IntIte]) -> int:
    return part[1].serial


def _sum(parts: tuple[tuple[int, IntVar | IntIte], ...], constant: int) -> IntTerm:
    if not parts:
        return int_const(constant)
    if constant == 0 and len(parts) == 1 and parts[0][0] == 1:
        return parts[0][1]
    least = _bound(constant, ((f, p.low if f > 0 else p.high) for f, p in parts))
    most = _bound(constant, ((f, p.high if f > 0 else p.low) for f, p in parts))
    return hash_cons(IntSum, parts, constant, least, most)


def _bound(constant: int, bounds: Iterable[tuple[int, int | None]]) -> int | None:
    """Add up the bounds of the parts of a sum; there is none when a part has none."""
    total = constant
    for factor, bound in bounds:
        if bound is None:
            return None
        total += factor * bound
    return total


# Truths


def bool_const(value: bool) -> BoolTerm:  # noqa: FBT001
    """Return true or false."""
    return TRUE if value else FALSE


def bool_var(name: str) -> BoolTerm:
    """Return a truth that a solver may choose."""
    return hash_cons(BoolVar, name)


def le(left: IntTerm, right: IntTerm) -> BoolTerm:
    """Whether ``left <= right``."""
    return _le_zero(minus(left, right))


def lt(left: IntTerm, right: IntTerm) -> BoolTerm:
    """Whether ``left < right``."""
    return _le_zero(_linear([(1, left), (-1, right)], 1))


def eq(left: IntTerm, right: IntTerm) -> BoolTerm:
    """Whether two numbers are the same."""
    return _eq_zero(minus(left, right))


def iff(left: BoolTerm, right: BoolTerm) -> BoolTerm:
    """Whether two truths are the same."""
    return bool_ite(left, right, negation(right))


def negation(truth: BoolTerm) -> BoolTerm:
    """Deny a truth."""
    match truth:
        case BoolConst(value=value):
            return bool_const(not value)
        case BoolNot(inner=inner):
            return inner
        case BoolVar() | LeZero() | EqZero() | BoolAnd() | BoolOr():
            return hash_cons(BoolNot, truth)


def conjunction(truths: Iterable[BoolTerm]) -> BoolTerm:
    """Whether each holds."""
    parts = _gather(truths, BoolAnd, TRUE, FALSE)
    return parts if not isinstance(parts, tuple) else hash_cons(BoolAnd, parts)


def disjunction(truths: Iterable[BoolTerm]) -> BoolTerm:
    """Whether at least one holds."""
    parts = _gather(truths, BoolOr, FALSE, TRUE)
    return parts if not isinstance(parts, tuple) else hash_cons(BoolOr, parts)


def implies(left: BoolTerm, right: BoolTerm) -> BoolTerm:
    """Whether the left does not hold, or the right does."""
    return disjunction([negation(left), right])


def bool_ite(when: BoolTerm, value: BoolTerm, other: BoolTerm) -> BoolTerm:
    """Return ``value`` when ``when`` holds, and ``other`` when not."""
    if when is TRUE or value is other:
        return value
    if when is FALSE:
        return other
    return disjunction([conjunction([when, value]), conjunction([negation(when), other])])


def _gather(
    truths: Iterable[BoolTerm], kind: type[BoolAnd | BoolOr], idle: BoolTerm, decisive: BoolTerm
) -> BoolTerm | tuple[BoolTerm, ...]:
    """Flatten, drop what is idle or said twice; one truth when that is what is left."""
    parts: dict[BoolTerm, None] = {}
    negated: set[BoolTerm] = set()
    for truth in truths:
        for part in truth.parts if isinstance(truth, kind) else (truth,):
            if part is idle or part in parts:
                continue
            opposed = part.inner in parts if isinstance(part, BoolNot) else part in negated
            if part is decisive or opposed:
                return decisive
            parts[part] = None
            if isinstance(part, BoolNot):
                negated.add(part.inner)
    if not parts:
        return idle
    return next(iter(parts)) if len(parts) == 1 else tuple(parts)


def _le_zero(number: IntTerm) -> BoolTerm:
    least, most = lower_bound(number), upper_bound(number)
    if most is not None and most <= 0:
        return TRUE
    if least is not None and least > 0:
        return FALSE
    split = _split(number, _le_zero)
    if split is not None:
        return split
    # One normal form for a comparison and its denial, so that they cancel in ``_gather``. Dividing
    # by the greatest common divisor and rounding keeps every whole number that fits and cuts off
    # fractions: the normalisation of the Omega test (Pugh 1991).
    factors, constant = _parts(number)
    if factors[0][0] < 0:  # -x + k <= 0 is: not x - k + 1 <= 0
        return negation(_le_zero(_linear([(-1, number)], 1)))
    divisor = gcd(*(factor for factor, _ in factors))
    if divisor > 1:  # rounded up: 2x - 3 <= 0 is x - 1 <= 0
        shrunk = tuple((factor // divisor, part) for factor, part in factors)
        return _le_zero(_sum(shrunk, -(-constant // divisor)))
    return hash_cons(LeZero, number)


def _eq_zero(number: IntTerm) -> BoolTerm:
    least, most = lower_bound(number), upper_bound(number)
    if (least is not None and least > 0) or (most is not None and most < 0):
        return FALSE
    if isinstance(number, IntConst):
        return TRUE
    split = _split(number, _eq_zero)
    if split is not None:
        return split
    factors, constant = _parts(number)
    if factors[0][0] < 0:
        return _eq_zero(_linear([(-1, number)], 0))
    divisor = gcd(*(factor for factor, _ in factors))
    if constant % divisor:  # what the divisor divides cannot come to such a number
        return FALSE
    if divisor > 1:
        shrunk = tuple((factor // divisor, part) for factor, part in factors)
        return _eq_zero(_sum(shrunk, constant // divisor))
    return hash_cons(EqZero, number)


def _parts(number: IntTerm) -> tuple[tuple[tuple[int, IntVar | IntIte], ...], int]:
    match number:
        case IntConst(value=value):
            return (), value
        case IntSum(parts=parts, constant=constant):
            return parts, constant
        case IntVar() | IntIte():
            return ((1, number),), 0


def _split(number: IntTerm, test: Callable[[IntTerm], BoolTerm]) -> BoolTerm | None:
    """Ask each branch by itself when the number is a choice with a fixed branch.

    Only then: with a fixed branch one side is settled at once, while asking both branches of every
    choice would double the term at each level.
    """
    parts, constant = _parts(number)
    if len(parts) != 1:
        return None
    factor, part = parts[0]
    if not isinstance(part, IntIte):
        return None
    if not (isinstance(part.value, IntConst) or isinstance(part.other, IntConst)):
        return None
    return bool_ite(
        part.when,
        test(_linear([(factor, part.value)], constant)),
        test(_linear([(factor, part.other)], constant)),
    )
