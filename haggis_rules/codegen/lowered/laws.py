"""When a lowered module is well formed: kinds agree, and whatever is named is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from haggis_rules.codegen.lowered.build import kind_of
from haggis_rules.codegen.lowered.form import (
    Assign,
    ByteOperation,
    Choose,
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

_SIZES = {ValueKind.I32: {1, 2, 4}, ValueKind.I64: {1, 2, 4, 8}, ValueKind.V128: {16}}
_BITS = {ValueKind.I32: 32, ValueKind.I64: 64}


class IllFormedError(ValueError):
    """A lowered function breaks a law of its form."""


def check_module(module: LoweredModule) -> None:
    """See that a module is well formed. Raises ``IllFormedError``."""
    known: dict[str, LoweredFunction] = {}
    for function in module.functions:
        if function.name in known:
            raise IllFormedError(f"there are two functions `{function.name}`")
        _FunctionCheck(function, known).check()
        known[function.name] = function
    for address, content in module.data:
        if address + len(content) > module.memory:
            raise IllFormedError(f"the data at {address} lies beyond the memory")


class _FunctionCheck:
    """Checks one function; ``known`` are those before it, which it may call."""

    def __init__(self, function: LoweredFunction, known: Mapping[str, LoweredFunction]) -> None:
        self.function, self.known = function, known
        self.kinds = {one.name: one.kind for one in function.parameters}

    def check(self) -> None:
        if len(self.kinds) < len(self.function.parameters):
            self._refuse("two parameters have one name")
        self._body(self.function.body, in_loop=False)
        if self.function.result is not None and not _ends(self.function.body):
            self._refuse("it may end without a result")

    def _refuse(self, why: str) -> None:
        raise IllFormedError(f"{self.function.name}: {why}")

    def _want(self, node: LoweredExpression, kind: ValueKind) -> None:
        found = self._kind(node)
        if found is not kind:
            self._refuse(f"{node} is {found.value}, and not {kind.value}")

    def _body(self, body: Iterable[Statement], *, in_loop: bool) -> None:
        for one in body:
            self._statement(one, in_loop=in_loop)

    def _statement(self, node: Statement, *, in_loop: bool) -> None:
        match node:
            case Assign(target=target, value=value):
                self._want(value, target.kind)
                if self.kinds.setdefault(target.name, target.kind) is not target.kind:
                    self._refuse(f"`{target.name}` has two kinds")
            case Store(address=address, size=size, value=value):
                self._want(address, ValueKind.I32)
                if size not in _SIZES[self._kind(value)]:
                    self._refuse(f"{size} bytes are stored of {value}")
            case CopyBytes(target=target, source=source, size=size):
                for one in (target, source, size):
                    self._want(one, ValueKind.I32)
            case When(condition=condition, then=then, otherwise=otherwise):
                self._want(condition, ValueKind.I32)
                self._body(then, in_loop=in_loop)
                self._body(otherwise, in_loop=in_loop)
            case While(condition=condition, body=body):
                self._want(condition, ValueKind.I32)
                self._body(body, in_loop=True)
            case Leave():
                if not in_loop:
                    self._refuse("there is no loop to leave")
            case Return(value=value):
                self._returned(value)
            case Perform(call=call):
                self._call(call)
            case Fail():
                pass

    def _returned(self, value: LoweredExpression | None) -> None:
        found = None if value is None else self._kind(value)
        if found is not self.function.result:
            self._refuse(f"it returns {found}, and not {self.function.result}")

    def _kind(self, node: LoweredExpression) -> ValueKind:
        """Return the kind of an expression that is well formed."""
        match node:
            case Literal(kind=kind, value=value):
                if kind not in _BITS or not -1 << _BITS[kind] - 1 <= value < 1 << _BITS[kind] - 1:
                    self._refuse(f"{value} is no {kind.value}")
            case LocalVariable(kind=kind, name=name):
                if self.kinds.get(name) is not kind:
                    self._refuse(f"`{name}` is no variable of kind {kind.value}")
            case Load(kind=kind, address=address, size=size):
                self._want(address, ValueKind.I32)
                if size not in _SIZES[kind]:
                    self._refuse(f"{size} bytes are loaded as {kind.value}")
            case Operation(left=left, right=right) | ByteOperation(left=left, right=right):
                found = self._kind(left)
                self._want(right, found)
                if (found is ValueKind.V128) is not isinstance(node, ByteOperation):
                    self._refuse(f"{node} has operands of a wrong kind")
            case Converted(conversion=conversion, inner=inner):
                self._want(inner, conversion.operand)
            case Choose(when=when, value=value, other=other):
                self._want(when, ValueKind.I32)
                self._want(other, self._kind(value))
            case Invoke(function=name):
                self._call(node)
                if node.kind is None:
                    self._refuse(f"`{name}` has no result")
        return kind_of(node)

    def _call(self, call: Invoke) -> None:
        called = self.known.get(call.function)
        if called is None:
            self._refuse(f"there is no function `{call.function}` before it")
            return
        if called.result is not call.kind or len(called.parameters) != len(call.arguments):
            self._refuse(f"`{call.function}` is called as it is not")
        for parameter, argument in zip(called.parameters, call.arguments, strict=True):
            self._want(argument, parameter.kind)


def _ends(body: tuple[Statement, ...]) -> bool:
    """Tell whether statements never go on behind the last of them."""
    match body[-1:]:
        case (Return() | Fail(),):
            return True
        case (When(then=then, otherwise=otherwise),):
            return _ends(then) and _ends(otherwise)
        case _:
            return False
