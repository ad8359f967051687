"""The site as the successor of its theme builds it, beside the built site: what differs.

    python tools/successor.py site

Zensical reads the configuration of MkDocs. It builds the same folder of pages in a folder of its
own, for both would write into the same one. Each page then has to be there in both, with the same
words, the same anchors and the same links in its content. So the change is one line when it is
time.

The sources of both have to be the same: run it after the site was built.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import zip_longest
from pathlib import Path
from urllib.parse import urljoin

ROOT = Path(__file__).parents[1]
OWN = ROOT / "build" / "successor"  # where it builds
SOURCES = ("mkdocs.yml", "overrides", "docs")
BUILD = (sys.executable, "-m", "zensical", "build", "--clean")
MOST_SHOWN = 20
SKIP = "__skip"  # where a keyboard skips to, which one builder puts into the content
# What only belongs to one builder: its search, and the signs beside headings.
_APART = frozenset({"headerlink", "md-clipboard", "md-code__nav", "md-path", "md-search"})
_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"})
_SPACE = re.compile(r"\s+")


@dataclass
class Content:
    """What a page says: its words, the anchors in it, and where its links lead."""

    title: str = ""
    words: list[str] = field(default_factory=list[str])
    anchors: set[str] = field(default_factory=set[str])
    links: list[str] = field(default_factory=list[str])


class _Page(HTMLParser):
    """Gathers the content of a page: what stands in its `md-content`, and its title."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found = Content()
        self._open: list[str] = []  # elements in the content
        self._inside = self._apart = 0  # how many were open where it, or what is apart, began
        self._in_title = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an anchor and a link, and see where the content begins."""
        named = {name: value or "" for name, value in attrs}
        classes = named.get("class", "").split()
        self._in_title = tag == "title" and not self.found.title
        if not self._open and "md-content" not in classes:
            return
        if tag not in _VOID | {"source", "track", "wbr"}:
            self._open.append(tag)
        if not self._apart and _APART.intersection(classes):
            self._apart = len(self._open)
        if self._apart or tag in {"script", "style"}:
            return
        if "id" in named and named["id"] != SKIP:
            self.found.anchors.add(named["id"])
        if tag == "a" and "href" in named:
            self.found.links.append(named["href"])

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those in it that nothing has closed."""
        self._in_title = False
        if tag in self._open:
            while self._open.pop() != tag:
                pass
            if len(self._open) < self._apart:
                self._apart = 0

    def handle_data(self, data: str) -> None:
        """Take words."""
        if self._in_title:
            self.found.title += _SPACE.sub(" ", data)
        elif self._open and not self._apart and self._open[-1] not in {"script", "style"}:
            self.found.words += data.split()


def content(page: str, address: str = "index.html") -> Content:
    """Return what a page says, with its links as they lead from its address in the site."""
    found = _Page(page).found
    found.links = [_from(address, href) for href in found.links]
    return found


def differences(one: Content, other: Content) -> list[str]:
    """Return how one page differs from another, the first of each kind."""
    found = list[str]()
    if one.title.strip() != other.title.strip():
        found.append(f"is called {one.title.strip()!r} and {other.title.strip()!r}")
    # As one text, for it does not matter where tags part it.
    mine, theirs = "".join(one.words), "".join(other.words)
    if mine != theirs:
        pairs = enumerate(zip_longest(mine, theirs))
        place = next(number for number, (left, right) in pairs if left != right)
        start = max(0, place - 20)
        found.append(f"says {mine[start : place + 40]!r} and {theirs[start : place + 40]!r}")
    if one.anchors != other.anchors:
        lost, added = sorted(one.anchors - other.anchors), sorted(other.anchors - one.anchors)
        found.append(f"loses the anchors {lost[:5]} and has {added[:5]}")
    if sorted(one.links) != sorted(other.links):
        lost = sorted({*one.links} - {*other.links})[:3]
        found.append(f"loses the links {lost} and has {sorted({*other.links} - {*one.links})[:3]}")
    return found


def compared(site: Path, other: Path) -> list[str]:
    """Return what differs between two built sites, a line for each page and kind."""
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    others = {path.relative_to(other).as_posix() for path in other.rglob("*.html")}
    found = [f"{name}: only in the built site" for name in sorted(pages - others)]
    found += [f"{name}: only of the successor" for name in sorted(others - pages)]
    for name in sorted(pages & others):
        both = (
            content((folder / name).read_text(encoding="utf-8"), name) for folder in (site, other)
        )
        found += [f"{name}: {one}" for one in differences(*both)]
    return found


def build() -> Path:
    """Build the pages with the successor, and return the folder of the site."""
    shutil.rmtree(OWN, ignore_errors=True)
    OWN.mkdir(parents=True)
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, OWN / name)
        else:
            shutil.copy(ROOT / name, OWN)
    done = subprocess.run(  # noqa: S603 - our own command
        BUILD, cwd=OWN, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode or not (OWN / "site" / "index.html").is_file():
        sys.stderr.write(f"{done.stdout[-2000:]}{done.stderr[-2000:]}\n")
        raise SystemExit(1)
    return OWN / "site"


def main(folder: str) -> int:
    """Build the site another time, compare, and return 1 if something differs."""
    site = Path(folder)
    if not (site / "index.html").is_file():
        sys.stderr.write(f"there is no built site in {folder}: build it with `make site`\n")
        return 2
    found = compared(site, build())
    for line in found[:MOST_SHOWN]:
        sys.stdout.write(f"{line}\n")
    pages = len([*site.rglob("*.html")])
    sys.stdout.write(f"{pages} pages, {len(found)} differences between the two builders\n")
    return 1 if found or not pages else 0


def _from(address: str, href: str) -> str:
    """Return where a link leads in the site, in one way of writing it."""
    return urljoin(f"/{address}", href).replace("index.html", "")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["site"]))
