"""Each page says what it may load and run, and nothing that the site does is forbidden by that."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.served import READ_IN_CHROMIUM, SITE, opened, pages

pytest.importorskip("playwright.sync_api")

MANY = 20  # pages that are opened, evenly out of all
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
LATER = 300  # milliseconds in which a page may still do something

pytestmark = READ_IN_CHROMIUM


@pytest.fixture(scope="module")
def page(chromium: Any) -> Iterator[Any]:
    """Open a page that notes all that it was not allowed to do."""
    found = opened(chromium, 1280, "light")
    found.add_init_script(
        "window.refused = []; document.addEventListener('securitypolicyviolation', (event) =>"
        " window.refused.push(`${event.violatedDirective}: ${event.blockedURI}`));"
    )
    yield found
    found.context.close()


def _sample() -> list[str]:
    found = pages()
    return sorted({"", "404.html", "ask/ask.html", *found[:: len(found) // MANY]} & {*found})


def test_every_page_has_a_policy_before_anything_that_it_loads() -> None:
    for path in sorted(SITE.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        found = POLICY.search(text)
        assert found is not None, path
        assert not re.search(r"<(script|link|style|body)\b", text[: found.start()]), path
        asks = "data-ask" in text
        assert found[1].count("unsafe") == found[1].count("'wasm-unsafe-eval'") == asks
        assert "*" not in found[1]


def test_no_page_does_what_it_may_not(built: str, page: Any) -> None:
    said: list[str] = []

    def note(message: Any) -> None:
        said.append(message.text)

    page.on("console", note)
    for name in _sample():
        page.goto(f"{built}/{name}", wait_until="load")
        assert page.evaluate("window.refused") == [], name
    page.wait_for_timeout(LATER)
    assert not [text for text in said if "Content Security Policy" in text]


@pytest.mark.parametrize(
    "written",
    [
        "<img src='/none.png' onerror='window.hurt = 1'>",
        "<svg onload='window.hurt = 1'></svg>",
        "<iframe src='javascript:parent.hurt = 1'></iframe>",
        "<a href='javascript:window.hurt = 1' id='hurting'>x</a>",
        "<details open ontoggle='window.hurt = 1'><summary>x</summary></details>",
    ],
)
def test_what_a_text_would_run_is_not_run(written: str, built: str, page: Any) -> None:
    page.goto(f"{built}/rules/", wait_until="load")
    page.evaluate(
        "(html) => document.querySelector('article').insertAdjacentHTML('beforeend', html)", written
    )
    page.evaluate("document.getElementById('hurting')?.click()")
    page.wait_for_timeout(LATER)
    assert page.evaluate("window.hurt") is None
    assert page.evaluate("window.refused") != []
