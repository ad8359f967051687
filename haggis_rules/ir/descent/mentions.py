"""Clauses that are gone, and still mentioned by name in the words of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from haggis_rules.diagnostics.errors import MentionedError, RuleError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.descent.flattening import FlattenedVariant, WrittenClause
from haggis_rules.syntax import ast


def mention_faults(flat: FlattenedVariant, line: Sequence[ast.File]) -> Iterator[RuleError]:
    """Yield a fault for each clause that the last of a line removes, and words still mention.

    What an ancestor removes was its own affair. A name without a dot may be a word like any other,
    and is not looked for.
    """
    here = {flat_clause.clause.name for flat_clause in flat.clauses}
    removed = [
        entry.name
        for entry in line[-1].entries
        if isinstance(entry, ast.Remove) and "." in entry.name.text
    ]
    gone = [name for name in removed if name.text not in here]
    # Each text is cut out of its source once, however many clauses are gone.
    texts = [
        (one, words.span, words.span.text)
        for one in (flat.clauses if gone else ())
        for words in _words(one.written)
    ]
    for name in gone:
        found = [
            (one, place)
            for one, span, text in texts
            if name.text in text  # far faster than the pattern, and most have no name at all
            for place in _mentions(span, name.text)
        ]
        if found:
            listed = ", ".join(dict.fromkeys(f"`{one.clause.name}`" for one, _ in found))
            yield MentionedError(
                f"`{name.text}` is removed, and still mentioned in the words of {listed}",
                name.span,
                others=[(place, "it is mentioned here") for _, place in found],
                hint=f"`change` {listed} as well: {_way_out(name.text)}",
            )


def _way_out(name: str) -> str:
    return (
        f'with `from "{name}" to "..."` in the words of a clause; an example, a question or a '
        "note is exchanged or left out as a whole"
    )


def _mentions(words: Span, name: str) -> Iterator[Span]:
    """Yield each place in a text that mentions a name."""
    found = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)")
    for match in found.finditer(words.text):
        start = words.start + match.start()
        yield Span(words.source, start, start + len(name))


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
