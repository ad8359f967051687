"""A folder with modules, words, vectors and the page that asks: what is in it, how it is kept.

A folder is known by its list, and each file in it by the hash that stands there. What has another
hash, or a name that nothing here has, is a stranger's: it is never written over and never removed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from haggis_rules.notation.values import Json
from haggis_rules.site.ask.game_words import FORM
from haggis_rules.site.ask.seatings import Seating, entry
from haggis_rules.site.ask.vectors import vectors
from haggis_rules.storage.whole_file import write_whole_bytes

INDEX = "index.json"
VECTORS = "vectors"
README = f"{VECTORS}/README.md"

_HEAD = ("form", "seatings", "refused")
_SEAL = "seal"  # the hash of the list without it
_KEPT = re.compile(rf"[\w.+=-]+\.(?:json|js|css|html|wasm)|{VECTORS}/[\w.+=-]+\.(?:jsonl|md)")


FileContent = str | bytes  # of a file


class OtherFolderError(ValueError):
    """A folder that holds something else."""


def page_files() -> dict[str, FileContent]:
    """Return the files of the page, and the forms of what it reads, by their names."""
    there = files("haggis_rules.site.ask") / "page"
    texts = {one.name: one.read_text(encoding="utf-8") for one in there.iterdir() if one.is_file()}
    readme = texts.pop("vectors.md")
    return {**dict(sorted(texts.items())), README: readme}


def folder_files(
    seatings: Iterable[Seating], refused: Mapping[str, str] | None = None, *, count: int, seed: int
) -> dict[str, FileContent]:
    """Return all files of a folder by their names, with so many vectors for each of the rules.

    ``refused`` has, by title, why rules are not among them; the page says so.
    """
    several = tuple(seatings)
    files = page_files()
    if not count:
        del files[README]
    for one in (setting for each in several for setting in each.settings):
        files[f"{one.name}.json"] = _json(one.words)
        files[f"{one.name}.wasm"] = one.module
        if count:
            questions = vectors(one.rules, one.name, count=count, seed=seed)
            files[f"{VECTORS}/{one.name}.jsonl"] = "".join(map(_json, questions))
    listing: dict[str, Json] = {"form": FORM, "seatings": [entry(one) for one in several]}
    if refused:
        listing["refused"] = [{"title": title, "why": why} for title, why in refused.items()]
    return sealed(listing, files)


def sealed(
    listing: Mapping[str, Json], contents: Mapping[str, FileContent]
) -> dict[str, FileContent]:
    """Return files with the list of them, by which ``write_folder`` knows them again."""
    hashes = {name: [_hash(_bytes(content))] for name, content in contents.items()}
    return {**contents, INDEX: _sealed(listing, hashes)}


def write_folder(folder: Path, contents: Mapping[str, FileContent]) -> list[str]:
    """Write the files of a folder, and take away those of its last time that are not wanted now.

    Return the names of those that were not taken away, because others changed them. Each file is
    written whole or not at all, and a folder that was left in the middle is known all the same.

    Raises ``OtherFolderError``, before anything is written, when the folder holds anything else.
    """
    known = _written_before(folder)
    files = {name: _bytes(content) for name, content in contents.items()}
    for name, content in files.items():
        _refuse_others(folder, name, content, known)
    _write(folder / INDEX, _bytes(_between(files[INDEX], known)))
    for name, content in files.items():
        if name != INDEX:
            _write(folder / name, content)
    old = sorted(known.keys() - files.keys())
    left = [name for name in old if not _remove(folder, name, known[name])]
    _write(folder / INDEX, files[INDEX])
    return left


def _written_before(folder: Path) -> dict[str, set[str]]:
    """Return the hashes of the files that this program wrote into a folder, by their names."""
    if not folder.is_dir() or not any(folder.iterdir()):
        return {}
    try:
        text = (folder / INDEX).read_text(encoding="utf-8")
        listing: dict[str, Any] = json.loads(text)
        found = {name: set(map(str, hashes)) for name, hashes in listing["files"].items()}
        sealed = _sealed(_head(listing), listing["files"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sealed, text, found = "", "none", {}
    if sealed != text or not all(map(_KEPT.fullmatch, found)):
        message = f"{folder} holds something else, and is left alone"
        raise OtherFolderError(message)
    return found


def _between(index: bytes, known: Mapping[str, set[str]]) -> str:
    """Return the list while files are being written: each is as it was, or as it will be."""
    listing = json.loads(index)
    wanted: dict[str, list[str]] = listing["files"]
    both: dict[str, Json] = {
        name: sorted({*known.get(name, ()), *wanted.get(name, ())}) for name in {**known, **wanted}
    }
    return _sealed(_head(listing), both)


def _head(listing: Mapping[str, Json]) -> dict[str, Json]:
    """Return what a list says beside its files."""
    return {key: listing[key] for key in _HEAD if key in listing}


def _refuse_others(folder: Path, name: str, content: bytes, known: Mapping[str, set[str]]) -> None:
    """Raise ``OtherFolderError`` where somebody else's file is in the way of one."""
    path = folder / name
    if not _is_inside(folder, path) or (path.exists() and not path.is_file()):
        wrong = True
    elif not path.exists() or name == INDEX:
        wrong = False
    else:
        wrong = _hash_of(path) not in {*known.get(name, ()), _hash(content)}
    if wrong:
        message = f"{path} was changed or put there by others, and is left alone; move it away"
        raise OtherFolderError(message)


def _remove(folder: Path, name: str, hashes: set[str]) -> bool:
    """Take a file away, if it is as it was written. Return whether nothing is left of it."""
    path = folder / name
    if not path.exists() and not path.is_symlink():
        return True
    if not _is_inside(folder, path) or not path.is_file() or _hash_of(path) not in hashes:
        return False
    path.unlink()
    return True


def _is_inside(folder: Path, path: Path) -> bool:
    """Whether a path leads to its place in a folder, through no link."""
    return path.resolve() == folder.resolve() / path.relative_to(folder)


def _write(path: Path, content: bytes) -> None:
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole_bytes(path, content)


def _sealed(listing: Mapping[str, Json], hashes: Mapping[str, Json]) -> str:
    """Write a list with the hashes of its files, and with its own."""
    whole: dict[str, Json] = {**listing, "files": dict(sorted(hashes.items()))}
    return _json({**whole, _SEAL: _hash(_bytes(_json(whole)))})


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _hash_of(path: Path) -> str:
    return _hash(path.read_bytes())


def _bytes(content: FileContent) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _json(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
