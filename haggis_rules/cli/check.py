"""haggis check: read rules files and tell every fault in them.

Each fault comes with its place, the author's own words and a way out; several are told together.
"""

from __future__ import annotations

import argparse

from haggis_rules.cli.out import AT_FAULT, note, say, say_json
from haggis_rules.errors import RuleError, SeveralFaultsError
from haggis_rules.ir.load import load_game
from haggis_rules.run.check import faults
from haggis_rules.run.patterns import Patterns


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("files", nargs="+", metavar="VARIANT", help="a name or a file")


def run(parsed: argparse.Namespace) -> int:
    """Check each file, and go on to the next after a fault."""
    records: list[dict[str, object]] = []
    for file in parsed.files:
        found, clauses = _check(file)
        record: dict[str, object] = {
            "file": file,
            "clauses": clauses,
            "faults": [f.as_json() for f in found],
        }
        records.append(record)
        if parsed.format == "text":
            for fault in found:
                note(f"{fault}\n")
            say(
                f"{file}: {_count(len(found), 'fault')}"
                if found
                else f"{file}: {clauses} clauses, no fault"
            )
    if parsed.format == "json":
        say_json({"files": records})
    return AT_FAULT if any(record["faults"] for record in records) else 0


def _check(file: str) -> tuple[list[RuleError], int]:
    try:
        game = load_game(file)
    except RuleError as fault:
        return [fault], 0
    except SeveralFaultsError as several:
        return list(several.faults), 0
    return list(faults(game, Patterns(game))), len(game.clauses)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
