"""Matches by chance, and their records as lists of JSON to tell lies in."""

import io
import json
from functools import cache
from itertools import islice
from typing import Any

from haggis_rules import MatchState
from haggis_rules.records.events import MatchRecord
from haggis_rules.records.reader import read
from haggis_rules.records.writer import text_of
from tests.engine.games import random_match
from tests.games import rules_of

NAMES = ("classic for 2", "classic for 3", "tournament", "neeps-core", "heron", "long-heron")


@cache
def played(name: str, seed: int, plies: int | None = None) -> tuple[MatchState, ...]:
    """Return each state of a match by chance, the first and each after an action."""
    rules = rules_of(name)
    found = [rules.new_match(seed)]
    found += [after for _, _, after in islice(random_match(rules, seed), plies)]
    return tuple(found)


def lines_of(match: MatchState, *, seedless: bool = False) -> list[dict[str, Any]]:
    """Return the lines of the record of a match, each as JSON."""
    found = [json.loads(line) for line in text_of(match).splitlines()]
    if seedless:
        found[0]["seed"] = None
    return found


def bytes_of(lines: list[dict[str, Any]]) -> bytes:
    """Write lines as they lie in a file."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def record_of(data: bytes | list[dict[str, Any]]) -> MatchRecord:
    """Read a record."""
    return read(io.BytesIO(data if isinstance(data, bytes) else bytes_of(data)))
