"""Expressions of the lowered form, made so that what is known already is worked out at once."""

from haggis_rules.codegen.lowered.form import (
    COMPARISONS,
    ByteOperation,
    Choose,
    Conversion,
    Converted,
    IntegerOperator,
    Invoke,
    Literal,
    Load,
    LocalVariable,
    LoweredExpression,
    Operation,
    ValueKind,
)

I32, I64 = ValueKind.I32, ValueKind.I64
TRUE, FALSE = Literal(I32, 1), Literal(I32, 0)
_BITS = {ValueKind.I32: 32, ValueKind.I64: 64}
_IS_ZERO = {I32: Conversion.IS_ZERO_32, I64: Conversion.IS_ZERO_64}
_OPPOSITE = {
    IntegerOperator.EQ: IntegerOperator.NE,
    IntegerOperator.NE: IntegerOperator.EQ,
    IntegerOperator.LT_S: IntegerOperator.GE_S,
    IntegerOperator.GE_S: IntegerOperator.LT_S,
    IntegerOperator.LE_S: IntegerOperator.GT_S,
    IntegerOperator.GT_S: IntegerOperator.LE_S,
}


def kind_of(node: LoweredExpression) -> ValueKind:
    """Return the kind of a value. Raises ``ValueError`` for a function without a result."""
    match node:
        case Literal(kind=kind) | LocalVariable(kind=kind) | Load(kind=kind):
            return kind
        case Operation(operator=operator, left=left):
            return I32 if operator in COMPARISONS else kind_of(left)
        case ByteOperation():
            return ValueKind.V128
        case Converted(conversion=conversion):
            return conversion.result
        case Choose(value=value):
            return kind_of(value)
        case Invoke(kind=kind, function=function):
            if kind is None:
                raise ValueError(f"`{function}` has no result")
            return kind


def i32(value: int) -> Literal:
    """Return a number of 32 bits."""
    return Literal(I32, value)


def i64(value: int) -> Literal:
    """Return a number of 64 bits."""
    return Literal(I64, value)


def wrapped(kind: ValueKind, value: int) -> int:
    """Return a number as its lowest bits have it, with a sign."""
    bits = _BITS[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def add(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    """Return a sum; numbers as written stand last in it, as one."""
    match left, right:
        case Literal(kind=kind, value=one), Literal(value=other):
            return Literal(kind, wrapped(kind, one + other))
        case Literal(), _:
            return add(right, left)
        case _, Literal(value=0):
            return left
        case Operation(operator=IntegerOperator.ADD, left=inner, right=Literal() as one), Literal():
            return add(inner, add(one, right))
        case _:
            return Operation(IntegerOperator.ADD, left, right)


def subtract(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    """Return a difference."""
    match left, right:
        case Literal(kind=kind, value=one), Literal(value=other):
            return Literal(kind, wrapped(kind, one - other))
        case _, Literal(value=0):
            return left
        case _:
            return Operation(IntegerOperator.SUB, left, right)


def multiply(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    """Return a product; a number as written stands last in it."""
    match left, right:
        case Literal(kind=kind, value=one), Literal(value=other):
            return Literal(kind, wrapped(kind, one * other))
        case Literal(), _:
            return multiply(right, left)
        case _, Literal(value=1):
            return left
        case _, Literal(kind=kind, value=value) if value > 0 and not value & (value - 1):
            return Operation(IntegerOperator.SHL, left, Literal(kind, value.bit_length() - 1))
        case _:
            return Operation(IntegerOperator.MUL, left, right)


def compare(
    operator: IntegerOperator, left: LoweredExpression, right: LoweredExpression
) -> LoweredExpression:
    """Return whether two values of one kind are as an operator has it, with their signs."""
    match left, right:
        case Literal(value=one), Literal(value=other):
            return TRUE if _holds(operator, one, other) else FALSE
        case _:
            return Operation(operator, left, right)


def _holds(operator: IntegerOperator, one: int, other: int) -> bool:
    match operator:
        case IntegerOperator.EQ:
            return one == other
        case IntegerOperator.NE:
            return one != other
        case IntegerOperator.LT_S:
            return one < other
        case IntegerOperator.GT_S:
            return one > other
        case IntegerOperator.LE_S:
            return one <= other
        case IntegerOperator.GE_S:
            return one >= other
        case _:
            raise ValueError(f"numbers as written are not compared by {operator.value}")


def equal(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    """Return whether two values are the same."""
    return compare(IntegerOperator.EQ, left, right)


def negated(truth: LoweredExpression) -> LoweredExpression:
    """Return whether a truth does not hold."""
    match truth:
        case Literal(value=value):
            return FALSE if value else TRUE
        case Operation(operator=operator, left=left, right=right) if operator in _OPPOSITE:
            return Operation(_OPPOSITE[operator], left, right)
        case Converted(conversion=Conversion.IS_ZERO_32, inner=inner) if is_truth(inner):
            return inner
        case _:
            return Converted(_IS_ZERO[kind_of(truth)], truth)


def is_truth(node: LoweredExpression) -> bool:
    """Tell whether a value is known to be 0 or 1."""
    match node:
        case Literal(value=value):
            return value in {0, 1}
        case Operation(operator=operator) if operator in COMPARISONS:
            return True
        case Operation(operator=IntegerOperator.AND | IntegerOperator.OR, left=left, right=right):
            return is_truth(left) and is_truth(right)
        case Converted(conversion=Conversion.IS_ZERO_32 | Conversion.IS_ZERO_64):
            return True
        case Choose(value=value, other=other):
            return is_truth(value) and is_truth(other)
        case _:
            return False


def choose(
    when: LoweredExpression, value: LoweredExpression, other: LoweredExpression
) -> LoweredExpression:
    """Return one of two values."""
    match when, value, other:
        case Literal(value=known), _, _:
            return value if known else other
        case _, Literal(kind=ValueKind.I32, value=1), Literal(value=0) if is_truth(when):
            return when
        case _, Literal(kind=ValueKind.I32, value=0), Literal(value=1) if is_truth(when):
            return negated(when)
        case _ if value == other:
            return value
        case _:
            return Choose(when, value, other)


def both(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    """Return whether two truths hold; the right one is looked at only when the left one does."""
    return choose(left, right, FALSE)


def either(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    """Return whether one of two truths holds; the right one is looked at only if the left fails."""
    return choose(left, TRUE, right)


def widened(node: LoweredExpression) -> LoweredExpression:
    """Return a number of 32 bits, or one of 64, with 64 bits and its sign."""
    match node:
        case Literal(kind=ValueKind.I32, value=value):
            return i64(value)
        case _:
            return node if kind_of(node) is I64 else Converted(Conversion.EXTEND_S, node)


def narrowed(node: LoweredExpression) -> LoweredExpression:
    """Return a number that 32 bits hold with 32 bits."""
    match node:
        case Literal(kind=ValueKind.I64, value=value):
            return i32(wrapped(I32, value))
        case Converted(conversion=Conversion.EXTEND_S | Conversion.EXTEND_U, inner=inner):
            return inner
        case _:
            return node if kind_of(node) is I32 else Converted(Conversion.WRAP, node)


def load(
    kind: ValueKind, address: LoweredExpression, offset: int, size: int, *, signed: bool = False
) -> LoweredExpression:
    """Return what stands in memory; what is known of the address goes to the offset."""
    match address:
        case Operation(operator=IntegerOperator.ADD, left=left, right=Literal(value=value)) if (
            value >= 0
        ):
            return Load(kind, left, offset + value, size, signed)
        case Literal(value=value):
            return Load(kind, i32(0), offset + value, size, signed)
        case _:
            return Load(kind, address, offset, size, signed)


def added_up(terms: list[LoweredExpression]) -> LoweredExpression:
    """Return the sum of one or more numbers of one kind."""
    total = terms[0]
    for term in terms[1:]:
        total = add(total, term)
    return total
