"""What readers see first: the letters of the rules, their own game, and a rule that is short."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tests.browser.served import HEIGHTS, READ_IN_CHROMIUM, SITE, opened, until

pytest.importorskip("playwright.sync_api")

SCREENS = 2  # of a telephone, for a clause with nothing unfolded
CHAPTERS = (
    "rules/classic-2/02-combinations/",
    "rules/classic-2/07-winning-a-trick/",
    "rules/classic-2/09-the-score/",
    "rules/classic-3/07-winning-a-trick/",
    "rules/tournament-3/07-winning-a-trick/",
    "rules/neeps-6/04-passing-cards/",
    "rules/tatties-5/06-winning-a-trick/",
    "rules/tatties-5/12-the-exchange/",
)
# How high each card of a clause is, with the lines of its folds below it.
HIGH = """() => [...document.querySelectorAll(".answer.clause")].map((card) => {
  const below = card.nextElementSibling;
  const end = below?.classList.contains("folds") ? below : card;
  const high = end.getBoundingClientRect().bottom - card.getBoundingClientRect().top;
  return [card.querySelector("[id]").id, high];
})"""
pytestmark = READ_IN_CHROMIUM


@pytest.fixture
def phone(chromium: Any) -> Iterator[Any]:
    """Open a page of a telephone without the worker."""
    page = opened(chromium, 390, "light", service_workers="block")
    yield page
    page.context.close()


def test_a_clause_fills_at_most_two_screens_of_a_telephone(built: str, phone: Any) -> None:
    found = heights(built, phone, CHAPTERS)
    assert len(found) >= 10
    assert {clause for clause, high in found.items() if high > SCREENS * HEIGHTS[390]} == set()


@pytest.mark.slow
@pytest.mark.long  # chapters with the highest of them are looked at each time
def test_every_clause_fills_at_most_two_screens_of_a_telephone(built: str, phone: Any) -> None:
    pages = sorted(SITE.glob("rules/*-[0-9]/*/index.html"))
    found = heights(built, phone, [f"{page.parent.relative_to(SITE)}/" for page in pages])
    assert len(found) >= 700
    assert {clause for clause, high in found.items() if high > SCREENS * HEIGHTS[390]} == set()


def heights(built: str, phone: Any, chapters: Iterable[str]) -> dict[str, float]:
    """Return how high each clause of some chapters is on a telephone, in pixels."""
    found = dict[str, float]()
    for one in chapters:
        phone.goto(f"{built}/{one}", wait_until="load")
        found |= {f"{one}#{clause}": high for clause, high in phone.evaluate(HIGH)}
    return found


def test_the_answer_of_your_game_stands_first(built: str, phone: Any) -> None:
    phone.goto(f"{built}/rules/differences/?game=tournament-3#topic-6.2")
    topic = phone.locator("details[open] .answers")
    topic.locator(".tag.mine").wait_for()
    first = topic.locator(".answer").first
    assert first.locator(".tag").all_inner_texts()[0].startswith("Tournament")
    assert topic.locator(".tag.mine").count() == 1
    phone.locator(".hg-game button").click()
    phone.locator("dialog [data-table='neeps-4']").click()
    until(phone, "document.querySelector('details[open] .answer .tag').textContent === 'Neeps'")


# The colours of the page, of what is written on it, of a rule and of a link.
COLOURS = """() => [
  [document.body, "backgroundColor"], [document.querySelector(".md-typeset h1"), "color"],
  [document.querySelector(".answer"), "backgroundColor"],
  [document.querySelector(".answer .rule"), "color"],
  [document.querySelector(".md-content a"), "color"],
].map(([one, what]) => getComputedStyle(one)[what])"""


def test_paper_has_the_colours_of_the_day_at_night_too(built: str, chromium: Any) -> None:
    found = dict[str, list[str]]()
    for scheme in ("light", "dark"):
        page = opened(chromium, 1280, scheme, service_workers="block")
        page.goto(f"{built}/{CHAPTERS[1]}", wait_until="load")
        found[scheme] = page.evaluate(COLOURS)
        page.emulate_media(media="print")
        found[f"{scheme}, printed"] = page.evaluate(COLOURS)
        page.context.close()
    assert found["dark"] != found["light"]
    assert found["dark, printed"] == found["light, printed"]
    assert found["light, printed"][0] == "rgb(255, 255, 255)"


@pytest.mark.parametrize("address", ["tutorial/", "findings/all-but-one/", "rules/promises/"])
def test_a_page_asks_for_the_letters_of_the_rules_early_and_once(
    built: str, chromium: Any, address: str
) -> None:
    page = opened(chromium, 1280, "light", service_workers="block")
    asked = list[str]()

    def note(request: Any) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.goto(f"{built}/{address}", wait_until="load")
    early = page.evaluate("document.querySelector('link[rel=preload][as=font]').href")
    heading = page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")
    assert heading.startswith("Vollkorn")
    assert asked.count(early) == 1  # twice, if it is not what the styles ask for
    page.context.close()
