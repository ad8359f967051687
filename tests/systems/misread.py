"""A text in which a clause is misread, and whether a question beside it is answered otherwise."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from haggis_rules.cases import CheckedCase, check, every
from haggis_rules.cases.outcome import Undefined
from haggis_rules.diagnostics.errors import FailedExampleError, NotMadeError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse


@dataclass(frozen=True)
class Misreading:
    """How one clause is misread: ``new`` stands for ``old`` in it. ``question`` shows it."""

    name: str
    old: str
    new: str
    question: str


def questions_of(variant: str) -> set[str]:
    """Return the questions that a variant writes itself."""
    games, _ = lower_everywhere(_line(variant))
    path = source_of(variant).path
    return {
        case.words
        for _, case in every(games)
        if case.answer is not None and case.written.span.source.path == path
    }


def answers(variant: str, one: Misreading) -> list[bool]:
    """Tell at each of its tables whether the question keeps its answer in the misread text."""
    *ancestors, own = _line(variant)
    games, faults = lower_everywhere([*ancestors, reworded(own, one.old, one.new)])
    assert not faults, "\n\n".join(map(str, faults))
    found = [(game, case) for game, case in every(games) if case.words == one.question]
    return [_kept(check(Rules(game), case)) for game, case in found]


def _kept(checked: CheckedCase) -> bool:
    """Tell whether a question keeps its answer. Rules that break down give no answer at all."""
    kinds = {type(fault) for fault in checked.faults}
    assert kinds <= {FailedExampleError, NotMadeError}, checked.detail
    first = checked.outcome.failed[:1] if checked.outcome is not None else ()
    assert not any(isinstance(looked.found, Undefined) for looked in first), checked.detail
    return checked.passed


@cache
def _line(variant: str) -> tuple[ast.File, ...]:
    return lineage(source_of(variant))


def reworded(file: ast.File, old: str, new: str) -> ast.File:
    """Return a file in which ``new`` stands for ``old``, which it has once.

    The clause around it alone is parsed anew, for that is what takes most time. Blanks stand for
    the clauses before it, so that it keeps its place.
    """
    text = file.span.source.text
    written = r"\s+".join(map(re.escape, old.split()))
    times = [match.span() for match in re.finditer(written, text)]
    assert len(times) == 1, f"{len(times)} times in the text: {old}"
    [(start, end)] = times
    [place] = [
        number
        for number, entry in enumerate(file.entries)
        if entry.span.start <= start and end <= entry.span.end
    ]
    clause, first = file.entries[place].span, file.entries[0].span
    parts = (
        text[: first.start],
        re.sub(r"\S", " ", text[first.start : clause.start]),
        text[clause.start : start],
        new,
        text[end : clause.end],
    )
    read = parse(SourceFile(clause.source.path, "".join(parts)))
    entries = (*file.entries[:place], *read.entries, *file.entries[place + 1 :])
    return replace(file, entries=entries)
