"""What each command is for, by a call that shows it: lines of `haggis --help` and of README."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

_GAP = 2  # spaces between a call and its words
_MARGIN = 11  # where calls begin in the help: behind the names of the groups


class Purpose(Enum):
    """What somebody wants who calls a command; the help groups calls by it, in this order."""

    ASK = "ask"
    PLAY = "play"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class CommandUsage:
    """A call of a command, what comes of it in a few words, and what somebody wants who calls it.

    ``in_help`` is false for what the help shows in its list of commands alone.
    """

    purpose: Purpose
    call: str
    words: str
    in_help: bool = True


def help_lines(uses: Iterable[CommandUsage]) -> str:
    """Return the calls that the help shows, a line for each, under what they are for."""
    shown = [use for use in uses if use.in_help]
    width = max(len(use.call) for use in shown) + _GAP
    lines: list[str] = []
    for purpose in Purpose:
        head = purpose.value
        for use in shown:
            if use.purpose is purpose:
                lines.append(f"{head:<{_MARGIN}}{use.call:<{width}}{use.words}")
                head = ""
    return "\n".join(lines)


def readme_lines(uses: Sequence[CommandUsage], *, program: str) -> str:
    """Return every call as a line for a shell, with its words as a comment."""
    calls = [f"{program}{use.call.removeprefix('haggis')}" for use in uses]
    width = max(map(len, calls)) + _GAP
    pairs = zip(calls, uses, strict=True)
    return "".join(f"{call:<{width}}# {use.words}\n" for call, use in pairs)
