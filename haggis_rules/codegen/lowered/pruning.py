"""Which functions of a module are ever called: the others are left out."""

from __future__ import annotations

from collections.abc import Iterator

from haggis_rules.codegen.lowered.form import (
    Assign,
    CopyBytes,
    Fail,
    Invoke,
    Leave,
    LoweredExpression,
    LoweredModule,
    Perform,
    Return,
    Statement,
    Store,
    When,
    While,
    operands,
)


def pruned(module: LoweredModule) -> LoweredModule:
    """Return a module without the functions that no exported one comes to."""
    needed = {one.name for one in module.functions if one.exported}
    for function in reversed(module.functions):  # each stands after those that it calls
        if function.name in needed:
            needed |= {name for one in function.body for name in _called(one)}
    functions = tuple(one for one in module.functions if one.name in needed)
    return LoweredModule(functions, module.data, module.memory)


def _called(node: Statement) -> Iterator[str]:
    """Yield the name of each function that a statement calls."""
    values, inside = _parts(node)
    for value in values:
        yield from _invoked(value)
    for one in inside:
        yield from _called(one)


def _parts(node: Statement) -> tuple[tuple[LoweredExpression, ...], tuple[Statement, ...]]:
    """Return the values of a statement, and the statements inside it."""
    match node:
        case Assign(value=value):
            return (value,), ()
        case Store(address=address, value=value):
            return (address, value), ()
        case CopyBytes(target=target, source=source, size=size):
            return (target, source, size), ()
        case When(condition=condition, then=then, otherwise=otherwise):
            return (condition,), (*then, *otherwise)
        case While(condition=condition, body=body):
            return (condition,), body
        case Return(value=value):
            return () if value is None else (value,), ()
        case Perform(call=call):
            return (call,), ()
        case Leave() | Fail():
            return (), ()


def _invoked(node: LoweredExpression) -> Iterator[str]:
    if isinstance(node, Invoke):
        yield node.function
    for part in operands(node):
        yield from _invoked(part)
