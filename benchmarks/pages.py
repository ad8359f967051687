"""How soon pages stand on a slow telephone, what moves on them, and how many bytes they are.

    python benchmarks/pages.py                        the site in site/, as `make site` builds it
    python benchmarks/pages.py --site FOLDER --rounds 5
    python benchmarks/pages.py --files                name the bytes of each file

A page of each kind is opened with nothing kept: the processor six times slower, 1.6 Mbit/s, and 150
milliseconds until an answer begins; the host packs what it sends, as hosts do. The time is that of
the first paint, as the browser tells it: the median of the rounds and the worst. What moves is the
sum that browsers call cumulative layout shift. Bytes are those of a page and all that it loads,
without the drawn cards, the indexes of the search, and the compiled module of a game.
"""

import argparse
import gzip
import threading
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.phone import (
    MOST_BYTES,
    MOST_SHIFT,
    PACKED,
    PAGES,
    PAINTED,
    WATCH,
    bytes_sent,
    slow,
)
from tests.browser.served import CHROMIUM, SITE, opened

MOST_MILLISECONDS = 1_500  # until the first paint
CALM = 1_500  # milliseconds in which something may still move


class _Packing(SimpleHTTPRequestHandler):
    """Serves files packed, as hosts do."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> Any:
        """Send the head of a file that a browser unpacks, and return what follows."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in PACKED or not path.is_file():
            return super().send_head()
        body = _packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as it is called there
        """Say nothing."""


@cache
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 9)


def main() -> None:
    """Open each page, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=SITE, metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--files", action="store_true")
    asked = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Packing, directory=str(asked.site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        print("| page | first paint, ms | worst | moves | kB | misses |")
        print("| --- | --- | --- | --- | --- | --- |")
        for name, (address, stands) in PAGES.items():
            at = f"http://127.0.0.1:{server.server_port}/{address}"
            rounds = [_opened(browser, at, stands) for _ in range(asked.rounds)]
            _tell(name, asked.site, rounds, files=asked.files)
        browser.close()
    server.shutdown()


def _opened(browser: Any, address: str, stands: str) -> tuple[float, float, list[str], list[Any]]:
    """Open a page with nothing kept: first paint, what moved how far, and what was loaded."""
    page = opened(browser, 390, "light", service_workers="block")
    loaded = list[str]()
    page.on("response", lambda answer: loaded.append(answer.url))
    page.add_init_script(WATCH)
    slow(page)
    page.goto(address)
    page.locator(stands).first.wait_for()
    page.wait_for_timeout(CALM)
    painted, moved = page.evaluate(PAINTED)["first-paint"], page.evaluate("self.moved")
    page.context.close()
    return painted, sum(value for value, _ in moved), loaded, moved


def _tell(name: str, site: Path, rounds: list[Any], *, files: bool) -> None:
    """Print the line of a page, with what misses its goal."""
    times = [painted for painted, *_ in rounds]
    shift = max(moves for _, moves, *_ in rounds)
    sent = bytes_sent(rounds[0][2], site)
    missed = [
        what
        for what, much, most in (
            ("paint", median(times), MOST_MILLISECONDS),
            ("moves", shift, MOST_SHIFT),
            ("bytes", sum(sent.values()), MOST_BYTES),
        )
        if much >= most
    ]
    print(
        f"| {name} | {median(times):,.0f} | {max(times):,.0f} | {shift:.3f} "
        f"| {sum(sent.values()) / 1000:.0f} | {', '.join(missed)} |",
        flush=True,
    )
    if files:
        for file, much in sorted(sent.items(), key=lambda one: -one[1]):
            print(f"    {much:7,} {file}")
        print("    moved:", rounds[0][3])


if __name__ == "__main__":
    main()
