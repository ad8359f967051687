"""Every node of the lowered form, with its meaning in words.

A value is an integer of 32 or of 64 bits, in two's complement, or sixteen bytes. Memory is one row
of bytes, the lowest byte of a number first. An expression has no effect; it is computed in full but
for ``Choose``, and one that reads beyond the memory, or divides by nothing, is never computed.
"""

from __future__ import annotations

from enum import Enum

from haggis_rules.frozen_dataclass import dataclass


class ValueKind(Enum):
    """What a value is: an integer of so many bits, or sixteen bytes."""

    I32 = "i32"
    I64 = "i64"
    V128 = "v128"


class IntegerOperator(Enum):
    """What is done with two operands of one kind; what is compared gives an I32, 0 or 1."""

    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV_S = "div_s"
    DIV_U = "div_u"
    REM_S = "rem_s"
    REM_U = "rem_u"
    AND = "and"
    OR = "or"
    XOR = "xor"
    SHL = "shl"
    SHR_S = "shr_s"
    SHR_U = "shr_u"
    EQ = "eq"
    NE = "ne"
    LT_S = "lt_s"
    LT_U = "lt_u"
    GT_S = "gt_s"
    GT_U = "gt_u"
    LE_S = "le_s"
    LE_U = "le_u"
    GE_S = "ge_s"
    GE_U = "ge_u"


COMPARISONS = frozenset(
    {
        IntegerOperator.EQ,
        IntegerOperator.NE,
        IntegerOperator.LT_S,
        IntegerOperator.LT_U,
        IntegerOperator.GT_S,
        IntegerOperator.GT_U,
        IntegerOperator.LE_S,
        IntegerOperator.LE_U,
        IntegerOperator.GE_S,
        IntegerOperator.GE_U,
    }
)


class Conversion(Enum):
    """What is done with one operand: its kind, and that of the result."""

    IS_ZERO_32 = ("i32.eqz", ValueKind.I32, ValueKind.I32)
    IS_ZERO_64 = ("i64.eqz", ValueKind.I64, ValueKind.I32)
    WRAP = ("i32.wrap_i64", ValueKind.I64, ValueKind.I32)
    EXTEND_S = ("i64.extend_i32_s", ValueKind.I32, ValueKind.I64)
    EXTEND_U = ("i64.extend_i32_u", ValueKind.I32, ValueKind.I64)
    LEADING_ZEROS_64 = ("i64.clz", ValueKind.I64, ValueKind.I64)
    TRAILING_ZEROS_32 = ("i32.ctz", ValueKind.I32, ValueKind.I32)
    TRAILING_ZEROS_64 = ("i64.ctz", ValueKind.I64, ValueKind.I64)
    BITS_SET_32 = ("i32.popcnt", ValueKind.I32, ValueKind.I32)
    BITS_SET_64 = ("i64.popcnt", ValueKind.I64, ValueKind.I64)
    SPLAT_BYTE = ("i8x16.splat", ValueKind.I32, ValueKind.V128)
    SPLAT_PAIR = ("i16x8.splat", ValueKind.I32, ValueKind.V128)
    BYTES_SET = ("i8x16.bitmask", ValueKind.V128, ValueKind.I32)
    IS_SOME = ("v128.any_true", ValueKind.V128, ValueKind.I32)
    PAIRS_ADDED = ("i16x8.extadd_pairwise_i8x16_u", ValueKind.V128, ValueKind.V128)
    LOWER_HALF = ("i64x2.extract_lane 0", ValueKind.V128, ValueKind.I64)
    UPPER_HALF = ("i64x2.extract_lane 1", ValueKind.V128, ValueKind.I64)

    @property
    def operand(self) -> ValueKind:
        """The kind of the operand."""
        return self.value[1]

    @property
    def result(self) -> ValueKind:
        """The kind of the result."""
        return self.value[2]


class ByteOperator(Enum):
    """What is done with two rows of sixteen bytes; what is compared gives 255 or 0 a byte.

    Saturating sums and differences stay within 0 and 255. ``SWIZZLE`` gives for each byte on the
    right that byte of the left row, counted from 0, and 0 where it has none.
    """

    ADD = "i8x16.add"
    ADD_SAT_U = "i8x16.add_sat_u"
    SUB = "i8x16.sub"
    SUB_SAT_U = "i8x16.sub_sat_u"
    MIN_U = "i8x16.min_u"
    MAX_U = "i8x16.max_u"
    EQ = "i8x16.eq"
    GE_S = "i8x16.ge_s"
    GE_U = "i8x16.ge_u"
    SWIZZLE = "i8x16.swizzle"
    AND = "v128.and"
    OR = "v128.or"


# Expressions


@dataclass(frozen=True, slots=True)
class Literal:
    """A number as written, from the lowest to the highest of its kind, with a sign."""

    kind: ValueKind
    value: int


@dataclass(frozen=True, slots=True)
class LocalVariable:
    """A variable of a function: a parameter, or what a statement assigns; 0 before that."""

    kind: ValueKind
    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """So many bytes of memory from an address on, which is the sum of an I32 and an offset.

    Fewer bytes than the kind has are extended: with the sign when ``signed``, else with zeros.
    """

    kind: ValueKind
    address: LoweredExpression
    offset: int
    size: int
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """Two operands of one kind. Sums and products wrap round; shifts go by the lowest bits."""

    operator: IntegerOperator
    left: LoweredExpression
    right: LoweredExpression


@dataclass(frozen=True, slots=True)
class ByteOperation:
    """Two rows of sixteen bytes, byte by byte."""

    operator: ByteOperator
    left: LoweredExpression
    right: LoweredExpression


@dataclass(frozen=True, slots=True)
class Converted:
    """One operand, in another kind or with something counted."""

    conversion: Conversion
    inner: LoweredExpression


@dataclass(frozen=True, slots=True)
class Choose:
    """``value`` when an I32 is not 0, else ``other``; only that one is computed."""

    when: LoweredExpression
    value: LoweredExpression
    other: LoweredExpression


@dataclass(frozen=True, slots=True)
class Invoke:
    """The result of a function. As an expression, of one that has no effect and never fails."""

    kind: ValueKind | None
    function: str
    arguments: tuple[LoweredExpression, ...]


LoweredExpression = (
    Literal | LocalVariable | Load | Operation | ByteOperation | Converted | Choose | Invoke
)


def operands(node: LoweredExpression) -> tuple[LoweredExpression, ...]:
    """Return the expressions of which one is made, in the order of their evaluation."""
    match node:
        case Literal() | LocalVariable():
            return ()
        case Load(address=inner) | Converted(inner=inner):
            return (inner,)
        case Operation(left=left, right=right) | ByteOperation(left=left, right=right):
            return left, right
        case Choose(when=when, value=value, other=other):
            return when, value, other
        case Invoke(arguments=arguments):
            return arguments


# Statements


@dataclass(frozen=True, slots=True)
class Assign:
    """A variable gets a value."""

    target: LocalVariable
    value: LoweredExpression


@dataclass(frozen=True, slots=True)
class Store:
    """So many of the lowest bytes of a value go to memory, from an address on."""

    address: LoweredExpression
    offset: int
    size: int
    value: LoweredExpression


@dataclass(frozen=True, slots=True)
class CopyBytes:
    """So many bytes go from one address to another, as if read all before any is written."""

    target: LoweredExpression
    source: LoweredExpression
    size: LoweredExpression


@dataclass(frozen=True, slots=True)
class When:
    """``then`` when an I32 is not 0, else ``otherwise``."""

    condition: LoweredExpression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    """A body, again and again, as long as an I32 is not 0 before it."""

    condition: LoweredExpression
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """Goes on behind the innermost ``While``."""


@dataclass(frozen=True, slots=True)
class Return:
    """Ends the function with a value, or without one where the function has no result."""

    value: LoweredExpression | None = None


@dataclass(frozen=True, slots=True)
class Perform:
    """Calls a function for what it does."""

    call: Invoke


@dataclass(frozen=True, slots=True)
class Fail:
    """Stops everything. ``code`` is left in memory, at ``BREACH_CODE``."""

    code: int


Statement = Assign | Store | CopyBytes | When | While | Leave | Return | Perform | Fail

BREACH_CODE = 0  # the address of the code of the last breach, an I32


# Functions


@dataclass(frozen=True, slots=True)
class LoweredFunction:
    """A function: its parameters, the kind of its result if it has one, and what it does.

    ``clauses`` are those of the rules that it comes from. A function with a result ends with
    ``Return`` on every way. ``exported``: it can be called from outside.
    """

    name: str
    parameters: tuple[LocalVariable, ...]
    result: ValueKind | None
    body: tuple[Statement, ...]
    clauses: tuple[str, ...] = ()
    exported: bool = False


@dataclass(frozen=True, slots=True)
class LoweredModule:
    """Functions, each after those that it calls, and what memory begins with.

    ``memory`` is how many bytes there are at least, and ``data`` what stands at which address.
    """

    functions: tuple[LoweredFunction, ...]
    data: tuple[tuple[int, bytes], ...]
    memory: int
