"""How often the rules finder puts the right clause first, on questions in players' words.

    python benchmarks/finder.py                                all questions of benchmarks/finder
    python benchmarks/finder.py benchmarks/finder/seen.toml    those of one file
    python benchmarks/finder.py --missed                       name those not answered, too
    python benchmarks/finder.py --own                          the questions that the texts ask

A question is a table `[[question]]` with what it `asks`, the `system` and the number of `players`,
and `clauses`: any of them is right. With `--own` the questions beside the clauses are asked of an
index that lacks them, so that none finds itself.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from haggis_rules.engine.rules import Rules, load
from haggis_rules.finder.cards_asked import answer_cards
from haggis_rules.finder.index import FinderIndex
from haggis_rules.finder.kept import kept_index
from haggis_rules.finder.ranking import rank

FOLDER = Path(__file__).parent / "finder"
FIRST = 3  # how many answers are looked at
GOALS = "goals: first 85 %, first three 95 %, none unmarked"


@dataclass(frozen=True)
class Asked:
    """A question, the table that it is asked at, and the clauses of which any is right."""

    asks: str
    system: str
    players: int
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Measured:
    """What of a hundred questions has a right clause first, and among the first three.

    ``unmarked`` are answers of another table that do not say so; an answer took ``milliseconds``.
    """

    asked: int
    first: float
    first_three: float
    unmarked: int
    milliseconds: float

    def __str__(self) -> str:
        return (
            f"{self.asked} questions: first {self.first:.1f} %, "
            f"first {FIRST} {self.first_three:.1f} %, {self.unmarked} of another system unmarked, "
            f"{self.milliseconds:.1f} ms each"
        )


def questions_in(path: Path) -> list[Asked]:
    """Read a file of questions."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))["question"]
    return [
        Asked(one["asks"], one["system"], one["players"], tuple(one["clauses"])) for one in found
    ]


def own_questions(index: FinderIndex) -> Iterator[Asked]:
    """Yield each question of the texts once, at the first table that has it."""
    for entry in index["entries"]:
        for case in entry["cases"]:
            if case["answer"] is not None:
                table = index["tables"][case["tables"][0]]
                yield Asked(case["words"], table["variant"], table["players"], (entry["clause"],))


def without_questions(index: FinderIndex) -> FinderIndex:
    """Return an index in which no question finds its clause by its own words."""
    passages = [
        [] if isinstance(question, int) and question >= 0 else entries
        for entries, question in zip(index["passages"], index["questions"], strict=True)
    ]
    return {**index, "passages": passages}


@cache
def rules_at(system: str, players: int) -> Rules:
    """Return the rules of a table, which are loaded once."""
    return load(system, players=players)


def measure(index: FinderIndex, questions: Iterable[Asked], *, missed: bool) -> Measured:
    """Ask questions, and return how many are answered in the first places."""
    right, near, unmarked, spent, many = 0, 0, 0, 0.0, 0
    for asked in questions:
        cards = answer_cards(
            rules_at(asked.system, asked.players), asked.asks, index["cards"], index["between"]
        )
        began = time.perf_counter()
        rests_on = () if cards is None else cards.clauses
        hits = rank(index, asked.asks, asked.system, asked.players, rests_on)
        spent += time.perf_counter() - began
        found = [index["entries"][hit.entry]["clause"] for hit in hits[:FIRST]]
        many += 1
        right += found[:1] != [] and found[0] in asked.clauses
        near += any(clause in asked.clauses for clause in found)
        unmarked += sum(hit.own and not _holds(index, hit.entry, asked) for hit in hits)
        if missed and (not found or found[0] not in asked.clauses):
            print(f"{asked.system} {asked.players}: {asked.asks}")
            print(f"    wanted {', '.join(asked.clauses)}; found {', '.join(found) or 'nothing'}")
    every = max(many, 1)
    return Measured(many, 100 * right / every, 100 * near / every, unmarked, 1000 * spent / every)


def _holds(index: FinderIndex, entry: int, asked: Asked) -> bool:
    tables = (index["tables"][number] for number in index["entries"][entry]["tables"])
    return any(one == {"variant": asked.system, "players": asked.players} for one in tables)


def main() -> None:
    """Measure what was named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=sorted(FOLDER.glob("*.toml")))
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--own", action="store_true")
    parsed = parser.parse_args()
    index = kept_index()
    if parsed.own:
        said = measure(without_questions(index), own_questions(index), missed=parsed.missed)
        print(f"the questions of the texts, without themselves: {said}")
        return
    for path in parsed.files:
        print(f"{path.stem}: {measure(index, questions_in(path), missed=parsed.missed)}")
    print(GOALS)


if __name__ == "__main__":
    main()
