"""The whole site in a browser: search, the dark, no network, and links to a place."""

import json
import os
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_rules.finder.index import FinderIndex
from haggis_rules.finder.ranking import rank
from tests.browser.served import (
    FIRST_SCREEN,
    HEIGHTS,
    READ_IN_CHROMIUM,
    ROOT,
    SITE,
    WIDTHS,
    opened,
    pages,
    serving,
    until,
)

pytest.importorskip("playwright.sync_api")

SEEN: list[dict[str, Any]] = tomllib.loads(
    (ROOT / "benchmarks" / "finder" / "seen.toml").read_text(encoding="utf-8")
)["question"]
FIRST = "#hg-answers article:not(.ask-said) .ref a"
KEPT = "document.documentElement.dataset.kept === 'all'"
CLAUSE = "capture.bomb.three"
pytestmark = READ_IN_CHROMIUM


def _ask(page: Any, asks: str) -> None:
    """Type a question on the first page, as one does, and wait for its answer."""
    page.locator("#hg-q").fill(asks)
    page.wait_for_selector(f"#hg-answers[data-asked={json.dumps(asks)}]")


# A telephone shows least; the wide window is for the night.
@pytest.fixture(scope="module", params=[390, pytest.param(1280, marks=pytest.mark.long)])
def reader(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Any]:
    """Open a page without the worker, so that each test sees the files that are served."""
    page = opened(chromium, request.param, "light", service_workers="block")
    yield page
    page.context.close()


# What the page finds for hundreds of questions is compared each time, by Node: see tests/finder.
@pytest.mark.parametrize("some", [SEEN[::20], pytest.param(SEEN[::5], marks=pytest.mark.long)])
def test_the_first_page_answers_what_players_ask_as_the_command_does(
    reader: Any, built: str, some: list[dict[str, Any]]
) -> None:
    index: FinderIndex = json.loads((SITE / "search" / "finder.json").read_text("utf-8"))
    reader.goto(f"{built}/")
    for one in some:
        table = f"{one['system']}-{one['players']}"
        reader.goto(f"{built}/?game={table}")
        _ask(reader, one["asks"])
        if reader.locator(".ask-said").count():
            continue  # the engine's answer stands first: see tests/finder/test_cards_page.py
        hit = next(hit for hit in rank(index, one["asks"], one["system"], one["players"]))
        clause = index["entries"][hit.entry]["clause"] if hit.own else None
        shown = reader.locator(FIRST)
        if clause is None:
            assert shown.count() == 0, one
            continue
        address = shown.first.evaluate("one => one.href")
        assert address.endswith(f"#{clause}"), one
        assert f"/rules/{table}/" in address, one
        reader.goto(address)
        there = "name => document.getElementById(name) !== null"
        assert reader.evaluate(there, clause), address


def test_an_answer_says_yes_or_no_first_and_what_other_games_say_is_marked(
    reader: Any, built: str
) -> None:
    reader.goto(f"{built}/?game=classic-2")
    _ask(reader, "Can a king beat a bomb?")
    first = reader.locator("#hg-answers article").first
    assert first.locator(".verdict").inner_text().startswith("No")
    assert "no" in first.get_attribute("class").split()
    assert first.locator(".whose").inner_text() == "Classic, 2 players"
    others = reader.locator("#hg-others article .of").all_inner_texts()
    assert others
    assert not any(one == "Classic, 2 players" for one in others)
    reader.go_back()


def test_what_one_plays_is_asked_once_and_stays(reader: Any, built: str) -> None:
    reader.goto(f"{built}/")
    reader.locator("#hg-all-games [data-table='neeps-6']").click()
    reader.goto(f"{built}/rules/classic-3/05-bets/")
    assert reader.locator(".hg-game button").inner_text() == "Neeps, 6 players"
    reader.locator(".hg-game button").click()
    reader.locator("dialog [data-table='classic-2']").click()
    assert reader.locator(".hg-game button").inner_text() == "Classic, 2 players"
    reader.locator(".hg-rail a", has_text="Rules").click()
    assert reader.url == f"{built}/rules/classic-2/"
    reader.wait_for_selector(".hg-game button")
    reader.keyboard.press("/")
    reader.wait_for_selector("#hg-q")


def test_a_question_travels_with_its_game_in_the_address(reader: Any, built: str) -> None:
    reader.goto(f"{built}/?game=tatties-3")
    _ask(reader, "who leads")
    address = reader.url
    reader.goto(f"{built}/?game=classic-2")
    reader.goto(address)
    reader.wait_for_selector("#hg-answers[data-asked='who leads']")
    assert reader.locator("#hg-q").input_value() == "who leads"
    assert "/rules/tatties-3/" in reader.locator(FIRST).first.evaluate("one => one.href")


def test_cards_in_a_question_are_answered_above_the_rules(reader: Any, built: str) -> None:
    loaded: list[str] = []

    def note(asked: Any) -> None:
        loaded.append(asked.url)

    reader.on("request", note)
    reader.goto(f"{built}/?game=classic-2")
    _ask(reader, "is a king high in 2 or 3 hands?")
    assert reader.locator(".ask-said").count() == 0
    assert not [one for one in loaded if one.endswith(".wasm") or "/ask/question.js" in one]
    for asks, verdict in (
        ("Q-K-2", "Two different plays."),
        ("10 J Q", "Four different plays."),
        ("3-5-7-9", "3-5-7-9: that depends on the suits."),
        ("does J K beat J Q?", "Yes."),
        ("can 10 J Q beat J Q K", "No, however it is read."),
        ("can 10 J Q beat 9-9-9?", "Yes as a set of three 10s; no as a sequence."),
    ):
        _ask(reader, asks)
        first = reader.locator("#hg-answers > article").first
        assert first.locator(".verdict").inner_text() == verdict
        assert first.locator("svg use").count() >= 2
        assert first.locator(".ref a").count() >= 1
    assert [one for one in loaded if one.endswith("/ask/classic-2.wasm")]
    way = first.locator(".ask-more a").evaluate("one => one.href")
    assert way == f"{built}/ask/#table=classic-2&play=10r+J+Q&other=9r+9o+9y"


def test_the_first_answer_is_drawn_as_the_page_of_its_clause_draws_it(
    reader: Any, built: str
) -> None:
    reader.goto(f"{built}/?game=classic-2")
    _ask(reader, "I won the trick with a bomb. Do I keep the cards?")
    scene = reader.locator("#hg-answers article .scene")
    scene.wait_for()
    assert scene.count() == 1
    drawn = scene.locator("use").first.get_attribute("href")
    assert drawn.startswith(f"{built}/assets/cards.svg#")
    assert reader.evaluate("async (at) => (await fetch(at)).ok", drawn)
    asked = reader.locator("#hg-answers article .asked").first.inner_text()
    assert asked
    assert scene.locator(".story").inner_text() == "✓ checked"  # both stand above already


def test_nothing_found_says_so_and_leads_to_all_the_rules(reader: Any, built: str) -> None:
    reader.goto(f"{built}/?game=classic-2")
    _ask(reader, "xylophone zebra")
    assert "No rule was found" in reader.locator("#hg-answers").inner_text()
    way = reader.locator("#hg-answers a").first.evaluate("one => one.href")
    assert way == f"{built}/rules/classic-2/"


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
    _ask(page, "what is a stair")
    assert "stair" in page.locator("#hg-answers").inner_text().lower()
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
