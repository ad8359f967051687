"""Several numbers of seats: pages for each, what differs between them, and the order of all."""

import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from haggis_rules.site.content.volumes import Volumes, counterparts
from haggis_rules.site.nav import navigation
from haggis_rules.site.pages.front import front_page
from haggis_rules.site.writer import pages, write_pages
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.guards import describe_guard, describe_seats, options_of
from tests.site.games import TEXTS, game, pages_game


@cache
def both() -> Volumes:
    return Volumes.of([pages_game(3), pages_game(2)])


def _yaml(text: str) -> Any:
    yaml: Any = import_module("yaml")  # it comes with mkdocs, and has no types
    return yaml.safe_load(text)


def _chapter(seats: int, name: str) -> str:
    return pages(pages_game(seats), catalog=both())[f"pages-{seats}/{name}.md"]


def test_each_number_of_seats_has_a_folder_of_its_own() -> None:
    folders = {path.split("/")[0] for seats in (2, 3) for path in pages(pages_game(seats))}
    assert folders == {"pages-2", "pages-3"}


def test_a_clause_for_some_tables_says_so_and_leads_to_its_counterpart() -> None:
    table = _chapter(2, "01-the-table")
    there = "[cards.suits.three](../pages-3/01-the-table.md#cards.suits.three)"
    assert f"**With two players.** With three players there is {there} instead." in table
    back = "[cards.suits.two](../pages-2/01-the-table.md#cards.suits.two)"
    assert f"With two players there is {back} instead." in _chapter(3, "01-the-table")


def test_a_clause_for_every_table_says_nothing_of_it() -> None:
    section = _chapter(2, "01-the-table").split("{ #cards.ranks }")[1].split("\n## ")[0]
    assert "With " not in section
    assert "../pages-3" not in section


def test_a_clause_without_a_counterpart_says_that_there_is_none() -> None:
    alone = replace(
        pages_game(3), clauses={n: c for n, c in pages_game(3).clauses.items() if "suits" not in n}
    )
    catalog = Volumes.of([pages_game(2), alone])
    written = pages(pages_game(2), catalog=catalog)["pages-2/01-the-table.md"]
    assert "**With two players.** With three players there is no such clause." in written


def test_counterparts_share_a_ledger_number_or_what_they_declare() -> None:
    two = pages_game(2).clauses["cards.suits.two"]
    assert counterparts(two, pages_game(2), pages_game(3)) == ("cards.suits.three",)
    other = replace(pages_game(3).clauses["cards.suits.three"], ledgers=("9.9",))
    moved = replace(pages_game(3), clauses={**pages_game(3).clauses, other.name: other})
    assert counterparts(two, pages_game(2), moved) == ("cards.suits.three",)
    undeclared = replace(moved, declared={})
    assert counterparts(two, pages_game(2), undeclared) == ()
    assert counterparts(pages_game(2).clauses["cards.ranks"], pages_game(2), pages_game(3)) == ()


def test_each_page_leads_to_the_same_page_with_another_number_of_players() -> None:
    assert "**2 players** · [3 players](../pages-3/02-play.md)" in _chapter(2, "02-play")
    assert "[2 players](../pages-2/index.md) · **3 players**" in _chapter(3, "index")
    assert "players](../" not in pages(pages_game(2))["pages-2/02-play.md"]


@pytest.mark.parametrize(
    ("guard", "words"),
    {
        "with 2 seats": "with two players",
        "with 2 or 3 seats": "with two or three players",
        "with 3 or 5 or 12 seats": "with three, five or 12 players",
        "with pairs": "when the option pairs is agreed on",
        "with not pairs": "when the option pairs is not agreed on",
        "with share is many": "when share is agreed to be many",
        "with 3 seats and pairs": "with three players and when the option pairs is agreed on",
    }.items(),
)
def test_a_guard_is_told_in_words(guard: str, words: str) -> None:
    assert describe_guard(ExpressionWording.of(pages_game(2)), guard) == words


def test_the_options_of_a_guard_are_found() -> None:
    clause = replace(
        pages_game(2).clauses["turns"], guard="with 2 seats and not pairs and share is many"
    )
    assert options_of(clause) == {"pairs", "share"}
    assert options_of(pages_game(2).clauses["turns"]) == set()
    assert describe_seats(2) == "with two players"


def test_the_front_page_lists_every_variant_and_its_players() -> None:
    front = front_page(Volumes.of([*(game(text) for text in TEXTS), pages_game(2), pages_game(3)]))
    own, child = (
        next(line for line in front.splitlines() if line.startswith(f"- [{name}"))
        for name in ("Pages](#pages)", "Every-word (experimental)](#every-word)")
    )
    assert own.endswith("<br>[2 players](pages-2/index.md) · [3 players](pages-3/index.md)")
    assert "builds on" not in own
    assert "It builds on [Neeps-core](#neeps-core)." in child
    assert child.endswith("<br>[6 players](every-word-6/index.md)")
    assert "## Neeps-core { #neeps-core }" in front


def test_the_front_page_says_what_differs() -> None:
    front = front_page(Volumes.of([*(game(text) for text in TEXTS), pages_game(2), pages_game(3)]))
    own = front.split("{ #pages }")[1]
    assert "- With two players: [cards.suits.two](pages-2/01-the-table.md#cards.suits.two)" in own
    assert "- With three players: [cards.suits.three]" in own
    child = front.split("{ #every-word }")[1].split("\n## ")[0]
    assert re.search(r"\*\*Changes\*\* [0-9]+ changes? to Neeps-core", child)
    assert '"[made.up](every-word-6/' in child
    assert ')" is added, because tests need every kind of expression.' in child
    assert "Changes" not in own


def test_a_clause_that_was_replaced_is_linked_where_its_pages_are() -> None:
    clause = pages_game(2).clauses["turns"]
    edited = replace(clause, variant="child", replaces="pages", edit="it is more fun")
    child = replace(
        pages_game(2),
        name="child",
        lineage=("pages", "child"),
        clauses={**pages_game(2).clauses, clause.name: edited},
    )
    written = pages(child, catalog=Volumes.of([pages_game(2), child]))
    assert (
        "See [turns](../pages-2/02-play.md#turns) of Pages, 2 players."
        in written["child-2/02-play.md"]
    )
    assert "descends from [pages](../pages-2/index.md)" in written["child-2/index.md"]
    assert "See [turns]" not in pages(child)["child-2/02-play.md"]


def test_the_navigation_has_every_page_once_and_written_pages_around_them(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    (docs / "choices").mkdir(parents=True)
    for name in ("index.md", "zebra.md", "choices/001-a.md", "choices/index.md"):
        (docs / name).write_text("# Title\n", encoding="utf-8")
    written = write_pages([pages_game(2), pages_game(3)], docs / "rules")
    nav = _yaml((docs / "rules" / "nav.yml").read_text(encoding="utf-8"))["nav"]
    assert nav[0] == "index.md"
    assert nav[2:] == ["zebra.md", {"Choices": ["choices/index.md", "choices/001-a.md"]}]
    entries = nav[1]["The rules"]
    index, *top_level = [entry for entry in entries if isinstance(entry, str)]
    editions, rulings, promises, two, three = [e for e in entries if not isinstance(e, str)]
    assert editions == {"Editions": ["rules/editions/pages.md"]}
    assert rulings["Rulings"][0] == "rules/rulings/index.md"
    assert index == "rules/index.md"
    assert two["Pages, 2 players"][0] == "rules/pages-2/index.md"
    assert promises["Promises"][0] == "rules/promises/index.md"
    volumes = [*two["Pages, 2 players"], *three["Pages, 3 players"]]
    groups = [*editions["Editions"], *rulings["Rulings"], *promises["Promises"]]
    listed = [index, *top_level, *groups, *volumes]
    there = {path.relative_to(docs).as_posix() for path in written if path.suffix == ".md"}
    assert len(listed) == len(set(listed))
    assert set(listed) == {name for name in there if not name.startswith("rules/questions/")}


def test_without_written_pages_around_them_there_is_no_navigation(tmp_path: Path) -> None:
    (tmp_path / "index.md").write_text("# Home\n", encoding="utf-8")
    write_pages([pages_game(2)], tmp_path / "rules")
    assert (tmp_path / "rules" / "nav.yml").is_file()
    (tmp_path / "index.md").unlink()
    write_pages([pages_game(2)], tmp_path / "rules")
    assert not (tmp_path / "rules" / "nav.yml").exists()


def test_the_navigation_keeps_names_that_yaml_would_read_otherwise(tmp_path: Path) -> None:
    odd = replace(pages_game(2), name="yes: #no")
    catalog = Volumes.of([odd])
    (tmp_path / "rules").mkdir()
    nav = _yaml(navigation(catalog, ["yes: #no-2/index.md"], tmp_path / "rules"))["nav"]
    assert "Yes: #no, 2 players" in nav[0]["The rules"][1]


def test_a_page_for_one_number_of_seats_is_not_written_over_another(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two variants"):
        write_pages([pages_game(2), pages_game(2)], tmp_path)
