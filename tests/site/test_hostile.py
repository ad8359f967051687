"""What an author wrote shows as the text that it is, wherever it stands on the pages."""

import html
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from haggis_rules.ir.load import load_game
from haggis_rules.site.markdown import fence, page, yaml_text, yaml_title
from haggis_rules.site.nav import NAV
from haggis_rules.site.writer import write_pages
from tests.site.hostile import HOSTILE, harmless, live, write

yaml: Any = import_module("yaml")
CONFIG = Path(__file__).parents[2] / "mkdocs.yml"
BUILT_IN = ("toc", "tables", "fenced_code")  # what the builder adds

pytestmark = pytest.mark.skipif(not CONFIG.is_file(), reason="only the package is installed here")


@cache
def renderer() -> Any:
    """Return what makes HTML of a page, with all that the site's builder is told to use."""
    listed = yaml.safe_load(CONFIG.read_text("utf-8"))["markdown_extensions"]
    named: dict[str, Any] = {}
    for one in listed:
        named |= one if isinstance(one, dict) else {one: {}}
    extensions = [*(one for one in BUILT_IN if one not in named), *named]
    return import_module("markdown").Markdown(extensions=extensions, extension_configs=named)


def parts_of(text: str) -> tuple[str, Mapping[str, Any]]:
    """Return the text of a page without its head, and the head as it is read."""
    return cast("tuple[str, Mapping[str, Any]]", import_module("mkdocs.utils.meta").get_data(text))


def rendered(text: str) -> str:
    """Return the HTML of a page without its head."""
    return cast("str", renderer().reset().convert(parts_of(text)[0]))


def pages_of(folder: Path, strings: list[str]) -> list[tuple[str, str]]:
    """Write the pages of texts that hold some strings, as a part of a site."""
    (folder / "site").mkdir(parents=True)
    (folder / "site" / "index.md").write_text("# Site\n", encoding="utf-8")
    games = [load_game(path, players=2) for path in write(folder, strings)]
    paths = write_pages(games, folder / "site" / "rules")
    return [(path.name, path.read_text("utf-8")) for path in paths]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, str]]:
    """Return the pages with hostile strings, each with its twin that has harmless ones."""
    ours, theirs = (
        pages_of(tmp_path_factory.mktemp("pages"), list(strings))
        for strings in (harmless(HOSTILE), HOSTILE)
    )
    return [(name, text, usual) for (_, usual), (name, text) in zip(ours, theirs, strict=True)]


@pytest.mark.slow
def test_there_are_many_strings_and_they_reach_the_pages(both: list[tuple[str, str, str]]) -> None:
    assert len(set(HOSTILE)) >= 79
    heads = [parts_of(text)[1].get("title", "") for name, text, _ in both if name != NAV]
    for number, one in enumerate(HOSTILE):
        shown = " ".join(f"{one} {number}".split())
        assert any(shown in html.unescape(title) for title in heads), one


@pytest.mark.slow
def test_nothing_that_an_author_writes_comes_to_life(both: list[tuple[str, str, str]]) -> None:
    found: dict[str, list[str]] = {}
    for name, text, usual in both:
        if name.endswith(".md"):
            more = list(live(rendered(text), rendered(usual)))
            found |= {name: more} if more else {}
    assert found == {}


@pytest.mark.slow
def test_the_head_of_a_page_has_what_it_has_with_harmless_words(
    both: list[tuple[str, str, str]],
) -> None:
    for name, text, usual in both:
        if name.endswith(".md"):
            (_, head), (_, other) = parts_of(text), parts_of(usual)
            assert {k: v for k, v in head.items() if k != "title"} == {
                k: v for k, v in other.items() if k != "title"
            }
            assert not set(head["title"]) & set('<>"')


@pytest.mark.slow
def test_the_navigation_holds_no_markup(both: list[tuple[str, str, str]]) -> None:
    (text,) = (text for name, text, _ in both if name == NAV)

    def labels(part: object) -> list[str]:
        if isinstance(part, list):
            return [each for one in cast("list[object]", part) for each in labels(one)]
        if isinstance(part, dict):
            inside = cast("dict[str, object]", part)
            return [*inside, *(each for one in inside.values() for each in labels(one))]
        return [str(part)]

    assert not set("".join(labels(yaml.safe_load(text)["nav"]))) & set("<>\"'")


@pytest.mark.parametrize("text", HOSTILE)
def test_yaml_reads_back_what_was_written(text: str) -> None:
    assert yaml.safe_load(yaml_text(text)) == text
    assert yaml.safe_load(f"a: {yaml_text(text)}\nb: 1") == {"a": text, "b": 1}
    assert html.unescape(yaml.safe_load(yaml_title(text))) == " ".join(text.split())


@pytest.mark.parametrize("text", HOSTILE)
def test_a_fence_shows_a_line_and_puts_nothing_in(text: str) -> None:
    shown = rendered(page("Formal", fence(f"a\n{text}\n  {text}\nb")))
    usual = rendered(page("Formal", fence("a\nx\n  x\nb")))
    assert list(live(shown, usual)) == []
    assert "site_name" not in shown
    for line in text.splitlines():
        assert html.escape(line, quote=False) in shown
