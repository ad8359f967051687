"""Clauses that are said to follow from the others: they promise, and hold no rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from haggis_rules.errors import NotDerivedError, RuleError
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.walk import everywhere, placed
from haggis_rules.source import Span
from haggis_rules.syntax import ast

_BESIDE = (ast.Example, ast.Question, ast.Note)


def derived_faults(
    game: ir.Game, written: Iterable[ast.Clause | ast.Replace | ast.Add]
) -> Iterator[RuleError]:
    """Give the faults of clauses that are marked as derived, but are rules or claim nothing."""
    marks: dict[str, Span] = {}
    for entry in written:
        if isinstance(entry.status, ast.Derived):
            marks[entry.name.text] = entry.status.span
            yield from _items(entry, entry.status.span)
    yield from _used(game, marks)


def _items(entry: ast.Clause | ast.Replace | ast.Add, mark: Span) -> Iterator[RuleError]:
    """Give the items that have no place in a clause that follows from the others."""
    name = entry.name.text
    for item in entry.items:
        if not (isinstance(item, (ast.Promise, ast.Breaks, *_BESIDE)) or _is_word(item)):
            yield NotDerivedError(
                f"`{name}` is said to follow from the other clauses, but this is a rule of its own",
                item.span,
                others=[(mark, "it is said here")],
                hint="write it in a clause that a source states, or that is a ruling",
            )
    if not any(isinstance(item, ast.Promise | ast.Breaks) for item in entry.items):
        yield NotDerivedError(
            f"`{name}` is said to follow from the other clauses, but promises nothing",
            mark,
            hint='add a promise that says so, or write `ruling because "REASON"`',
        )


def _is_word(item: ast.Item) -> bool:
    """Whether an item gives a word its meaning, and not to tools, which act on it."""
    return isinstance(item, ast.Define) and not item.export


def _used(game: ir.Game, marks: dict[str, Span]) -> Iterator[RuleError]:
    """Give the uses, in rules, of words that such clauses define: they would be rules as well."""
    for place in placed(replace(game, promises=())):
        if place.clause in marks:
            continue
        for node in everywhere(place.expr):
            clause = _defined_in(game, node)
            if clause in marks:
                yield NotDerivedError(
                    f"`{place.clause}` rests on `{clause}`, which is said to follow from the other "
                    "clauses",
                    marks[clause] if node.span is None else node.span,
                    others=[(marks[clause], "it is said here")],
                    hint="give the word its meaning in a clause that is stated, or in a ruling",
                )


def _defined_in(game: ir.Game, node: nodes.Expr) -> str:
    """Give the clause that gives a used word its meaning, or nothing."""
    return game.definitions[node.definition].clause if isinstance(node, nodes.Call) else ""
