"""Examples and questions on the page: how they begin, what is done, what holds, what came of it."""

import re
from dataclasses import dataclass

import pytest

from haggis_rules.site.content.book import GameFindings
from haggis_rules.site.writer import pages
from tests.site.games import pages_game


@dataclass(frozen=True)
class Came:
    """What came of a case."""

    passed: bool
    detail: str = ""


GOOD = Came(passed=True)


def _play(*came: Came) -> str:
    """Return a page without its pictures: below each of them is what it shows."""
    return re.sub(
        r"<[^>]+>", "", pages(pages_game(2), GameFindings(cases=came))["pages-2/02-play.md"]
    )


def _box(page: str, words: str) -> str:
    (found,) = [box for box in page.split("\n!!! ") if words in box.splitlines()[0]]
    inside = [line for line in found.splitlines()[1:] if not line or line.startswith("    ")]
    return found.splitlines()[0] + "\n" + "\n".join(inside[: _end(found)])


def _end(found: str) -> int:
    lines = found.splitlines()[1:]
    return next((i for i, line in enumerate(lines) if line and line[:4] != "    "), len(lines))


def test_an_example_tells_how_it_begins_what_is_done_and_what_holds() -> None:
    text = " ".join(_box(_play(), "After seat 1").split())
    assert text.startswith('example "After seat 1 it is seat 2, who may lay a 4 as well."')
    assert "**Given** - hand of seat 1: `2r 3r` - hand of seat 2: `4r`" in text
    assert "- all other cards: kitty" in text
    assert "**When** seat 1: lay `3r` **Then**" in text
    assert "**Then** - turn is seat 2 - seat 2 can lay `4r` - seat 1 cannot lay `3r`" in text


def test_a_question_is_followed_by_its_answer() -> None:
    text = _box(_play(), "May I lay the lowest")
    assert text.startswith('question "May I lay the lowest card that I have?"')
    assert "**Yes. You may lay whatever you hold.**" in text
    assert "kitty: no cards" in text


def test_plays_are_shown_as_cards_with_their_readings() -> None:
    text = _box(_play(), "The queen beats")
    assert "- `Q` makes `single@Q`" in text
    assert "- `Q` beats `5r`" in text
    assert "- it is not the case that `5r` beats `5g`" in text


def test_a_case_says_whether_it_was_checked_and_what_came_of_it() -> None:
    assert len(pages_game(2).cases) == 3
    assert _play().count("*Not checked here.*") == 3
    good = _play(GOOD, GOOD, GOOD)
    assert good.count("*✓ Checked: it holds.*") == 3
    mixed = _play(GOOD, Came(passed=False, detail="seat 2 can lay 4r: it is seat 1's turn"), GOOD)
    text = _box(mixed, "After seat 1")
    assert text.startswith("failure ")
    assert "*✗ Checked: it does not hold.*" in text
    assert "seat 2 can lay 4r" in text.split("does not hold")[1]
    assert mixed.count("*✓ Checked: it holds.*") == 2


def test_what_came_of_cases_must_be_known_of_all_or_of_none() -> None:
    with pytest.raises(ValueError, match="zip"):
        _play(GOOD)


def _index(*came: Came) -> str:
    index = pages(pages_game(2), GameFindings(cases=came))["pages-2/index.md"]
    return index.split("## Examples and questions")[1].split("\n## ")[0]


def test_the_contents_say_what_came_of_all_cases() -> None:
    many = "2 examples and 1 question accompany the clauses."
    assert f"{many} They are not checked here." in _index()
    assert f"{many} All of them were checked, and all hold." in _index(GOOD, GOOD, GOOD)
    wrong = _index(GOOD, GOOD, Came(passed=False, detail="x"))
    assert "These were checked and do not hold:" in wrong
    assert "- [turns](02-play.md#turns): May I lay the lowest card that I have?" in wrong


def test_what_does_not_hold_is_told_with_its_code_as_code() -> None:
    wrong = Came(passed=False, detail="`turn is seat 2`: it is `seat 1` *now*")
    assert "    `turn is seat 2`: it is `seat 1` \\*now\\*" in _play(GOOD, wrong, GOOD)
    odd = Came(passed=False, detail="one ` alone")
    assert "    one \\` alone" in _play(GOOD, odd, GOOD)


def test_all_questions_stand_on_one_page() -> None:
    page = pages(pages_game(2))["pages-2/all-questions.md"]
    assert "## [turns](02-play.md#turns)" in page
    assert '!!! question "May I lay the lowest card that I have?"' in page
    assert "The queen beats" not in page
