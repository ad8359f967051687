"""A telephone on a slow network gets small pages, and nothing on them jumps."""

from functools import partial
from typing import Any

import pytest

from tests.browser.phone import MOST_BYTES, MOST_SHIFT, PAGES, WATCH, bytes_sent, slow
from tests.browser.served import READ_IN_CHROMIUM, opened

pytest.importorskip("playwright.sync_api")

pytestmark = READ_IN_CHROMIUM


def _note_address(urls: list[str], answer: Any) -> None:
    urls.append(answer.url)


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_pages_are_small_and_nothing_on_them_jumps(chromium: Any, built: str, width: int) -> None:
    context = opened(chromium, width, "light", service_workers="block").context
    loading, asked = dict[str, Any](), dict[str, list[str]]()
    for name, (address, _) in PAGES.items():  # all at once: they wait for the network
        page = context.new_page()
        asked[name] = urls = list[str]()
        page.on("response", partial(_note_address, urls))
        page.add_init_script(WATCH)
        slow(page, slower=1, packed=False)
        page.goto(f"{built}/{address}", wait_until="commit")
        loading[name] = page
    told = list[str]()
    for name, page in loading.items():
        page.wait_for_load_state("load")
        page.locator(PAGES[name][1]).first.wait_for()
        page.wait_for_timeout(100)
        moved = page.evaluate("self.moved")
        sent = bytes_sent(asked[name])
        assert sent, name
        if sum(value for value, _ in moved) >= MOST_SHIFT:
            told.append(f"{name} jumps: {moved}")
        if sum(sent.values()) >= MOST_BYTES:
            told.append(f"{name} has {sum(sent.values())} bytes: {sent}")
    context.close()
    assert not told, "\n".join(told)


def test_what_jumps_is_noticed(chromium: Any, built: str) -> None:
    page = opened(chromium, 390, "light", service_workers="block")
    page.add_init_script(WATCH)
    page.goto(f"{built}/rules/")
    page.wait_for_timeout(700)  # what was put there at once has been painted
    page.evaluate("document.querySelector('h1').style.marginTop = '300px'")
    page.wait_for_timeout(200)
    assert sum(value for value, _ in page.evaluate("self.moved")) >= MOST_SHIFT
    page.context.close()
