"""haggis docs: write the pages of variants as plain Markdown.

A variant has pages of its own for each number of players, with the usual options. With --verdicts
the pages say what became of each promise; the file is made by
haggis verify --verdicts FILE
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from haggis_rules.cases import check_game
from haggis_rules.cli.out import BAD_CALL, note, say, say_json
from haggis_rules.errors import SeveralFaultsError
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import check_everywhere, shipped
from haggis_rules.render.book import Choice, Findings
from haggis_rules.render.pages import Key, write_pages

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
    games, findings = _gather(parsed.variants or shipped(), verdicts)
    try:
        paths = write_pages(games, parsed.out, findings=findings)
    except (FileExistsError, ValueError, PermissionError) as fault:
        note(str(fault))
        return BAD_CALL
    if parsed.format == "json":
        say_json({"pages": [str(path) for path in paths]})
    else:
        names = dict.fromkeys(game.name for game in games)
        say(f"{len(paths)} pages of {', '.join(names)} in {parsed.out}")
    return 0


def _gather(
    names: Iterable[str], verdicts: Mapping[Key, tuple[Verdict, ...]]
) -> tuple[list[Game], dict[Key, Findings]]:
    """Load variants for each number of players, and gather what is known of them.

    Raises ``SeveralFaultsError`` or a ``RuleError`` when a text is at fault.
    """
    games: list[Game] = []
    findings: dict[Key, Findings] = {}
    for name in names:
        found, faults = check_everywhere(name)
        if faults:
            raise SeveralFaultsError(tuple(faults))
        for game in (one for one in found if not _changed(one)):
            others = [one for one in found if one.seats == game.seats and _changed(one) == 1]
            key = game.name, game.seats
            games.append(game)
            findings[key] = Findings(
                results=verdicts.get(key, ()),
                cases=check_game(game),
                choices=tuple(Choice(other, check_game(other)) for other in others),
            )
    return games, findings


def _changed(game: Game) -> int:
    """Count the options for which something else than the usual was agreed on."""
    return sum(option.value != option.usual for option in game.options)


def _verdicts(path: Path | None) -> dict[Key, tuple[Verdict, ...]]:
    """Read the verdicts on each variant and number of seats with the usual options."""
    if path is None:
        return {}
    found: dict[Key, tuple[Verdict, ...]] = {}
    for record in json.loads(path.read_text(encoding="utf-8"))["variants"]:
        found[record["variant"], record["seats"]] = tuple(
            Verdict(one["promise"], one["verdict"], one["detail"]) for one in record["promises"]
        )
    return found
