"""Commands that are killed at any moment: ``python -m tests.fuzz.kill [--moments N] [--seed S]``.

Each command is run once to its end. Then it is begun N times in a new folder, and killed by a
signal that nobody can catch, after some part of the time that it took. What it left is compared
with what the whole run wrote: a file that grows is a beginning of the whole one, and any other is
whole or is not there. The same call again, in the same folder, then has to end as the whole run
did, with the same files and nothing more.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.fuzz.seeds import FOLDER

TEXT = FOLDER / "rules" / "crake.haggis"
CACHE = "cache"  # the folder of what is kept from one call to the next, which may grow
# What differs from call to call: how long it took, and what was known from before.
PASSING = re.compile(r"(,? in)? [\d.]+ (s|a second)\b|, \d+ of \d+ answers known from before")
MOVES = "1\n" * 60  # always the first that is offered
EARLIEST = 0.2  # of the time: before that Python has hardly begun

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a call ended, what it said without how long it took, and the files that are there."""

    code: int
    said: str
    files: Files


@dataclass(frozen=True, slots=True)
class Job:
    """A call, how it goes on after it was killed, and what it may leave half-done.

    ``again`` is given what was left. ``grows`` names the file that is written line by line.
    """

    name: str
    arguments: tuple[str, ...]
    again: Callable[[Files], tuple[str, ...]]
    typed: str = ""
    grows: str = ""


def jobs(text: Path = TEXT) -> tuple[Job, ...]:
    """Return the calls that are killed."""

    def job(name: str, *more: str, grows: str = "") -> Job:
        arguments = (name, str(text), *more)
        return Job(name, arguments, lambda _: arguments, grows=grows)

    begin = ("play", str(text), "--seed", "3", "--record", "match.jsonl")
    resume = ("play", str(text), "--resume", "match.jsonl")

    def go_on(left: Files) -> tuple[str, ...]:
        return resume if "match.jsonl" in left else begin

    return (
        Job("play", begin, go_on, typed=MOVES, grows="match.jsonl"),
        job("verify"),
        job("docs", "--out", "pages"),
        job("ask-page", "--out", "tables", "--vectors", "20"),
        job("simulate", "--hands", "300"),
        job(
            *("mutate", "--no-promises", "--jobs", "1", "--at-least", "0", "--clause", "turns"),
            *("--out", "results.jsonl"),
            grows="results.jsonl",
        ),
    )


def whole_run(job: Job, program: Sequence[str]) -> tuple[Ended, float]:
    """Run a call to its end in a new folder, and return how it ended and how long it took."""
    with TemporaryDirectory(prefix="haggis-whole-") as name:
        began = time.monotonic()
        ended = call(job.arguments, job.typed, Path(name), program)
        return ended, time.monotonic() - began


def kill_once(job: Job, whole: Ended, delay: float, program: Sequence[str]) -> list[str]:
    """Kill a call after some seconds, and say what is wrong with what it left and what follows."""
    with TemporaryDirectory(prefix="haggis-kill-") as name:
        folder = Path(name)
        begin(job, folder, program, delay)
        left = files_in(folder)
        return [*half_written(job, left, whole), *not_going_on(job, left, whole, folder, program)]


def begin(job: Job, folder: Path, program: Sequence[str], delay: float) -> None:
    """Begin a call, and kill it and all that it has begun after some seconds."""
    process = subprocess.Popen(  # noqa: S603 - our own command
        [*program, *job.arguments],
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdin is not None
    process.stdin.write(job.typed.encode())
    process.stdin.flush()
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    finally:
        _close(process.stdin)


def _close(pipe: object) -> None:
    """Close a pipe that nobody reads any more."""
    try:
        pipe.close()  # type: ignore[attr-defined]
    except BrokenPipeError:
        return


def half_written(job: Job, left: Files, whole: Ended) -> list[str]:
    """Name each file that is neither whole nor a beginning of one that grows."""
    found: list[str] = []
    for name, data in left.items():
        wanted = whole.files.get(name)
        if wanted is None or data == wanted:
            continue  # what should not be there at all is seen when the call has gone on
        if name != job.grows or not _beginning(data, wanted):
            found.append(f"{name} is half-written: {len(data)} bytes")
    return found


def _beginning(data: bytes, wanted: bytes) -> bool:
    """Whether every whole line is one of the file that was not cut off, in the same order."""
    lines = data.split(b"\n")[:-1]
    return lines == wanted.split(b"\n")[: len(lines)]


def not_going_on(
    job: Job, left: Files, whole: Ended, folder: Path, program: Sequence[str]
) -> list[str]:
    """Call it again, and say in what it does not end as it would have without being killed."""
    lines = left.get(job.grows, b"").count(b"\n") if job.typed else 0
    ended = call(job.again(left), job.typed, folder, program)
    found: list[str] = []
    if ended.code != whole.code:
        found.append(f"the next call ends with {ended.code}: {ended.said[-300:]}")
    if not job.typed and ended.said != whole.said:
        found.append(f"the next call says something else: {ended.said[-300:]}")
    if extra := sorted(ended.files.keys() - whole.files.keys()):
        found.append(f"left behind for good: {', '.join(extra)}")
    for name, data in whole.files.items():
        other = ended.files.get(name, b"")
        if name == job.grows and job.typed:
            if other.split(b"\n")[:lines] != data.split(b"\n")[:lines]:
                found.append(f"{name} has lost what was in it")
        elif other != data:
            found.append(f"{name} is another than it would have been")
    return found


def call(arguments: Sequence[str], typed: str, folder: Path, program: Sequence[str]) -> Ended:
    """Run a call to its end."""
    done = subprocess.run(  # noqa: S603 - our own command
        [*program, *arguments],
        cwd=folder,
        env=_environment(folder),
        input=typed.encode(),
        capture_output=True,
        check=False,
    )
    said = PASSING.sub("", done.stdout.decode("utf-8", "replace"))
    if done.returncode:
        said += done.stderr.decode("utf-8", "replace")
    return Ended(done.returncode, said, files_in(folder))


def files_in(folder: Path) -> Files:
    """Return what is in the files of a folder, but for what is kept in the cache."""
    names = {path: path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    return {
        name: path.read_bytes()
        for path, name in names.items()
        if path.is_file() and not name.startswith(f"{CACHE}/")
    }


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "XDG_CACHE_HOME": str(folder / CACHE), "NO_COLOR": "1"}


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = argparse.ArgumentParser(prog="python -m tests.fuzz.kill")
    made.add_argument("--moments", type=int, default=17, metavar="N", help="for each command")
    made.add_argument("--seed", type=int, default=1, metavar="S")
    made.add_argument("--command", action="append", choices=NAMES)
    return made


NAMES = [job.name for job in jobs()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill each command so often, tell what was wrong, and return 1 if anything was."""
    parsed = parser().parse_args(arguments)
    program = (sys.executable, "-m", "haggis_rules.cli")
    kills = faults = 0
    for job in (one for one in jobs() if one.name in (parsed.command or NAMES)):
        chance = Random(f"{job.name} {parsed.seed}")
        whole, seconds = whole_run(job, program)
        for _ in range(parsed.moments):
            part = EARLIEST + (1 - EARLIEST) * chance.random()
            found = kill_once(job, whole, part * seconds, program)
            kills, faults = kills + 1, faults + bool(found)
            for one in found:
                _say(f"  {job.name} after {part * seconds:.2f} s of {seconds:.2f}: {one}")
        _say(f"{job.name}: {parsed.moments} kills, {seconds:.1f} s as a whole")
    _say(f"{kills:,} kills, {faults} faults, seed {parsed.seed}")
    return 1 if faults else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
