"""What the browser's tests share. They run only when somebody asks for them: ``-m browser``."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.served import CHROMIUM, serving

BROWSER = "browser"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if BROWSER in str(config.option.markexpr):
        return
    for item in items:
        if item.get_closest_marker(BROWSER):
            item.add_marker(pytest.mark.skip(reason="a browser is wanted: -m browser"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Run a browser, one for all tests of a process."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def built() -> Iterator[str]:
    """Serve the built site, and give its address."""
    with serving() as (address, _):
        yield address
