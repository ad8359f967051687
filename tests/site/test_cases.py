"""Examples and questions on the page: how they begin, what is done, what holds, what came of it."""

import re
from dataclasses import dataclass

import pytest

from haggis_rules.site.content.volume_content import GameFindings
from haggis_rules.site.scenes.scene import HELD, MOST_OPEN
from haggis_rules.site.writer import pages
from tests.games import game_of
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


def _scene(page: str, words: str) -> str:
    """Return the scene above the sentence that tells its story, with single blanks."""
    above, _, _ = page.partition(words)
    start = max(above.rfind(first) for first in ("Before\n", "So\n"))
    return " ".join(above[start:].split())


def test_an_example_shows_who_holds_what_who_plays_what_and_what_then_holds() -> None:
    text = _scene(_play(), "After seat 1 it is seat 2, who may lay a 4 as well.")
    assert text == (
        "Before Your hand`2r 3r` Ann's hand`4r` The moves You lay`3r` "
        "Then - Turn: Ann - Ann can lay `4r` - You cannot lay `3r`"
    )


def test_a_question_stands_above_its_answer() -> None:
    page = " ".join(_play().split())
    asked = "**May I lay the lowest card that I have?** Yes. You may lay whatever you hold."
    assert f"{asked} not checked here" in page
    assert "Kittyno cards" in page


def test_whole_hands_of_many_players_are_folded() -> None:
    made = "".join(pages(game_of("neeps", 4), GameFindings()).values())
    drawn = [one.partition('<div class="act end"')[0] for one in made.split('<div class="scene"')]
    folded = [one for one in drawn[1:] if HELD in one]
    whole = re.compile(r'class="cards many|</span>`(?:\w+ ){20}')
    assert folded == [one for one in drawn[1:] if len(whole.findall(one)) > MOST_OPEN]
    assert len(folded) not in {0, len(drawn)}


def test_plays_are_shown_as_cards_with_their_readings() -> None:
    text = _scene(_play(), "The queen beats")
    assert "- `Q` makes a single queen `single@Q`" in text
    assert "- `Q` beats `5r`" in text
    assert "- `5r` does not beat `5g`" in text


def test_a_case_says_whether_it_was_checked_and_what_came_of_it() -> None:
    assert len(pages_game(2).cases) == 3
    assert _play().count("not checked here") >= 3
    assert _play(GOOD, GOOD, GOOD).count("✓ checked") == 3
    mixed = _play(GOOD, Came(passed=False, detail="seat 2 can lay 4r: it is seat 1's turn"), GOOD)
    assert "✗ checked: it does not hold\n\nseat 2 can lay 4r" in mixed
    assert mixed.count("✓ checked") == 2


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
    assert "\n`turn is seat 2`: it is `seat 1` \\*now\\*" in _play(GOOD, wrong, GOOD)
    odd = Came(passed=False, detail="one ` alone")
    assert "\none \\` alone" in _play(GOOD, odd, GOOD)


def test_all_questions_stand_on_one_page() -> None:
    page = pages(pages_game(2))["pages-2/all-questions.md"]
    assert "## [turns](02-play.md#turns)" in page
    assert '!!! question "May I lay the lowest card that I have?"' in page
    assert "The queen beats" not in page
