"""In a browser, the modules of the page answer the vectors as the rules do."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.ask.asked import page as page_folder
from tests.ask.test_vectors import EVEN_MORE, MANY, every_seating, put_questions
from tests.browser.served import CHROMIUM, opened, serving

pytest.importorskip("playwright.sync_api")

COMPARE = Path(__file__).parents[1] / "ask" / "compare.mjs"
ASK = """async () => {
  const { answers } = await import("/compare.mjs");
  const { Breach, rulesOf } = await import("/rules.js");
  const known = new Map(), said = [];
  let asked = 0;
  for (const line of (await (await fetch("/vectors.jsonl")).text()).split("\\n").filter(Boolean)) {
    const { table, ...wanted } = JSON.parse(line);
    if (!known.has(table)) {
      const words = await (await fetch(`/${table}.json`)).json();
      const bytes = await (await fetch(`/${table}.wasm`)).arrayBuffer();
      known.set(table, await rulesOf(words, bytes));
    }
    const { right, found } = answers(known.get(table), Breach, wanted);
    asked += 1;
    if (!right) said.push(JSON.stringify({ table, wanted, found }));
  }
  return { asked, said };
}"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no Chromium here"),
]


@pytest.mark.parametrize("count", [MANY, pytest.param(EVEN_MORE, marks=pytest.mark.long)])
def test_a_browser_answers_as_the_rules_do(chromium: Any, tmp_path: Path, count: int) -> None:
    put_questions(tmp_path, every_seating(), count)
    for one in page_folder().glob("*.js"):
        shutil.copy(one, tmp_path)
    shutil.copy(COMPARE, tmp_path / "compare.mjs")
    (tmp_path / "index.html").write_text("<!doctype html><title>x</title>", encoding="utf-8")
    with serving(tmp_path) as (address, _):
        page = opened(chromium, 390, "light")
        page.goto(address)
        found = page.evaluate(ASK)
        page.context.close()
    assert found["asked"] >= count
    assert found["said"] == []
