"""The codes of the instructions that are printed, and of the kinds of values.

After the specification of WebAssembly 2.0, section 5.4, "Instructions".
"""

from typing import Final

from haggis_rules.codegen.lowered.form import ByteOperator, Conversion, IntegerOperator, ValueKind
from haggis_rules.codegen.wasm.encoding import unsigned

I32, I64, V128 = ValueKind.I32, ValueKind.I64, ValueKind.V128

VALUE_TYPES: Final = {I32: b"\x7f", I64: b"\x7e", V128: b"\x7b"}
NO_RESULT: Final = b"\x40"

UNREACHABLE: Final = b"\x00"
BLOCK: Final = b"\x02"
LOOP: Final = b"\x03"
IF: Final = b"\x04"
ELSE: Final = b"\x05"
END: Final = b"\x0b"
BRANCH: Final = b"\x0c"
BRANCH_IF: Final = b"\x0d"
RETURN: Final = b"\x0f"
CALL: Final = b"\x10"
DROP: Final = b"\x1a"
SELECT: Final = b"\x1b"
LOCAL_GET: Final = b"\x20"
LOCAL_SET: Final = b"\x21"
CONSTANTS: Final = {I32: b"\x41", I64: b"\x42"}
MEMORY_COPY: Final = b"\xfc\x0a\x00\x00"
_SIMD: Final = b"\xfd"

# By the kind, how many bytes are read, and whether with their sign.
LOADS: Final = {
    (I32, 4, False): b"\x28",
    (I32, 4, True): b"\x28",
    (I64, 8, False): b"\x29",
    (I64, 8, True): b"\x29",
    (I32, 1, True): b"\x2c",
    (I32, 1, False): b"\x2d",
    (I32, 2, True): b"\x2e",
    (I32, 2, False): b"\x2f",
    (I64, 1, True): b"\x30",
    (I64, 1, False): b"\x31",
    (I64, 2, True): b"\x32",
    (I64, 2, False): b"\x33",
    (I64, 4, True): b"\x34",
    (I64, 4, False): b"\x35",
    (V128, 16, False): _SIMD + unsigned(0),
}
# By the kind, and how many bytes are written.
STORES: Final = {
    (I32, 4): b"\x36",
    (I64, 8): b"\x37",
    (I32, 1): b"\x3a",
    (I32, 2): b"\x3b",
    (I64, 1): b"\x3c",
    (I64, 2): b"\x3d",
    (I64, 4): b"\x3e",
    (V128, 16): _SIMD + unsigned(11),
}
_FIRST_OF_NUMBERS: Final = {
    IntegerOperator.ADD: 0,
    IntegerOperator.SUB: 1,
    IntegerOperator.MUL: 2,
    IntegerOperator.DIV_S: 3,
    IntegerOperator.DIV_U: 4,
    IntegerOperator.REM_S: 5,
    IntegerOperator.REM_U: 6,
    IntegerOperator.AND: 7,
    IntegerOperator.OR: 8,
    IntegerOperator.XOR: 9,
    IntegerOperator.SHL: 10,
    IntegerOperator.SHR_S: 11,
    IntegerOperator.SHR_U: 12,
}
_FIRST_OF_COMPARISONS: Final = {
    IntegerOperator.EQ: 0,
    IntegerOperator.NE: 1,
    IntegerOperator.LT_S: 2,
    IntegerOperator.LT_U: 3,
    IntegerOperator.GT_S: 4,
    IntegerOperator.GT_U: 5,
    IntegerOperator.LE_S: 6,
    IntegerOperator.LE_U: 7,
    IntegerOperator.GE_S: 8,
    IntegerOperator.GE_U: 9,
}
# Both groups stand in one order for each kind.
OPERATORS: Final = {
    (operator, kind): bytes([first + code])
    for group, starts in (
        (_FIRST_OF_NUMBERS, {I32: 0x6A, I64: 0x7C}),
        (_FIRST_OF_COMPARISONS, {I32: 0x46, I64: 0x51}),
    )
    for kind, first in starts.items()
    for operator, code in group.items()
}
CONVERSIONS: Final = {
    Conversion.IS_ZERO_32: b"\x45",
    Conversion.IS_ZERO_64: b"\x50",
    Conversion.WRAP: b"\xa7",
    Conversion.EXTEND_S: b"\xac",
    Conversion.EXTEND_U: b"\xad",
    Conversion.LEADING_ZEROS_64: b"\x79",
    Conversion.TRAILING_ZEROS_32: b"\x68",
    Conversion.TRAILING_ZEROS_64: b"\x7a",
    Conversion.BITS_SET_32: b"\x69",
    Conversion.BITS_SET_64: b"\x7b",
    Conversion.SPLAT_BYTE: _SIMD + unsigned(15),
    Conversion.SPLAT_PAIR: _SIMD + unsigned(16),
    Conversion.BYTES_SET: _SIMD + unsigned(100),
    Conversion.IS_SOME: _SIMD + unsigned(83),
    Conversion.PAIRS_ADDED: _SIMD + unsigned(125),
    Conversion.LOWER_HALF: _SIMD + unsigned(29) + b"\x00",
    Conversion.UPPER_HALF: _SIMD + unsigned(29) + b"\x01",
}
BYTE_OPERATORS: Final = {
    ByteOperator.ADD: _SIMD + unsigned(110),
    ByteOperator.ADD_SAT_U: _SIMD + unsigned(112),
    ByteOperator.SUB: _SIMD + unsigned(113),
    ByteOperator.SUB_SAT_U: _SIMD + unsigned(115),
    ByteOperator.MIN_U: _SIMD + unsigned(119),
    ByteOperator.MAX_U: _SIMD + unsigned(121),
    ByteOperator.EQ: _SIMD + unsigned(35),
    ByteOperator.GE_S: _SIMD + unsigned(43),
    ByteOperator.GE_U: _SIMD + unsigned(44),
    ByteOperator.SWIZZLE: _SIMD + unsigned(14),
    ByteOperator.AND: _SIMD + unsigned(78),
    ByteOperator.OR: _SIMD + unsigned(80),
}
