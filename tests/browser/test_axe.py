"""What axe finds on the pages, for those who see little, hear pages or have no mouse."""

import json
import os
import random
from collections.abc import Sequence
from importlib.resources import files
from itertools import product
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from tests.browser.served import (
    AXE,
    READ_IN_CHROMIUM,
    SCHEMES,
    TWO_LOOKS,
    WIDTHS,
    opened,
    pages,
)

pytest.importorskip("playwright.sync_api")

# A merge asks one page of each kind, each in one of its two looks; the night asks every page there
# is in every look, in parts. HAGGIS_PAGES=50 takes so many of them by chance instead.
KINDS = (
    "",
    "404.html",
    "language/",
    "rules/",
    "rules/classic-3/",
    "rules/classic-3/07-winning-a-trick/",
    "rules/classic-3/all-known/",
    "rules/classic-3/all-combinations/",
    "rules/classic-3/all-questions/",
    "rules/directors-card/",
    "rules/glossary/",
    "rules/promises/",
    "rules/promises/never.stuck/",
    "rules/python/",
    "rules/questions/",
    "rules/classic-2/02-combinations/",
    "findings/",
    "decisions/",
    "rules/print/",
    "rules/differences/",
    "findings/all-but-one/",
    "tutorial/",
    "ask/",
    "rules/sources/",
    "rules/rulings/",
)

PARTS = 4  # of all pages, so that a fault in one of them does not hide the others
EVERY_LOOK = [*product(WIDTHS, SCHEMES)]

pytestmark = READ_IN_CHROMIUM


def _at_a_merge() -> list[ParameterSet]:
    """Return each look with the kinds of page that are asked in it, as a stretch of them all."""
    return [
        pytest.param(look, number, id=f"{look[0]}-{look[1]}")
        for number, look in enumerate(TWO_LOOKS)
    ]


@pytest.mark.parametrize(("look", "first"), _at_a_merge())
def test_axe_finds_nothing_on_a_page_of_each_kind(
    chromium: Any, built: str, look: tuple[int, str], first: int
) -> None:
    _find_nothing(chromium, built, look, KINDS[first::2])


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("look", [pytest.param(one, id=f"{one[0]}-{one[1]}") for one in EVERY_LOOK])
def test_axe_finds_nothing_on_any_page(
    chromium: Any, built: str, look: tuple[int, str], part: int
) -> None:
    asked, some = pages(), int(os.environ.get("HAGGIS_PAGES", "0"))
    if some:
        asked = random.Random(f"{look}").sample(asked, some)
    _find_nothing(chromium, built, look, asked[part::PARTS])


def _find_nothing(chromium: Any, built: str, look: tuple[int, str], asked: Sequence[str]) -> None:
    """Look at pages; each has to be clean, and no wider than the window."""
    axe = files(pytest.importorskip("axe_playwright_python").__name__) / "axe.min.js"
    script = axe.read_text(encoding="utf-8")
    page = opened(chromium, *look, service_workers="block")
    told: dict[str, list[str]] = {}
    for one in asked:
        page.goto(f"{built}/{one}")
        page.evaluate(script)
        found = page.evaluate(AXE)
        assert found["passes"], one
        for fault in found["violations"]:
            nodes = [node["html"][:120] for node in fault["nodes"][:2]]
            told.setdefault(fault["id"], []).append(f"{one}: {nodes}")
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        if wide:
            told.setdefault("wider than the window", []).append(one)
    page.context.close()
    assert asked
    assert not told, json.dumps({name: where[:40] for name, where in told.items()}, indent=1)


@pytest.mark.parametrize("look", [pytest.param(one, id=f"{one[0]}-{one[1]}") for one in TWO_LOOKS])
def test_axe_finds_nothing_on_the_first_page_when_it_answers(
    chromium: Any, built: str, look: tuple[int, str]
) -> None:
    axe = files(pytest.importorskip("axe_playwright_python").__name__) / "axe.min.js"
    page = opened(chromium, *look, service_workers="block")
    for asks, there in (("10 J Q", ".ask-said"), ("who gets a trick won by a bomb", ".scene")):
        page.goto(f"{built}/?game=classic-2&q={asks}")
        page.wait_for_selector(f"#hg-answers {there}")
        page.evaluate(axe.read_text(encoding="utf-8"))
        found = page.evaluate(AXE)
        told = [(one["id"], one["nodes"][0]["html"][:200]) for one in found["violations"]]
        assert found["passes"]
        assert not told, asks
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), asks
    page.context.close()
