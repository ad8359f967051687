"""The calls to take, read from text: the only module that knows how they are written.

A line is a call: the words that follow ``haggis``, as a shell splits them. After `` < `` come the
lines that somebody types, parted by ``;``, and ``1 *9`` is a line typed nine times. A call that
needs another before it is written after `` && ``, and finds the files of that one.
"""

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

CALLS = Path(__file__).parent / "calls"
ERRORS = Path(__file__).parents[1] / "golden/errors"


@dataclass(frozen=True, slots=True)
class Step:
    """One call of the command: its words, and what is typed."""

    words: tuple[str, ...]
    typed: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it is written, and its steps, of which the last is looked at."""

    written: str
    steps: tuple[Step, ...]


def calls_in(name: str) -> tuple[Call, ...]:
    """Return the calls of a file."""
    lines = (CALLS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(call_of(line) for line in lines if line and not line.startswith("#"))


def help_calls(commands: Iterable[str]) -> tuple[Call, ...]:
    """Return the calls for help: for the whole, and for each command."""
    return tuple(map(call_of, ("--help", *(f"{name} --help" for name in commands))))


def explain_calls() -> tuple[Call, ...]:
    """Return a call for each fault that a golden diagnostic says can be explained."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in ERRORS.rglob("*.txt"))
    return tuple(map(call_of, sorted(set(re.findall(r"(?<=haggis )explain [a-z-]+", text)))))


def call_of(line: str) -> Call:
    """Return the call that a line writes."""
    return Call(line, tuple(map(_step, line.split(" && "))))


def _step(written: str) -> Step:
    words, _, typed = written.partition(" < ")
    return Step(tuple(shlex.split(words)), "".join(map(_lines, typed.split(";"))) if typed else "")


def _lines(typed: str) -> str:
    line, _, times = typed.strip().partition(" *")
    return f"{line}\n" * int(times or 1)
