"""How fast everything is, beside programs written by hand: one command, all its figures.

    python benchmarks/speed.py                all that docs/speed.md shows
    python benchmarks/speed.py --rounds 3     quicker, and rougher
    python benchmarks/speed.py --only playouts
    python benchmarks/speed.py --write        and put the tables into the page and the README

In each round every program plays once, one after the other, so that what slows the machine down for
a while slows all of them. A ratio is the median over the rounds of the ratio in one round, and
behind it stand the least and the largest. Times are of the processor; two cores beside one, and
starts, are by the clock.

What the programs do is the same in kind: hands of classic for two by chance, all plays of a turn
found, one of them taken with the same chance as any other, scored at the end. Ours also deal by the
rules' text, offer bets, and count a bet as a ply; hands have 30.4 plies with bets, 29.5 without.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

from contestants import (
    IN_BATCH,
    IN_CALL,
    Speed,
    batch,
    compiled,
    in_node,
    leaves,
    loop,
    match_loop,
    module,
    rules,
    samples,
    simulated,
)
from pace import pace
from starts import starts
from yardsticks import yardsticks

from haggis_rules.analysis.simulate import simulate
from haggis_rules.executors.processes import LocalProcesses

GROWTH = (("classic", 2), ("classic", 3), ("neeps", 4), ("tatties", 5), ("neeps", 6))
ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "docs" / "speed.md", ROOT / "README.md")
HANDS_ON_CORES = 10_000
LEAST_LEAD = 50  # actions: what comes before a lead has fewer


def main() -> None:
    """Print every table, or one, and put them where they are shown."""
    options = _options()
    print(f"a fixed piece of work takes {pace():.1f} ms here, now; {options.rounds} rounds")
    with tempfile.TemporaryDirectory() as folder:
        for name, part in PARTS.items():
            if options.only in (None, name):
                lines = list[str]()
                for line in part(options.rounds, Path(folder)):
                    print(line, flush=True)
                    lines.append(line)
                if options.write:
                    _write(name, lines)


def playouts(rounds: int, folder: Path) -> Iterator[str]:
    """Compare what plays hands of classic for two by chance."""
    written = yardsticks(folder)
    programs = {one.name: one.plies_a_second for one in written} | _ours(folder)
    columns = {one.heading: one.name for one in written}
    yield from _table("plies a second, classic for two", programs, columns, rounds)


def _ours(folder: Path) -> dict[str, Speed]:
    node = in_node("classic", 2, 40, folder)
    return {
        f"module in wasmtime, {IN_CALL:,} hands a call": module("classic", 2, 40),
        **({} if node is None else {"module in Node": node}),
        f"batch of {IN_BATCH:,} matches, counts and views": batch("classic", 2, 200),
        "`simulate`": simulated("classic", 2, 500),
        "loop over hands": loop("classic", 2, 200),
        "loop over matches": match_loop("classic", 2, 32),
    }


def growth(rounds: int, _folder: Path) -> Iterator[str]:
    """Compare seatings of two to six players."""
    modules = {f"{name}/{seats}": module(name, seats, 10) for name, seats in GROWTH}
    plain = {f"{name}/{seats}": simulated(name, seats, 120) for name, seats in GROWTH}
    first = next(iter(modules))
    columns = {f"of {first}": first}
    yield from _table("plies a second, the module", modules, columns, rounds)
    yield ""
    yield from _table("plies a second, `simulate`", plain, columns, rounds)


def others(rounds: int, _folder: Path) -> Iterator[str]:
    """Measure what is no playout: leaves, positions that fit a view, and counting a large hand."""
    yield "| what the module does | median | least | most |"
    yield "| --- | --- | --- | --- |"
    mid_hand = (
        "classic for two in mid-hand: positions made from a view and played to the end, a second"
    )
    for name, speed in (
        ("classic for two, three actions deep: leaves a second", leaves("classic", 2, 3, 20)),
        ("classic for two, four actions deep: leaves a second", leaves("classic", 2, 4, 1)),
        (mid_hand, samples("classic", 2, 200)),
    ):
        found = [speed() for _ in range(rounds)]
        yield f"| {name} | {median(found):,.0f} | {min(found):,.0f} | {max(found):,.0f} |"
    for seats in (4, 6):
        times = _leads(seats, 300)
        name = f"Neeps for {seats}: a lead of 21 cards counted, with the call from Python, µs"
        yield f"| {name} | {median(times):,.0f} | {min(times):,.0f} | {max(times):,.0f} |"


def _leads(seats: int, hands: int) -> list[float]:
    """Return how many microseconds it takes to count what dealt hands can lead."""
    game, found, rng = compiled("neeps", seats), list[float](), Random(1)  # noqa: S311 - chance
    for seed in range(hands):
        game.begin(0, seed)
        while (count := game.actions(0, game.able(0)[0])) < LEAST_LEAD:
            game.act(0, game.able(0)[0], rng.randrange(count))
        seat, start = game.able(0)[0], process_time()
        game.actions(0, seat)
        found.append((process_time() - start) * 1e6)
    return found


def cores(rounds: int, _folder: Path) -> Iterator[str]:
    """Measure how much more two processes play than one, by the clock."""
    game, ratios = rules("classic", 2), list[float]()
    for _ in range(rounds):
        taken = list[float]()
        for jobs in (1, 2):
            start = perf_counter()
            with LocalProcesses(jobs) as processes:
                hands = sum(1 for _ in simulate(game, HANDS_ON_CORES, 1, executor=processes))
            taken.append((perf_counter() - start) / hands)
        ratios.append(taken[0] / taken[1])
    yield f"`simulate` plays {HANDS_ON_CORES:,} hands of classic for two on two cores"
    yield f"{_spread(ratios)} times as fast as on one."


def started(rounds: int, _folder: Path) -> Iterator[str]:
    """Measure how long it takes until something can be asked."""
    yield from starts(max(rounds, 3))


def memory(_rounds: int, _folder: Path) -> Iterator[str]:
    """Measure how much memory a process has taken at most after each step; on Linux alone."""
    yield "| after | MB |"
    yield "| --- | --- |"
    before = ""
    for name, code in (
        ("Python alone", ""),
        ("`from haggis_rules import load`", "from haggis_rules import load"),
        ("`load`, classic/2", "; rules = load('classic', players=2)"),
        (
            "1,000 hands of `simulate`",
            "; from haggis_rules.analysis.simulate import simulate; list(simulate(rules, 1000, 1))",
        ),
        ("`rules.compiled()`", "; game = rules.compiled(); game.playouts(0, 1, 1000)"),
        (f"a batch of {IN_BATCH:,}", f"; batch = rules.batch({IN_BATCH}, seeds=1)"),
    ):
        before += code
        yield f"| {name} | {_peak(before):,.0f} |"


def _peak(code: str) -> float:
    tell = "\nprint(open('/proc/self/status').read())"
    call = [sys.executable, "-c", code + tell]
    done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603
    return int(done.stdout.partition("VmHWM:")[2].split()[0]) / 1024


def _table(
    heading: str, programs: dict[str, Speed], columns: dict[str, str], rounds: int
) -> Iterator[str]:
    """Let all programs play in turn, and yield a table with a row for each.

    ``columns``: by heading the program by whose speed the others are divided.
    """
    found: dict[str, list[float]] = {name: [] for name in programs}
    for _, (name, speed) in product(range(rounds), programs.items()):
        found[name].append(speed())
    yield f"| {heading} | median | {' | '.join(columns)} |"
    yield f"| --- | --- |{' --- |' * len(columns)}"
    for name, speeds in found.items():
        ratios = (_spread(_ratios(speeds, found[program])) for program in columns.values())
        yield f"| {name} | {median(speeds):,.0f} | {' | '.join(ratios)} |"


def _ratios(some: Sequence[float], others_: Sequence[float]) -> list[float]:
    return [one / other for one, other in zip(some, others_, strict=True)]


def _spread(ratios: Sequence[float]) -> str:
    """Return the median with two digits that say something, and the ends."""
    middle = median(ratios)
    if min(ratios) == max(ratios):
        return _short(middle)
    return f"{_short(middle)} ({_short(min(ratios))} to {_short(max(ratios))})"


def _short(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"  # noqa: PLR2004 - two digits


def _write(name: str, lines: Sequence[str]) -> None:
    """Put the lines of a part between its marks, in each page that has them."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        before, found, rest = text.partition(begin)
        if found:
            body = "\n".join(["", "", *lines, "", end])
            page.write_text(before + begin + body + rest.partition(end)[2], encoding="utf-8")


PARTS: dict[str, Callable[[int, Path], Iterator[str]]] = {
    "playouts": playouts,
    "growth": growth,
    "others": others,
    "cores": cores,
    "starts": started,
    "memory": memory,
}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    parser.add_argument("--write", action="store_true", help="put the tables into the pages")
    return parser.parse_args()


if __name__ == "__main__":
    main()
