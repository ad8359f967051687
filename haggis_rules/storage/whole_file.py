"""Files written whole or not at all: beside their place first, and then put there."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

MODE = 0o644  # of a file that was not there before


def write_whole(path: Path, text: str) -> None:
    """Write a file of text in one go, as ``write_whole_bytes`` does. Raises ``OSError``."""
    write_whole_bytes(path, text.encode())


def write_whole_bytes(path: Path, content: bytes) -> None:
    """Write a file in one go, so that nobody ever reads half of it, with the mode that it had.

    A link stays, and the file that it leads to is written. What is no file, such as a device, is
    written into and never replaced. Raises ``OSError``; then nothing is left beside the file,
    which is as it was.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.write(content)
        return
    path = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".half-")
    half = Path(temporary)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        half.chmod(path.stat().st_mode & 0o7777 if path.is_file() else MODE)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)  # there only when something stopped the rest, Ctrl-C too
