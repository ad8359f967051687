"""A built site, served as it would be, and Chromium to read it with."""

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

ROOT = Path(__file__).parents[2]
SITE = Path(os.environ.get("HAGGIS_SITE", ROOT / "site"))
CHROMIUM = Path("/usr/bin/chromium")
WIDTHS, SCHEMES = (390, 1280), ("light", "dark")
# The marks of tests that read the built site with Chromium.
READ_IN_CHROMIUM = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no Chromium here"),
    pytest.mark.skipif(not (SITE / "index.html").is_file(), reason="no site: `make site-test`"),
]
PATIENCE = 60_000  # milliseconds, for the machine may do much else
HEIGHTS = {390: 844, 1280: 900}


def _looks(*at_a_merge: tuple[int, str]) -> list[ParameterSet]:
    """Return every width with every scheme; the night alone takes those that are not named."""
    return [
        pytest.param(
            (width, scheme),
            marks=() if (width, scheme) in at_a_merge else pytest.mark.long,
            id=f"{width}-{scheme}",
        )
        for width in WIDTHS
        for scheme in SCHEMES
    ]


# A merge looks at a telephone in the dark and at a desk in the light; the night at all four.
TWO_LOOKS = (390, "dark"), (1280, "light")
LOOKS = _looks(*TWO_LOOKS)
ONE_LOOK = _looks(TWO_LOOKS[0])

# What axe finds wrong, and how many of its rules pass. Nobody reads which elements pass: on a page
# with a long table to list them takes longer than to look at them.
AXE = """() => axe.run({resultTypes: ["violations"]})
  .then((found) => ({passes: found.passes.length, violations: found.violations}))"""

# The text that one sees without scrolling: what is shown, not clipped, and inside the window.
FIRST_SCREEN = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility({visibilityProperty: true})) continue;
    range.selectNodeContents(node);
    const seen = [...range.getClientRects()].some((at) => at.width > 1 && at.height > 1
      && at.top >= 0 && at.bottom <= innerHeight && at.left >= 0 && at.right <= innerWidth);
    if (seen) found.push(node.textContent);
  }
  return found.join("").replace(/\\s+/g, " ");
}"""


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def handle(self) -> None:
        """Answer, also where a browser has gone on before all was sent."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as it is called there
        """Say nothing."""


class _Host(ThreadingHTTPServer):
    """Takes as many calls at once as a browser makes that keeps a whole site."""

    request_queue_size = 128
    daemon_threads = True


@contextmanager
def serving(folder: Path = SITE) -> Generator[tuple[str, ThreadingHTTPServer]]:
    """Serve a folder, and give its address and what serves it."""
    server = _Host(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server
    finally:
        server.shutdown()
        server.server_close()


def opened(chromium: Any, width: int, scheme: str, **more: Any) -> Any:
    """Open a page in a context of its own."""
    viewport = {"width": width, "height": HEIGHTS[width]}
    context = chromium.new_context(viewport=viewport, color_scheme=scheme, **more)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def until(page: Any, condition: str, timeout: int = 30_000) -> None:
    """Wait until a condition holds in a page, for so many milliseconds at most.

    It is asked from here each time: the waiting of Playwright's own evaluates a text within the
    page, which the policy of our pages forbids.
    """
    left = timeout // 50
    while not page.evaluate(f"Boolean({condition})"):
        left -= 1
        if left < 0:
            raise TimeoutError(condition)
        page.wait_for_timeout(50)


def pages(folder: Path = SITE) -> list[str]:
    """Return the address of every page of a site, from its root."""
    found = sorted(folder.rglob("*.html"))
    return [path.relative_to(folder).as_posix().removesuffix("index.html") for path in found]
