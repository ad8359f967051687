"""How commands speak: text for people, JSON for programs, faults where they belong.

The only module of the command that writes to a terminal. What people read goes through ``visible``,
so that no text of a stranger moves the cursor or turns a line around; JSON stays exact.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill

from haggis_rules.cli.outputs.faults import CallFaultJson, FaultsJson
from haggis_rules.diagnostics.errors import RuleError, causes_of, tell
from haggis_rules.diagnostics.visible import visible

AT_FAULT, BAD_CALL, INTERRUPTED = 1, 2, 130
STANDARD_INPUT = "standard input"  # the name, in a fault of the system, of what is typed
WIDE = 80  # columns of a plain terminal, and the most that a line has
_NARROW = 24  # columns below which lines are no longer broken
_ERASED = "\r\x1b[K"  # back to the beginning of the line, and nothing in it


class CallError(Exception):
    """A call that asks for what cannot be: its name, what is wrong, and a way out."""

    def __init__(self, name: str, message: str, hint: str = "") -> None:
        super().__init__(name, message, hint)
        self.name, self.message, self.hint = name, message, hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


def open_streams() -> None:
    """Give every stream a place to go, and let no sign stop one that cannot write it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever called
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - till the end
            setattr(sys, name, nowhere)
    if getattr(sys, "stdin", None) is None:  # of which nothing can be read either
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - till the end
    for stream, errors in (
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
        (sys.stdin, "replace"),
    ):
        reconfigure = getattr(stream, "reconfigure", None)  # a stand-in of a host may have none
        if reconfigure:
            reconfigure(errors=errors)


def flush_output() -> None:
    """Send what is written on its way, while it can still be told that nobody takes it.

    Raises ``OSError``.
    """
    sys.stdout.flush()


def finish_output() -> None:
    """Flush what can be; what cannot goes nowhere, so that leaving does not try it again."""
    try:
        flush_output()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def write_text(
    text: str = "", end: str = "\n", *, paint: Callable[[str], str] | None = None
) -> None:
    """Write text to standard output, with a line end unless told otherwise.

    ``paint`` adds the colours of our own to what is written, in which nothing of others is left
    that a terminal obeys.
    """
    shown = visible(text + end)
    sys.stdout.write(paint(shown) if paint else shown)


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output, each with its end."""
    for line in lines:
        write_text(line)


def write_json(record: object) -> None:
    """Write a record to standard output as JSON."""
    text = json.dumps(record, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # of a file's name that is no text, or where output takes less
        text = json.dumps(record, indent=2)
    sys.stdout.write(f"{text}\n")


def note(text: str) -> None:
    """Write a line for people to standard error: progress, and what went wrong."""
    with suppress(OSError):  # where nobody can be told, the exit code has to do
        sys.stderr.write(visible(text) + "\n")


def write_prompt(text: str, *, aside: bool = False) -> None:
    """Write a part of a line at once; aside to standard error, where output is for programs."""
    stream = sys.stderr if aside else sys.stdout
    stream.write(visible(text))
    stream.flush()


def show_status(text: str) -> None:
    """Write a line over the last one of standard error, when that is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{_ERASED}{visible(text)}")
        sys.stderr.flush()


def clear_status() -> None:
    """Take away what ``show_status`` wrote."""
    show_status("")


def report_faults(faults: Iterable[RuleError], form: str) -> None:
    """Tell faults: in words to standard error, or as JSON to standard output."""
    found = list(faults)
    if form == "json":
        causes = causes_of(found)
        record: FaultsJson = {"form": 1, "faults": [fault.as_json() for fault in causes]}
        if len(found) > len(causes):
            record["held_back"] = len(found) - len(causes)
        write_json(record)
        return
    note(tell(found))
    if len(found) > 1:
        note(f"\n{count(len(found), 'fault')} found")


def refuse(fault: CallError, form: str) -> None:
    """Tell what is wrong with a call, as ``report_faults`` does."""
    if form == "json":
        one: CallFaultJson = {"name": fault.name, "message": fault.message, "hint": fault.hint}
        record: FaultsJson = {"form": 1, "faults": [one]}
        write_json(record)
        return
    note(f"error[{fault.name}]: {fault.message}")
    if fault.hint:
        note(f"  = help: {fault.hint}")


def is_terminal() -> bool:
    """Whether somebody reads standard output as it comes."""
    return sys.stdout.isatty()


def page_width() -> int:
    """Return how many columns a line may have: those of the terminal, and no more than ``WIDE``."""
    if not is_terminal():
        return WIDE
    return max(_NARROW, min(WIDE, get_terminal_size((WIDE, 24)).columns))


def wrapped(text: str, indent: int = 0, hanging: int = 0, *, width: int | None = None) -> str:
    """Break a text into lines of a terminal; all but the first hang in further."""
    return fill(
        text,
        page_width() if width is None else width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )


def columns(texts: Sequence[str], indent: int = 2) -> str:
    """Set short texts in as many columns as a terminal has room for, row by row."""
    if not texts:
        return ""
    wide = max(map(len, texts)) + 3
    across = max(1, (page_width() - indent + 2) // wide)
    rows = [texts[start : start + across] for start in range(0, len(texts), across)]
    return "\n".join(
        (" " * indent + "".join(text.ljust(wide) for text in row)).rstrip() for row in rows
    )


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Set rows of texts under one another: the first columns to the left, the others right."""
    wide = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  "
        + "  ".join(
            text.ljust(width) if place < left else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    )


def count(number: int, thing: str) -> str:
    """Say how many things there are; the plural has an s."""
    return f"{number} {thing}" if number == 1 else f"{number:,} {thing}s"
