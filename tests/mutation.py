"""Small changes to a text, one at a time: each gives the whole file again, changed in one place."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from haggis_rules.source import Span
from haggis_rules.syntax import ast

Clause = ast.Clause | ast.Replace | ast.Add


def mutants(file: ast.File) -> Iterator[tuple[str, str, ast.File]]:
    """Give the name of the clause, what was done to it, and the changed file."""
    for index, entry in enumerate(file.entries):
        if isinstance(entry, Clause):
            for what, items in _changed_items(entry.items):
                changed = replace(entry, items=items)
                entries = (*file.entries[:index], changed, *file.entries[index + 1 :])
                yield entry.name.text, what, replace(file, entries=entries)


def _changed_items(items: tuple[ast.Item, ...]) -> Iterator[tuple[str, tuple[ast.Item, ...]]]:
    for index, item in enumerate(items):
        rest = items[:index], items[index + 1 :]
        if not isinstance(item, ast.Note):
            yield f"without `{type(item).__name__}`", (*rest[0], *rest[1])
        for what, changed in changes(item):
            yield what, (*rest[0], changed, *rest[1])


def changes(node: Any) -> Iterator[tuple[str, Any]]:
    """Give every way to change a tree in one place."""
    row: Any = node
    yield from _here(node)
    if is_dataclass(node) and not isinstance(node, Span | type):
        for field in fields(node):
            if field.name == "span":
                continue
            for what, value in changes(getattr(node, field.name)):
                yield what, replace(node, **{field.name: value})
    elif isinstance(node, tuple):
        for index, part in enumerate(row):
            for what, value in changes(part):
                yield what, (*row[:index], value, *row[index + 1 :])


def _here(node: Any) -> Iterator[tuple[str, Any]]:
    match node:
        case ast.Whole(value=value):
            yield f"{value} to {value + 1}", replace(node, value=value + 1)
        case ast.And(left=left, right=right):
            yield "and to or", ast.Or(left, right, node.span)
            yield "without the left of and", right
            yield "without the right of and", left
        case ast.Or(left=left, right=right):
            yield "or to and", ast.And(left, right, node.span)
        case ast.Implies(left=left, right=right):
            yield "implies turned round", ast.Implies(right, left, node.span)
        case ast.Not(inner=inner):
            yield "without not", inner
        case ast.Is(left=left, right=right):
            yield "is to is not", ast.IsNot(left, right, node.span)
        case ast.IsNot(left=left, right=right):
            yield "is not to is", ast.Is(left, right, node.span)
        case ast.Above(left=left, right=right):
            yield "above to below", ast.Below(left, right, node.span)
        case ast.AtMost(left=left, right=right):
            yield "at most to below", ast.Below(left, right, node.span)
        case ast.TrueValue():
            yield "true to false", ast.FalseValue(node.span)
        case ast.FalseValue():
            yield "false to true", ast.TrueValue(node.span)
        case ast.SeatsAfter(count=count, inner=inner):
            yield "after to before", ast.SeatsBefore(count, inner, node.span)
        case ast.SeatsBefore(count=count, inner=inner):
            yield "before to after", ast.SeatsAfter(count, inner, node.span)
        case ast.FirstSeat(start=start):
            other = "after" if start.text == "from" else "from"
            yield f"{start.text} to {other}", replace(node, start=replace(start, text=other))
        case ast.Every(binder=binder, where=where, claim=claim):
            yield "every to some", ast.Some(binder, where, claim, node.span)
        case ast.Some(binder=binder, where=where, claim=claim):
            yield "some to every", ast.Every(binder, where, claim, node.span)
        case _:
            pass
