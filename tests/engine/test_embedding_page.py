"""Each recipe of the page on embedding runs by itself, and prints what stands below it."""

import re
from pathlib import Path

import pytest

import haggis_rules
from tests.guides import ROOT

PAGE = ROOT / "docs" / "embedding.md"
pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="only the checkout has guides")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINES = 40  # a recipe is short


def recipes() -> dict[str, list[tuple[str, str]]]:
    """Return the blocks of each section that has Python, each with its kind."""
    text = PAGE.read_text("utf-8") if PAGE.is_file() else ""
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    found = {part.splitlines()[0]: BLOCK.findall(part) for part in sections}
    return {title: blocks for title, blocks in found.items() if blocks}


@pytest.mark.parametrize("title", recipes())
def test_a_recipe_runs_and_prints_what_is_shown(
    title: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "recipe"}
    printed = ""
    for kind, body in recipes()[title]:
        if kind == "python":
            assert printed == "", "what a block prints stands below it"
            assert len(body.splitlines()) <= LINES
            exec(compile(body, str(PAGE), "exec"), names)  # noqa: S102 - of our own page
            printed = capsys.readouterr().out
            continue
        assert kind == "text"
        if request.config.getoption("--update"):
            before, after = (f"```text\n{text}```" for text in (body, printed))
            PAGE.write_text(PAGE.read_text("utf-8").replace(before, after), encoding="utf-8")
        else:
            assert body == printed, "run pytest --update, then read what changed"
        printed = ""
    assert printed == "", "what a block prints stands below it"


def test_there_is_a_recipe_for_each_task() -> None:
    tasks = " ".join(recipes()).lower()
    assert all(task in tasks for task in ("bot", "server", "statistics", "notebook", "variant"))
    assert "save and read" in tasks


def test_recipes_import_public_names_alone() -> None:
    code = "".join(body for blocks in recipes().values() for kind, body in blocks if kind != "text")
    taken = re.findall(r"from haggis_rules import (.*)", code)
    names = {name.strip() for line in taken for name in line.split(",")}
    assert names <= set(haggis_rules.__all__)
    assert not re.search(r"haggis_rules\.\w", code)
