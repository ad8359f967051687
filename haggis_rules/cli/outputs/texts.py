"""What the commands print that work on files: check, fmt, findings, docs, ask-page and build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from haggis_rules.diagnostics.errors.base import FaultJson
from haggis_rules.sources.report import SourceJson


class CheckedFile(TypedDict):
    """What was found in a file."""

    file: str
    clauses: int
    examples: int
    tables: int
    numbers: Annotated[int | None, "with `--numbers`, how many numbers of the ledger apply to it"]
    faults: Annotated[Sequence[FaultJson], "every cause"]
    held_back: Annotated[int, "how many faults follow from these"]


class CheckJson(TypedDict):
    """What was found in files and, with `--sources`, in the documents."""

    form: Literal[1]
    files: Sequence[CheckedFile]
    sources: NotRequired[Sequence[SourceJson]]


class FmtJson(TypedDict):
    """The files that were, or would be, rewritten."""

    form: Literal[1]
    changed: Sequence[str]
    renamed: NotRequired[
        Annotated[Mapping[str, Mapping[str, str]], "with `--upgrade`: new names, by file and name"]
    ]


class FindingVerdictJson(TypedDict):
    """What came of a promise that a finding breaks."""

    promise: str
    table: str
    verdict: str
    told: Sequence[str]


class FindingPlayJson(TypedDict):
    """A play that only one of a finding and its parent has."""

    table: str
    reading: str
    cards: str
    lacking: Annotated[bool, "whether the finding lacks it"]


class FindingJson(TypedDict):
    """What comes of reading a source to the letter."""

    finding: str
    file: str
    holds: bool
    page: str
    faults: Sequence[FaultJson]
    verdicts: Sequence[FindingVerdictJson]
    plays: Sequence[FindingPlayJson]


class FindingsJson(TypedDict):
    """Findings, and whether they hold."""

    form: Literal[1]
    findings: Sequence[FindingJson]


class DocsJson(TypedDict):
    """The pages that were written."""

    form: Literal[1]
    pages: Annotated[Sequence[str], "paths"]


class AskPageJson(TypedDict):
    """The tables for which there is a module."""

    form: Literal[1]
    tables: Sequence[str]
    vectors: Annotated[int, "how many for each"]


class BuildJson(TypedDict):
    """The module that was built."""

    form: Literal[1]
    variant: str
    players: int
    options: Mapping[str, object]
    files: Annotated[Sequence[str], "the module and its layout"]
    bytes: Annotated[int, "the size of the module"]
