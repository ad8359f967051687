"""Which rules of a clause an example rests on, where a trace tells of whole clauses alone."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from haggis_rules.cases.causes.trials import Trial
from haggis_rules.cases.causes.undoing import Line
from haggis_rules.cases.checking import AgreedTable, CheckedCase
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.descent.flattening import WrittenClause
from haggis_rules.ir.game import Game
from haggis_rules.syntax import ast

# What a trace notes as it is looked at; whether an example rests on another item is not known.
_TRACED = (
    ast.Define
    | ast.Except
    | ast.Score
    | ast.Action
    | ast.May
    | ast.On
    | ast.Step
    | ast.Pattern
    | ast.Wild
    | ast.WildAsAny
    | ast.WildWhen
    | ast.Need
    | ast.LineNeed
)


def idle_rules(
    line: Line, tables: Mapping[AgreedTable, Game], case: CheckedCase, clauses: Container[str]
) -> set[Span]:
    """Return the places of rules in some clauses on which a case certainly does not rest.

    Each rule is put into a clause of its own, and the case played through again: then the trace
    tells of rules. Nothing is returned where that cannot be done.
    """
    if case.outcome is None:
        return set()  # without its promises the text may have another answer
    rules: dict[str, ast.Item] = {}
    entries = [
        part
        for entry in line[-1].entries
        for part in (
            _apart(entry, rules)
            if isinstance(entry, WrittenClause) and entry.name.text in clauses
            else (entry,)
        )
    ]
    text = (*line[:-1], replace(line[-1], entries=tuple(entries)))
    again = Trial(text, tables).again(case)
    if again is None or again.outcome is None:
        return set()
    broken = (clause for fault in again.faults for clause in fault.clauses)  # has left no trace
    rested = again.outcome.clauses.union(broken)
    return {item.span for name, item in rules.items() if name not in rested}


def _apart(entry: WrittenClause, rules: dict[str, ast.Item]) -> Iterator[ast.Entry]:
    """Yield a clause without the rules that a trace notes, and a clause for each of these."""
    left = tuple(item for item in entry.items if not isinstance(item, _TRACED))
    yield replace(entry, items=left)
    for number, item in enumerate(entry.items):
        if isinstance(item, _TRACED):
            name = replace(entry.name, text=f"{entry.name.text}#{number}")  # as no text has it
            rules[name.text] = item
            yield ast.Add(
                name=name,
                ledgers=(),
                guard=entry.guard,
                because=entry.words,
                title=None,
                words=entry.words,
                cites=entry.cites,
                status=entry.status,
                items=(item,),
                span=entry.span,
            )
