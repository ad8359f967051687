"""No text that a person sees has a habit of writing that an editor strikes out."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from haggis_rules import MatchState
from tests.english.guard import (
    Match,
    exceptions,
    excuses,
    habits,
    left,
    matches,
    shrunk,
    too_many,
)
from tests.english.texts import (
    REFERENCE,
    ROOT,
    Passage,
    passages,
    passages_of,
    reference_passages,
    written_files,
)

HABITS = tuple(habit.name for habit in habits())


@cache
def _found() -> tuple[Match, ...]:
    return tuple(matches(passages()))


def _habits_of(words: str, kind: str = "text") -> set[str]:
    assert kind in {"text", "headings", "docstrings"}
    passage = Passage("planted", 1, words, kind)  # type: ignore[arg-type]
    return {match.habit.name for match in matches([passage])}


def test_no_file_has_more_of_these_habits_than_are_still_to_be_mended() -> None:
    over = too_many(_found())
    assert not over, "\n".join(["see tests/english/habits.toml", *over])


def test_every_exception_excuses_something() -> None:
    used = Counter(each for match in _found() for each in excuses(match))
    idle = [each for each in exceptions() if not used[each]]
    assert not idle


def test_every_exception_has_a_habit_and_a_reason() -> None:
    assert {each.habit for each in exceptions()} <= set(HABITS)
    assert all(each.because.strip() for each in exceptions())


def test_what_is_left_is_counted_in_files_that_are_read() -> None:
    names = {file.relative_to(ROOT).as_posix() for file in written_files()}
    assert set(left()) <= names


@pytest.mark.parametrize("name", HABITS)
def test_a_habit_is_seen_in_a_bad_sentence_and_not_in_a_good_one(name: str) -> None:
    habit = next(habit for habit in habits() if habit.name == name)
    kind = habit.seen or "text"
    assert name in _habits_of(habit.bad, kind)
    assert name not in _habits_of(habit.good, kind)
    assert not _habits_of(habit.good)


PLANTED = {
    "bad.haggis": """language 2
variant bad
  "A game."

source here
  "Nobody's sheet"

chapter "What is promised, for those who check the rules"

clause table.seats
  "Two players
   sit. Whoever
   leads has passed."
  cites here "Top"
  table of 2 seats
""",
    "bad.md": """# What is here

```
He says
```

- a good point
- one that
  he says, `his`
""",
    "bad.toml": '[table]\nkey = "a bomb beats what is no bomb"\n',
    "bad.py": '"""He is not shown."""\n\nNAME = "he"\nTEXT = f"{NAME} is no bomb, " "is told"\n',
    "bad.js": "// he is here\nconst text = `${name} is no bomb`;\n",
    "bad.html": "<p>Nothing.</p>\n<!-- he -->\n<p>Nobody has to bet.</p>\n",
    "bad.txt": '1 | "he has his way"\nerror: his cards are told\n',
}
SEEN = {
    "bad.haggis": {(8, "clipped heading"), (11, "whoever as a subject")},
    "bad.md": {(1, "clipped heading"), (8, "a player called he")},
    "bad.toml": {(2, "no for is not a")},
    "bad.py": {(4, "no for is not a"), (4, "is told, is said")},
    "bad.js": {(2, "no for is not a")},
    "bad.html": {(3, "nobody has to")},
    "bad.txt": {(2, "a player called he"), (2, "is told, is said")},
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_bad_sentence_planted_in_a_file_is_found_at_its_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text(PLANTED[name], encoding="utf-8")
    found = list(matches(passages_of(file)))
    assert {(match.passage.line, match.habit.name) for match in found} == SEEN[name]
    assert too_many(found)


def test_every_kind_of_file_is_read() -> None:
    kinds = {file.suffix for file in written_files()}
    assert kinds == {Path(name).suffix for name in PLANTED}
    whole = {passage.file for passage in passages()}
    assert {"spec/classic.haggis", "README.md", "docs/index.md"} <= whole
    assert any(name.startswith("haggis_rules/cli/commands/") for name in whole)


def test_a_bad_docstring_of_a_public_name_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchState, "__doc__", "He is told what the hand brought.")
    monkeypatch.setattr(MatchState.seat, "__doc__", "Return what is no bomb.")
    found = list(matches(reference_passages()))
    assert {match.passage.file for match in found} == {REFERENCE}
    names = {"a player called he", "is told, is said", "bringing points", "no for is not a"}
    assert {match.habit.name for match in found} == names


def test_the_docstrings_of_printed_types_are_read() -> None:
    places = {p.file: p.kind for p in passages() if p.words == "A reading of some cards."}
    assert places == {"haggis_rules/cli/outputs/plays.py": "text"}


def test_a_count_shrinks_with_what_is_mended_and_never_grows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.english.guard.left", lambda: {"a": 3, "b": 1, "c": 2})
    one = habits()[0]
    found = [
        Match(Passage(file, 1, "He"), one, "He")
        for file, n in (("a", 1), ("b", 5))
        for _ in range(n)
    ]
    assert shrunk(found) == {"a": 1, "b": 1}
    assert len(too_many(found)) == 5
