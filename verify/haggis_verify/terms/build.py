"""The only way to make terms: each function simplifies what it can see at once."""

from collections.abc import Callable, Iterable
from math import gcd

from haggis_verify.terms.nodes import (
    AllOf,
    AnyOf,
    Bool,
    Choose,
    Denial,
    Fixed,
    Int,
    NotMore,
    Open,
    Sum,
    Variable,
    Whole,
    Zero,
    one,
)

TRUE: Bool = one(Fixed, True)  # noqa: FBT003
FALSE: Bool = one(Fixed, False)  # noqa: FBT003


# Whole numbers


def whole(value: int) -> Int:
    """Give a fixed number."""
    return one(Whole, value)


def variable(name: str, low: int, high: int | None) -> Int:
    """Give a number that a solver may choose; a fixed one when the bounds leave no choice.

    Without ``high`` it may be any number from ``low`` on.
    """
    return whole(low) if low == high else one(Variable, name, low, high)


def low(number: Int) -> int | None:
    """Give a number that it is never below, None when there is none."""
    return number.value if isinstance(number, Whole) else number.low


def high(number: Int) -> int | None:
    """Give a number that it is never above, None when there is none."""
    return number.value if isinstance(number, Whole) else number.high


def add(numbers: Iterable[Int]) -> Int:
    """Add up numbers."""
    return _linear([(1, number) for number in numbers], 0)


def times(factor: int, number: Int) -> Int:
    """Multiply by a fixed number."""
    return _linear([(factor, number)], 0)


def minus(left: Int, right: Int) -> Int:
    """Take one number from another."""
    return _linear([(1, left), (-1, right)], 0)


def choose(when: Bool, value: Int, other: Int) -> Int:
    """Give ``value`` when ``when`` holds, and ``other`` when not."""
    if when is TRUE or value is other:
        return value
    if when is FALSE:
        return other
    if isinstance(when, Denial):
        return choose(when.inner, other, value)
    if isinstance(value, Choose) and value.when is when:
        return choose(when, value.value, other)
    if isinstance(other, Choose) and other.when is when:
        return choose(when, value, other.other)
    least, most = (low(value), low(other)), (high(value), high(other))
    return one(
        Choose,
        when,
        value,
        other,
        None if None in least else min(bound for bound in least if bound is not None),
        None if None in most else max(bound for bound in most if bound is not None),
    )


def _linear(numbers: Iterable[tuple[int, Int]], constant: int) -> Int:
    factors: dict[Variable | Choose, int] = {}
    for factor, number in numbers:
        match number:
            case Whole(value=value):
                constant += factor * value
            case Sum(parts=inside, constant=more):
                constant += factor * more
                for inner, part in inside:
                    factors[part] = factors.get(part, 0) + factor * inner
            case Variable() | Choose():
                factors[number] = factors.get(number, 0) + factor
    parts = [(factor, part) for part, factor in factors.items() if factor]
    joined = _joined(parts)
    if joined is not None:
        return _linear(joined, constant)
    parts.sort(key=_serial)
    return _sum(tuple(parts), constant)


def _joined(parts: Iterable[tuple[int, Variable | Choose]]) -> list[tuple[int, Int]] | None:
    """Make one choice of those that hang on the same truth; None when no two do."""
    found: list[tuple[int, Int]] = []
    choices: dict[Bool, list[tuple[int, Choose]]] = {}
    for factor, part in parts:
        if isinstance(part, Choose):
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
            found.append((1, choose(when, value, other)))
    return found


def _serial(part: tuple[int, Variable | Choose]) -> int:
    return part[1].serial


def _sum(parts: tuple[tuple[int, Variable | Choose], ...], constant: int) -> Int:
    if not parts:
        return whole(constant)
    if constant == 0 and len(parts) == 1 and parts[0][0] == 1:
        return parts[0][1]
    least = _bound(constant, ((f, p.low if f > 0 else p.high) for f, p in parts))
    most = _bound(constant, ((f, p.high if f > 0 else p.low) for f, p in parts))
    return one(Sum, parts, constant, least, most)


def _bound(constant: int, bounds: Iterable[tuple[int, int | None]]) -> int | None:
    """Add up the bounds of the parts of a sum; there is none when a part has none."""
    total = constant
    for factor, bound in bounds:
        if bound is None:
            return None
        total += factor * bound
    return total


# Truths


def fixed(value: bool) -> Bool:  # noqa: FBT001
    """Give true or false."""
    return TRUE if value else FALSE


def open_truth(name: str) -> Bool:
    """Give a truth that a solver may choose."""
    return one(Open, name)


def at_most(left: Int, right: Int) -> Bool:
    """Whether ``left <= right``."""
    return _not_more(minus(left, right))


def below(left: Int, right: Int) -> Bool:
    """Whether ``left < right``."""
    return _not_more(_linear([(1, left), (-1, right)], 1))


def equal(left: Int, right: Int) -> Bool:
    """Whether two numbers are the same."""
    return _zero(minus(left, right))


def same(left: Bool, right: Bool) -> Bool:
    """Whether two truths are the same."""
    return choose_truth(left, right, negate(right))


def negate(truth: Bool) -> Bool:
    """Deny a truth."""
    match truth:
        case Fixed(value=value):
            return fixed(not value)
        case Denial(inner=inner):
            return inner
        case Open() | NotMore() | Zero() | AllOf() | AnyOf():
            return one(Denial, truth)


def all_of(truths: Iterable[Bool]) -> Bool:
    """Whether each holds."""
    parts = _gather(truths, AllOf, TRUE, FALSE)
    return parts if not isinstance(parts, tuple) else one(AllOf, parts)


def any_of(truths: Iterable[Bool]) -> Bool:
    """Whether at least one holds."""
    parts = _gather(truths, AnyOf, FALSE, TRUE)
    return parts if not isinstance(parts, tuple) else one(AnyOf, parts)


def implies(left: Bool, right: Bool) -> Bool:
    """Whether the left does not hold, or the right does."""
    return any_of([negate(left), right])


def choose_truth(when: Bool, value: Bool, other: Bool) -> Bool:
    """Give ``value`` when ``when`` holds, and ``other`` when not."""
    if when is TRUE or value is other:
        return value
    if when is FALSE:
        return other
    return any_of([all_of([when, value]), all_of([negate(when), other])])


def _gather(
    truths: Iterable[Bool], kind: type[AllOf | AnyOf], idle: Bool, decisive: Bool
) -> Bool | tuple[Bool, ...]:
    """Flatten, drop what is idle or said twice; one truth when that is what is left."""
    parts: dict[Bool, None] = {}
    denied: set[Bool] = set()
    for truth in truths:
        for part in truth.parts if isinstance(truth, kind) else (truth,):
            if part is idle or part in parts:
                continue
            opposed = part.inner in parts if isinstance(part, Denial) else part in denied
            if part is decisive or opposed:
                return decisive
            parts[part] = None
            if isinstance(part, Denial):
                denied.add(part.inner)
    if not parts:
        return idle
    return next(iter(parts)) if len(parts) == 1 else tuple(parts)


def _not_more(number: Int) -> Bool:
    least, most = low(number), high(number)
    if most is not None and most <= 0:
        return TRUE
    if least is not None and least > 0:
        return FALSE
    split = _split(number, _not_more)
    if split is not None:
        return split
    factors, constant = _parts(number)
    if factors[0][0] < 0:  # -x + k <= 0 is: not x - k + 1 <= 0
        return negate(_not_more(_linear([(-1, number)], 1)))
    divisor = gcd(*(factor for factor, _ in factors))
    if divisor > 1:  # rounded up: 2x - 3 <= 0 is x - 1 <= 0
        shrunk = tuple((factor // divisor, part) for factor, part in factors)
        return _not_more(_sum(shrunk, -(-constant // divisor)))
    return one(NotMore, number)


def _zero(number: Int) -> Bool:
    least, most = low(number), high(number)
    if (least is not None and least > 0) or (most is not None and most < 0):
        return FALSE
    if isinstance(number, Whole):
        return TRUE
    split = _split(number, _zero)
    if split is not None:
        return split
    factors, constant = _parts(number)
    if factors[0][0] < 0:
        return _zero(_linear([(-1, number)], 0))
    divisor = gcd(*(factor for factor, _ in factors))
    if constant % divisor:
        return FALSE
    if divisor > 1:
        shrunk = tuple((factor // divisor, part) for factor, part in factors)
        return _zero(_sum(shrunk, constant // divisor))
    return one(Zero, number)


def _parts(number: Int) -> tuple[tuple[tuple[int, Variable | Choose], ...], int]:
    match number:
        case Whole(value=value):
            return (), value
        case Sum(parts=parts, constant=constant):
            return parts, constant
        case Variable() | Choose():
            return ((1, number),), 0


def _split(number: Int, test: Callable[[Int], Bool]) -> Bool | None:
    """Ask each branch by itself when the number is a choice with a fixed branch."""
    parts, constant = _parts(number)
    if len(parts) != 1:
        return None
    factor, part = parts[0]
    if not isinstance(part, Choose):
        return None
    if not (isinstance(part.value, Whole) or isinstance(part.other, Whole)):
        return None
    return choose_truth(
        part.when,
        test(_linear([(factor, part.value)], constant)),
        test(_linear([(factor, part.other)], constant)),
    )
