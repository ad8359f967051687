"""From bytes to events. What is no record is refused here, with the number of its line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import BinaryIO, cast

from haggis_rules.notation.errors import (
    DamagedRecordError,
    MalformedError,
    MisplacedEventError,
    NoRecordError,
    NotationError,
)
from haggis_rules.notation.forms import Json
from haggis_rules.records.events import (
    EARLIER,
    EVENTS,
    HEAD,
    RECORD,
    MatchRecord,
    RecordEvent,
    RecordHead,
    RecordLine,
    check_version,
)

LONGEST = 100_000  # bytes of a line; the longest that is written takes less than a tenth
MOST_LINES = 1_000_000
_LINE_END = b"\n"


def read(file: BinaryIO) -> MatchRecord:
    """Read a record up to its last whole event.

    Only the last line may be cut off, and only when it has no line end. Raises ``NotationError``
    with the number of the line.
    """
    raw = _lines(file)
    first = next(raw, b"")
    with at_line(1):
        head = _head(first)
    whole, closed = len(first), first.endswith(_LINE_END)
    found: list[RecordLine] = []
    for number, line in enumerate(raw, start=2):
        if not line.endswith(_LINE_END) and not _is_json(line):
            return MatchRecord(head, tuple(found), whole, torn=len(line), closed=True)
        closed = line.endswith(_LINE_END)
        with at_line(number):
            found.append(RecordLine(number, _event(_parsed(line))))
        whole += len(line)
    return MatchRecord(head, tuple(found), whole, torn=0, closed=closed)


@contextmanager
def at_line(number: int) -> Generator[None]:
    """Name the line of a record in which something is refused.

    Raises the ``NotationError`` that it names the line of.
    """
    try:
        yield
    except NotationError as fault:
        fault.line = number
        raise


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield line after line; of one that is too long only the beginning is ever read."""
    number = 1
    while line := file.readline(LONGEST + 1):
        with at_line(number):
            if len(line) > LONGEST:
                raise DamagedRecordError(f"it is longer than any event: {LONGEST:,} bytes")
            if number > MOST_LINES:
                raise DamagedRecordError(f"a record has at most {MOST_LINES:,} lines")
        yield line
        number += 1


def _head(line: bytes) -> RecordHead:
    """Read the first line, which says that this is a record and of what."""
    try:
        data = _parsed(line)
    except DamagedRecordError as fault:
        message = "this is not a record of a match, which begins with a line of JSON"
        raise NoRecordError(message) from fault
    if RECORD not in data:
        message = f"this is not a record of a match, which begins with its `{RECORD}`"
        raise NoRecordError(message)
    if check_version(data[RECORD]) == EARLIER and "seed" in data:
        data = {**data, "seed": None}
    return HEAD.read(data)


def _event(data: Mapping[str, Json]) -> RecordEvent:
    """Read an event by what is in it. Raises ``NotationError``."""
    if RECORD in data:
        raise MisplacedEventError("a record begins once, and here one begins again")
    for key, form in EVENTS.items():
        if key in data:
            return form.read(data)
    raise MalformedError("this is not an event: it has none of `hand`, `action`, `ended`")


def _parsed(line: bytes) -> Mapping[str, Json]:
    """Return the JSON of a line. Raises ``DamagedRecordError``."""
    try:
        data = cast("Json", json.loads(line.decode("utf-8"), object_pairs_hook=_once))
    except UnicodeDecodeError as fault:
        raise DamagedRecordError("this is not text in UTF-8") from fault
    except RecursionError as fault:
        raise DamagedRecordError("this is nested too deep for an event") from fault
    except json.JSONDecodeError as fault:
        message = f"this is not JSON from column {fault.colno} on; was it changed by hand?"
        raise DamagedRecordError(message) from fault
    except NotationError:
        raise
    except ValueError as fault:  # a number with too many digits
        raise DamagedRecordError(f"this is not JSON: {fault}") from fault
    if not isinstance(data, Mapping):
        raise DamagedRecordError("an event is a mapping, but this is not")
    return data


def _once(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """Make a mapping in which nothing is given twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name, _ in pairs if times[name] > 1)
        raise DamagedRecordError(f"`{twice:.40}` is given twice")
    return found


def _is_json(line: bytes) -> bool:
    try:
        _parsed(line)
    except DamagedRecordError:
        return False
    return True
