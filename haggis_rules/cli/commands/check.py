"""haggis check: check rules files and report every fault.

Each fault comes with its place, the author's own words and a way to fix it. Causes come first, at
most three of them, with the number of other faults and of those that only follow. Every example and
question is played through, at each table that it applies to.

--strict also reports examples that do not depend on the clause beside them. --numbers checks that
every number of the ledger that applies to a variant is named by one of its clauses, and that no
other number is.

--sources checks the documents that the rules are taken from, sentence by sentence: it reports
sentences that no clause states, citations that no sentence supports, and marks that are
inconsistent. --texts names a folder with the documents, whose sentences are then counted again.

  haggis check my.haggis
  haggis check --strict --numbers tournament
  haggis check --sources --texts documents

--format json: {"form": 1, "files": [{"file", "clauses", "examples", "tables", "numbers": how many
numbers speak for it, with --numbers; or null, "faults": every cause, "held_back": how many faults
follow from these}], and with --sources "sources": [{"source", "sentences", "lines", "carried",
"aside", "contradicting": how many lines are carried by clauses, concern no play, or contradict
something; "file": the document that was counted again; or null, "findings": [{"kind", "source",
"section", "number", "system", "clause": each null where it does not apply, "words"}]}]}
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from haggis_rules import cases
from haggis_rules.cases.causes.repairing import ChangesTo
from haggis_rules.cli.outputs.texts import CheckedFile, CheckJson
from haggis_rules.cli.terminal.arguments import add_budget
from haggis_rules.cli.terminal.output import (
    AT_FAULT,
    CallError,
    count,
    note,
    write_json,
    write_text,
)
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.diagnostics.errors import RuleError, causes_of, tell
from haggis_rules.ir import ledger
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.sources.atlas import shipped_atlases
from haggis_rules.sources.report import SourceReport, source_reports
from haggis_rules.syntax import ast

USE = CommandUsage(Purpose.WRITE, "haggis check my.haggis", "find each fault, with a way to fix it")
OUTPUT = CheckJson


@dataclass(frozen=True, slots=True)
class _Report:
    """What was found in a file, and how much of it was looked at."""

    found: tuple[RuleError, ...]
    clauses: int = 0
    examples: int = 0
    tables: int = 0
    numbers: int | None = None


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("files", nargs="*", metavar="VARIANT", help="a variant or a file")
    parser.add_argument(
        "--strict", action="store_true", help="require each example to depend on its own clause"
    )
    add_budget(parser)
    parser.add_argument(
        "--numbers", action="store_true", help="report numbers of the ledger that no clause names"
    )
    parser.add_argument(
        "--sources", action="store_true", help="trace each sentence of the sources to its clauses"
    )
    parser.add_argument(
        "--texts", type=Path, metavar="FOLDER", help="with --sources: count these documents again"
    )


def run(parsed: argparse.Namespace) -> int:
    """Check each file, and go on to the next after a fault; then the sources, if asked to.

    Raises ``CallError`` when there is nothing to check, and ``OSError`` for an unreadable folder.
    """
    if not (parsed.files or parsed.sources):
        raise CallError("nothing-to-check", "there is nothing to check", "name a variant or a file")
    if parsed.texts is not None and not parsed.sources:
        raise CallError("texts-alone", "--texts needs --sources", "add --sources")
    records: list[CheckedFile] = []
    for file in parsed.files:
        report = _check(file, strict=parsed.strict, numbered=parsed.numbers, budget=parsed.budget)
        records.append(_record(file, report))
        if parsed.format == "text":
            if report.found:
                note(f"{tell(report.found)}\n")
            write_text(f"{file}: {_describe(report)}")
    reports = source_reports(shipped_atlases(), parsed.texts) if parsed.sources else ()
    if parsed.format == "json":
        record: CheckJson = {"form": 1, "files": records}
        if parsed.sources:
            record["sources"] = [one.as_json() for one in reports]
        write_json(record)
    else:
        for atlas in reports:
            _tell_source(atlas, counted=parsed.texts is not None)
    faulty = any(record["faults"] for record in records) or any(one.findings for one in reports)
    return AT_FAULT if faulty else 0


def _tell_source(report: SourceReport, *, counted: bool) -> None:
    """Write how a source stands, and what was found to standard error."""
    source, lines = report.atlas.source, report.atlas.lines
    for finding in report.findings:
        number = f" {finding.number}" if finding.number and finding.section else ""
        place = f", {finding.section}{number}" if finding.section else ""
        note(f"{finding.kind.value}: {source}{place}: {finding.words}")
    parts = [count(sum(len(line.hashes) for line in lines), "sentence")]
    if counted:
        coverage = "not among the texts" if report.file is None else f"counted in `{report.file}`"
        parts.append(coverage)
    found = count(len(report.findings), "finding") if report.findings else "no finding"
    write_text(f"{source}: {', '.join(parts)}, {found}")


def _check(file: str, *, strict: bool, numbered: bool, budget: int | None) -> _Report:
    try:
        line = lineage(source_of(file))
    except RuleError as fault:
        return _Report((fault,))
    report = cases.check_text(line, budget, changes=_changes)
    games, checked, faults = list(report.games), report.checked, list(report.faults)
    if not games:
        return _Report(report.faults)
    if strict:
        faults += cases.idle_everywhere(checked)
    speaking: int | None = None
    if numbered:
        speaking = _speaking(games)
        faults += ledger.ledger_faults(line[-1], games, ledger.shipped_numbers())
    clauses = {name for game in games for name in game.clauses}
    examples = {one.place for one in checked}
    tables = {one.where for one in checked}
    return _Report(tuple(faults), len(clauses), len(examples), len(tables), speaking)


def _changes(line: Sequence[ast.File], games: Sequence[Game]) -> ChangesTo:
    """Return the changes that are tried where an example fails."""
    from haggis_rules.mutation.small_changes import small_changes  # most texts need none

    return small_changes(line, games)


def _speaking(games: list[Game]) -> int:
    """Count the numbers of the ledger that speak for a variant. Raises ``CallError``."""
    listed, name = ledger.shipped_numbers(), games[0].name
    if name not in listed.variants:
        known = ", ".join(listed.variants)
        raise CallError("no-numbers", f"the ledger does not cover `{name}`", f"it has {known}")
    tables = {(name, game.seats) for game in games}
    return sum(any(one.speaks_for(*table) for table in tables) for one in listed.numbers)


def _describe(report: _Report) -> str:
    if report.found:
        return count(len(report.found), "fault")
    parts = [f"{report.clauses} clauses"]
    if report.examples:
        parts.append(f"{count(report.examples, 'example')} at {count(report.tables, 'table')}")
    if report.numbers is not None:
        parts.append(f"each of {count(report.numbers, 'number')} of the ledger named")
    return f"{', '.join(parts)}, no fault"


def _record(file: str, report: _Report) -> CheckedFile:
    causes = causes_of(report.found)
    return {
        "file": file,
        "clauses": report.clauses,
        "examples": report.examples,
        "tables": report.tables,
        "numbers": report.numbers,
        "faults": [fault.as_json() for fault in causes],
        "held_back": len(report.found) - len(causes),
    }
