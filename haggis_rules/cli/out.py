"""How commands speak: text for people, JSON for programs, faults where they belong."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from haggis_rules.errors import RuleError

AT_FAULT, BAD_CALL = 1, 2


def say(text: str, end: str = "\n") -> None:
    """Write text to standard output, with a line end unless told otherwise."""
    sys.stdout.write(text + end)


def say_json(record: object) -> None:
    """Write a record to standard output as JSON."""
    say(json.dumps(record, ensure_ascii=False, indent=2))


def note(text: str) -> None:
    """Write a line for people to standard error: progress, and what went wrong."""
    sys.stderr.write(text + "\n")


def tell(faults: Iterable[RuleError], form: str) -> None:
    """Tell faults: in words to standard error, or as JSON to standard output."""
    found = list(faults)
    if form == "json":
        say_json({"faults": [fault.as_json() for fault in found]})
        return
    note("\n\n".join(map(str, found)))
    many = "1 fault" if len(found) == 1 else f"{len(found)} faults"
    note(f"\n{many} found")
