"""All that a merge has no time for, part by part: ``nightly.py [PART ...] [--list] [--again]``.

Each part is a command with a name. What came of a part is kept in ``build/nightly.json`` as soon as
it is over, with the commit it was seen at; so a run that was cut off goes on where it stopped, and
only a part that failed, or whose commit is another, is run again. ``--again`` runs everything anew.

The whole has a budget of three hours on two cores. What it cut off comes first the next time, so
that no part waits for ever behind those before it. The parts that Hypothesis would fill for days
are given what is left of it, file by file, each night beginning where the last one stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "nightly.json"
LOGS = ROOT / "build" / "nightly"
BUDGET = 3 * 3600  # seconds for the whole
FUZZING = 20 * 60  # seconds of hostile input
MOMENTS = 17  # at which each of six commands is killed: a hundred in all
MATCHES = 2_000  # in all seatings together
HANDS = 20_000  # of the compiled module, in all seatings together
SLIPS = 12  # of so many slips of a variant each night one is checked, another each night
LEAST_DEEP = 300  # seconds that are worth beginning another deep file for
TIMED_OUT = 124  # as of timeout(1)
NO_TESTS = 5  # of pytest, where a file has slow tests alone
CLOSING = re.compile(
    r"\d+ passed.* in [0-9.]+s|promises and \d+ readings.*|planted faults: .*"
    r"|[\d,]+ hands against \w+: ahead by .*"
    r"|[\d,]+ hostile inputs, .*|[\d,]+ kills, .*|\| all \| .*|[\d,]+ of [\d,]+ hands differ"
    r"|\d+ pages, \d+ differences .*|Success: no issues found in .*"
)
EXAMPLE = re.compile("^ +example ", re.MULTILINE)
PLANTED = re.compile(r"planted faults: (\d+) of (\d+) killed")
JUDGING = frozenset({"tests", "slow", "long"})  # the parts that kill planted faults

PYTHON = str(ROOT / ".venv" / "bin" / "python")
PYTEST = (PYTHON, "-m", "pytest", "-q", "--rotation", "all", "--dist", "worksteal")


@dataclass(frozen=True)
class Part:
    """A command by its name, what it shows that nothing else does, and what it needs to know."""

    name: str
    shows: str
    command: tuple[str, ...]
    profile: str = "ci"


@dataclass(frozen=True)
class Outcome:
    """What came of a part, and at which commit. ``code`` is the command's exit status."""

    name: str
    commit: str
    code: int
    seconds: int
    closing: tuple[str, ...]


def parts(workers: str) -> tuple[Part, ...]:
    """Return the parts in the order in which they run: what finds most in little time first."""
    spread = (*PYTEST, "-n", workers)
    haggis = (PYTHON, "-m", "haggis_rules.cli")
    return (
        Part("tests", "the fast tests, and every test of a test", (*spread, "-m", "not slow")),
        Part("slow", "every planted fault", (*spread, "-m", "slow and not long"), "dev"),
        Part("long", "what takes minutes each", (*spread, "-m", "long and not browser"), "dev"),
        Part(
            "proofs",
            "every promise with every combination of options, and every pattern",
            (PYTHON, "benchmarks/proofs.py", "--jobs", workers),
        ),
        Part("types", "the types, by both checkers", ("make", "types")),
        Part(
            "site",
            "the site with the proofs of every option, and the whole notebook",
            ("make", "whole-site"),
        ),
        Part(
            "browser",
            "every page in every look",
            (
                *("make", "site-test", "PAGES=browser", f"WORKERS={workers}"),
                "ARGS=-q --rotation all --dist worksteal",  # of one file, all pages in each look
            ),
        ),
        Part(
            "successor",
            "the successor of the theme builds the same pages, word by word",
            (PYTHON, "-m", "nox", "-s", "successor"),
        ),
        *_guards(workers),
        *(
            Part(
                f"mutants-{name}",
                "each small change of the text is noticed by an example, or means the same",
                (*haggis, "mutate", name, "--no-promises", "--jobs", workers),
            )
            for name in _variants()
        ),
    )


def _guards(workers: str) -> Iterator[Part]:
    """Yield the parts that go by chance, with other chance each night."""
    seed = str(int(time.time()) // 86_400)
    yield Part(
        "fuzz",
        "no hostile input falls over, runs on or is read in two ways; other ones each night",
        (PYTHON, "-m", "tests.fuzz", "--seconds", str(FUZZING), "--seed", seed),
    )
    yield Part(
        "kill",
        "a command that is killed at any moment leaves nothing half-written",
        (PYTHON, "-m", "tests.fuzz.kill", "--moments", str(MOMENTS), "--seed", seed),
    )
    yield Part(
        "matches",
        "whole matches of every seating, checked from outside; other ones each night",
        (
            *(PYTHON, "benchmarks/matches.py", "--matches", str(MATCHES), "--jobs", workers),
            *("--fresh", "--seed", str(int(seed) * MATCHES), "--out", "build/nightly/matches.json"),
        ),
    )
    yield Part(
        "module",
        "hands of every seating are the same in the compiled module; other ones each night",
        (
            *(PYTHON, "benchmarks/module_hands.py", "--hands", str(HANDS), "--jobs", workers),
            *("--fresh", "--seed", str(int(seed) * HANDS), "--out", "build/nightly/module.jsonl"),
        ),
    )
    yield Part(
        "causes",
        "the first fault of a small slip names the edited line; other slips each night",
        (
            *(PYTHON, "tools/causes.py", "--every", str(SLIPS), "--seed", seed),
            *("--jobs", workers),
        ),
    )
    yield Part(
        "learning",
        "a policy learns to beat the greedy player",
        (PYTHON, "benchmarks/learning.py", "--seed", str(int(seed) + 1)),
    )
    yield Part(
        "newest",
        "the fast tests with the newest release of everything this project uses",
        (PYTHON, "-m", "nox", "-s", "newest"),
    )


def _variants() -> list[str]:
    """Name the shipped texts that have examples, without which nothing but a proof notices."""
    texts = sorted((ROOT / "spec").glob("*.haggis"))
    return [path.stem for path in texts if EXAMPLE.search(path.read_text("utf-8"))]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the parts, print a table of what came of them, and return 1 if any of them failed."""
    parser = argparse.ArgumentParser(description="Run what a merge has no time for.")
    workers = os.environ.get("WORKERS", "2")
    known = {part.name: part for part in parts(workers)}
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(known)}, deep")
    parser.add_argument("--list", action="store_true", help="tell what each part shows")
    parser.add_argument("--again", action="store_true", help="run also what was seen to pass")
    parser.add_argument("--budget", type=int, default=BUDGET, metavar="SECONDS")
    parsed = parser.parse_args(argv)
    if parsed.list:
        for part in known.values():
            print(f"{part.name:<24}{part.shows}")
        print(f"{'deep':<24}random tests with many more cases, as long as there is time")
        return 0
    before = {} if parsed.again else _kept()
    wanted: list[str] = parsed.parts or [*_in_turn(known, before), "deep"]
    if unknown := [name for name in wanted if name not in {*known, "deep"}]:
        parser.error(f"no part is called {unknown[0]!r}; --list names them")
    began = time.monotonic()
    commit = _commit()
    done: list[Outcome] = []
    for name in wanted:
        if name == "deep":
            left = parsed.budget - (time.monotonic() - began)
            done.extend(_deep(commit, before, began + parsed.budget, left, workers))
            continue
        seen = before.get(name)
        if seen is not None and seen.code == 0 and seen.commit == commit:
            print(f"{name}: passed before at this commit", flush=True)
            done.append(seen)
            continue
        done.append(_run(known[name], commit, parsed.budget - (time.monotonic() - began)))
        _keep(done[-1])
    _tell(done)
    survived = _tell_planted(done)
    return 1 if survived or any(one.code for one in done) else 0


def _in_turn(names: Iterable[str], before: Mapping[str, Outcome]) -> list[str]:
    """Return the parts in order, but those first for which there was no time the last time."""
    lacking = {name for name, one in before.items() if one.code == TIMED_OUT}
    return sorted(names, key=lambda name: name not in lacking)


def _run(part: Part, commit: str, seconds: float) -> Outcome:
    """Run a part for so many seconds at most; its whole output is kept beside the table."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{part.name.replace('/', '-')}.log"
    print(f"{part.name}: {' '.join(part.command)}", flush=True)
    began = time.monotonic()
    environment = {**os.environ, "HYPOTHESIS_PROFILE": part.profile}
    with log.open("wb") as file:
        try:
            code = subprocess.run(  # noqa: S603 - our own commands
                part.command,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                timeout=max(seconds, 1),
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            code = TIMED_OUT
    text = log.read_text("utf-8", errors="replace")
    if code:
        print(text[-4000:])
    found = tuple(match.group() for match in CLOSING.finditer(text))[-3:]
    return Outcome(part.name, commit, code, round(time.monotonic() - began), found)


def _deep(
    commit: str, before: dict[str, Outcome], end: float, left: float, workers: str
) -> Iterator[Outcome]:
    """Run files of random tests with many cases, those first that were run longest ago."""
    files = sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if "@given" in path.read_text("utf-8")
    )
    names = {f"deep {name}": name for name in files}
    # What was never seen comes first; then, as it was kept, the one that was seen longest ago.
    order = [name for name in names if name not in before]
    order += [name for name in before if name in names]
    for name in order:
        left = end - time.monotonic()
        if left < LEAST_DEEP:
            print(f"deep: the time is up, with {name} to begin with the next time", flush=True)
            return
        command = (*PYTEST, "-n", workers, "-m", "not slow", names[name])
        found = _run(Part(name, "", command, "nightly"), commit, left)
        if found.code == TIMED_OUT:  # the budget is spent, and nothing was seen to fail
            return
        found = Outcome(
            name, commit, 0 if found.code == NO_TESTS else found.code, found.seconds, found.closing
        )
        _keep(found)
        yield found


def _commit() -> str:
    """Name what is checked out; with uncommitted changes it is like no other run."""
    call = ["git", "describe", "--always", "--abbrev=40", "--dirty", "--exclude", "*"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    found = done.stdout.strip()
    return f"{found} {time.time_ns()}" if not found or found.endswith("-dirty") else found


def _kept() -> dict[str, Outcome]:
    """Return what came of each part the last time, in the order in which they were seen."""
    try:
        rows = json.loads(KEPT.read_text("utf-8"))
        return {row["name"]: Outcome(**{**row, "closing": tuple(row["closing"])}) for row in rows}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _keep(found: Outcome) -> None:
    """Keep what came of a part, as the last one seen; a cut in the middle loses nothing."""
    seen = {name: one for name, one in _kept().items() if name != found.name}
    rows = [asdict(one) for one in (*seen.values(), found)]
    KEPT.parent.mkdir(exist_ok=True)
    half = KEPT.with_suffix(".half")
    half.write_text(json.dumps(rows, indent=1), "utf-8")
    half.replace(KEPT)


def _tell(done: Sequence[Outcome]) -> None:
    width = max((len(one.name) for one in done), default=0) + 2
    print()
    for one in done:
        how = (
            "passed"
            if one.code == 0
            else "cut off"
            if one.code == TIMED_OUT
            else f"failed ({one.code})"
        )
        print(f"{one.name:<{width}}{how:<12}{one.seconds:>6} s  {'; '.join(one.closing)}")
    failed = sum(one.code != 0 for one in done)
    print(f"{len(done) - failed} passed, {failed} failed")


def _tell_planted(done: Sequence[Outcome]) -> bool:
    """Tell how many planted faults were killed; return whether one survived, if all were judged."""
    found = [PLANTED.search(closing) for one in done for closing in one.closing]
    counted = [(int(each[1]), int(each[2])) for each in found if each is not None]
    if not counted:
        return False
    killed, known = sum(each for each, _ in counted), max(each for _, each in counted)
    print(f"planted faults: {killed} of {known} killed")
    return killed < known and {one.name for one in done} >= JUDGING


if __name__ == "__main__":
    sys.exit(main())
