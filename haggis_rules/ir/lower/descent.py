"""A line of variants, flattened: which clauses hold, in what order, and where each comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher, unified_diff

from haggis_rules.diagnostics.errors import (
    ClauseTwiceError,
    EditWithoutParentError,
    NoEffectError,
    NoSuchClauseError,
    RuleError,
    UncitedError,
    UnknownSourceError,
    UnmarkedEditError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.clause_history import ClauseChange
from haggis_rules.ir.game import Citation, Clause, ClauseStatus
from haggis_rules.ir.lower.edits import edited
from haggis_rules.syntax import ast
from haggis_rules.syntax.print import show_guard, show_items

WrittenClause = ast.Clause | ast.Replace | ast.Add


@dataclass(frozen=True, slots=True)
class FlatClause:
    """A clause that holds, as its readers know it, with its items still to be typed."""

    clause: Clause
    written: WrittenClause


@dataclass(frozen=True, slots=True)
class FlattenedVariant:
    """All clauses of a variant, in order; those taken out or replaced, and where; the reasons."""

    clauses: tuple[FlatClause, ...]
    removed: tuple[tuple[FlatClause, Span], ...]
    reasons: tuple[tuple[str, str], ...]
    faults: tuple[RuleError, ...]


def flatten(line: Sequence[ast.File]) -> FlattenedVariant:
    """Return the clauses of a variant, each parent's edited by its child, the eldest first.

    Raises nothing: an edit at fault is left out, and its fault is among those returned.
    """
    builder = _Builder()
    for file in line:
        builder.file(file)
    return FlattenedVariant(
        tuple(builder.clauses),
        tuple(builder.removed),
        tuple(builder.reasons),
        tuple(builder.faults),
    )


class _Builder:
    def __init__(self) -> None:
        self.clauses: list[FlatClause] = []
        self.removed: list[tuple[FlatClause, Span]] = []
        self.reasons: list[tuple[str, str]] = []
        self.faults: list[RuleError] = []
        self.sources: dict[str, str] = {}

    def file(self, file: ast.File) -> None:
        self.sources |= {s.name.text: s.words.text for s in file.sources}
        chapter = ""
        for entry in file.entries:
            try:
                match entry:
                    case ast.Chapter(words=words):
                        chapter = words.text
                    case ast.Clause():
                        self._first(file, entry, chapter)
                    case ast.Replace():
                        self._replace(file, entry)
                    case ast.Add():
                        self._add(file, entry, chapter)
                    case ast.Remove():
                        self._remove(file, entry)
                    case ast.Change():
                        self._change(file, entry)
            except RuleError as fault:
                self.faults.append(fault)

    def _first(self, file: ast.File, entry: ast.Clause, chapter: str) -> None:
        parent = file.variant.parent
        if parent is not None:
            raise UnmarkedEditError(
                f"`{entry.name.text}` is written as if `{parent.text}` did not exist",
                entry.name.span,
                hint="write `add`, or `replace` when the parent has the clause, with `because`",
            )
        self._insert(file, entry, chapter, "")

    def _add(self, file: ast.File, entry: ast.Add, chapter: str) -> None:
        self._needs_parent(file, entry.name, "adds")
        self._insert(file, entry, chapter, entry.because.text)

    def _insert(self, file: ast.File, entry: WrittenClause, chapter: str, edit: str) -> None:
        name = entry.name.text
        for old in self.clauses:
            if old.clause.name == name:
                raise ClauseTwiceError(
                    f"there are two clauses `{name}`",
                    entry.name.span,
                    others=[(old.written.name.span, "the first is here")],
                    hint="give one of them another name, or write `replace`",
                )
        flat = FlatClause(self._clause(file, entry, chapter, None, edit), entry)
        last = [i for i, c in enumerate(self.clauses) if c.clause.chapter == chapter]
        self.clauses.insert(last[-1] + 1 if last else len(self.clauses), flat)

    def _replace(self, file: ast.File, entry: ast.Replace) -> None:
        self._needs_parent(file, entry.name, "replaces")
        index = self._find(entry.name)
        old = self.clauses[index]
        if _substance(entry) == _substance(old.written):
            raise NoEffectError(
                f"`{entry.name.text}` is replaced by itself",
                entry.name.span,
                others=[(old.written.name.span, "it says the same here")],
                hint="take the edit out, or change the clause",
            )
        # The eldest that had it, however often it is replaced on the way.
        origin = old.clause.replaces or old.clause.variant
        clause = self._clause(file, entry, old.clause.chapter, origin, entry.because.text)
        self.removed.append((old, entry.name.span))
        self.clauses[index] = FlatClause(clause, entry)

    def _remove(self, file: ast.File, entry: ast.Remove) -> None:
        self._needs_parent(file, entry.name, "removes")
        self.removed.append((self.clauses.pop(self._find(entry.name)), entry.name.span))
        self.reasons.append((entry.name.text, entry.because.text))

    def _change(self, file: ast.File, entry: ast.Change) -> None:
        self._needs_parent(file, entry.name, "changes")
        index = self._find(entry.name)
        old = self.clauses[index]
        written = edited(entry, old.written)
        former, because = old.clause, entry.because.text
        new = self._clause(
            file, written, former.chapter, former.replaces or former.variant, because
        )
        words = former.words if former.words != new.words else ""
        change = ClauseChange(new.variant, because, words, _diff(old.written.items, written.items))
        again = former.variant == new.variant and former.changes
        clause = replace(
            new,
            citations=new.citations if entry.cites else former.citations,
            edit=f"{former.edit}; {because}" if again else because,
            changes=(*former.changes, change),
        )
        self.removed.append((old, entry.name.span))
        self.clauses[index] = FlatClause(clause, written)

    def _find(self, name: ast.Name) -> int:
        names = [flat.clause.name for flat in self.clauses]
        if name.text not in names:
            raise NoSuchClauseError(
                f"the parent has no clause `{name.text}`",
                name.span,
                hint=did_you_mean(name.text, names),
            )
        return names.index(name.text)

    def _needs_parent(self, file: ast.File, name: ast.Name, verb: str) -> None:
        if file.variant.parent is None:
            raise EditWithoutParentError(
                f"`{file.variant.name.text}` {verb} a clause but extends no variant",
                name.span,
                others=[(file.variant.name.span, "the variant is named here")],
                hint="write `clause`, or say what the variant `extends`",
            )

    def _clause(
        self, file: ast.File, entry: WrittenClause, chapter: str, replaces: str | None, edit: str
    ) -> Clause:
        citations = tuple(self._citation(cite) for cite in entry.cites)
        if not citations and entry.status is None:
            raise UncitedError(
                f"`{entry.name.text}` says neither who says so nor why we do",
                entry.name.span,
                hint='add `cites SOURCE "SECTION"` or `ruling because "REASON"`',
            )
        status, because = _clause_status(entry.status)
        cases = (ast.Example, ast.Question)
        rule = tuple(item for item in entry.items if not isinstance(item, cases))
        return Clause(
            name=entry.name.text,
            ledgers=tuple(ledger.text for ledger in entry.ledgers),
            words=entry.words.text,
            citations=citations,
            status=status,
            because=because,
            chapter=chapter,
            formal=show_items(entry.items),
            rule=show_items(rule),
            variant=file.variant.name.text,
            path=entry.span.source.path,
            replaces=replaces,
            edit=edit,
            guard="" if entry.guard is None else show_guard(entry.guard),
            span=entry.span,
        )

    def _citation(self, cite: ast.Cite) -> Citation:
        if cite.source.text not in self.sources:
            raise UnknownSourceError(
                f"no source is called `{cite.source.text}`",
                cite.source.span,
                hint=did_you_mean(cite.source.text, self.sources)
                or 'name it under the variant: `source NAME "TITLE"`',
            )
        title = self.sources[cite.source.text]
        return Citation(cite.source.text, title, cite.section.text)


def _clause_status(status: ast.Status | ast.Derived | None) -> tuple[ClauseStatus, str]:
    """Return how a clause stands, and the reason where there has to be one."""
    match status:
        case ast.Status(kind=kind, because=because):
            return ClauseStatus(kind.text), because.text
        case ast.Derived():
            return ClauseStatus.DERIVED, ""
        case None:
            return ClauseStatus.STATED, ""


def _diff(old: Sequence[ast.Item], new: Sequence[ast.Item]) -> tuple[str, ...]:
    """Return the lines in which items differ: of one for another what differs, else all."""
    was, now = ([show_items([item]).splitlines() for item in items] for items in (old, new))
    whole = SequenceMatcher(None, [*map(tuple, was)], [*map(tuple, now)], autojunk=False)
    found: list[str] = []
    for _, i, j, k, m in (one for one in whole.get_opcodes() if one[0] != "equal"):
        if j - i == m - k == 1:
            lines = [*unified_diff(was[i], now[k], n=0, lineterm="")][2:]
            found += [f"{line[0]} {line[1:]}" for line in lines if not line.startswith("@@")]
        else:
            found += [f"- {line}" for item in was[i:j] for line in item]
            found += [f"+ {line}" for item in now[k:m] for line in item]
    return tuple(found)


def _substance(entry: WrittenClause) -> object:
    """Return what a clause says, whichever way it is brought in."""
    return (
        *(entry.name, entry.ledgers, entry.guard, entry.words),
        *(entry.cites, entry.status, entry.items),
    )
