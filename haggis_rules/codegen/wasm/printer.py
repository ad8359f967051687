"""A lowered module as the bytes of a WebAssembly module, which imports nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from haggis_rules.codegen.lowered.build import i32, kind_of
from haggis_rules.codegen.lowered.form import (
    BREACH_CODE,
    Assign,
    ByteOperation,
    Choose,
    Conversion,
    Converted,
    CopyBytes,
    Fail,
    Invoke,
    Leave,
    Literal,
    Load,
    LocalVariable,
    LoweredExpression,
    LoweredFunction,
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
from haggis_rules.codegen.wasm import opcodes as op
from haggis_rules.codegen.wasm.encoding import (
    HEADER,
    joined,
    named,
    pages,
    section,
    signed,
    sized,
    unsigned,
    vector,
)

MEMORY = "memory"  # the name by which the memory is exported
_TYPES, _FUNCTIONS, _MEMORIES, _EXPORTS, _CODE, _DATA = 1, 3, 5, 7, 10, 11


def wasm_bytes(module: LoweredModule) -> bytes:
    """Return the binary form of a module."""
    functions = module.functions
    places = {function.name: place for place, function in enumerate(functions)}
    types = list(dict.fromkeys(_type(one) for one in functions))
    exports = [named(MEMORY) + b"\x02\x00"]
    exports += [named(f.name) + b"\x00" + unsigned(places[f.name]) for f in functions if f.exported]
    data = [b"\x00" + _address(at) + sized(content) for at, content in module.data]
    return HEADER + joined(
        [
            section(_TYPES, vector(types)),
            section(_FUNCTIONS, vector([unsigned(types.index(_type(one))) for one in functions])),
            section(_MEMORIES, vector([b"\x00" + unsigned(pages(module.memory))])),
            section(_EXPORTS, vector(exports)),
            section(
                _CODE, vector([sized(_FunctionPrinter(one, places).code()) for one in functions])
            ),
            section(_DATA, vector(data)),
        ]
    )


def _address(at: int) -> bytes:
    return op.CONSTANTS[ValueKind.I32] + signed(at) + op.END


def _type(function: LoweredFunction) -> bytes:
    parameters = [op.VALUE_TYPES[one.kind] for one in function.parameters]
    results = [] if function.result is None else [op.VALUE_TYPES[function.result]]
    return b"\x60" + vector(parameters) + vector(results)


def assigned(body: Iterable[Statement]) -> dict[str, ValueKind]:
    """Return the variables that statements assign, in order, each with its kind."""
    found: dict[str, ValueKind] = {}
    for one in body:
        match one:
            case Assign(target=target):
                found[target.name] = target.kind
            case When(then=then, otherwise=otherwise):
                found |= assigned(then) | assigned(otherwise)
            case While(body=inner):
                found |= assigned(inner)
            case Store() | CopyBytes() | Leave() | Return() | Perform() | Fail():
                pass
    return found


class _FunctionPrinter:
    """Prints the code of one function."""

    def __init__(self, function: LoweredFunction, places: Mapping[str, int]) -> None:
        self.function, self.places = function, places
        names = [one.name for one in function.parameters]
        self._more = {n: k for n, k in assigned(function.body).items() if n not in names}
        # Locals of one kind stand side by side, so that each kind is declared once.
        ordered = [n for kind in ValueKind for n, k in self._more.items() if k is kind]
        self.locals = {name: place for place, name in enumerate([*names, *ordered])}

    def code(self) -> bytes:
        """Return its variables and its instructions."""
        kinds = list(self._more.values())
        declared = [
            unsigned(kinds.count(kind)) + op.VALUE_TYPES[kind]
            for kind in ValueKind
            if kind in kinds
        ]
        end = op.END if self.function.result is None else op.UNREACHABLE + op.END
        return vector(declared) + self._body(self.function.body, None) + end

    def _body(self, body: tuple[Statement, ...], leave: int | None) -> bytes:
        """Print statements; ``leave`` is how many blocks lie within the loop that can be left."""
        return joined(self._statement(one, leave) for one in body)

    def _statement(self, node: Statement, leave: int | None) -> bytes:
        match node:
            case Assign(target=target, value=value):
                return self.value(value) + op.LOCAL_SET + unsigned(self.locals[target.name])
            case Store(address=address, offset=offset, size=size, value=value):
                code = op.STORES[kind_of(value), size]
                return self.value(address) + self.value(value) + code + _at(offset)
            case CopyBytes(target=target, source=source, size=size):
                return joined(map(self.value, (target, source, size))) + op.MEMORY_COPY
            case When(condition=condition, then=then, otherwise=otherwise):
                inside = None if leave is None else leave + 1
                other = op.ELSE + self._body(otherwise, inside) if otherwise else b""
                head = self.value(condition) + op.IF + op.NO_RESULT
                return head + self._body(then, inside) + other + op.END
            case While(condition=condition, body=body):
                return self._loop(condition, body)
            case Leave():
                assert leave is not None  # noqa: S101 - the laws want a loop round it
                return op.BRANCH + unsigned(leave)
            case Return(value=value):
                return (b"" if value is None else self.value(value)) + op.RETURN
            case Perform(call=call):
                return self.value(call) + (b"" if call.kind is None else op.DROP)
            case Fail(code=code):
                store = Store(i32(0), BREACH_CODE, 4, i32(code))
                return self._statement(store, leave) + op.UNREACHABLE

    def _loop(self, condition: LoweredExpression, body: tuple[Statement, ...]) -> bytes:
        """Print a block with a loop inside: leaving goes behind the block, going on to the loop."""
        out = (
            self.value(condition)
            + op.CONVERSIONS[Conversion.IS_ZERO_32]
            + op.BRANCH_IF
            + unsigned(1)
        )
        inner = out + self._body(body, 1) + op.BRANCH + unsigned(0)
        return op.BLOCK + op.NO_RESULT + op.LOOP + op.NO_RESULT + inner + op.END + op.END

    def value(self, node: LoweredExpression) -> bytes:
        """Print the instructions that leave a value on the stack."""
        match node:
            case Literal(kind=kind, value=value):
                return op.CONSTANTS[kind] + signed(value)
            case LocalVariable(name=name):
                return op.LOCAL_GET + unsigned(self.locals[name])
            case Load(kind=kind, address=address, offset=offset, size=size, signed=with_sign):
                return self.value(address) + op.LOADS[kind, size, with_sign] + _at(offset)
            case Operation(operator=operator, left=left, right=right):
                code = op.OPERATORS[operator, kind_of(left)]
                return self.value(left) + self.value(right) + code
            case ByteOperation(operator=operator, left=left, right=right):
                return self.value(left) + self.value(right) + op.BYTE_OPERATORS[operator]
            case Converted(conversion=conversion, inner=inner):
                return self.value(inner) + op.CONVERSIONS[conversion]
            case Choose(when=when, value=value, other=other):
                return self._choice(when, value, other)
            case Invoke(function=function, arguments=arguments):
                call = op.CALL + unsigned(self.places[function])
                return joined(map(self.value, arguments)) + call

    def _choice(
        self, when: LoweredExpression, value: LoweredExpression, other: LoweredExpression
    ) -> bytes:
        one, two = self.value(value), self.value(other)
        if _is_at_hand(value) and _is_at_hand(other):
            return one + two + self.value(when) + op.SELECT
        head = self.value(when) + op.IF + op.VALUE_TYPES[kind_of(value)]
        return head + one + op.ELSE + two + op.END


def _is_at_hand(node: LoweredExpression) -> bool:
    return isinstance(node, Literal | LocalVariable)


def _at(offset: int) -> bytes:
    """Return what an access to memory says of itself: nothing of alignment, and the offset."""
    return unsigned(0) + unsigned(offset)
