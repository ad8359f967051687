"""haggis docs: write the pages of variants as plain Markdown.

With --verdicts the pages say what became of each promise; the file is made by
haggis verify --verdicts FILE
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from haggis_rules.cli.out import BAD_CALL, note, say, say_json
from haggis_rules.ir.load import load_game, shipped
from haggis_rules.render.pages import write_pages

FOLDER = Path("docs/rules")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a verdicts file says of one promise."""

    name: str
    verdict: str
    detail: str


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "variants", nargs="*", metavar="VARIANT", help="all shipped, if none is named"
    )
    parser.add_argument(
        "--out", type=Path, default=FOLDER, metavar="FOLDER", help=f"default {FOLDER}"
    )
    parser.add_argument("--verdicts", type=Path, metavar="FILE", help="what haggis verify found")


def run(parsed: argparse.Namespace) -> int:
    """Write the pages."""
    try:
        verdicts = _verdicts(parsed.verdicts)
    except (OSError, ValueError, KeyError, TypeError) as fault:
        note(f"`{parsed.verdicts}` is not what `haggis verify --verdicts` writes: {fault}")
        return BAD_CALL
    games = [load_game(name) for name in parsed.variants or shipped()]
    try:
        paths = write_pages(games, parsed.out, results=verdicts)
    except (FileExistsError, ValueError, PermissionError) as fault:
        note(str(fault))
        return BAD_CALL
    if parsed.format == "json":
        say_json({"pages": [str(path) for path in paths]})
    else:
        say(f"{len(paths)} pages of {', '.join(game.name for game in games)} in {parsed.out}")
    return 0


def _verdicts(path: Path | None) -> dict[str, list[Verdict]]:
    if path is None:
        return {}
    records = json.loads(path.read_text(encoding="utf-8"))["variants"]
    return {
        record["variant"]: [
            Verdict(one["promise"], one["verdict"], one["detail"]) for one in record["promises"]
        ]
        for record in records
    }
