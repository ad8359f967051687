"""The built site, without a browser: links, anchors, sizes, and nothing from another host."""

import gzip
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from tests.browser.served import SITE, pages

MOST = 150_000  # bytes that the HTML of a page may have
MOST_SENT = 60_000  # and as it is sent
HERE = "https://here.invalid/"
LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "use": "href"}
STYLED = re.compile(r"""(?:url\(|@import)\s*["']?(https?:)?//""")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (SITE / "index.html").is_file(), reason="no site: `make site-test`"),
]


class _Links(HTMLParser):
    """Gathers the anchors of a page, where it leads, and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.leads: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what an element says of these."""
        named = {name: value or "" for name, value in attrs}
        self.anchors |= {named[name] for name in ("id", "name") if name in named}
        if tag == "a" and "href" in named:
            self.leads.append(named["href"])
        address = named.get(LOADED.get(tag, ""), "")
        if address and named.get("rel") not in {"canonical", "edit"}:
            self.loads.append(address)


@cache
def _read(page: str) -> _Links:
    found = _Links()
    found.feed((SITE / page).read_text(encoding="utf-8"))
    return found


def _file(address: str) -> str:
    path = unquote(urlsplit(address).path).removeprefix("/")
    return f"{path}index.html" if path == "" or path.endswith("/") else path


def _files() -> Iterator[str]:
    for page in pages():
        yield _file(f"/{page}")


def test_every_link_leads_to_a_page_and_to_an_anchor_that_are_there() -> None:
    broken: list[str] = []
    for page in _files():
        for lead in _read(page).leads:
            address = urljoin(HERE + page, lead)
            if not address.startswith(HERE):
                continue
            file, anchor = _file(address), unquote(urlsplit(address).fragment)
            if not (SITE / file).is_file():
                broken.append(f"{page}: {lead}")
            elif anchor and file.endswith(".html") and anchor not in _read(file).anchors:
                broken.append(f"{page}: {lead} has no such anchor")
    assert not broken, broken[:20]


def test_nothing_is_loaded_from_another_host_and_all_that_is_loaded_is_there() -> None:
    wrong: list[str] = []
    for page in _files():
        for load in _read(page).loads:
            address = urljoin(HERE + page, load)
            if not address.startswith(HERE) or not (SITE / _file(address)).is_file():
                wrong.append(f"{page}: {load}")
    styles = SITE.rglob("*.css")
    wrong += [str(path) for path in styles if STYLED.search(path.read_text(encoding="utf-8"))]
    assert not wrong, wrong[:20]


def test_no_page_is_heavier_than_a_telephone_likes() -> None:
    sizes = {page: Path(SITE / page).stat().st_size for page in _files()}
    assert sizes
    heavy = {page: size for page, size in sizes.items() if size > MOST}
    assert not heavy
    sent = {page: len(gzip.compress((SITE / page).read_bytes())) for page in _files()}
    heavy = {page: size for page, size in sent.items() if size > MOST_SENT}
    assert not heavy


def test_the_worker_lists_every_page_and_all_that_pages_load() -> None:
    listed = (SITE / "worker.js").read_text(encoding="utf-8")
    files = set(_files())
    for page in set(files):
        files |= {_file(urljoin(HERE + page, load)) for load in _read(page).loads}
    lacking = [file for file in sorted(files) if f'"{file}":' not in listed]
    assert not lacking
