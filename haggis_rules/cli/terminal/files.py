"""Records on disk: read with care, and never written over."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from haggis_rules.cli.terminal.output import CallError, count, note
from haggis_rules.records.events import MatchRecord
from haggis_rules.records.reader import read


def read_record(path: Path) -> MatchRecord:
    """Read the record of a match; of one that was cut off, say so and give what is whole.

    Raises ``CallError`` when there is no such file, and ``NotationError`` when it is no record.
    """
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "cannot be found"
            raise CallError("unreadable-file", f"`{path}` {what}")
        with path.open("rb") as file:
            record = read(file)
    except OSError as fault:
        raise CallError("unreadable-file", f"`{path}` cannot be read", _why(fault)) from fault
    if record.torn:
        last = len(record.lines) + 1
        lost = count(record.torn, "byte")
        note(
            f"`{path}` was cut off: line {last} is its last whole one, and {lost} after it are lost"
        )
    return record


def refuse_other(path: Path, begins: bytes) -> None:
    """Leave a file alone that does not begin as what is to be written there.

    Raises ``CallError``, and ``OSError`` when it cannot be read.
    """
    if not path.is_file():
        return
    with path.open("rb") as file:
        found = file.read(len(begins))
    if found not in {begins, b""}:
        hint = "choose another name, or move it away"
        raise CallError("file-exists", f"`{path}` holds something else, and is left alone", hint)


@contextmanager
def writing(path: Path) -> Generator[None]:
    """Say it when a file cannot be written. Raises ``CallError``."""
    try:
        yield
    except OSError as fault:
        raise CallError("unwritable-file", f"`{path}` cannot be written", _why(fault)) from fault


def _why(fault: OSError) -> str:
    return (fault.strerror or "").lower()
