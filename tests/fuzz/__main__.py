"""Hostile input by chance: ``python -m tests.fuzz [--inputs N] [--seed S] [--kind KIND ...]``.

Rules are made after the grammar, from the texts in ``tests/fuzz/corpus``; records, positions,
plays, JSON and views are changed ones that the engine wrote. Each is accepted or refused by name. A
traceback, an input that takes too long, and two readings that do not agree are faults: the exit
code is then 1, and each is told once, with the smallest input that shows it.

  python -m tests.fuzz --inputs 20000 --kind rules --seed 7
  python -m tests.fuzz --seconds 900                     as many as there is time for, of all kinds
  python -m tests.fuzz --kind rules --from 812 --inputs 1    that one again
  python -m tests.fuzz --inputs 1000000 --go-on          so many in all, earlier ones too

With ``--go-on`` what was tried of each kind and seed, and what fell, is kept in ``kept.json`` with
the smallest inputs; a run that was cut off goes on there, and tells the sum. Remove that file when
something was mended.
"""

from __future__ import annotations

import argparse
import faulthandler
import resource
import signal
import sys
import time
from collections import deque
from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path

from tests.fuzz.progress import KeptTallies
from tests.fuzz.running import Tally, Verdict, tallied
from tests.fuzz.targets import TARGETS

MEMORY = 4 * 2**30  # bytes, beyond which an input has run away
LONGEST = 6 * 3600  # seconds of the processor's time, after which the process ends
# Shares of the time; a text of rules takes a thousand times as long as a play.
SHARES = {"rules": 10, "records": 2, "positions": 2, "notations": 2, "json": 2, "views": 2}


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the inputs, tell what came of them, and return 1 if anything fell."""
    parsed = parser().parse_args(arguments)
    tallies: list[Tally] = []
    kinds = list(dict.fromkeys(parsed.kind or TARGETS))
    for kind in kinds:
        share = SHARES[kind] / sum(SHARES[one] for one in kinds)
        end = time.monotonic() + (parsed.seconds * share if parsed.seconds else 1e9)
        tallies.append(_tried(kind, parsed, end))
        _tell(tallies[-1], parsed.out)
    inputs, faults = sum(one.inputs for one in tallies), sum(one.faults for one in tallies)
    _say(f"{inputs:,} hostile inputs, {faults} faults, seed {parsed.seed}")
    return 1 if faults else 0


def _tried(kind: str, parsed: argparse.Namespace, end: float) -> Tally:
    """Try the inputs of a kind, behind those that are known when the run is to go on."""
    kept = KeptTallies(parsed.out / "kept.json")
    tally = kept.tally(kind, parsed.seed) if parsed.go_on else Tally(kind)
    numbers = islice(count(parsed.first), tally.inputs, parsed.inputs)
    going = tallied(tally, TARGETS[kind], seed=parsed.seed, numbers=numbers, end=end)
    if parsed.go_on:
        kept.while_going(going, tally, parsed.seed)
    else:
        deque(going, maxlen=0)
    return tally


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=(__doc__ or "").splitlines()[0]
    )
    made.add_argument("--inputs", type=int, metavar="N", help="of each kind")
    made.add_argument("--seconds", type=float, metavar="N", help="for all kinds together")
    made.add_argument("--seed", type=int, default=1, metavar="S")
    which = made.add_mutually_exclusive_group()
    which.add_argument("--from", type=int, default=0, dest="first", metavar="N", help="first input")
    which.add_argument("--go-on", action="store_true", help="behind the last one that was kept")
    made.add_argument("--kind", action="append", choices=list(TARGETS))
    made.add_argument("--out", type=Path, default=Path("build/fuzz"), metavar="FOLDER")
    return made


def _tell(tally: Tally, out: Path) -> None:
    counts = ", ".join(f"{tally.verdicts[one]:,} {one.value}" for one in Verdict)
    _say(f"{tally.kind}: {tally.inputs:,} inputs in {tally.seconds:.0f} s: {counts}")
    if tally.kind == "rules" and tally.inputs:
        passed = tally.verdicts[Verdict.ACCEPTED] / tally.inputs
        _say(f"  {passed:.0%} pass check and were played; {tally.short:,} below 60 lines")
    for found in tally.found.values():
        _say(f"  input {found.number}: {found.outcome.words!a} at {found.outcome.place}")
        out.mkdir(parents=True, exist_ok=True)
        path = out / f"{tally.kind}-{found.number}.txt"
        path.write_text(found.text, "utf-8", "surrogatepass", newline="")
        _say(f"  the smallest of it, {len(found.text):,} signs, is in {path}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _limit() -> None:
    """Let neither memory nor time run away, also where Python's own signals cannot reach."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, hard))
    faulthandler.register(signal.SIGXCPU, chain=True)  # which input it was stands in the traceback


if __name__ == "__main__":
    _limit()
    sys.exit(main())
