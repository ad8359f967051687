"""Records on disk: read with care, written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import cast

from haggis_rules.cli.out import CallError
from haggis_rules.engine.notation import Json

LARGEST = 20_000_000  # bytes; a long match takes less than a tenth of that


def read_json(path: Path) -> Json:
    """Read a file of JSON.

    Raises ``CallError`` when there is none, or it is too large, no text, no JSON or too deep.
    """
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "cannot be found"
            raise CallError("unreadable-file", f"`{path}` {what}")
        with path.open("rb") as file:  # it may grow, so never more than may be
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as fault:
        raise CallError("unreadable-file", f"`{path}` cannot be read", _why(fault)) from fault
    if len(raw) > LARGEST:
        raise CallError("too-large", f"`{path}` is larger than any record: {LARGEST:,} bytes")
    try:
        return cast("Json", json.loads(raw.decode("utf-8")))
    except UnicodeDecodeError as fault:
        raise CallError("not-text", f"`{path}` is not text in UTF-8", "is it a record?") from fault
    except RecursionError as fault:
        raise CallError("too-deep", f"`{path}` is nested too deep for a record") from fault
    except json.JSONDecodeError as fault:
        message = f"`{path}` is no JSON from line {fault.lineno}, column {fault.colno} on"
        hint = "was the file cut off, or changed by hand?"
        raise CallError("not-json", message, hint) from fault
    except ValueError as fault:
        raise CallError("not-json", f"`{path}` is no JSON", str(fault)) from fault


def write_json(path: Path, record: Json) -> None:
    """Write a record in the place of what is there, whole or not at all.

    Raises ``CallError`` when it cannot be written.
    """
    try:
        with NamedTemporaryFile(
            "w", dir=path.parent, prefix=f".{path.name}.", delete=False, encoding="utf-8"
        ) as new:
            json.dump(record, new, ensure_ascii=False)
            new.write("\n")
        Path(new.name).replace(path)
    except OSError as fault:
        raise CallError("unwritable-file", f"`{path}` cannot be written", _why(fault)) from fault


def _why(fault: OSError | ValueError) -> str:
    return (fault.strerror or "").lower() if isinstance(fault, OSError) else str(fault)
