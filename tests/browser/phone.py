"""A telephone with a slow processor on a slow network, and what a page costs it."""

import gzip
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.browser.served import SITE

SLOWER = 6  # times slower than the processor of this machine
NETWORK = {
    "offline": False,
    "latency": 150,  # milliseconds
    "downloadThroughput": 1.6e6 / 8,  # bytes a second
    "uploadThroughput": 0.75e6 / 8,
}
PACKING = 4  # times smaller are pages and scripts that are packed
MOST_BYTES = 100_000  # of a page with what it loads, as a server sends it
MOST_SHIFT = 0.01  # of the layout, as browsers count it

# A page of each kind that people come to, what stands on it when it is done, and where it is.
PAGES = {
    "home": ("", "#hg-all-games button"),
    "answer": ("?game=classic-2&q=who+gets+a+trick+won+by+a+bomb", "#hg-answers .scene"),
    "clause": ("rules/classic-3/07-winning-a-trick/#capture.bomb.three", "h1"),
    "differences": ("rules/differences/", "h1"),
    "ask": ("ask/#table=classic-2", ".ask-answer > *"),
    "finding": ("findings/all-but-one/", "h1"),
    "promise": ("rules/promises/never.stuck/", "h1"),
    "tutorial": ("tutorial/", "h1"),
    "encyclopaedia": ("rules/wikipedia-3/", "h1"),
}

# What moves after it was first painted, without the reader's doing, and by how much.
WATCH = """self.moved = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (one.hadRecentInput) continue;
    const what = one.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? node?.textContent);
    self.moved.push([one.value, what]);
  }
}).observe({ type: "layout-shift", buffered: true });"""

# How long a fixed piece of work takes, in the middle of several runs, in milliseconds.
PACE = """() => {
  const taken = [];
  for (let run = 0; run < 7; run += 1) {
    const began = performance.now(), seen = new Map();
    let number = 1;
    for (let step = 0; step < 200000; step += 1) {
      number = (Math.imul(number, 1103515245) + 12345) & 0x7fffffff;
      seen.set(number & 1023, (seen.get(number >>> 21) || 0) + 1);
    }
    taken.push(performance.now() - began);
  }
  return taken.sort((one, other) => one - other)[3];
}"""
USUAL_PACE = 6.5  # milliseconds, on a machine like CI's with nothing else to do

PACKED = {".html", ".css", ".js", ".json", ".svg", ".txt", ".xml"}
_APART = (".wasm", "assets/cards.svg", "search/finder.json", "search/search_index.json")


def slow(page: Any, *, slower: float = SLOWER, packed: bool = True) -> None:
    """Make a page as slow as on the telephone; a host that does not pack sends more in its time."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    rate = NETWORK["downloadThroughput"] * (1 if packed else PACKING)
    devtools.send("Network.emulateNetworkConditions", NETWORK | {"downloadThroughput": rate})
    if slower > 1:
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})


def throttling(page: Any, slower: float = SLOWER) -> float:
    """Return how far to slow a page's processor down, to be so many times slower than usual.

    A machine that is slow already, for what else it does, is slowed down by less. Lighthouse
    allows for the machine in the same way. The page must not be slowed down when this is asked.
    """
    pace: float = page.evaluate(PACE)
    return max(1.0, slower * min(1.0, USUAL_PACE / pace))


def bytes_sent(addresses: Iterable[str], site: Path = SITE) -> dict[str, int]:
    """Return how large each file is as a server sends it.

    Without the drawn cards, the indexes of the search and a game's module, which are kept after
    the first page.
    """
    files = dict.fromkeys(_file(address) for address in addresses)
    return {name: _sent(site / name) for name in files if not name.endswith(_APART)}


def _file(address: str) -> str:
    path = unquote(urlsplit(address).path).lstrip("/")
    return f"{path}index.html" if path == "" or path.endswith("/") else path


@cache
def _sent(path: Path) -> int:
    body = path.read_bytes()
    return len(gzip.compress(body, 9)) if path.suffix in PACKED else len(body)
