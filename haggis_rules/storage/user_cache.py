"""What is dear to work out and can be worked out again: text kept in the user's cache folder."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path


def cached(name: str, key: str, make: Callable[[], str]) -> str:
    """Return what ``make`` gives; from the cache folder, if it was made before with this key.

    What is kept carries its own hash, so a damaged file is made again. A folder that cannot be
    read or written only costs time.
    """
    place = folder() / f"{name}-{_hash(key)}.txt"
    with suppress(OSError, UnicodeDecodeError):
        mark, _, text = place.read_text("utf-8").partition("\n")
        if mark == _hash(text):
            return text
    text = make()
    with suppress(OSError):
        _write(place, f"{_hash(text)}\n{text}")
    return text


def folder() -> Path:
    """Return the folder, which need not be there."""
    return user_cache_path("haggis-rules", appauthor=False)


def _write(place: Path, text: str) -> None:
    """Write a file in one go, so that nobody ever reads half of it."""
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=".half-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(place)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
