"""Clauses and cases as their readers know them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

from haggis_rules.diagnostics.source import Span
from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir.clause_history import ClauseChange, ClauseConfirmation, ClauseTaking

if TYPE_CHECKING:  # to import the whole tree takes longer than to read a kept game
    from haggis_rules.syntax import ast

# Clauses and the whole


class ClauseStatus(Enum):
    """Whether a source states a clause, we had to rule, or the source is in error.

    What is derived is none of these: it follows from the other clauses.
    """

    STATED = "stated"
    RULING = "ruling"
    ERRATUM = "erratum"
    DERIVED = "derived"


@dataclass(frozen=True, slots=True)
class Citation:
    """A source, by its name in the file and in words, and the section."""

    source: str
    title: str
    section: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as its readers know it. ``formal`` is its text in the one canonical form.

    ``rule`` is that text without examples and questions, some of which are for other tables.

    ``variant`` and ``path`` say where it is written; ``replaces`` whose clause it took the place
    of, and ``edit`` why. ``guard`` is the condition on the table under which it holds, in the
    words of the text, such as ``with 2 seats``; empty when it always does.
    """

    name: str
    ledgers: tuple[str, ...]
    words: str
    citations: tuple[Citation, ...]
    status: ClauseStatus
    because: str
    chapter: str
    formal: str
    rule: str
    variant: str
    path: str
    replaces: str | None
    edit: str
    guard: str = ""
    title: str = ""  # in words, such as "What a bomb captures"; of the parent's, if it is replaced
    # The edits since it was last written as a whole: how it came about, and no content.
    changes: tuple[ClauseChange, ...] = field(default=(), compare=False, repr=False)
    # The variant that it was taken from, where that is not an ancestor: likewise.
    taken: ClauseTaking | None = field(default=None, compare=False, repr=False)
    # That the last variant to do so has confirmed it with its own source: likewise.
    confirmed: ClauseConfirmation | None = field(default=None, compare=False, repr=False)
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def heading(self) -> str:
        """Return what stands over the clause: its title, or its name where it has none."""
        return self.title or self.name

    @property
    def called(self) -> str:
        """Return the title with the name behind it: ``What a bomb captures (capture.bomb)``."""
        return f"{self.title} ({self.name})" if self.title else self.name


@dataclass(frozen=True, slots=True)
class Case:
    """An example beside its clause, or a question with its answer, as it was written.

    ``answer`` is None for an example. Its body is typed and checked by ``haggis_rules.cases``,
    since only there can written plays be read.
    """

    clause: str
    words: str
    answer: str | None
    written: ast.Example | ast.Question
    span: Span = field(compare=False, repr=False)
    # In a game that was kept, what gives ``written`` when it is first asked for: no content.
    reread: Callable[[], ast.Example | ast.Question] | None = field(
        default=None, compare=False, repr=False
    )

    @staticmethod
    def kept(
        clause: str,
        words: str,
        answer: str | None,
        span: Span,
        reread: Callable[[], ast.Example | ast.Question],
    ) -> Case:
        """Return a case whose ``written`` is left empty until it is asked for."""
        case = object.__new__(Case)
        named = {"clause": clause, "words": words, "answer": answer, "span": span}
        for name, value in {**named, "reread": reread}.items():
            object.__setattr__(case, name, value)
        return case

    if not TYPE_CHECKING:  # to type checkers every field is there, and nothing else

        def __getattr__(self, name: str) -> object:
            """Fill what is empty: Python asks here only for a field without a value."""
            if name != "written":
                raise AttributeError(name)
            reread = self.reread
            if reread is not None:
                object.__setattr__(self, "written", reread())
                object.__setattr__(self, "reread", None)
            return object.__getattribute__(self, "written")
