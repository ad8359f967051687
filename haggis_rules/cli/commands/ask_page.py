"""haggis ask-page: write a page that shows what cards make and what beats what, with its modules.

Each number of players, and each choice of options that makes a difference, has a WebAssembly
module. The page runs the modules in the browser, without Python. Beside each is a JSON file with
the words of the game, and vectors: questions with the engine's answers, with which another program
can show that it answers as the rules do. Rules that cannot be compiled to a module are named and
left out. Without a variant, the command writes all shipped ones for the site, into docs/ask.

  haggis ask-page my.haggis --out build/ask
  python3 -m http.server --directory build/ask      then open /ask.html

--format json: {"form": 1, "tables": [name, ...], "vectors": how many for each}
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from haggis_rules.cli.outputs.texts import AskPageJson
from haggis_rules.cli.terminal.arguments import games_everywhere, seed_number
from haggis_rules.cli.terminal.output import BAD_CALL, CallError, note, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.ir.load import published
from haggis_rules.ir.wild_states import wild_states
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.site.ask.folder import OtherFolderError, folder_files, write_folder
from haggis_rules.site.ask.seatings import PAGES, Seating, seating
from haggis_rules.site.content.volumes import Volume

USE = CommandUsage(
    Purpose.WRITE, "haggis ask-page my.haggis --out build/ask", "a page that answers in a browser"
)
OUTPUT = AskPageJson
FOLDER = Path("docs/ask")
VECTORS = 100
MOST_VECTORS = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "variants", nargs="*", metavar="VARIANT", help="default: all that people play"
    )
    parser.add_argument("--players", type=int, metavar="N", help="only this number of players")
    parser.add_argument(
        "--out", type=Path, default=FOLDER, metavar="FOLDER", help=f"default {FOLDER}"
    )
    parser.add_argument(
        "--pages", metavar="ADDRESS", help=f"where haggis docs wrote pages; in {FOLDER}: {PAGES}"
    )
    parser.add_argument(
        "--vectors", type=int, default=VECTORS, metavar="N", help=f"a table, default {VECTORS}"
    )
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="of the vectors")


def run(parsed: argparse.Namespace) -> int:
    """Write the folder."""
    if not 0 <= parsed.vectors <= MOST_VECTORS:
        note(f"--vectors is a number from 0 to {MOST_VECTORS}")
        return BAD_CALL
    pages = parsed.pages or (PAGES if parsed.out == FOLDER else "")
    refused = dict[str, str]()
    found = [
        one
        for name in parsed.variants or published()
        for one in _seatings(parsed, name, pages, refused)
    ]
    for title, why in refused.items():
        note(f"{title} is left out: {why}")
    if not found:
        if not refused:
            note(f"none of these rules allows {parsed.players} players")
        return BAD_CALL
    try:
        files = folder_files(found, refused, count=parsed.vectors, seed=parsed.seed)
        left = write_folder(parsed.out, files)
    except (OtherFolderError, PermissionError, FileExistsError, NotADirectoryError) as fault:
        note(str(fault))
        return BAD_CALL
    if left:
        note(f"left in {parsed.out}, because they were changed elsewhere: {', '.join(left)}")
    tables = [setting.name for one in found for setting in one.settings]
    if parsed.format == "json":
        record: AskPageJson = {"form": 1, "tables": tables, "vectors": parsed.vectors}
        write_json(record)
    else:
        write_text(f"{len(tables)} tables, each with {parsed.vectors} vectors, in {parsed.out}")
    return 0


def _seatings(
    parsed: argparse.Namespace, name: str, pages: str, refused: dict[str, str]
) -> Iterator[Seating]:
    """Gather the words and modules of a variant, or say why there is none for some seats.

    Raises ``SeveralFaultsError`` or a ``RuleError``, and ``CallError`` where it rests on states
    what is wild.
    """
    games = games_everywhere(name)
    for game in games:
        if states := wild_states(game):
            names = ", ".join(f"`{game.states[state].name}`" for state in states)
            raise CallError(
                "wild-by-state",
                f"what is wild in {game.name} rests on {names}, which the page cannot ask for",
                "ask `haggis readings` and `haggis plays`, with `--state NAME=VALUE`",
            )
    for seats in dict.fromkeys(game.seats for game in games):
        if parsed.players in {None, seats}:
            some = [game for game in games if game.seats == seats]
            try:
                yield seating(name, some, pages=pages)
            except NotLoweredError as refusal:
                refused[Volume.of(some[0]).title] = refusal.reason
