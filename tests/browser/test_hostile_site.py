"""A site of hostile texts, built as ours is and read in Chromium: nothing in them comes to life."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from haggis_rules.ir.load import load_game
from haggis_rules.site.writer import write_pages
from tests.browser.served import CHROMIUM, ROOT, opened, serving
from tests.site.hostile import HOSTILE, Elements, harmless, write

pytest.importorskip("playwright.sync_api")

yaml: Any = import_module("yaml")
OPENED = 12  # pages, evenly out of all
LEFT_OUT = ("INHERIT", "exclude_docs", "extra_css", "extra_javascript", "strict")
LOOK = "() => [window.hurt ?? null, document.querySelectorAll('[onerror], [onload]').length]"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no Chromium here"),
]


def _built(folder: Path, strings: list[str]) -> Path:
    """Build a site of texts that hold some strings, as `make site` does."""
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Site\n", encoding="utf-8")
    parent, _ = write(folder / "texts", strings)
    write_pages([load_game(parent, players=2)], folder / "docs" / "rules")
    told = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    for name in LEFT_OUT:
        told.pop(name)
    told["theme"]["custom_dir"] = str(ROOT / "overrides")
    told["hooks"] = [str(ROOT / one) for one in told["hooks"]]
    told["nav"] = yaml.safe_load((folder / "docs" / "rules" / "nav.yml").read_text("utf-8"))["nav"]
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(told), encoding="utf-8")
    _run(folder, "-m", "mkdocs", "build", "-q")
    return folder / "site"


def _run(folder: Path, *words: str) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a site of hostile texts and its twin of harmless ones."""
    folder = tmp_path_factory.mktemp("sites")
    hostile, usual = _built(folder / "a", list(HOSTILE)), _built(folder / "b", harmless(HOSTILE))
    return hostile, usual


@pytest.fixture(scope="module")
def page(chromium: Any) -> Iterator[Any]:
    """Open a page."""
    found = opened(chromium, 1280, "light")
    yield found
    found.context.close()


def _kinds(page: Path) -> set[tuple[str, ...]]:
    """Return the elements of a page, each with its attributes and where it leads."""
    return set(Elements(page.read_text("utf-8")).found)


def test_no_built_page_has_an_element_that_harmless_words_do_not_have(
    both: tuple[Path, Path],
) -> None:
    hostile, usual = (sorted(site.rglob("*.html")) for site in both)
    assert len(hostile) == len(usual) > len(HOSTILE)
    known = {kind for path in usual for kind in _kinds(path)}
    found = {path.name: more for path in hostile if (more := _kinds(path) - known)}
    assert found == {}


def test_nothing_runs_in_a_browser_and_the_policy_has_nothing_to_refuse(
    both: tuple[Path, Path], page: Any
) -> None:
    site = both[0]
    said: list[str] = []

    def note(message: Any) -> None:
        said.append(message.text)

    page.on("console", note)
    _run(ROOT, "tools/lean.py", str(site))
    paths = sorted(site.rglob("*.html"))
    for policy in (False, True):
        if policy:
            _run(ROOT, "tools/policy.py", str(site))
        with serving(site) as (address, _):
            for path in paths[:: len(paths) // OPENED]:
                page.goto(f"{address}/{path.relative_to(site).as_posix()}", wait_until="load")
                assert page.evaluate(LOOK) == [None, 0], path
    assert not [text for text in said if "Content Security Policy" in text]
