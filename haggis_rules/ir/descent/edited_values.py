"""Edits below a clause: a value in the place of another, in the one item where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import Any, cast, get_args, get_type_hints

from haggis_rules.diagnostics.errors import (
    NoEffectError,
    NoSuchPartError,
    PartTwiceError,
    RuleError,
    UnfitPartError,
)
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show_expr, show_item
from haggis_rules.syntax.versions import LANGUAGE

UNSAID = (ast.Example, ast.Question, ast.Note)  # of these the words of a clause say nothing
_LONGEST = 60  # characters of an item that a message repeats


def with_value(
    edit: ast.Exchange, items: tuple[ast.Item, ...], clause: ast.Name
) -> tuple[ast.Item, ...]:
    """Exchange a value in the one place of the rule of a clause where it stands.

    Raises ``NoSuchPartError``, ``PartTwiceError``, ``UnfitPartError`` or ``NoEffectError``.
    """
    if edit.old == edit.new:
        raise no_effect(edit)
    rule = [(i, item) for i, item in enumerate(items) if not isinstance(item, UNSAID)]
    found = [(i, path, at) for i, item in rule for path, at in _places(item, edit.old)]
    if len(found) != 1:
        raise _not_once(edit, [at for _, _, at in found], [item for _, item in rule], clause)
    index, path, _ = found[0]
    item = _put(items[index], path, edit)
    if not _parses(item):
        raise _unfit(edit)
    return (*items[:index], item, *items[index + 1 :])


_Path = tuple[tuple[str, int | None], ...]  # the fields on the way, each with a place in its tuple


def _places(node: Any, wanted: ast.Expr) -> Iterator[tuple[_Path, Any]]:
    """Yield each place inside a node at which a value stands, and what is there."""
    for field in fields(node):
        inside: Any = getattr(node, field.name)
        several = cast("tuple[object, ...]", inside if isinstance(inside, tuple) else (inside,))
        for index, part in enumerate(several):
            step = (field.name, index if isinstance(inside, tuple) else None)
            if _is_value(part, wanted):
                yield (step,), part
            elif is_dataclass(part) and not isinstance(part, Span):
                yield from (((step, *path), at) for path, at in _places(part, wanted))


def _is_value(part: object, wanted: ast.Expr) -> bool:
    match wanted, part:
        case ast.Number(value=whole), ast.RankNumber(value=value):
            return value == whole
        case ast.Number(value=whole), ast.Whole():
            return part == whole
        case ast.Word(name=name), ast.Name():
            return part == name
        case _:
            return part == wanted


def _put(node: Any, path: _Path, edit: ast.Exchange) -> Any:
    """Put the new value at a place; what stands around it is written by the edit as well."""
    (name, index), *rest = path
    owner: Any = type(cast("object", node))
    inside: Any = getattr(node, name)
    part = inside if index is None else inside[index]
    new = _put(part, tuple(rest), edit) if rest else _fitting(edit, _kinds(owner)[name])
    whole = new if index is None else (*inside[:index], new, *inside[index + 1 :])
    new_node = replace(node, **{name: whole})
    return replace(new_node, span=replace(edit.span, said=_said(new_node)))


def _said(node: Any) -> str:
    """Return what a value or an item says, for whoever repeats it; nothing of other nodes."""
    if isinstance(node, ast.Expr):
        return show_expr(node)
    return " ".join(show_item(node).split()) if isinstance(node, ast.Item) else ""


def _fitting(edit: ast.Exchange, kinds: frozenset[type]) -> Any:
    """Return the new value as the class that a field takes. Raises ``UnfitPartError``."""
    new = edit.new
    forms: tuple[Any, ...] = (new,)
    match new:
        case ast.Number(value=value):
            forms = (new, ast.RankNumber(value, span=new.span), value)
        case ast.Word(name=name):
            forms = (new, name)
        case _:
            pass
    for form in forms:
        if type(form) in kinds:
            return form
    raise _unfit(edit)


@cache
def _kinds(owner: Any) -> dict[str, frozenset[type]]:
    """Return the classes that each field of a class of the tree may hold."""
    return {name: frozenset(_flat(hint)) for name, hint in get_type_hints(owner).items()}


def _flat(hint: Any) -> Iterator[Any]:
    parts = get_args(hint)
    if parts:
        for part in parts:
            yield from _flat(part)
    else:
        yield hint


@lru_cache(maxsize=1024)
def _parses(item: ast.Item) -> bool:
    """Tell whether what an edit makes of an item is in the language, and within its limits."""
    head = f'language {LANGUAGE} variant edited "" clause edited ""'
    try:
        (entry,) = parse(SourceFile("", f"{head} {show_item(item)}")).entries
    except RuleError:
        return False
    return isinstance(entry, ast.Clause) and entry.items == (item,)


def _not_once(
    edit: ast.Exchange, found: Sequence[Any], rule: Sequence[ast.Item], clause: ast.Name
) -> NoSuchPartError | PartTwiceError:
    shown = short(show_expr(edit.old))
    if found:
        return PartTwiceError(
            f"`{shown}` stands {len(found)} times in `{clause.text}`",
            edit.old.span,
            others=[(at.span, "it stands here") for at in found],
            hint="take in some of what stands around it, or exchange the whole item",
        )
    there = [value for item in rule for value in _alike(item, edit.old)]
    return NoSuchPartError(
        f"`{shown}` does not stand in `{clause.text}`",
        edit.old.span,
        others=[(clause.span, "the clause is here")],
        hint=did_you_mean(shown, there),
    )


def _alike(node: Any, wanted: ast.Expr) -> Iterator[str]:
    """Yield what an author may have meant: the numbers, or else the values and names inside."""
    if isinstance(node, ast.Whole):
        yield from [str(node.value)] if isinstance(wanted, ast.Number) else []
    elif isinstance(node, ast.Name):
        yield from [node.text] if isinstance(wanted, ast.Word) else []
    elif isinstance(node, tuple):
        for part in cast("tuple[object, ...]", node):
            yield from _alike(part, wanted)
    elif is_dataclass(node) and not isinstance(node, Span):
        if isinstance(node, ast.Expr) and not isinstance(wanted, ast.Number | ast.Word):
            yield short(show_expr(node))
        for field in fields(node):
            yield from _alike(getattr(node, field.name), wanted)


def _unfit(edit: ast.Exchange) -> UnfitPartError:
    return UnfitPartError(
        f"`{short(show_expr(edit.new))}` cannot stand in the place of "
        f"`{short(show_expr(edit.old))}`",
        edit.new.span,
        hint="exchange a number for a number, and a value for a value",
    )


def no_effect(edit: ast.Edit) -> NoEffectError:
    """Make the fault of an edit that changes nothing."""
    return NoEffectError(
        "this edit changes nothing", edit.span, hint="take it out, or write what differs"
    )


def short(text: str) -> str:
    """Return a text of the author's, cut where it is long."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
