"""Whether sources, clauses and marks agree: what no clause carries, and what no sentence supports.

A clause is looked at where it is written, and where a variant confirms it with its own source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypedDict

from haggis_rules.ir.descent.flattening import flatten
from haggis_rules.ir.game import Citation, Clause, ClauseStatus
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.sources.atlas import SourceAtlas, SourceLine, carriers

SystemClauses = Mapping[str, Mapping[str, Clause]]


class SourceFindingJson(TypedDict):
    """A finding as JSON has it; what does not apply is null."""

    kind: str
    source: str
    section: str | None
    number: int | None
    system: str | None
    clause: str | None
    words: str


class SourceFindingKind(Enum):
    """What is wrong between a source and the rules."""

    UNCARRIED = "uncarried"
    UNKNOWN_CLAUSE = "unknown-clause"
    UNSUPPORTED = "unsupported"
    UNCONFIRMED = "unconfirmed"
    UNMARKED = "unmarked"
    UNFOUNDED = "unfounded"
    UNLISTED = "unlisted"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class SourceFinding:
    """A finding: its kind, where in which source, for which system and clause, and in words.

    What does not apply is empty, and a ``number`` is then 0.
    """

    kind: SourceFindingKind
    source: str
    section: str
    number: int
    system: str
    clause: str
    words: str

    def as_json(self) -> SourceFindingJson:
        """Return it for JSON."""
        return {
            "kind": self.kind.value,
            "source": self.source,
            "section": self.section or None,
            "number": self.number or None,
            "system": self.system or None,
            "clause": self.clause or None,
            "words": self.words,
        }


def clauses_of_systems(systems: Iterable[str]) -> SystemClauses:
    """Return the clauses of each system, whatever the number of seats and the options.

    Raises a ``RuleError`` when one of them cannot be read.
    """
    return {
        system: {
            flat.clause.name: flat.clause for flat in flatten(lineage(source_of(system))).clauses
        }
        for system in systems
    }


def audit(atlas: SourceAtlas, systems: SystemClauses) -> tuple[SourceFinding, ...]:
    """Return what is wrong between a source and the systems that rest on it."""
    return (
        *_of_lines(atlas, systems),
        *_of_citations(atlas, systems),
        *_of_marks(atlas, systems),
    )


def supporting_lines(
    atlas: SourceAtlas, system: str, name: str, clauses: Mapping[str, Clause]
) -> tuple[SourceLine, ...]:
    """Return the lines of a source that a clause carries in a system."""
    return tuple(
        line
        for line in atlas.lines
        if system in line.systems and name in carriers(line, system, clauses)
    )


def _of_lines(atlas: SourceAtlas, systems: SystemClauses) -> Iterator[SourceFinding]:
    """Yield the sentences that no clause carries, and the names that no clause has."""
    for line in atlas.lines:
        for system in line.systems:
            clauses = systems[system]
            names = carriers(line, system, clauses)
            if not names and not line.aside and system not in line.beside:
                words = f"no clause of `{system}` carries this: {line.gist}"
                yield _at(SourceFindingKind.UNCARRIED, line, system, "", words)
            for name in names:
                if name not in clauses:
                    words = f"`{system}` has no clause `{name}`, which is to carry: {line.gist}"
                    yield _at(SourceFindingKind.UNKNOWN_CLAUSE, line, system, name, words)


def _of_citations(atlas: SourceAtlas, systems: SystemClauses) -> Iterator[SourceFinding]:
    """Yield the citations that no sentence of the section supports."""
    for system in atlas.systems:
        for name, clause in systems[system].items():
            if not _speaks_here(clause, system):
                continue
            lines = supporting_lines(atlas, system, name, systems[system])
            supported = {line.section for line in lines}
            for cite in _own_citations(clause, system):
                if cite.source == atlas.source and cite.section not in supported:
                    kind = SourceFindingKind.UNSUPPORTED
                    words = f"no sentence there supports `{name}` of `{system}`"
                    yield SourceFinding(kind, atlas.source, cite.section, 0, system, name, words)


def _of_marks(atlas: SourceAtlas, systems: SystemClauses) -> Iterator[SourceFinding]:
    """Yield the marks that do not follow from what the source says."""
    for system in atlas.systems:
        clauses = systems[system]
        for name, clause in clauses.items():
            lines = supporting_lines(atlas, system, name, clauses)
            own = [line for line in lines if line.systems[0] == system]
            if own and not _speaks_here(clause, system):
                words = (
                    f"`{system}` keeps `{name}` from `{clause.variant}` without `confirm`, though"
                    f" its own source says: {own[0].gist}"
                )
                kind = SourceFindingKind.UNCONFIRMED
                yield _at(kind, own[0], system, name, words)
            if _speaks_here(clause, system):
                yield from _of_errata(atlas, system, clause, lines)
    for line in atlas.lines:
        yield from _unmarked(line, systems)


def _of_errata(
    atlas: SourceAtlas, system: str, clause: Clause, lines: Sequence[SourceLine]
) -> Iterator[SourceFinding]:
    """Yield a finding when a clause is an erratum, and no sentence that it carries is at odds."""
    cites = any(cite.source == atlas.source for cite in clause.citations)
    at_odds = any(line.contradicts for line in lines)
    if clause.status is ClauseStatus.ERRATUM and cites and not at_odds:
        kind = SourceFindingKind.UNFOUNDED
        words = f"`{clause.name}` of `{system}` is an erratum, and no sentence contradicts anything"
        yield SourceFinding(kind, atlas.source, "", 0, system, clause.name, words)


def _unmarked(line: SourceLine, systems: SystemClauses) -> Iterator[SourceFinding]:
    """Yield the systems in which a sentence is ruled on, and no clause that carries it says so."""
    if not line.contradicts:
        return
    for system in line.systems:
        names = carriers(line, system, systems[system])
        held = [systems[system][name] for name in names if name in systems[system]]
        if held and not any(_is_ruled(clause) for clause in held):
            words = f"no clause of `{system}` that carries this is an erratum: {line.gist}"
            yield _at(SourceFindingKind.UNMARKED, line, system, "", words)


def _is_ruled(clause: Clause) -> bool:
    match clause.status:
        case ClauseStatus.RULING | ClauseStatus.ERRATUM:
            return True
        case ClauseStatus.STATED | ClauseStatus.DERIVED:
            return False


def _own_citations(clause: Clause, system: str) -> Sequence[Citation]:
    """Return what a clause cites in this system, and not because its parent does."""
    if clause.variant == system or clause.confirmed is None:
        return clause.citations
    return clause.citations[: clause.confirmed.cited]


def _speaks_here(clause: Clause, system: str) -> bool:
    """Whether a clause says of itself, in this system, where it comes from."""
    confirmed = clause.confirmed
    return clause.variant == system or (confirmed is not None and confirmed.variant == system)


def _at(
    kind: SourceFindingKind, line: SourceLine, system: str, clause: str, words: str
) -> SourceFinding:
    return SourceFinding(kind, line.source, line.section, line.number, system, clause, words)
