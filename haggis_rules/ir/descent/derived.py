"""Clauses that are said to follow from the others: they promise, and hold no rule."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from haggis_rules.diagnostics.errors import NotDerivedError, RuleError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.descent.flattening import WrittenClause
from haggis_rules.ir.traversal import everywhere, placed
from haggis_rules.syntax import ast

_HARMLESS = (ast.Promise, ast.Breaks, ast.Example, ast.Question, ast.Note)


def derived_faults(game: ir.Game, clauses: Iterable[WrittenClause]) -> Iterator[RuleError]:
    """Yield the faults of clauses that are marked as derived, but are rules or claim nothing."""
    entries = [entry for entry in clauses if isinstance(entry.status, ast.Derived)]
    marks = {e.name.text: e.status.span for e in entries if e.status is not None}
    words = {word.name for word in game.definitions.values() if word.clause in marks}
    for entry in entries:
        yield from _items(entry, marks[entry.name.text], words)
    yield from _used(game, marks)


def _items(entry: WrittenClause, mark: Span, words: Container[str]) -> Iterator[RuleError]:
    """Yield the items that have no place in a clause that follows from the others."""
    name = entry.name.text
    for item in entry.items:
        if not _fits(item, words):
            yield NotDerivedError(
                f"`{name}` is said to follow from the other clauses, but this is a rule of its own",
                item.span,
                others=[(mark, "it is stated here")],
                hint="write it in a clause that a source states, or that is a ruling",
            )
    if not any(isinstance(item, ast.Promise | ast.Breaks) for item in entry.items):
        yield NotDerivedError(
            f"`{name}` is said to follow from the other clauses, but promises nothing",
            mark,
            hint='add a promise that says so, or write `ruling because "REASON"`',
        )


def _fits(item: ast.Item, words: Container[str]) -> bool:
    """Whether an item changes nothing. ``words`` are those that such clauses define.

    On what is exported, tools act.
    """
    match item:
        case ast.Define(export=export):
            return not export
        case ast.Except(name=name):
            return name.text in words
        case other:
            return isinstance(other, _HARMLESS)


def _used(game: ir.Game, marks: dict[str, Span]) -> Iterator[RuleError]:
    """Yield the uses, in rules, of words that such clauses define: they would be rules as well."""
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
                    others=[(marks[clause], "it is stated here")],
                    hint="give the word its meaning in a clause that is stated, or in a ruling",
                )


def _defined_in(game: ir.Game, node: nodes.Expr) -> str:
    """Return the clause that gives a used word its meaning, or nothing."""
    return game.definitions[node.definition].clause if isinstance(node, nodes.Call) else ""
