"""A folder with tables, vectors and the page that reads them: what is in it, and how it is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path

from haggis_rules.notation.values import Json
from haggis_rules.site.ask.lookup_table import FORM
from haggis_rules.site.ask.seatings import Seating, entry
from haggis_rules.site.ask.vectors import vectors

INDEX = "index.json"
VECTORS = "vectors"
README = f"{VECTORS}/README.md"


class OtherFolderError(ValueError):
    """A folder that holds something else."""


def page_files() -> dict[str, str]:
    """Return the files of the page, and the form of what it reads, by their names."""
    there = files("haggis_rules.site.ask") / "page"
    texts = {one.name: one.read_text(encoding="utf-8") for one in there.iterdir() if one.is_file()}
    readme = texts.pop("vectors.md")
    return {**dict(sorted(texts.items())), README: readme}


def folder_files(seatings: Iterable[Seating], *, count: int, seed: int) -> dict[str, str]:
    """Return all files of a folder by their names, with so many vectors for each table."""
    several = tuple(seatings)
    texts = page_files()
    if not count:
        del texts[README]
    for one in (setting for each in several for setting in each.settings):
        texts[f"{one.name}.json"] = _json(one.table)
        if count:
            questions = vectors(one.rules, one.name, count=count, seed=seed)
            texts[f"{VECTORS}/{one.name}.jsonl"] = "".join(map(_json, questions))
    names: Json = sorted([*texts, INDEX])
    listing: dict[str, Json] = {
        "form": FORM,
        "seatings": [entry(one) for one in several],
        "files": names,
    }
    return {**texts, INDEX: _json(listing)}


def write_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the files of a folder; those of its last time that are not wanted now are removed.

    Raises ``OtherFolderError``, before anything is written, when the folder holds anything else.
    """
    old = _written_before(folder)  # before anything is written, since it may refuse the folder
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
    for name in old - texts.keys():
        (folder / name).unlink(missing_ok=True)


def _written_before(folder: Path) -> set[str]:
    """Name the files that this program wrote into a folder."""
    if not folder.is_dir() or not any(folder.iterdir()):
        return set()
    try:
        listing = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        names = {str(name) for name in listing["files"]}
    except (OSError, ValueError, KeyError, TypeError):
        message = f"{folder} holds something else, and is left alone"
        raise OtherFolderError(message) from None
    return {name for name in names if (folder / name).resolve().is_relative_to(folder.resolve())}


def _json(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
