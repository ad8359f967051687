"""Which habits a text has, which of these are excused, and what may still be left in a file."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from tests.english.texts import Passage

FOLDER = Path(__file__).parent
LEFT = FOLDER / "left.toml"


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit of writing that is not printed."""

    name: str
    pattern: re.Pattern[str]
    instead: str
    bad: str
    good: str
    seen: str = ""


@dataclass(frozen=True, slots=True)
class KeptWords:
    """Words that match a habit and stay where they are, for a reason."""

    habit: str
    file: str
    words: str
    because: str


@dataclass(frozen=True, slots=True)
class Match:
    """A place where a passage has a habit."""

    passage: Passage
    habit: Habit
    words: str

    def __str__(self) -> str:
        place = f"{self.passage.file}:{self.passage.line}"
        return f"{place}: {self.habit.name}: …{self.words}…; rather: {self.habit.instead}"


@cache
def habits() -> tuple[Habit, ...]:
    """Return the habits that are looked for."""
    listed = tomllib.loads((FOLDER / "habits.toml").read_text("utf-8"))["habit"]
    return tuple(Habit(pattern=re.compile(each.pop("pattern")), **each) for each in listed)


@cache
def exceptions() -> tuple[KeptWords, ...]:
    """Return the words that stay."""
    listed = tomllib.loads((FOLDER / "exceptions.toml").read_text("utf-8"))["exception"]
    return tuple(KeptWords(**each) for each in listed)


@cache
def left() -> dict[str, int]:
    """Return how many matches each file may still have."""
    return dict(tomllib.loads(LEFT.read_text("utf-8"))["left"])


def matches(passages: Iterable[Passage]) -> Iterator[Match]:
    """Yield each place where a passage has a habit, the excused ones too."""
    for passage in passages:
        for habit in habits():
            if habit.seen not in {"", passage.kind} or (
                passage.kind == "docstrings" and habit.seen != "docstrings"
            ):
                continue
            for found in habit.pattern.finditer(passage.words):
                start, end = max(found.start() - 40, 0), found.end() + 40
                yield Match(passage, habit, passage.words[start:end])


def excuses(match: Match) -> tuple[KeptWords, ...]:
    """Return the exceptions that let a match stand."""
    return tuple(
        each
        for each in exceptions()
        if each.habit == match.habit.name
        and fnmatchcase(match.passage.file, each.file)
        and each.words in match.words
    )


def too_many(found: Iterable[Match]) -> list[str]:
    """Return the matches of each file that has more than it may."""
    unexcused = [match for match in found if not excuses(match)]
    counts = Counter(match.passage.file for match in unexcused)
    over = {file for file, count in counts.items() if count > left().get(file, 0)}
    return [str(match) for match in unexcused if match.passage.file in over]


def shrunk(found: Iterable[Match]) -> dict[str, int]:
    """Return the counts of what is left, none above what it was."""
    counts = Counter(match.passage.file for match in found if not excuses(match))
    lower = {file: min(count, counts[file]) for file, count in left().items()}
    return {file: count for file, count in sorted(lower.items()) if count}


def write_left(counts: dict[str, int]) -> None:
    """Write the counts, below the comment that says what they are."""
    head = LEFT.read_text("utf-8").partition("[left]")[0]
    lines = "".join(f'"{file}" = {count}\n' for file, count in sorted(counts.items()))
    LEFT.write_text(f"{head}[left]\n{lines}", encoding="utf-8")
