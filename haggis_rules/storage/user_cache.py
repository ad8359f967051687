"""What is dear to work out and can be worked out again, kept in the user's cache folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_TEXT = ".txt"


def cached(name: str, key: str, make: Callable[[], str]) -> str:
    """Return what ``make`` gives; from the cache folder, if it was made before with this key.

    What is kept carries its own hash, so a damaged file is made again. A folder that cannot be
    read or written, or that others can write, only costs time.
    """
    found = recall(name, key)
    if found is None:
        found = make()
        keep(name, key, found)
    return found


def recall(name: str, key: str) -> str | None:
    """Return what was kept with a key; None when nothing was, or when it is damaged."""
    found = recall_bytes(name, key, ending=_TEXT)
    with suppress(UnicodeDecodeError):
        return None if found is None else found.decode()
    return None


def recall_bytes(name: str, key: str, *, ending: str) -> bytes | None:
    """Return the bytes that were kept with a key, as ``recall`` does."""
    place = _place(name, key, ending)
    if not is_private(place.parent):
        return None
    with suppress(OSError):
        mark, _, content = place.read_bytes().partition(b"\n")
        if mark == _mark(place, content):
            return content
    return None


def keep(name: str, key: str, text: str, *, most: int | None = None) -> None:
    """Keep a text. Of one name there are ``most`` at any time: the oldest are taken away."""
    keep_bytes(name, key, text.encode(), ending=_TEXT, most=most)


def keep_bytes(
    name: str, key: str, content: bytes, *, ending: str, most: int | None = None
) -> None:
    """Keep bytes, in a file with an ending, as ``keep`` does."""
    from haggis_rules.storage.whole_file import write_whole_bytes  # mostly, nothing is written

    place = _place(name, key, ending)
    if not is_private(place.parent):
        return
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole_bytes(place, _mark(place, content) + b"\n" + content)
        if most is not None:
            _thin_out(place.parent, f"{name}-*{ending}", most)


def folder() -> Path:
    """Return the folder, which need not be there."""
    return user_cache_path("haggis-rules", appauthor=False)


def is_private(place: Path) -> bool:
    """Whether nobody else can put anything into a folder, or it is not there yet."""
    if not hasattr(os, "getuid"):
        return True  # where folders have no such mode, that of a user is the user's own
    try:
        status = place.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return status.st_uid == os.getuid() and not status.st_mode & _OTHERS_WRITE


def _place(name: str, key: str, ending: str) -> Path:
    return folder() / f"{name}-{_hash(key.encode())}{ending}"


def _mark(place: Path, content: bytes) -> bytes:
    """Return the hash of what is in its place: what was kept with another key has another."""
    return _hash(place.name.encode() + b"\n" + content).encode()


def _thin_out(place: Path, names: str, most: int) -> None:
    found = [(file.stat().st_mtime_ns, file) for file in place.glob(names)]
    for _, file in sorted(found)[: max(0, len(found) - most)]:
        file.unlink(missing_ok=True)


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()
