"""Answers to questions of whether something is so: they begin with yes or no, then go on."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import cast

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse
from tests.english.texts import written_files

_SENTENCE = re.compile(r"(?<=[.?!:]) ")
_BEFORE = re.compile(r"^(?:With|If|When|After|On|In|Before|At)\b[^,]*, ")
_WHETHER = re.compile(
    r"(?:am|are|can|could|did|do|does|had|has|have|is|may|must|should|was|were|will|would)\b",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"(?:Yes|No)\b")


def _questions(node: object) -> Iterator[ast.Question]:
    if isinstance(node, ast.Question):
        yield node
    elif isinstance(node, tuple):
        for each in cast("tuple[object, ...]", node):
            yield from _questions(each)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _questions(getattr(node, field.name))


def _asks_whether(question: str) -> bool:
    """Whether a question can be answered by yes or no; `red or green?` cannot."""
    last = _BEFORE.sub("", _SENTENCE.split(question)[-1])
    return _WHETHER.match(last) is not None and " or " not in last


def _without_yes_or_no(text: Path) -> Iterator[str]:
    for one in _questions(parse(SourceFile(text.name, text.read_text("utf-8")))):
        question = " ".join(one.words.text.split())
        answer = " ".join(one.answer.text.split())
        if _asks_whether(question) and not _YES_OR_NO.match(answer):
            yield f"{text.name}: {question} {answer}"


def test_the_answer_to_whether_something_is_so_begins_with_yes_or_no() -> None:
    texts = [text for text in written_files() if text.suffix == ".haggis"]
    assert [each for text in texts for each in _without_yes_or_no(text)] == []
    asked = sum(
        _asks_whether(" ".join(one.words.text.split()))
        for text in texts
        for one in _questions(parse(SourceFile(text.name, text.read_text("utf-8"))))
    )
    assert asked > 300


PLANTED = """language 2
variant planted
  "A game."

clause table.seats
  "Two players sit."
  table of 2 seats
  question "I have a card left. With two players, is the hand over?"
    answer "Not yet."
    then 1 is 1
  question "Is the card red or green?"
    answer "Green."
    then 1 is 1
  question "Who leads?"
    answer "You."
    then 1 is 1
"""


def test_an_answer_that_goes_round_the_question_is_found(tmp_path: Path) -> None:
    text = tmp_path / "planted.haggis"
    text.write_text(PLANTED, "utf-8")
    (found,) = _without_yes_or_no(text)
    assert found.endswith("is the hand over? Not yet.")
