"""haggis docs: write the pages of variants as plain Markdown.

A variant has pages of its own for each number of players, with the usual options. Every example
and question on them is checked first. With --verdicts the pages say what became of each promise;
the file is made by
haggis verify --verdicts FILE

Where the folder lies among other pages, beside an index.md, the navigation of the whole site is
written too, as nav.yml.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from haggis_rules.cases import check_game
from haggis_rules.cli.out import BAD_CALL, note, say, say_json
from haggis_rules.cli.verdicts import BadVerdictsError, Record, read_verdicts, verdicts_on
from haggis_rules.errors import SeveralFaultsError
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import check_everywhere, shipped
from haggis_rules.render.book import Choice, Findings
from haggis_rules.render.pages import Key, write_pages

FOLDER = Path("docs/rules")


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
        records = () if parsed.verdicts is None else read_verdicts(parsed.verdicts)
    except (OSError, BadVerdictsError) as fault:
        note(f"`{parsed.verdicts}` is not what `haggis verify --verdicts` writes: {fault}")
        return BAD_CALL
    games, findings = _gather(parsed.variants or shipped(), records)
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
    names: Iterable[str], records: tuple[Record, ...]
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
            choices = tuple(
                Choice(other, verdicts_on(other, records), check_game(other)) for other in others
            )
            games.append(game)
            findings[game.name, game.seats] = Findings(
                verdicts_on(game, records), check_game(game), choices
            )
    return games, findings


def _changed(game: Game) -> int:
    """Count the options for which something else than the usual was agreed on."""
    return sum(option.value != option.usual for option in game.options)
