"""Clauses that are gone, and still mentioned by name in the words of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from haggis_rules.diagnostics.errors import MentionedError, RuleError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.lower.descent import FlattenedVariant, WrittenClause
from haggis_rules.syntax import ast


def mention_faults(flat: FlattenedVariant, line: Sequence[ast.File]) -> Iterator[RuleError]:
    """Yield a fault for each clause that the last of a line removes, and words still mention.

    What an ancestor removes was its own affair. A name without a dot may be a word like any other,
    and is not looked for.
    """
    here = {flat_clause.clause.name for flat_clause in flat.clauses}
    for entry in line[-1].entries:
        if not isinstance(entry, ast.Remove) or "." not in entry.name.text:
            continue
        name = entry.name.text
        clauses = [one for one in flat.clauses if name not in here]
        found = [(one, span) for one in clauses for span in _mentions(one.written, name)]
        if found:
            listed = ", ".join(dict.fromkeys(f"`{one.clause.name}`" for one, _ in found))
            yield MentionedError(
                f"`{name}` is removed, and still mentioned in the words of {listed}",
                entry.name.span,
                others=[(span, "it is mentioned here") for _, span in found],
                hint=f"`change` {listed} as well: {_way_out(name)}",
            )


def _way_out(name: str) -> str:
    return (
        f'with `from "{name}" to "..."` in the words of a clause; an example, a question or a '
        "note is exchanged or left out as a whole"
    )


def _mentions(clause: WrittenClause, name: str) -> Iterator[Span]:
    """Yield each place in the words of a clause that mentions a name."""
    found = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)")
    for words in _words(clause):
        for match in found.finditer(words.span.text):
            start = words.span.start + match.start()
            yield Span(words.span.source, start, start + len(name))


def _words(clause: WrittenClause) -> Iterator[ast.Words]:
    """Yield the texts of a clause that its readers see."""
    yield clause.words
    if isinstance(clause.status, ast.Status):
        yield clause.status.because
    for item in clause.items:
        match item:
            case ast.Note(words=words) | ast.Example(words=words):
                yield words
            case ast.Question(words=words, answer=answer):
                yield words
                yield answer
            case _:
                pass
