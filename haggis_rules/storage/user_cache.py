"""What is dear to work out and can be worked out again: text kept in the user's cache folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from haggis_rules.storage.whole_file import write_whole

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cached(name: str, key: str, make: Callable[[], str]) -> str:
    """Return what ``make`` gives; from the cache folder, if it was made before with this key.

    What is kept carries its own hash, so a damaged file is made again. A folder that cannot be
    read or written, or that others can write, only costs time.
    """
    place = folder() / f"{name}-{_hash(key)}.txt"
    if not is_private(place.parent):
        return make()
    with suppress(OSError, UnicodeDecodeError):
        mark, _, text = place.read_text("utf-8").partition("\n")
        if mark == _hash(text):
            return text
    text = make()
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(place, f"{_hash(text)}\n{text}")
    return text


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


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
