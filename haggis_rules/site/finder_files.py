"""The index of the rules finder, with where each clause stands, and the script that ranks."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from haggis_rules.finder.index import make_index, without_formal_lines
from haggis_rules.finder.kept import index_text
from haggis_rules.finder.thesaurus import shipped_thesaurus
from haggis_rules.ir.game import Game
from haggis_rules.site.content.volume_content import FindingsByGame, OptionChoice
from haggis_rules.site.content.volumes import OPTIONS, Volumes
from haggis_rules.storage.whole_file import write_whole
from haggis_rules.wording.sentences import capital

FOLDER = "search"  # in the folder of the site
INDEX, SCRIPT, GAMES = "finder.json", "finder.js", "games.json"
_MARKS = {INDEX: '{"form":', SCRIPT: "/* haggis_rules:", GAMES: '[{"table":'}  # how the files begin


def finder_files(catalog: Volumes, findings: FindingsByGame, pages: str) -> dict[str, str]:
    """Return the files of the rules finder by their names; ``pages`` is the folder of all pages.

    For each table of the index, ``pages`` has the address of each chapter from the head of the
    site, so that a clause is at that address, behind a ``#``; and of each clause that only some
    option brings.
    """
    index = without_formal_lines(make_index(_games(catalog, findings), shipped_thesaurus()))
    index["pages"] = [
        _addresses(catalog, findings, table["variant"], table["players"], pages)
        for table in index["tables"]
    ]
    script = Path(__file__).parents[1] / "finder" / "page" / SCRIPT
    return {
        INDEX: index_text(index),
        SCRIPT: script.read_text(encoding="utf-8"),
        GAMES: json.dumps(list(_tables(catalog)), separators=(",", ":")) + "\n",
    }


def refuse_other_files(site: Path) -> None:
    """Raise ``FileExistsError`` where a file that was not written here is in the way."""
    for name, mark in _MARKS.items():
        path = site / FOLDER / name
        if path.exists():
            with path.open(encoding="utf-8", errors="replace") as file:
                if file.read(len(mark)) != mark:
                    message = f"{path} was not written by this program, and is left alone"
                    raise FileExistsError(message)


def put_finder(site: Path, files: Mapping[str, str]) -> None:
    """Write the files of the rules finder, where they are not there already."""
    for name, text in files.items():
        path = site / FOLDER / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)


def _games(catalog: Volumes, findings: FindingsByGame) -> Iterator[Game]:
    """Yield the games of each variant, those with the usual options first."""
    for volumes in catalog.variants().values():
        games = [volume.game for volume in volumes]
        yield from games
        yield from _choices(games, findings)


def _choices(games: Iterable[Game], findings: FindingsByGame) -> Iterator[Game]:
    for game in games:
        yield from (choice.game for choice in _known(game, findings))


def _known(game: Game, findings: FindingsByGame) -> Sequence[OptionChoice]:
    known = findings.get((game.name, game.seats))
    return () if known is None else known.choices


def _tables(catalog: Volumes) -> Iterator[dict[str, object]]:
    """Yield what a reader chooses from: each variant with each number of players."""
    for volumes in catalog.variants().values():
        for volume in volumes:
            game = volume.game
            yield {
                "table": volume.folder,
                "variant": game.name,
                "players": game.seats,
                "title": capital(game.name),
                "words": game.words,
                "ranks": game.ranks,
                "experimental": game.experimental,
            }


def _addresses(
    catalog: Volumes, findings: FindingsByGame, variant: str, players: int, pages: str
) -> dict[str, str]:
    """Return where each chapter is, and by ``#`` and its name each clause of an option."""
    volume = catalog.find(variant, players)
    if volume is None:
        return {}
    chapters = {name: f"{pages}/{volume.folder}/{file}/" for name, file in volume.files.items()}
    chosen = (choice.game.clauses for game in [volume.game] for choice in _known(game, findings))
    optional = {name for clauses in chosen for name in clauses} - {*volume.game.clauses}
    options = f"{pages}/{volume.folder}/{OPTIONS}/"
    return chapters | {f"#{name}": options for name in sorted(optional)}
