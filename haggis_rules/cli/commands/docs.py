"""haggis docs: write the pages of variants as plain Markdown.

A variant has its own pages for each number of players, with the usual options. Every example and
question on them is checked first, unless nothing has changed that it depends on since it was. With
--verdicts the pages show the result of each promise; make the file with
haggis verify --verdicts FILE
Verdicts on rules that have changed since are left out. Each promise has its own page, with links to
the findings that break it. With --pdf there is a score sheet to print for each number of players,
as PDF on A4 and letter paper; this needs pip install 'haggis-rules[pdf]'.

  haggis docs my.haggis --out build/pages
  haggis docs classic tournament --verdicts verdicts.json
  haggis docs my.haggis --pdf --out build/pages

An example that does not hold is shown as such, and the exit code is 1.
If the folder is among other pages, beside an index.md, the navigation of the whole site is written
too, as nav.yml.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

from haggis_rules.cases.kept_checks import answers_unless_kept
from haggis_rules.cli.outputs.texts import DocsJson
from haggis_rules.cli.terminal.arguments import add_jobs, executor_of, games_everywhere
from haggis_rules.cli.terminal.broken_texts import gather_side_notes
from haggis_rules.cli.terminal.output import AT_FAULT, BAD_CALL, note, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.progress import with_progress
from haggis_rules.diagnostics.errors import TooManyOptionsError
from haggis_rules.executors.shares import in_order
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import notebook, published
from haggis_rules.ir.load_tables import load_combined
from haggis_rules.ir.option_labels import unusual
from haggis_rules.site.content.checked_tables import (
    CheckedTable,
    KeptTables,
    WrittenTable,
    check_table,
)
from haggis_rules.site.content.volume_content import GameFindings, OptionChoice
from haggis_rules.site.content.volumes import played
from haggis_rules.site.printed.typeset import require_typst
from haggis_rules.site.writer import VolumeKey, write_pages
from haggis_rules.verdicts.evidence import Evidence
from haggis_rules.verdicts.reader import (
    BadVerdictsError,
    RecordedVerdict,
    VerdictRecord,
    counted_on,
    read_verdicts,
    verdicts_on,
)

USE = CommandUsage(Purpose.WRITE, "haggis docs my.haggis", "write the pages")
OUTPUT = DocsJson
FOLDER = Path("docs/rules")
TABLES_EACH = 4  # that are worth beginning a process for


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "variants",
        nargs="*",
        metavar="VARIANT",
        help="default: all that people play, and the notebook",
    )
    parser.add_argument(
        "--out", type=Path, default=FOLDER, metavar="FOLDER", help=f"default {FOLDER}"
    )
    parser.add_argument(
        "--verdicts",
        type=Path,
        metavar="FILE",
        action="append",
        default=[],
        help="the results of haggis verify; can be repeated",
    )
    parser.add_argument(
        "--mutants", type=Path, metavar="FOLDER",
        help="texts that break promises on purpose, each in a file with the name of the promise",
    )  # fmt: skip
    parser.add_argument(
        "--pdf", action="store_true", help="write what is printed on one sheet as PDF too"
    )
    parser.add_argument("--fresh", action="store_true", help="ignore earlier results")
    add_jobs(parser, "check the examples")


def run(parsed: argparse.Namespace) -> int:
    """Write the pages."""
    if parsed.pdf:
        try:
            require_typst()
        except ModuleNotFoundError as lacking:
            note(str(lacking))
            return BAD_CALL
    recorded: list[tuple[Path, tuple[VerdictRecord, ...]]] = []
    for path in parsed.verdicts:
        try:
            recorded.append((path, read_verdicts(path)))
        except (OSError, BadVerdictsError) as fault:
            note(f"`{path}` is not what `haggis verify --verdicts` writes: {fault}")
            return BAD_CALL
    records = tuple(record for _, several in recorded for record in several)
    names = parsed.variants or (*published(), *notebook())
    games, findings = _gather(names, records, parsed)
    for game, (path, several) in product(games, recorded):
        if any(record.is_past(game) for record in several):
            note(f"`{path}` has other rules of {game.name} than these; left out")
    try:
        side_notes = gather_side_notes(parsed.out, parsed.mutants)
        asked = answers_unless_kept(played(games), fresh=parsed.fresh)
        paths = write_pages(
            games,
            parsed.out,
            findings=findings,
            side_notes=side_notes,
            answers=asked,
            pdf=parsed.pdf,
        )
    except (FileExistsError, ValueError, PermissionError) as fault:
        note(str(fault))
        return BAD_CALL
    if parsed.format == "json":
        record: DocsJson = {"form": 1, "pages": [str(path) for path in paths]}
        write_json(record)
    else:
        names = dict.fromkeys(game.name for game in games)
        write_text(f"{len(paths)} pages of {', '.join(names)} in {parsed.out}")
    # With other choices than the usual ones an example without a guard need not hold.
    failing = {
        name: found
        for (name, _), found in findings.items()
        if not all(one.passed for one in found.cases)
    }
    for name in failing:
        note(f"not every example of {name} holds: `haggis check {name}` says which, and why")
    return AT_FAULT if failing else 0


def _gather(
    names: Iterable[str], records: tuple[VerdictRecord, ...], parsed: argparse.Namespace
) -> tuple[list[Game], dict[VolumeKey, GameFindings]]:
    """Load variants for each number of players, and gather what is known of them.

    Raises ``SeveralFaultsError`` or a ``RuleError`` when a text is at fault.
    """
    everywhere = {name: games_everywhere(name) for name in names}
    tables = [
        WrittenTable(game, not unusual(game)) for found in everywhere.values() for game in found
    ]
    every = _checked(tables, parsed)
    checked = {id(table.game): one for table, one in zip(tables, every, strict=True)}
    games: list[Game] = []
    findings: dict[VolumeKey, GameFindings] = {}
    for name, found in everywhere.items():
        combined = _combined(name) if records else ()
        for game in (one for one in found if not unusual(one)):
            others = [one for one in found if one.seats == game.seats and len(unusual(one)) == 1]
            choices = tuple(_choice(one, records, checked[id(one)]) for one in others)
            several = [one for one in combined if one.seats == game.seats and len(unusual(one)) > 1]
            combinations = tuple(OptionChoice(one, verdicts_on(one, records)) for one in several)
            verdicts = verdicts_on(game, records)
            games.append(game)
            findings[game.name, game.seats] = GameFindings(
                verdicts,
                checked[id(game)].cases,
                choices,
                _evidence(verdicts),
                counted_on(game, records),
                checked[id(game)].held,
                combinations,
            )
    return games, findings


def _checked(tables: Sequence[WrittenTable], parsed: argparse.Namespace) -> list[CheckedTable]:
    """Return what came of each table, in order. What is known is not checked again."""
    before = KeptTables(tables)
    found = {} if parsed.fresh else {n: before.get(n) for n in range(len(tables))}
    known = {number: one for number, one in found.items() if one is not None}
    left = [number for number in range(len(tables)) if number not in known]
    with executor_of(parsed, len(left) // TABLES_EACH) as executor:
        every = in_order(executor, check_table, [tables[number] for number in left])
        for number, one in zip(left, with_progress(every, len(left), "tables"), strict=True):
            known[number] = one
            before.put(number, one)
    return [known[number] for number in range(len(tables))]


def _combined(name: str) -> tuple[Game, ...]:
    """Load a variant with every combination of options; none when they are too many to prove."""
    try:
        return load_combined(name)
    except TooManyOptionsError:
        return ()


def _choice(game: Game, records: tuple[VerdictRecord, ...], checked: CheckedTable) -> OptionChoice:
    verdicts = verdicts_on(game, records)
    return OptionChoice(game, verdicts, checked.cases, _evidence(verdicts))


def _evidence(verdicts: Iterable[RecordedVerdict]) -> dict[str, Evidence]:
    return {each.name: each.evidence for each in verdicts}
