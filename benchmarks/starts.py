"""How long it takes until something can be asked, in processes of their own.

    python benchmarks/starts.py                 medians of 15 processes each
    python benchmarks/starts.py --runs 40

Kept: what an earlier process has kept is there. Cold: the grammar's tables are kept, and no game.
The first time ever, on a machine that has kept nothing, the grammar's tables are made as well.
Times are of the processor, without Python's own start; on a quiet machine the clock says the same.
The last row is a match of classic for two after 20 actions by chance: bytes, and the best of many
times.
"""

import argparse
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from shutil import rmtree
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from pace import pace

from haggis_rules.engine.rules import load

NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
NOTHING = "pass"
IMPORT = "from haggis_rules import load"
LOAD = f"{IMPORT}; load('classic', players=2)"
CALL = "from haggis_rules.cli import main; raise SystemExit(main({words!r}.split('|')))"
HELP = CALL.format(words="--help")
EXPLAIN = CALL.format(words="explain|lead.next")
BEATS = CALL.format(words="beats|classic|--players|2|J K|J Q")


def main() -> None:
    """Time every start, kept and cold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    print(f"a fixed piece of work takes {pace():.1f} ms here, now")
    print(*starts(runs), sep="\n")


def starts(runs: int) -> Iterator[str]:
    """Yield the medians of so many processes for each start, and what a match takes pickled."""
    yield f"Medians of {runs} processes:"
    yield ""
    with TemporaryDirectory() as place:
        cache = Path(place) / "haggis-rules"
        own = _time(NOTHING, place, runs, _leave)
        for code in (BEATS, EXPLAIN):
            _run(code, place)  # keeps what can be kept
        yield "| until | kept | cold |"
        yield "| --- | --- | --- |"
        imported = _time(IMPORT, place, runs, _leave)
        yield f"| Python's own start, taken away from the others | {own:.0f} ms | |"
        yield f"| `{IMPORT}` | {imported - own:.0f} ms | |"
        for name, code, before in (
            ('`load("classic", players=2)` after that', LOAD, imported),
            ("`haggis --help`", HELP, own),
            ("`haggis explain lead.next`", EXPLAIN, own),
            ('`haggis beats classic --players 2 "J K" "J Q"`', BEATS, own),
        ):
            kept = _time(code, place, runs, _leave) - before
            cold = _time(code, place, runs, lambda: _forget(cache)) - before
            yield f"| {name} | {kept:.0f} ms | {cold:.0f} ms |"
        ever = _time(LOAD, place, max(1, runs // 5), lambda: rmtree(cache, ignore_errors=True))
        yield f"| `load`, the first time ever | | {ever - imported:,.0f} ms |"
    yield ""
    yield _pickled()


def _time(code: str, cache: str, runs: int, prepare: Callable[[], None]) -> float:
    """Return the median of how many milliseconds a process takes for some code."""
    _run(code, cache)  # what Python compiles is compiled
    found: list[float] = []
    for _ in range(runs):
        prepare()
        start = _spent()
        _run(code, cache)
        found.append(_spent() - start)
    return median(found)


def _spent() -> float:
    """Return the milliseconds of the processor that processes begun here have taken."""
    used = getrusage(RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1000


def _run(code: str, cache: str) -> None:
    """Run some code in a process of its own, with a cache folder for it.

    Python keeps what it compiles there, as it does for users. Where a machine forbids that by a
    variable, each start would compile every module anew.
    """
    ours = {"XDG_CACHE_HOME": cache, "PYTHONPYCACHEPREFIX": str(Path(cache) / "bytecode")}
    kept = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    subprocess.run(  # noqa: S603 - this Python, and code that stands above
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True, env=kept | ours
    )


def _leave() -> None:
    """Leave all that is kept."""


def _forget(cache: Path) -> None:
    """Take away every kept game, and what is known of texts."""
    for pattern in ("game-*", "tables-*", "head-*"):
        for file in cache.glob(pattern):
            file.unlink()


def _pickled() -> str:
    """Return how large a pickled match is, and how long that takes."""
    match, chance = load("classic", players=2).new_match(1), Random(1)  # noqa: S311 - a game
    for _ in range(20):
        match = match.apply(chance.choice(match.actions(match.to_act[0])))
    written = pickle.dumps(match)
    there = _best(lambda: pickle.dumps(match))
    back = _best(lambda: pickle.loads(written))  # noqa: S301 - it is ours
    return f"A pickled match: {len(written):,} bytes, {there:.3f} ms there, {back:.3f} ms back."


def _best(work: Callable[[], object], times: int = 500) -> float:
    """Return the least of many times, in milliseconds."""
    found: list[float] = []
    for _ in range(times):
        start = perf_counter()
        work()
        found.append((perf_counter() - start) * 1000)
    return min(found)


if __name__ == "__main__":
    main()
