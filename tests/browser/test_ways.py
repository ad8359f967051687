"""Ways through the site: where a page is, what is next, an address to share, tables on a phone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.served import READ_IN_CHROMIUM, SITE, WIDTHS, opened

pytest.importorskip("playwright.sync_api")

CHAPTER, CLAUSE = "rules/classic-3/07-winning-a-trick/", "capture.bomb.three"
# Pages with tables of many columns, or with long words in them.
TABLES = (
    "rules/numbers/",
    "rules/print/",
    "rules/promises/never.stuck/",
    "rules/classic-3/all-combinations/",
    "rules/classic-3/all-views/",
    "rules/sources/",
    "language/",
    "porting/",
)
# How much wider each table is than what it lies in, with all that is folded unfolded.
WIDER = """() => [...document.querySelectorAll(".md-typeset table")]
  .map((one) => one.closest(".md-typeset__scrollwrap") ?? one.parentElement)
  .filter((around) => around.scrollWidth > around.clientWidth + 1)
  .map((around) => around.innerText.slice(0, 60))"""

pytestmark = READ_IN_CHROMIUM


@pytest.fixture
def phone(chromium: Any) -> Iterator[Any]:
    """Open a page of a telephone without the worker."""
    page = opened(chromium, WIDTHS[0], "light", service_workers="block")
    yield page
    page.context.close()


@pytest.fixture
def desk(chromium: Any) -> Iterator[Any]:
    """Open a wide page without the worker, which may write what is to be pasted."""
    page = opened(
        chromium,
        WIDTHS[1],
        "dark",
        service_workers="block",
        permissions=["clipboard-read", "clipboard-write"],
    )
    yield page
    page.context.close()


def test_a_page_says_where_it_is_and_what_comes_before_and_after(built: str, phone: Any) -> None:
    phone.goto(f"{built}/{CHAPTER}")
    path = phone.get_by_role("navigation", name="Breadcrumbs")
    assert path.get_by_role("listitem").all_inner_texts() == [
        "Home",
        "The rules",
        "Classic, 3 players",
        "Winning a trick",
    ]
    assert not phone.locator(".way").is_visible()
    phone.locator(".md-footer__link--next").click()
    assert phone.locator("h1").inner_text().startswith("The end of the hand")
    phone.locator(".md-footer__link--prev").click()
    assert phone.url == f"{built}/{CHAPTER}"
    path.get_by_text("Classic, 3 players").click()
    assert phone.url == f"{built}/rules/classic-3/"
    phone.wait_for_load_state()  # of what comes next, the address is there before the words
    assert path.get_by_role("listitem").all_inner_texts()[-1] == "Classic, 3 players"
    assert path.get_by_role("link").count() == 2


@pytest.mark.parametrize(
    ("table", "clause"), [("tournament-3", "cards.pips"), ("classic-2", "match.end")]
)
def test_any_clause_is_three_taps_from_the_first_page(
    built: str, phone: Any, table: str, clause: str
) -> None:
    phone.goto(f"{built}/")
    phone.locator(f"#hg-all-games [data-table='{table}']").click()
    phone.locator(".hg-rail a", has_text="Rules").click()
    phone.locator(f"article a[id='{clause}']").click()
    phone.wait_for_url(f"**/rules/{table}/*/#{clause}")
    assert phone.locator(f"[id='{clause}']").is_visible()


def test_the_address_to_share_has_no_chapter_in_it_and_leads_to_the_clause(
    built: str, desk: Any
) -> None:
    desk.goto(f"{built}/{CHAPTER}")
    heading = desk.locator(f"[id='{CLAUSE}']")
    button = heading.locator("xpath=following-sibling::button")
    assert button.get_attribute("aria-label") == "Share What a bomb captures"
    button.click()
    desk.get_by_role("button", name="Link copied").wait_for()
    address = desk.evaluate("navigator.clipboard.readText()")
    assert address == f"{built}/rules/classic-3/#{CLAUSE}"
    desk.goto(f"{built}/")
    desk.goto(address)
    desk.wait_for_url(f"{built}/{CHAPTER}#{CLAUSE}")
    desk.go_back()
    assert desk.url == f"{built}/"


def test_code_can_be_copied(built: str, desk: Any) -> None:
    desk.goto(f"{built}/tutorial/")
    block = desk.locator(".highlight").first
    block.hover()
    block.locator("[data-md-type=copy]").click()
    copied = desk.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == block.locator("code").inner_text().strip()


def test_no_table_is_wider_than_a_telephone(built: str, phone: Any) -> None:
    told: dict[str, list[str]] = {}
    for one in TABLES:
        phone.goto(f"{built}/{one}", wait_until="load")
        phone.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        phone.wait_for_timeout(100)
        assert phone.locator(".md-typeset table").count(), one
        wide = phone.evaluate(WIDER)
        if wide:
            told[one] = wide
    assert not told


def test_a_table_whose_rows_are_lists_names_each_cell_and_stays_a_table(
    built: str, phone: Any
) -> None:
    phone.goto(f"{built}/rules/sources/", wait_until="load")
    table = phone.locator("table[data-stacked]").first
    heads = table.get_by_role("columnheader").all_text_contents()
    row = table.get_by_role("row").nth(1)
    cells = row.get_by_role("cell")
    named = [cells.nth(place).get_attribute("data-head") for place in range(cells.count())]
    assert named == heads


def test_a_heading_and_a_shared_link_name_the_game_and_have_a_picture() -> None:
    page = (SITE / CHAPTER / "index.html").read_text(encoding="utf-8")
    called = "Winning a trick (Classic, 3 players)"
    assert f"<title>{called} - Haggis rules</title>" in page
    assert f'<meta property="og:title" content="{called}">' in page
    picture = re.search(r'<meta property="og:image" content="([^"]+)">', page)
    assert picture is not None
    icon = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert icon is not None
    for found in (picture[1], icon[1]):
        assert (SITE / CHAPTER / found).resolve().read_bytes().startswith(b"\x89PNG")
