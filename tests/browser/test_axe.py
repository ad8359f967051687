"""What axe finds on the pages, for those who see little, hear pages or have no mouse."""

import json
import os
from importlib.resources import files
from itertools import product
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from tests.browser.served import AXE, CHROMIUM, SCHEMES, SITE, TWO_LOOKS, WIDTHS, opened, pages

pytest.importorskip("playwright.sync_api")

# One page of each kind, in one of the two looks of a merge each, and in every look each night;
# HAGGIS_ALL_PAGES=1 asks for all pages.
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
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no Chromium here"),
    pytest.mark.skipif(not (SITE / "index.html").is_file(), reason="no site: `make site-test`"),
]


def _asked() -> list[ParameterSet]:
    """Return each look with the kinds of page that are asked in it, as a stretch of them all."""
    told = [
        pytest.param(look, number, 2, id=f"{look[0]}-{look[1]}")
        for number, look in enumerate(TWO_LOOKS)
    ]
    every = [
        pytest.param(look, 0, 1, marks=pytest.mark.long, id=f"{look[0]}-{look[1]}-all")
        for look in product(WIDTHS, SCHEMES)
    ]
    return told + every


@pytest.mark.parametrize(("look", "first", "step"), _asked())
def test_axe_finds_nothing_on_a_page_of_each_kind(
    chromium: Any, built: str, look: tuple[int, str], first: int, step: int
) -> None:
    axe = files(pytest.importorskip("axe_playwright_python").__name__) / "axe.min.js"
    script = axe.read_text(encoding="utf-8")
    page = opened(chromium, *look, service_workers="block")
    asked = pages() if os.environ.get("HAGGIS_ALL_PAGES") else KINDS[first::step]
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
