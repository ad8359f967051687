"""How soon the ask page answers, here and on a processor that is several times slower.

    python benchmarks/ask.py                    the site in site/, as `make site` builds it
    python benchmarks/ask.py --slower 6 --rounds 20

The first figure of a line is the first answer of a page that was opened a second before, while it
tried itself unseen; the others are the median and the worst of the rounds after it. A browser slows
its own processor down, as its tools for developers do, to stand for a telephone.
"""

import argparse
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.served import CHROMIUM, SITE, serving

TABLES = ("classic-3", "neeps-6", "tatties-5")
PLAYS = ("9r", "10r J", "10r J Q", "10r 10g J Q", "9r 9g J Q K", "8r 9r 10r J Q K")
OPEN = 1_000  # milliseconds that a page is open before it is asked
ANSWERED = """async (field, text) => {
  field.value = text;
  const began = performance.now();
  field.dispatchEvent(new Event("input"));
  await new Promise((then) => setTimeout(then));
  return performance.now() - began;
}"""


def main() -> None:
    """Time the answers and print them."""
    parser = argparse.ArgumentParser(description="Time the answers of the ask page.")
    parser.add_argument("--site", type=Path, default=SITE, metavar="FOLDER")
    parser.add_argument("--slower", type=float, nargs="*", default=[1, 6], metavar="TIMES")
    parser.add_argument("--rounds", type=int, default=10)
    asked = parser.parse_args()
    with serving(asked.site) as (address, _), sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slower in asked.slower:
            for table in TABLES:
                _time(browser, f"{address}/ask/#table={table}", slower, asked.rounds)
        browser.close()


def _time(browser: Any, address: str, slower: float, rounds: int) -> None:
    """Print how long each play takes at one table."""
    for play in PLAYS:
        page = browser.new_context().new_page()
        page.goto(address)
        page.wait_for_selector(".ask-answer > *")
        page.wait_for_timeout(OPEN)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        field = page.get_by_label("Your cards", exact=True).first
        first, *others = [field.evaluate(ANSWERED, play) for _ in range(rounds + 1)]
        table = address.rpartition("=")[2]
        print(
            f"{slower:3g} times slower, {table:10} {play:20} first {first:6.1f} ms,"
            f" median {median(others):6.1f} ms, worst {max(others):6.1f} ms"
        )
        page.context.close()


if __name__ == "__main__":
    main()
