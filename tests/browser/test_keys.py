"""Who has no mouse gets everywhere: with the keys alone, and always seeing where they are."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.served import READ_IN_CHROMIUM, opened, until

pytest.importorskip("playwright.sync_api")

MOST = 120  # strokes of Tab until what is looked for
CLAUSE = "capture.bomb.two"
IS_AT = "what => document.activeElement?.matches(what) ?? false"
# Whether the element with the focus is in the window, large enough to see, and marked.
SEEN = """() => {
  const one = document.activeElement, at = one.getBoundingClientRect();
  const marked = [one, one.parentElement, one.closest("label")].filter(Boolean).some((each) => {
    const style = getComputedStyle(each);
    return style.outlineStyle !== "none" || style.boxShadow !== "none";
  });
  return marked && at.width > 0 && at.height > 0 && at.bottom > 0 && at.top < innerHeight;
}"""

pytestmark = READ_IN_CHROMIUM


@pytest.fixture(params=[390, pytest.param(1280, marks=pytest.mark.long)])
def page(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Any]:
    """Open a page whose mouse is never touched."""
    found = opened(chromium, request.param, "light", service_workers="block")
    yield found
    found.context.close()


def _tab_to(page: Any, what: str, *, back: bool = False) -> None:
    """Press Tab until the focus is on what a selector names, where one can see it."""
    for _ in range(MOST):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if page.evaluate(IS_AT, what):
            until(page, f"({SEEN})()", timeout=3_000)  # a browser may scroll there softly
            return
    pytest.fail(f"no stroke of Tab leads to `{what}`")


def test_from_the_first_page_to_a_clause_its_folds_and_another_game(page: Any, built: str) -> None:
    page.goto(f"{built}/?game=classic-2")
    page.wait_for_selector(".hg-game button")
    page.keyboard.press("/")
    asks = "who captures the cards when I win a trick with a bomb?"
    page.keyboard.type(asks)
    page.wait_for_selector(f'#hg-answers[data-asked="{asks}"]')
    _tab_to(page, "#hg-answers article:not(.ask-said) .ref a")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**#{CLAUSE}")
    assert page.locator(f"[id='{CLAUSE}']").is_visible()
    _tab_to(page, ".folds > details > summary")
    opened_ = "document.activeElement.parentElement.open"
    assert not page.evaluate(opened_)
    page.keyboard.press("Enter")
    assert page.evaluate(opened_)
    _tab_to(page, ".hg-game button", back=True)
    page.keyboard.press("Enter")
    until(page, "document.querySelector('dialog.hg-games').open")
    _tab_to(page, "dialog [data-table='neeps-4']")
    page.keyboard.press("Enter")
    until(page, "!document.querySelector('dialog.hg-games').open")
    assert page.locator(".hg-game button").inner_text() == "Neeps, 4 players"
    assert page.evaluate(IS_AT, ".hg-game button")  # where one was


def test_a_game_is_left_as_it_was_by_escape(page: Any, built: str) -> None:
    page.goto(f"{built}/rules/classic-2/")
    page.wait_for_selector(".hg-game button")
    before = page.locator(".hg-game button").inner_text()
    _tab_to(page, ".hg-game button")
    page.keyboard.press("Enter")
    _tab_to(page, "dialog [data-table='cats-2']")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog.hg-games').open")
    assert page.locator(".hg-game button").inner_text() == before


def test_cards_are_picked_and_taken_away_again(page: Any, built: str) -> None:
    page.goto(f"{built}/ask/#table=classic-2")
    page.wait_for_selector(".ask-answer > *")
    deck = "[aria-label='Cards of the deck']"
    _tab_to(page, f"{deck} [aria-label^='9 of red']")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#ask-play').value.trim() === '9r'")
    assert page.evaluate(IS_AT, f"{deck} [aria-label^='9 of red']")
    _tab_to(page, f"{deck} [aria-label^='9 of orange']")
    page.keyboard.press("Space")
    until(page, "document.querySelector('.ask-answer').textContent.includes('set of two 9s')")
    page.keyboard.press("Space")
    until(page, "!document.querySelector('.ask-answer').textContent.includes('set of two 9s')")
