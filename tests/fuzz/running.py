"""Inputs one after the other: what came of each, and the smallest of those at which something fell.

The input of a number is the same each time, so that it can be tried again alone.
"""

from __future__ import annotations

import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from types import FrameType

from tests.fuzz.both_readings import Difference
from tests.fuzz.targets import Target

SHRINKING = 30.0  # seconds at most for making an input smaller
SHORT = 60  # lines


class Verdict(Enum):
    """What came of an input; the last three are faults of this program."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    TRACEBACK = "tracebacks"
    HANG = "hangs"
    DIFFERENCE = "differences"


FAULTS = (Verdict.TRACEBACK, Verdict.HANG, Verdict.DIFFERENCE)


class Hang(BaseException):
    """An input takes longer than any may; nothing that catches exceptions catches it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one input, and where: ``place`` is the same for the same fault."""

    verdict: Verdict
    place: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A fault, the number of the input that showed it first, and that input made smaller."""

    number: int
    outcome: Outcome
    text: str


@dataclass(slots=True)
class Tally:
    """What came of the inputs of a kind."""

    kind: str
    verdicts: Counter[Verdict] = field(default_factory=Counter[Verdict])
    short: int = 0
    seconds: float = 0.0
    found: dict[str, Found] = field(default_factory=dict[str, Found])

    @property
    def inputs(self) -> int:
        """How many there were."""
        return self.verdicts.total()

    @property
    def faults(self) -> int:
        """How many showed a fault of this program."""
        return sum(self.verdicts[one] for one in FAULTS)


def run(kind: str, target: Target, *, seed: int, numbers: Iterable[int], end: float) -> Tally:
    """Try the inputs of these numbers, until a moment of ``time.monotonic``."""
    tally = Tally(kind)
    for _ in tallied(tally, target, seed=seed, numbers=numbers, end=end):
        pass
    return tally


def tallied(
    tally: Tally, target: Target, *, seed: int, numbers: Iterable[int], end: float
) -> Iterator[Tally]:
    """Add to a tally what comes of the inputs of these numbers, and yield it after each."""
    began, before = time.monotonic(), tally.seconds
    for number in numbers:
        if time.monotonic() > end:
            break
        text = target.make(Random(f"{tally.kind} {seed} {number}"))
        outcome = attempt(target, text)
        if outcome.verdict in FAULTS and outcome.place not in tally.found:
            tally.found[outcome.place] = Found(number, outcome, _smallest(target, text, outcome))
        tally.verdicts[outcome.verdict] += 1
        tally.short += text.count("\n") < SHORT
        tally.seconds = before + time.monotonic() - began
        yield tally


def attempt(target: Target, text: str) -> Outcome:
    """Try one input."""
    try:
        with limited(target.seconds):
            return Outcome(Verdict.ACCEPTED if target.take(text) else Verdict.REFUSED)
    except Hang as hang:
        return Outcome(Verdict.HANG, f"hang {_where(hang)}", f"more than {target.seconds} s")
    except Difference as difference:
        what = str(difference).partition(":")[0]
        return Outcome(Verdict.DIFFERENCE, f"difference {what}", str(difference))
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - that is what is looked for
        place = f"{type(fault).__name__} {_where(fault)}"
        return Outcome(Verdict.TRACEBACK, place, f"{type(fault).__name__}: {fault}"[:500])


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise ``Hang`` when the block takes more of the processor's time."""

    def rung(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, rung)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _where(fault: BaseException) -> str:
    """Return the innermost function of the package in a traceback."""
    frames = traceback.extract_tb(fault.__traceback__)
    own = [one for one in frames if "haggis_rules" in one.filename] or frames
    if isinstance(fault, Hang):
        own = own[:8]  # deeper down it is another place each time
    return f"{own[-1].filename.rpartition('/')[2]}:{own[-1].name}" if own else ""


def _smallest(target: Target, text: str, outcome: Outcome) -> str:
    return smaller(text, lambda one: attempt(target, one).place == outcome.place)


def smaller(text: str, shows: Callable[[str], bool]) -> str:
    """Return a text from which no stretch can be left out so that it still shows the fault.

    Stretches of lines first, then of words, each half as long as the last (as in delta debugging,
    Zeller and Hildebrandt, 2002), for half a minute at most.
    """
    end = time.monotonic() + SHRINKING
    for mark in ("\n", " "):
        parts = text.split(mark)
        size = max(1, len(parts) // 2)
        while size and time.monotonic() < end:
            at = 0
            while at < len(parts) and time.monotonic() < end:
                fewer = parts[:at] + parts[at + size :]
                if fewer and shows(mark.join(fewer)):
                    parts = fewer
                else:
                    at += size
            size //= 2
        text = mark.join(parts)
    return text
