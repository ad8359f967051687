"""What was found before, kept in a file in the user's cache folder: texts by their keys.

Each is in the file as soon as it is found, so an interrupt loses nothing, and several processes may
write at once. Each carries a hash of its own, so damage is never read as an answer: a file that
cannot be read any more is begun anew, and one that cannot be written only costs time.

Nobody but the user may write there, or it is not used. Whoever can write as the user can forge an
answer with its hash; so a sample of what is known, drawn anew by each run, is looked for again.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Self

from haggis_rules.storage.user_cache import folder, is_private

NAME = "answers-1.sqlite"
MOST_BYTES = 200_000_000  # a larger file is begun anew
SAMPLE = 20  # one in so many answers is asked for again, where a command looks for forged ones
PATIENCE = 5.0  # seconds to wait while another process writes

_TABLE = """CREATE TABLE IF NOT EXISTS found
    (key TEXT PRIMARY KEY, mark TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID"""


class AnswerStore:
    """The file, open.

    ``fresh``: what is in it is not looked at, and written anew. ``sample``: one in so many of its
    answers is as if it were not known, and compared with what is found then; 0 is none. ``forged``
    has the keys of those that came out otherwise.
    """

    def __init__(self, place: Path | None = None, *, fresh: bool = False, sample: int = 0) -> None:
        self.place = place or folder() / NAME
        self.fresh, self.sample = fresh, sample
        self.forged: list[str] = []
        self._drawn: dict[str, str] = {}  # what is asked for again, as it was
        self._chance = secrets.SystemRandom()
        self._lock = Lock()  # answers arrive in other threads
        self._file = self._open()

    def get(self, key: str) -> str | None:
        """Return what was found for a key, None when it is not known or is asked for again."""
        if self.fresh:
            return None
        rows = self._do("SELECT mark, text FROM found WHERE key = ?", key)
        for mark, text in rows:
            if mark == _mark(key, text):
                if self.sample and self._chance.randrange(self.sample) == 0:
                    self._drawn[key] = text
                    return None
                return text
        return None

    def is_drawn(self, key: str) -> bool:
        """Whether a key is known, and asked for again."""
        return key in self._drawn

    def put(self, key: str, text: str, claim: Callable[[str], str] = str) -> None:
        """Keep what is found; ``claim`` says of a text what may not differ when it is asked again.

        Raises what ``claim`` raises.
        """
        drawn = self._drawn.pop(key, None)
        if drawn is not None and claim(drawn) != claim(text):
            self.forged.append(key)
        self._do("INSERT OR REPLACE INTO found VALUES (?, ?, ?)", key, _mark(key, text), text)

    def discard(self) -> None:
        """Take all answers away, since some are forged."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = self._anew()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def _do(self, command: str, *values: str) -> list[tuple[str, str]]:
        """Return the rows; none, when the file is busy or cannot be used."""
        with self._lock:
            if self._file is None:
                return []
            try:
                return self._file.execute(command, values).fetchall()
            except (
                sqlite3.OperationalError
            ):  # busy, full or read only: the file itself may be whole
                return []
            except sqlite3.Error:
                self._file.close()
                self._file = self._anew()
                return []

    def _open(self) -> sqlite3.Connection | None:
        try:
            self.place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not is_private(self.place.parent):
                return None
            if self.place.exists() and self.place.stat().st_size > MOST_BYTES:
                return self._anew()
            return _begin(self.place)
        except (OSError, sqlite3.OperationalError):
            return None
        except sqlite3.Error:
            return self._anew()

    def _anew(self) -> sqlite3.Connection | None:
        """Take the file away and begin another."""
        with suppress(OSError, sqlite3.Error):
            for ending in ("", "-wal", "-shm"):
                self.place.with_name(self.place.name + ending).unlink(missing_ok=True)
            return _begin(self.place)
        return None


def _begin(place: Path) -> sqlite3.Connection:
    # A log written ahead lets others read while one writes. With NORMAL a loss of power may take
    # the last answers but not damage the file, and what is lost is only asked again.
    file = sqlite3.connect(place, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute(_TABLE)
    except sqlite3.Error:
        file.close()
        raise
    return file


def _mark(key: str, text: str) -> str:
    return sha256(f"{key}\n{text}".encode()).hexdigest()
