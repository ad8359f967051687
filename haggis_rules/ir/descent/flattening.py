"""A line of variants, flattened: which clauses hold, in what order, and where each comes from.

Each variant of the line is built once: on what its parent has, and with clauses of the others that
it takes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from haggis_rules.diagnostics.errors import (
    ClauseTwiceError,
    EditWithoutParentError,
    NoEffectError,
    NoSuchClauseError,
    RuleError,
    UncitedError,
    UnknownParentError,
    UnknownSourceError,
    UnmarkedEditError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.clause_history import ClauseChange, ClauseTaking
from haggis_rules.ir.descent.ancestry import index_of, parent_index
from haggis_rules.ir.descent.confirming import confirmed
from haggis_rules.ir.descent.edits import changed_lines, edited
from haggis_rules.ir.game import Citation, Clause, ClauseStatus
from haggis_rules.syntax import ast
from haggis_rules.syntax.print import show_guard, show_item

WrittenClause = ast.Clause | ast.Replace | ast.Add


@dataclass(frozen=True, slots=True)
class FlatClause:
    """A clause that holds, as its readers know it, with its items still to be typed."""

    clause: Clause
    written: WrittenClause


@dataclass(frozen=True, slots=True)
class TakenClause:
    """A clause of another variant: where it is taken, which, and all clauses of that variant."""

    place: ast.Name
    variant: str
    flat: FlatClause
    beside: tuple[FlatClause, ...]


@dataclass(frozen=True, slots=True)
class FlattenedVariant:
    """All clauses of a variant, in order; those taken out or replaced, and where; the reasons.

    ``taken`` has those of other variants that still stand as they are there.
    """

    clauses: tuple[FlatClause, ...]
    removed: tuple[tuple[FlatClause, Span], ...]
    reasons: tuple[tuple[str, str], ...]
    taken: tuple[TakenClause, ...]
    faults: tuple[RuleError, ...]


def flatten(line: Sequence[ast.File]) -> FlattenedVariant:
    """Return the clauses of the last of a line, each parent's edited by its child.

    Raises nothing: an edit at fault is left out, and its fault is among those returned.
    """
    if not line:
        return _Builder().flattened()
    before = _built_before(tuple(map(_SameFile, line[:-1])))
    if any(one.faults for one in before):  # a fault is marked as it is told, and so never shared
        before = _built(line[:-1], ())
    return _built(line, before)[-1].flattened()


@dataclass(frozen=True, slots=True, eq=False)
class _SameFile:
    """A file that is the same as another only if it is that very object."""

    file: ast.File

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameFile) and self.file is other.file

    def __hash__(self) -> int:
        return id(self.file)


# Printing clauses takes long, and a search for causes tries many texts that extend the same one.
@lru_cache(maxsize=8)
def _built_before(line: tuple[_SameFile, ...]) -> tuple[_Builder, ...]:
    """Build the files that the last of a line needs; what comes of it is only read."""
    return _built([one.file for one in line], ())


def _built(line: Sequence[ast.File], before: Sequence[_Builder]) -> tuple[_Builder, ...]:
    """Build the files of a line behind those that are built already."""
    builders = [*before]
    for index in range(len(before), len(line)):
        file, parent = line[index], parent_index(line, index)
        builder = _Builder() if parent is None else builders[parent].copy()
        for entry in file.entries:
            if isinstance(entry, ast.Taking):
                found = index_of(line[:index], entry.variant)
                if found is not None:
                    builder.others[entry.variant.text] = builders[found]
        builder.file(file)
        builders.append(builder)
    return tuple(builders)


@dataclass(slots=True)
class _Builder:
    """The clauses of a variant, file by file; ``others`` are those that it takes from."""

    clauses: list[FlatClause] = field(default_factory=list[FlatClause])
    removed: list[tuple[FlatClause, Span]] = field(default_factory=list[tuple[FlatClause, Span]])
    reasons: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    taken: list[TakenClause] = field(default_factory=list[TakenClause])
    faults: list[RuleError] = field(default_factory=list[RuleError])
    sources: dict[str, str] = field(default_factory=dict[str, str])
    others: dict[str, _Builder] = field(default_factory=dict[str, "_Builder"])

    def copy(self) -> _Builder:
        """Return one that goes on from here."""
        return _Builder(
            [*self.clauses],
            [*self.removed],
            [*self.reasons],
            [*self.taken],
            [*self.faults],
            {**self.sources},
        )

    def flattened(self) -> FlattenedVariant:
        """Return what was built."""
        here = {flat.clause.name: flat for flat in self.clauses}
        taken = (one for one in self.taken if here.get(one.flat.clause.name) is one.flat)
        return FlattenedVariant(
            tuple(self.clauses),
            tuple(self.removed),
            tuple(self.reasons),
            tuple(taken),
            tuple(self.faults),
        )

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
                    case ast.Confirm():
                        self._confirm(file, entry)
                    case ast.AddFrom() | ast.ReplaceFrom():
                        self._take(file, entry)
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
        self._is_new(entry.name, "give one of them another name, or write `replace`")
        self._append(FlatClause(self._clause(file, entry, chapter, None, edit), entry))

    def _is_new(self, name: ast.Name, hint: str) -> None:
        for old in self.clauses:
            if old.clause.name == name.text:
                raise ClauseTwiceError(
                    f"there are two clauses `{name.text}`",
                    name.span,
                    others=[(old.written.name.span, "the first is here")],
                    hint=hint,
                )

    def _append(self, flat: FlatClause) -> None:
        """Put a clause at the end of its chapter, or of all when there is no such chapter."""
        chapter = flat.clause.chapter
        last = [i for i, c in enumerate(self.clauses) if c.clause.chapter == chapter]
        self.clauses.insert(last[-1] + 1 if last else len(self.clauses), flat)

    def _replace(self, file: ast.File, entry: ast.Replace) -> None:
        self._needs_parent(file, entry.name, "replaces")
        index = self._find(entry.name)
        old = self.clauses[index]
        same_title = entry.title in (None, old.written.title)
        if same_title and _substance(entry) == _substance(old.written):
            raise _replaced_by_itself(entry.name, old)
        # The eldest that had it, however often it is replaced on the way.
        origin = old.clause.replaces or old.clause.variant
        clause = self._clause(file, entry, old.clause.chapter, origin, entry.because.text)
        clause = replace(clause, title=clause.title or old.clause.title)
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
        origin = former.replaces or (None if former.taken else former.variant)
        new = self._clause(file, written, former.chapter, origin, because)
        words = former.words if former.words != new.words else ""
        change = ClauseChange(
            new.variant, because, words, changed_lines(old.written.items, written.items)
        )
        again = former.variant == new.variant and former.changes
        clause = replace(
            new,
            title=new.title or former.title,
            citations=new.citations if entry.cites else former.citations,
            edit=f"{former.edit}; {because}" if again else because,
            changes=(*former.changes, change),
            taken=former.taken,
        )
        self.removed.append((old, entry.name.span))
        self.clauses[index] = FlatClause(clause, written)

    def _confirm(self, file: ast.File, entry: ast.Confirm) -> None:
        """Confirm each clause that is named; of one at fault the others are no part."""
        self._needs_parent(file, entry.names[0], "confirms")
        if not entry.cites:
            raise UncitedError(
                "`confirm` does not say which source it confirms with",
                entry.span,
                hint='add `cites SOURCE "SECTION"`',
            )
        cited = tuple(self._citation(cite) for cite in entry.cites)
        for name in entry.names:
            try:
                index = self._find(name)
                old = self.clauses[index]
                clause = confirmed(old.clause, entry, name, file.variant.name.text, cited)
                self.clauses[index] = FlatClause(clause, old.written)
            except RuleError as fault:
                self.faults.append(fault)

    def _take(self, file: ast.File, entry: ast.Taking) -> None:
        """Take clauses as another variant has them, with what that cites."""
        adds = isinstance(entry, ast.AddFrom)
        self._needs_parent(file, entry.names[0], "adds" if adds else "replaces")
        other = self.others.get(entry.variant.text)
        if other is None:
            raise UnknownParentError(
                f"`{entry.variant.text}` was not read with this text", entry.variant.span
            )
        self.faults += [fault for fault in other.faults if fault not in self.faults]
        self.sources = other.sources | self.sources
        for name in entry.names:
            try:
                self._take_one(file, entry, name, other)
            except RuleError as fault:
                self.faults.append(fault)

    def _take_one(self, file: ast.File, entry: ast.Taking, name: ast.Name, other: _Builder) -> None:
        source = entry.variant.text
        flat = other.clauses[other._find(name, f"`{source}`")]
        taking = ClauseTaking(source, file.variant.name.text, entry.because.text)
        clause = replace(flat.clause, replaces=None, edit=taking.because, taken=taking)
        match entry:
            case ast.AddFrom():
                self._is_new(name, f"write `replace {name.text} from {source}`, or leave it out")
                self._append(new := FlatClause(clause, flat.written))
            case ast.ReplaceFrom():
                index = self._find(name, hint=f"write `add {name.text} from {source}`")
                old = self.clauses[index]
                if _substance(flat.written) == _substance(old.written):
                    raise _replaced_by_itself(name, old)
                origin = old.clause.replaces or old.clause.variant
                title = clause.title or old.clause.title
                clause = replace(clause, title=title, chapter=old.clause.chapter, replaces=origin)
                self.removed.append((old, name.span))
                self.clauses[index] = new = FlatClause(clause, flat.written)
        self.taken.append(TakenClause(name, source, new, tuple(other.clauses)))

    def _find(self, name: ast.Name, whose: str = "the parent", *, hint: str = "") -> int:
        names = [flat.clause.name for flat in self.clauses]
        if name.text not in names:
            raise NoSuchClauseError(
                f"{whose} has no clause `{name.text}`",
                name.span,
                hint=hint or did_you_mean(name.text, names),
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
                f"`{entry.name.text}` neither cites a source nor says that it is our ruling",
                entry.name.span,
                hint='add `cites SOURCE "SECTION"` or `ruling because "REASON"`',
            )
        status, because = _clause_status(entry.status)
        cases = (ast.Example, ast.Question)
        shown = [(item, show_item(item)) for item in entry.items]
        return Clause(
            name=entry.name.text,
            ledgers=tuple(ledger.text for ledger in entry.ledgers),
            words=entry.words.text,
            title="" if entry.title is None else entry.title.text,
            citations=citations,
            status=status,
            because=because,
            chapter=chapter,
            formal="".join(text for _, text in shown),
            rule="".join(text for item, text in shown if not isinstance(item, cases)),
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


def _replaced_by_itself(name: ast.Name, old: FlatClause) -> NoEffectError:
    return NoEffectError(
        f"`{name.text}` is replaced by itself",
        name.span,
        others=[(old.written.name.span, "it says the same here")],
        hint="take the edit out, or change the clause",
    )


def _substance(entry: WrittenClause) -> object:
    """Return what a clause says but for its title, whichever way it is brought in."""
    return (
        *(entry.name, entry.ledgers, entry.guard, entry.words),
        *(entry.cites, entry.status, entry.items),
    )
