"""What a lowered module does, computed node by node: its second reader, simple and slow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from haggis_rules.codegen.lowered.build import kind_of, wrapped
from haggis_rules.codegen.lowered.form import (
    BREACH_CODE,
    Assign,
    ByteOperation,
    ByteOperator,
    Choose,
    Conversion,
    Converted,
    CopyBytes,
    Fail,
    IntegerOperator,
    Invoke,
    Leave,
    Literal,
    Load,
    LocalVariable,
    LoweredExpression,
    LoweredModule,
    Operation,
    Perform,
    Return,
    Statement,
    Store,
    ValueKind,
    When,
    While,
)

_SIGN: Final = 128  # the highest bit of a byte
_BITS: Final = {ValueKind.I32: 32, ValueKind.I64: 64, ValueKind.V128: 128}
_SIGNED: Final[Mapping[IntegerOperator, Callable[[int, int], int]]] = {
    IntegerOperator.ADD: lambda a, b: a + b,
    IntegerOperator.SUB: lambda a, b: a - b,
    IntegerOperator.MUL: lambda a, b: a * b,
    IntegerOperator.AND: lambda a, b: a & b,
    IntegerOperator.OR: lambda a, b: a | b,
    IntegerOperator.XOR: lambda a, b: a ^ b,
    IntegerOperator.EQ: lambda a, b: a == b,
    IntegerOperator.NE: lambda a, b: a != b,
    IntegerOperator.LT_S: lambda a, b: a < b,
    IntegerOperator.GT_S: lambda a, b: a > b,
    IntegerOperator.LE_S: lambda a, b: a <= b,
    IntegerOperator.GE_S: lambda a, b: a >= b,
    IntegerOperator.DIV_S: lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    IntegerOperator.REM_S: lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1),
}
_UNSIGNED: Final[Mapping[IntegerOperator, Callable[[int, int], int]]] = {
    IntegerOperator.DIV_U: lambda a, b: a // b,
    IntegerOperator.REM_U: lambda a, b: a % b,
    IntegerOperator.LT_U: lambda a, b: a < b,
    IntegerOperator.GT_U: lambda a, b: a > b,
    IntegerOperator.LE_U: lambda a, b: a <= b,
    IntegerOperator.GE_U: lambda a, b: a >= b,
}
_BYTEWISE: Final[Mapping[ByteOperator, Callable[[int, int], int]]] = {
    ByteOperator.ADD: lambda a, b: a + b,
    ByteOperator.ADD_SAT_U: lambda a, b: min(a + b, 2 * _SIGN - 1),
    ByteOperator.SUB: lambda a, b: a - b,
    ByteOperator.SUB_SAT_U: lambda a, b: max(a - b, 0),
    ByteOperator.MIN_U: min,
    ByteOperator.MAX_U: max,
    ByteOperator.EQ: lambda a, b: -1 if a == b else 0,
    ByteOperator.GE_S: lambda a, b: -1 if _byte(a) >= _byte(b) else 0,
    ByteOperator.GE_U: lambda a, b: -1 if a >= b else 0,
    ByteOperator.AND: lambda a, b: a & b,
    ByteOperator.OR: lambda a, b: a | b,
}


class LoweredBreach(Exception):
    """A lowered function has failed, with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"breach {code}")
        self.code = code


class _Left(Exception):
    """A loop is left."""


class _Returned(Exception):
    """A function has ended, with a value or without one."""

    def __init__(self, value: int) -> None:
        super().__init__()
        self.value = value


class InterpretedModule:
    """A lowered module with its memory, whose functions can be called."""

    def __init__(self, module: LoweredModule) -> None:
        self.functions = {one.name: one for one in module.functions}
        self.memory = bytearray(module.memory)
        for address, content in module.data:
            self.memory[address : address + len(content)] = content

    def call(self, name: str, *arguments: int) -> int:
        """Return the result of a function, 0 if it has none. Raises ``LoweredBreach``."""
        function = self.functions[name]
        local = {p.name: a for p, a in zip(function.parameters, arguments, strict=True)}
        try:
            self._run(function.body, local)
        except _Returned as returned:
            return returned.value
        return 0

    def read(self, address: int, size: int) -> bytes:
        """Return some bytes of the memory. Raises ``IndexError`` beyond its end."""
        if address + size > len(self.memory):
            raise IndexError(f"{address} lies beyond the memory")
        return bytes(self.memory[address : address + size])

    def write(self, address: int, content: bytes) -> None:
        """Put some bytes into the memory. Raises ``IndexError`` beyond its end."""
        if address + len(content) > len(self.memory):
            raise IndexError(f"{address} lies beyond the memory")
        self.memory[address : address + len(content)] = content

    def reserve(self, size: int) -> None:
        """See that the memory has so many bytes at least."""
        self.memory += bytes(max(0, size - len(self.memory)))

    def _run(self, body: tuple[Statement, ...], local: dict[str, int]) -> None:
        for one in body:
            self._do(one, local)

    def _do(self, node: Statement, local: dict[str, int]) -> None:
        match node:
            case Assign(target=target, value=value):
                local[target.name] = self.value(value, local)
            case Store(address=address, offset=offset, size=size, value=value):
                number = self.value(value, local) & ((1 << 8 * size) - 1)
                self.write(self._place(address, offset, local), number.to_bytes(size, "little"))
            case CopyBytes(target=target, source=source, size=size):
                start, count = self._place(source, 0, local), self.value(size, local)
                self.write(self._place(target, 0, local), self.read(start, count))
            case When(condition=condition, then=then, otherwise=otherwise):
                self._run(then if self.value(condition, local) else otherwise, local)
            case While(condition=condition, body=body):
                self._loop(condition, body, local)
            case Leave():
                raise _Left
            case Return(value=value):
                raise _Returned(0 if value is None else self.value(value, local))
            case Perform(call=call):
                self._invoke(call, local)
            case Fail(code=code):
                self.write(BREACH_CODE, code.to_bytes(4, "little"))
                raise LoweredBreach(code)

    def _loop(
        self, condition: LoweredExpression, body: tuple[Statement, ...], local: dict[str, int]
    ) -> None:
        try:
            while self.value(condition, local):
                self._run(body, local)
        except _Left:
            return

    def _invoke(self, call: Invoke, local: dict[str, int]) -> int:
        return self.call(call.function, *[self.value(one, local) for one in call.arguments])

    def value(self, node: LoweredExpression, local: Mapping[str, int]) -> int:
        """Return the value of an expression; sixteen bytes as one number of 128 bits.

        Raises ``LoweredBreach`` where a function that it calls fails.
        """
        match node:
            case Literal(value=value):
                return value
            case LocalVariable(name=name):
                return local.get(name, 0)
            case Load(kind=kind, address=address, offset=offset, size=size, signed=signed):
                found = self.read(self._place(address, offset, local), size)
                number = int.from_bytes(found, "little", signed=signed)
                return number if kind is ValueKind.V128 else wrapped(kind, number)
            case Operation(operator=operator, left=left, right=right):
                one, other = self.value(left, local), self.value(right, local)
                return _operated(operator, kind_of(left), one, other)
            case ByteOperation(operator=operator, left=left, right=right):
                one, other = self.value(left, local), self.value(right, local)
                return _with_bytes(operator, one, other)
            case Converted(conversion=conversion, inner=inner):
                return _converted(conversion, self.value(inner, local))
            case Choose(when=when, value=value, other=other):
                return self.value(value if self.value(when, local) else other, local)
            case Invoke():
                return self._invoke(node, dict(local))

    def _place(self, address: LoweredExpression, offset: int, local: Mapping[str, int]) -> int:
        return (self.value(address, local) & 0xFFFFFFFF) + offset


def _operated(operator: IntegerOperator, kind: ValueKind, one: int, other: int) -> int:
    bits, ones = _BITS[kind], (1 << _BITS[kind]) - 1
    if operator in _SIGNED:
        return wrapped(kind, int(_SIGNED[operator](one, other)))
    if operator in _UNSIGNED:
        return wrapped(kind, int(_UNSIGNED[operator](one & ones, other & ones)))
    shift = other % bits
    match operator:
        case IntegerOperator.SHL:
            return wrapped(kind, one << shift)
        case IntegerOperator.SHR_U:
            return wrapped(kind, (one & ones) >> shift)
        case _:
            return one >> shift


def _converted(conversion: Conversion, value: int) -> int:
    match conversion:
        case Conversion.IS_ZERO_32 | Conversion.IS_ZERO_64:
            return int(value == 0)
        case Conversion.WRAP:
            return wrapped(ValueKind.I32, value)
        case Conversion.EXTEND_S:
            return value
        case Conversion.EXTEND_U:
            return value & 0xFFFFFFFF
        case Conversion.LEADING_ZEROS_64:
            return 64 - (value & ((1 << 64) - 1)).bit_length()
        case Conversion.TRAILING_ZEROS_32 | Conversion.TRAILING_ZEROS_64:
            return _BITS[conversion.operand] if value == 0 else (value & -value).bit_length() - 1
        case Conversion.BITS_SET_32 | Conversion.BITS_SET_64:
            return (value & ((1 << _BITS[conversion.operand]) - 1)).bit_count()
        case _:
            return _of_bytes(conversion, value)


def _of_bytes(conversion: Conversion, value: int) -> int:
    """Return what a conversion from or to sixteen bytes gives."""
    parts = (value & ((1 << 128) - 1)).to_bytes(16, "little")
    match conversion:
        case Conversion.SPLAT_BYTE:
            return int.from_bytes(parts[:1] * 16, "little")
        case Conversion.SPLAT_PAIR:
            return int.from_bytes(parts[:2] * 8, "little")
        case Conversion.IS_SOME:
            return int(value != 0)
        case Conversion.PAIRS_ADDED:
            pairs = zip(parts[::2], parts[1::2], strict=True)
            return int.from_bytes(
                b"".join((a + b).to_bytes(2, "little") for a, b in pairs), "little"
            )
        case Conversion.LOWER_HALF:
            return int.from_bytes(parts[:8], "little", signed=True)
        case Conversion.UPPER_HALF:
            return int.from_bytes(parts[8:], "little", signed=True)
        case _:
            return sum(1 << place for place, part in enumerate(parts) if part >= _SIGN)


def _with_bytes(operator: ByteOperator, one: int, other: int) -> int:
    left, right = one.to_bytes(16, "little"), other.to_bytes(16, "little")
    if operator is ByteOperator.SWIZZLE:
        found = [left[place] if place < len(left) else 0 for place in right]
    else:
        of = _BYTEWISE[operator]
        found = [of(a, b) & 255 for a, b in zip(left, right, strict=True)]
    return int.from_bytes(bytes(found), "little")


def _byte(value: int) -> int:
    return value - 2 * _SIGN if value >= _SIGN else value
