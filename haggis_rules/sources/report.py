"""What is found of each source: how its lines stand, and the findings of audit and recount."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypedDict

from haggis_rules.sources.atlas import SourceAtlas
from haggis_rules.sources.audit import SourceFinding, SourceFindingJson, audit, clauses_of_systems
from haggis_rules.sources.recount import file_of, recount, texts_in


class SourceJson(TypedDict):
    """What is found of a source as JSON has it: how many of its lines are what."""

    source: str
    sentences: int
    lines: int
    carried: Annotated[int, "lines that clauses carry"]
    aside: Annotated[int, "lines that concern no play"]
    contradicting: int
    file: Annotated[str | None, "the document that was counted again"]
    findings: list[SourceFindingJson]


@dataclass(frozen=True, slots=True)
class SourceReport:
    """A source, the file that was counted again, if any, and what was found."""

    atlas: SourceAtlas
    file: str | None
    findings: tuple[SourceFinding, ...]

    def as_json(self) -> SourceJson:
        """Return it for JSON."""
        lines = self.atlas.lines
        return {
            "source": self.atlas.source,
            "sentences": sum(len(line.hashes) for line in lines),
            "lines": len(lines),
            "carried": sum(bool(line.carried) for line in lines),
            "aside": sum(bool(line.aside) for line in lines),
            "contradicting": sum(bool(line.contradicts) for line in lines),
            "file": self.file,
            "findings": [finding.as_json() for finding in self.findings],
        }


def source_reports(atlases: Sequence[SourceAtlas], folder: Path | None) -> tuple[SourceReport, ...]:
    """Return what is found of each source, and of the documents when a folder has them.

    Raises a ``RuleError`` when a system cannot be read, and ``OSError`` when the folder cannot.
    """
    systems = clauses_of_systems({name for atlas in atlases for name in atlas.systems})
    texts = {} if folder is None else texts_in(folder)
    reports: list[SourceReport] = []
    for atlas in atlases:
        file = file_of(atlas, texts)
        counted = () if file is None else recount(atlas, file, texts[file])
        reports.append(SourceReport(atlas, file, (*audit(atlas, systems), *counted)))
    return tuple(reports)
