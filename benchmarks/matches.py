"""Whole matches by chance in the twelve seatings, with every check after every action.

    python benchmarks/matches.py                                    ten in each seating
    python benchmarks/matches.py --matches 5000 --jobs 2            all that is promised
    python benchmarks/matches.py --seatings neeps/4 tatties/5 --matches 40 --seed 7
    python benchmarks/matches.py --short --matches 2400             ties at the end are met so
    python benchmarks/matches.py --report                           what the last run found

After every action: no card is lost, those act whose turn it is, each seat sees what it may and
cannot tell what is hidden, and after every hand the score sheet and the points add up. The checks
are ``tests/matches``; they follow the rules in words and ask the engine for nothing but the state.

What is done is written down beside ``--out`` at once, match by match, and a run that was stopped
goes on where it was. A match in which something is wrong is kept as a record that ``haggis replay``
opens. The exit code is 1 when something is wrong, or when there were 1,000 matches or more and a
kind of action or a clause of a seating was never reached.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from tests.matches.playing import play
from tests.matches.reached import Reached, unhappened, unreached
from tests.matches.seatings import SEATINGS, Seating, seating_of

CHUNK = 6  # matches that are written down together
ROUND = 120  # matches of a seating before the next one's turn, since loaded rules take up room
ENOUGH = 1000  # matches from which on everything has to have been reached
Part = dict[str, Any]  # what was found out by some matches of a seating, as JSON


class Task(NamedTuple):
    """Matches of a seating: from this number so many, each so many numbers after the last."""

    seating: str
    first: int
    matches: int
    apart: int = 1

    @property
    def numbers(self) -> range:
        """The numbers of the matches, which are their seeds."""
        return range(self.first, self.first + self.matches * self.apart, self.apart)


def main() -> None:
    """Play, or go on to play, and tell what was found."""
    options = _options()
    parts_file = options.out.with_suffix(".parts.jsonl")
    tasks = [*_tasks(options)]
    if options.fresh and parts_file.exists():
        parts_file.unlink()
    known = _known(parts_file, tasks)
    if not options.report:
        _mend(parts_file)
        missing = [task for task in tasks if task not in known]
        try:
            for part in _played(missing, options.jobs, len(tasks)):
                with parts_file.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps(part)}\n")
                known[_task_of(part)] = part
        except KeyboardInterrupt:
            sys.exit(f"stopped after {len(known)} of {len(tasks)} parts; the same call goes on")
    report = _report(options, [known[task] for task in tasks if task in known])
    options.out.write_text(f"{json.dumps(report, indent=1)}\n", encoding="utf-8")
    _keep_records(options.out.with_suffix(""), report)
    _tell(report)
    wrong = report["breaches"] or (report["matches"] >= ENOUGH and report["never reached"])
    sys.exit(1 if wrong else 0)


def _tasks(options: argparse.Namespace) -> Iterator[Task]:
    """Share the matches out, in rounds, so that a run that is stopped has some of every seating."""
    chosen = [seating_of(name) for name in options.seatings]
    each, over = divmod(options.matches, len(chosen))
    for start in range(0, each + 1, ROUND):
        for place, seating in enumerate(chosen):
            share = each + (place < over)
            apart = len(seating.agreements) if options.short else 1
            begin = options.seed * apart + (seating.shortest if options.short else 0)
            for first in range(start, min(start + ROUND, share), CHUNK):
                matches = min(CHUNK, share - first)
                yield Task(str(seating), begin + first * apart, matches, apart)


def _known(file: Path, tasks: list[Task]) -> dict[Task, Part]:
    """Read the parts that an earlier run has written down, for the rules as they are now."""
    if not file.exists():
        return {}
    wanted, found = set(tasks), dict[Task, Part]()
    digests: dict[str, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        with suppress(json.JSONDecodeError):  # the last line, when writing was cut off
            part = json.loads(line)
            name = part["seating"]
            if name not in digests:
                digests[name] = _digests(seating_of(name))
            if _task_of(part) in wanted and part["rules"] == digests[name]:
                found[_task_of(part)] = part
    return found


def _mend(file: Path) -> None:
    """Close the last line, if writing it was cut off."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists() and not file.read_bytes().endswith(b"\n"):
        with file.open("a", encoding="utf-8") as end:
            end.write("\n")


def _played(tasks: list[Task], jobs: int, total: int) -> Iterator[Part]:
    """Play the tasks and give each part as soon as it is done."""
    began = time.monotonic()
    if jobs == 1:
        parts: Iterable[Part] = map(work, tasks)
        yield from _counted(parts, len(tasks), total, began)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(work, task) for task in tasks]
        try:
            done = (one.result() for one in as_completed(waiting))
            yield from _counted(done, len(tasks), total, began)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _counted(parts: Iterable[Part], missing: int, total: int, began: float) -> Iterator[Part]:
    for done, part in zip(count(1), parts, strict=False):
        yield part
        left = (time.monotonic() - began) / done * (missing - done)
        faults = len(part["breaches"])
        print(
            f"{total - missing + done:5,} of {total:,} parts, {part['seating']:>12}, "
            f"{part['steps']:6,} steps, {faults} breaches, {left / 60:4.0f} min left",
            file=sys.stderr,
            flush=True,
        )


def work(task: Task) -> Part:
    """Play some matches of a seating."""
    seating, reached, start = seating_of(task.seating), Reached(), process_time()
    hands = steps = 0
    longest, breaches = [0, 0], list[Part]()
    for number in task.numbers:
        told = play(seating, seating.rules(number), number, reached)
        hands, steps = hands + told.hands, steps + told.steps
        longest = max(longest, [told.steps, number])
        if told.found is not None:
            breaches.append({**asdict(told.found), "agreed": seating.agreed(number)})
    return {
        **task._asdict(),
        "rules": _digests(seating),
        "hands": hands,
        "steps": steps,
        "longest": longest,
        "seconds": round(process_time() - start, 3),
        "breaches": breaches,
        "reached": reached.to_json(),
    }


def _digests(seating: Seating) -> list[str]:
    return [seating.rules(number).digest for number in range(len(seating.agreements))]


def _task_of(part: Part) -> Task:
    return Task(part["seating"], part["first"], part["matches"], part.get("apart", 1))


def _report(options: argparse.Namespace, parts: list[Part]) -> Part:
    """Put the parts together, seating by seating."""
    seatings: dict[str, Part] = {}
    for name in options.seatings:
        own = [part for part in parts if part["seating"] == name]
        if own:
            seatings[name] = _of_seating(seating_of(name), own)
    return {
        "asked for": options.matches,
        "seeds": f"{options.seed} and on, in each seating",
        **{
            what: sum(part[what] for part in seatings.values())
            for what in ("matches", "hands", "steps", "seconds")
        },
        "breaches": [one for part in parts for one in part["breaches"]],
        **{
            what: [f"{name}: {one}" for name, part in seatings.items() for one in part[what]]
            for what in ("never reached", "never happened")
        },
        "checks": dict(sum((Counter(p["checks"]) for p in seatings.values()), Counter[str]())),
        "seatings": seatings,
    }


def _of_seating(seating: Seating, parts: list[Part]) -> Part:
    reached = Reached()
    for part in parts:
        reached.add(part["reached"])
    rules = [seating.rules(number) for number in range(len(seating.agreements))]
    counts = reached.to_json()
    return {
        "matches": sum(part["matches"] for part in parts),
        "hands": sum(part["hands"] for part in parts),
        "steps": sum(part["steps"] for part in parts),
        "longest match": dict(
            zip(("steps", "seed"), max(p["longest"] for p in parts), strict=True)
        ),
        "seconds": round(sum(part["seconds"] for part in parts), 1),
        "agreed": [f"{one or 'nothing'}" for one in seating.agreements],
        "breaches": sum(len(part["breaches"]) for part in parts),
        "never reached": unreached([one.game for one in rules], reached),
        "never happened": unhappened(seating, reached),
        "rarest clauses": dict(_rarest(reached.looked)),
        **{name: dict(Counter(own).most_common()) for name, own in counts.items()},
    }


def _rarest(counts: Counter[str]) -> list[tuple[str, int]]:
    return counts.most_common()[:-6:-1]


def _keep_records(folder: Path, report: Part) -> None:
    """Keep a record of each match in which something is wrong."""
    for one in report["breaches"]:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{one['seating'].replace('/', '-')}-{one['seed']}.jsonl"
        (folder / name).write_text(one["record"], encoding="utf-8")
        one["record"] = str(folder / name)


def _tell(report: Part) -> None:
    """Print a table of the seatings, and what is wrong."""
    print("| seating | matches | hands | actions | actions a match | seconds | breaches |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, own in [*report["seatings"].items(), ("all", report)]:
        breaches = own["breaches"] if isinstance(own["breaches"], int) else len(own["breaches"])
        print(
            f"| {name} | {own['matches']:,} | {own['hands']:,} | {own['steps']:,} | "
            f"{own['steps'] / max(1, own['matches']):,.0f} | {own['seconds']:,.0f} | {breaches} |"
        )
    print(f"\n{', '.join(f'{many:,} {what}' for what, many in report['checks'].items())}")
    for one in report["breaches"]:
        print(
            f"\n{one['seating']}, seed {one['seed']}, agreed {one['agreed'] or 'nothing'}, "
            f"step {one['step']}: {one['kind']}: {one['words']}\n  haggis replay {one['record']}"
        )
    for what in ("never reached", "never happened"):
        for one in report[what]:
            print(f"{what}: {one}")
    if not report["never reached"]:
        print("every kind of action and every clause was reached")


def _options() -> argparse.Namespace:
    names = [str(one) for one in SEATINGS]
    parser = argparse.ArgumentParser(description="Play whole matches, and look at everything.")
    parser.add_argument("--matches", type=int, default=10 * len(names), help="in all seatings")
    parser.add_argument("--seatings", nargs="+", default=names, choices=names, metavar="NAME/SEATS")
    parser.add_argument("--seed", type=int, default=0, help="of the first match of each seating")
    parser.add_argument(
        "--short", action="store_true", help="only the shortest match that is agreed on"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=Path("build/matches.json"))
    parser.add_argument("--fresh", action="store_true", help="do not go on with an earlier run")
    parser.add_argument("--report", action="store_true", help="only tell what was found so far")
    return parser.parse_args()


if __name__ == "__main__":
    main()
