"""What the built pages may load and run, said at the head of each: a Content-Security-Policy.

Run after the build: ``python tools/policy.py site``. A page may load what the site itself has, and
run the few lines of script that the theme writes into it, each known by its hash. A script, a style
or an attribute that runs something and is not the theme's stops the build: it can only have come
from a text that a page was made of.
"""

import re
import sys
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, lru_cache
from hashlib import sha256
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

FETCHED = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "connect-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' data:",
    "manifest-src": "'self'",
    "worker-src": "'self'",
}
META = '<meta http-equiv="Content-Security-Policy" content="{}">'
HEAD = re.compile(r"<head>\s*<meta charset=[\"']?utf-8[\"']?\s*/?>", re.IGNORECASE)
OURS = Path("haggis_rules/site/ask/page/ask.html")  # the one page that the theme does not make
# Where that page, and two of the theme's, put what a module answers.
MOUNTS = frozenset({"data-ask", "data-ask-cards"})
MODULES = "'wasm-unsafe-eval'"  # WebAssembly that a script of the site starts, and no text as code
_WRITTEN = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
_FILLED_IN = re.compile(r"\{\{.*?\}\}")
TOGETHER = 16  # pages that a process takes at a time
_UP = "[./]*"  # what the theme fills in: the way from a page to the root of the site


class _Inline(HTMLParser):
    """Gathers what a page runs and how it is styled, other than from files."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {"script": [], "style": []}
        self.faults: list[str] = []
        self.asks = False  # whether the page that answers is on it, which runs modules
        self._inside = self._body = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of what an element runs."""
        named = {name: value or "" for name, value in attrs}
        runs = "src" not in named and named.get("type", "") != "application/json"
        self.asks = self.asks or not MOUNTS.isdisjoint(named)
        self._inside = tag if tag == "style" or (tag == "script" and runs) else ""
        for name, value in named.items():
            bare = re.sub(r"[\x00-\x20]", "", value).lower()
            runs = name.startswith("on") or bare.startswith("javascript:")
            if runs or name in {"style", "srcdoc"}:
                self.faults.append(f'<{tag} {name}="{value}">')

    def handle_data(self, data: str) -> None:
        """Take a script or a style."""
        if self._inside:
            self._body += data

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag == self._inside:
            self.found[tag].append(self._body)
            self._inside = self._body = ""


@lru_cache(maxsize=1)  # a page is looked at twice: what is a stranger on it, and what it may do
def _inline(page: str) -> _Inline:
    return _Inline(page)


@cache
def known() -> dict[str, tuple[re.Pattern[str], ...]]:
    """Return the scripts and styles that the theme, and the page that answers, write into pages."""
    theme = Path(str(files("material"))) / "templates"
    texts = [path.read_text(encoding="utf-8") for path in sorted(theme.rglob("*.html"))]
    texts.append((Path(__file__).parents[1] / OURS).read_text(encoding="utf-8"))
    found: dict[str, list[re.Pattern[str]]] = {"script": [], "style": []}
    for tag, body in (each.groups() for text in texts for each in _WRITTEN.finditer(text)):
        parts = map(re.escape, _FILLED_IN.split(body))
        found[tag].append(re.compile(_UP.join(parts)))
    return {tag: tuple(patterns) for tag, patterns in found.items()}


def strangers(page: str) -> Iterator[str]:
    """Yield what a page runs, or how it is styled, that the theme did not write."""
    inline = _inline(page)
    yield from inline.faults
    for tag, bodies in inline.found.items():
        for body in bodies:
            if not any(pattern.fullmatch(body) for pattern in known()[tag]):
                yield f"<{tag}>{body}"


def policy(page: str) -> str:
    """Return the policy for a page, with the hashes of what is written into it."""
    found = _inline(page).found
    allowed = {f"{tag}-src": "'self'" for tag in found}
    for tag, bodies in found.items():
        allowed[f"{tag}-src"] = " ".join(["'self'", *dict.fromkeys(map(_hash, bodies))])
    if _inline(page).asks:
        allowed["script-src"] += f" {MODULES}"
    return "; ".join(f"{name} {value}" for name, value in (FETCHED | allowed).items())


def with_policy(page: str) -> str:
    """Return a page that says what it may do. Raises ``ValueError`` without a place for that."""
    if META.split("{", maxsplit=1)[0] in page:
        return page
    head = HEAD.search(page)
    if head is None:
        message = "no <head> that begins with its <meta charset>"
        raise ValueError(message)
    return f"{page[: head.end()]}\n{META.format(policy(page))}{page[head.end() :]}"


def _write(path: Path) -> str:
    """Write the policy into a page; return what is wrong with it, if anything is."""
    page = path.read_text(encoding="utf-8")
    for one in strangers(page):
        return f" runs what the theme did not write: {one[:200]!r}"
    try:
        path.write_text(with_policy(page), encoding="utf-8", newline="\n")
    except ValueError as fault:
        return f": {fault}"
    return ""


def main(folder: str) -> int:
    """Write the policy into each page of a site; stop where a page runs what it should not."""
    pages = sorted(Path(folder).rglob("*.html"))
    if not pages:
        sys.stderr.write(f"there is no built site in {folder}: build it with `make site`\n")
        return 2
    with ProcessPoolExecutor() as executor:
        for path, fault in zip(pages, executor.map(_write, pages, chunksize=TOGETHER), strict=True):
            if fault:
                sys.stderr.write(f"{path}{fault}\n")
                return 1
    sys.stdout.write(f"what a page may load and run: said on {len(pages)} pages\n")
    return 0


def _hash(body: str) -> str:
    return f"'sha256-{b64encode(sha256(body.encode()).digest()).decode()}'"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["site"]))
