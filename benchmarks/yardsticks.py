"""Programs written by hand, to measure against: built where there is a compiler, and asked first.

Each plays hands of classic Haggis for two by chance; ``yardstick/README.md`` says what they leave
out.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "yardstick"
AGREED = "38faa345a78ee4fa"  # what 2,000 hands come to in each program
PLIES_A_HAND = 29.55  # over 20,000 hands, for the program that tells only its hands
_PLIES = re.compile(r"plies/s median (\d+)")
_HANDS = re.compile(r"^median (\d+)")


@dataclass(frozen=True, slots=True)
class Yardstick:
    """A program by name: how it is called to play, and to tell what its hands come to.

    ``heading``: of the column in which other speeds are divided by its own.
    """

    name: str
    heading: str
    play: tuple[str, ...]
    verify: tuple[str, ...]

    def plies_a_second(self) -> float:
        """Return how many plies a second it plays, in time of the processor.

        Raises ``SystemExit`` if it says nothing of the kind.
        """
        said = _output(self.play)
        if found := _PLIES.search(said):
            return float(found[1])
        if found := _HANDS.search(said):
            return PLIES_A_HAND * float(found[1])
        raise SystemExit(f"{self.name} says: {said}")

    def check(self) -> None:
        """Raise ``SystemExit`` unless it finds the same plays as the others."""
        if AGREED not in _output(self.verify):
            raise SystemExit(f"{self.name} does not come to {AGREED}; it measures something else")


def yardsticks(build: Path) -> list[Yardstick]:
    """Return the programs that can run here, checked: C++ where there is ``g++``, plain Python."""
    found = _in_cpp(build) if shutil.which("g++") else []
    script = (sys.executable, str(FOLDER / "haggis_py.py"))
    play, verify = (*script, "declared", "400", "1"), (*script, "verify", "2000", "1")
    found.append(Yardstick("plain Python by hand", "of plain Python", play, verify))
    for one in found:
        one.check()
    return found


def _in_cpp(build: Path) -> list[Yardstick]:
    limit, sliced = str(build / "limit"), str(build / "bp")
    _compile("limit.cpp", limit, "-std=c++17", "-march=native")
    _compile("bitsliced/bp.cpp", sliced, "-std=c++20", "-march=x86-64-v2")
    return [
        Yardstick(
            "C++ by hand, tuned for this processor",
            "of C++",
            (limit, "declared", "40000", "1"),
            (limit, "verify", "2000", "1"),
        ),
        Yardstick(
            "C++ by hand, any x86-64", "of C++, any x86-64", (sliced, "40000"), (sliced, "1")
        ),
    ]


def _compile(source: str, target: str, *flags: str) -> None:
    call = ["g++", "-O3", *flags, "-o", target, str(FOLDER / source)]
    subprocess.run(call, check=True)  # noqa: S603 - our own call


def _output(call: tuple[str, ...]) -> str:
    done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout
