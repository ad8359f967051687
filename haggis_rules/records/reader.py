"""From bytes to events. What is no record is refused here, with the number of its line."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import BinaryIO, cast

from haggis_rules.notation.errors import (
    DamagedRecordError,
    MalformedError,
    MisplacedEventError,
    NoRecordError,
    NotationError,
    OtherFormError,
)
from haggis_rules.notation.values import Json, keys, mapping
from haggis_rules.records.events import (
    DEAL,
    DEED,
    END,
    HEAD,
    RECORD,
    VERSION,
    ActionEvent,
    DealEvent,
    EndEvent,
    MatchRecord,
    RecordEvent,
    RecordHead,
    RecordLine,
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
        message = "this is no record of a match, which begins with a line of JSON"
        raise NoRecordError(message) from fault
    if RECORD not in data:
        message = f"this is no record of a match, which begins with its `{RECORD}`"
        raise NoRecordError(message)
    version = data[RECORD]
    if version != VERSION or type(version) is not int:
        message = f"this is a record in form {version!r:.40}, and form {VERSION} is known"
        raise OtherFormError(message)
    _, variant, players, options, rules, seed = keys(data, "record", HEAD)
    if not (isinstance(variant, str) and isinstance(rules, str) and type(players) is int):
        message = "the variant and the digest of a record are texts, and its players are a number"
        raise MalformedError(message)
    if seed is not None and type(seed) is not int:
        message = f"the seed of a record is a whole number or none, not {seed!r:.40}"
        raise MalformedError(message)
    return RecordHead(variant, players, mapping(options, "mapping of options"), rules, seed)


def _event(data: Mapping[str, Json]) -> RecordEvent:
    """Read an event by what is in it. Raises ``NotationError``."""
    if RECORD in data:
        raise MisplacedEventError("a record begins once, and here one begins again")
    if "action" in data:
        whole = {**data, "choices": data.get("choices", {})}
        keys(whole, "action", DEED)
        return ActionEvent(whole)
    if "ended" in data:
        number, *_ = keys(data, "end of a hand", END)
        return EndEvent(_number(number, "hand"), data)
    if "hand" in data:
        number, cards, drawn = keys(data, "deal", DEAL)
        return DealEvent(_number(number, "hand"), {"dealt": cards, "drawn": drawn})
    known = ", ".join(f"`{one}`" for one in (DEAL[0], "action", END[0]))
    raise MalformedError(f"this is no event: it has none of {known}")


def _number(data: Json, what: str) -> int:
    if type(data) is int:
        return data
    raise MalformedError(f"the number of a {what} is a whole number, not {data!r:.40}")


def _parsed(line: bytes) -> Mapping[str, Json]:
    """Return the JSON of a line. Raises ``DamagedRecordError``."""
    try:
        data = cast("Json", json.loads(line.decode("utf-8"), object_pairs_hook=_once))
    except UnicodeDecodeError as fault:
        raise DamagedRecordError("this is not text in UTF-8") from fault
    except RecursionError as fault:
        raise DamagedRecordError("this is nested too deep for an event") from fault
    except json.JSONDecodeError as fault:
        message = f"this is no JSON from column {fault.colno} on; was it changed by hand?"
        raise DamagedRecordError(message) from fault
    except NotationError:
        raise
    except ValueError as fault:  # a number with too many digits
        raise DamagedRecordError(f"this is no JSON: {fault}") from fault
    if not isinstance(data, Mapping):
        raise DamagedRecordError("an event is a mapping, and this is none")
    return data


def _once(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """Make a mapping in which nothing is said twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DamagedRecordError(f"`{twice:.40}` is said twice")
    return found


def _is_json(line: bytes) -> bool:
    try:
        _parsed(line)
    except DamagedRecordError:
        return False
    return True
