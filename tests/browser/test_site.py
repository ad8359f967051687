"""The whole site in a browser: search, the dark, no network, and links to a place."""

import json
import os
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.served import (
    CHROMIUM,
    FIRST_SCREEN,
    HEIGHTS,
    SITE,
    WIDTHS,
    opened,
    pages,
    serving,
    until,
)

pytest.importorskip("playwright.sync_api")

QUESTIONS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("questions.toml").read_text(encoding="utf-8")
)["question"]
FIRST_HIT = ".md-search-result__item .md-search-result__link"
KEPT = "document.documentElement.dataset.kept === 'all'"
CLAUSE = "capture.bomb.three"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no Chromium here"),
    pytest.mark.skipif(not (SITE / "index.html").is_file(), reason="no site: `make site-test`"),
]


def _not_the_first_page(address: str) -> bool:
    return urlsplit(address).path != "/"


def _type(page: Any, asks: str) -> None:
    """Type into the search, as one does, and wait for what comes first."""
    field = page.locator(".md-search__input")
    hidden = not field.is_visible() or page.viewport_size["width"] < 960
    if hidden and not page.locator("#__search").is_checked():
        page.locator("label.md-header__button[for=__search]").click()
    field.click()
    field.fill(asks)
    field.press("End")  # the search listens for keys
    page.wait_for_selector(FIRST_HIT)
    page.wait_for_timeout(300)  # more hits come in while one types; the first settles


def _search(page: Any, asks: str) -> None:
    """Type into the search, and open what comes first."""
    _type(page, asks)
    page.locator(FIRST_HIT).first.click()
    page.wait_for_load_state()


# A telephone shows least; the wide window is for the night.
@pytest.fixture(scope="module", params=[390, pytest.param(1280, marks=pytest.mark.long)])
def reader(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Any]:
    """Open a page without the worker, so that each test sees the files that are served."""
    page = opened(chromium, request.param, "light", service_workers="block")
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def asking(reader: Any, built: str) -> Iterator[Any]:
    """Open the first page in another window of the reader's: its search index is read once."""
    page = reader.context.new_page()
    page.goto(f"{built}/")
    yield page
    page.close()


@pytest.mark.parametrize("question", QUESTIONS, ids=[each["asks"] for each in QUESTIONS])
def test_what_players_ask_is_answered_on_the_first_screen_of_the_first_hit(
    reader: Any, asking: Any, built: str, question: dict[str, Any]
) -> None:
    if asking.locator(FIRST_HIT).count():  # of the question before
        asking.locator(".md-search__input").fill("")
        asking.locator(".md-search__input").press("End")
        asking.wait_for_selector(FIRST_HIT, state="detached")
    _type(asking, question["asks"])
    reader.goto(asking.locator(FIRST_HIT).first.evaluate("one => one.href"))
    address = reader.url.partition("?")[0].removeprefix(f"{built}/")
    assert any(address.startswith(each) for each in question["leads"]), reader.url
    seen = reader.evaluate(FIRST_SCREEN).lower()
    lacking = [words for words in question["shows"] if words.lower() not in seen]
    assert not lacking, f"{reader.url} shows {seen[:1500]}"


def test_all_pages_and_the_search_are_there_without_a_network(chromium: Any) -> None:
    page = opened(chromium, 1280, "light")
    with serving() as (address, _):
        page.goto(f"{address}/")
        until(page, KEPT, timeout=120_000)
    # Now nothing is served any more.
    with pytest.raises(OSError, match="refused"):
        __import__("urllib.request").request.urlopen(address)
    for one in random.Random(1).sample(pages(), 25):
        answer = page.goto(f"{address}/{one}")
        assert answer.ok, one
        assert page.locator("h1").first.is_visible(), one
    page.goto(f"{address}/")
    _search(page, "what is a stair")
    page.wait_for_url(_not_the_first_page)
    assert "stair" in page.evaluate(FIRST_SCREEN).lower()
    page.goto(f"{address}/no/such/page/")
    assert "404" in page.inner_text("h1")
    page.context.close()


def test_a_new_edition_of_a_page_takes_the_place_of_what_was_kept(
    chromium: Any, tmp_path: Path
) -> None:
    page = opened(chromium, 1280, "light")
    listed = {"FILES": {"index.html": "1"}, "FIRST": ["index.html"]}
    worker = (SITE / "worker.js").read_text(encoding="utf-8")
    lines = [
        line for line in worker.splitlines() if not line.startswith(("const FILES", "const FIRST"))
    ]

    def write(words: str, edition: str) -> None:
        listed["FILES"] = {"index.html": edition}
        said = [f"const {name} = {json.dumps(value)};" for name, value in listed.items()]
        (tmp_path / "worker.js").write_text("\n".join([*said, *lines]), encoding="utf-8")
        (tmp_path / "index.html").write_text(f"<h1>{words}</h1>", encoding="utf-8")
        for file in tmp_path.iterdir():  # the host tells editions apart by the second
            os.utime(file, (int(edition), int(edition)))

    write("old", "1")
    with serving(tmp_path) as (address, _):
        page.goto(f"{address}/")
        page.evaluate("navigator.serviceWorker.register('worker.js')")
        until(page, "navigator.serviceWorker.controller !== null")
        write("new", "2")
        page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
        _until_only(page, "?2")
        page.goto(f"{address}/")
        assert page.inner_text("h1") == "new"
    page.context.close()


def _until_only(page: Any, edition: str) -> None:
    """Wait until one file is kept, and it is of this edition."""
    asked = "async () => (await (await caches.open('haggis-rules')).keys()).map(({ url }) => url)"
    for _ in range(100):
        if [url.endswith(edition) for url in page.evaluate(asked)] == [True]:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"kept after ten seconds: {page.evaluate(asked)}")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_link_to_a_clause_opens_at_the_clause(chromium: Any, built: str, width: int) -> None:
    page = opened(chromium, width, "light")
    page.goto(f"{built}/rules/classic-3/07-winning-a-trick/#{CLAUSE}")
    page.wait_for_timeout(500)
    top = page.evaluate("name => document.getElementById(name).getBoundingClientRect().top", CLAUSE)
    assert 0 <= top < HEIGHTS[width] / 2
    assert "next highest" not in page.evaluate(FIRST_SCREEN)[:50]
    page.context.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_dark_is_as_the_reader_has_it_and_can_be_changed(
    chromium: Any, built: str, width: int
) -> None:
    page = opened(chromium, width, "dark")
    page.goto(f"{built}/")
    assert page.get_attribute("body", "data-md-color-scheme") == "slate"
    page.locator("label[for^=__palette]:visible").first.click()
    assert page.get_attribute("body", "data-md-color-scheme") == "default"
    page.goto(f"{built}/rules/")
    assert page.get_attribute("body", "data-md-color-scheme") == "default"
    page.context.close()


def test_the_directors_card_is_one_printed_page(chromium: Any, built: str) -> None:
    page = opened(chromium, 1280, "light", service_workers="block")
    page.goto(f"{built}/rules/directors-card/")
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    page.goto(f"{built}/rules/glossary/")
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") > 1
    page.context.close()
