"""A page for each source reads along with it, and links the clauses that carry each sentence."""

import re
from dataclasses import replace
from functools import cache

from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.pages.front import front_page
from haggis_rules.site.pages.sources import SOURCES, source_pages
from haggis_rules.sources.atlas import shipped_atlases
from tests.games import games_of
from tests.site.games import game
from tests.sources.atlases import atlas_named, line_saying, with_line

RULEBOOK = f"{SOURCES}/rulebook"


@cache
def volumes() -> Volumes:
    return Volumes.of([*games_of("classic"), *games_of("tournament")])


@cache
def written() -> dict[str, str]:
    return source_pages(volumes(), {}, shipped_atlases())


def rows(page: str) -> list[list[str]]:
    """Return the cells of each row that stands for a sentence."""
    lines = (line for line in page.splitlines() if re.match(r"\| \d", line))
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_only_sources_of_variants_that_are_there_have_pages() -> None:
    assert set(written()) == {f"{SOURCES}/index", RULEBOOK}
    assert source_pages(Volumes.of([game("heron/heron.haggis")]), {}, shipped_atlases()) == {}


def test_each_line_has_a_row_in_its_section() -> None:
    page = written()[RULEBOOK]
    atlas = atlas_named("rulebook")
    assert len(rows(page)) == len(atlas.lines)
    assert [line for line in page.splitlines() if line.startswith("## Betting")] == [
        "## Betting { #betting }"
    ]


def test_notes_by_numbers_are_one_table_on_a_page_of_their_own() -> None:
    pages = source_pages(Volumes.of(games_of("neeps")), {}, shipped_atlases())
    page = pages[f"{SOURCES}/neeps-tatties"]
    notes = pages[f"{SOURCES}/neeps-tatties-designer-notes-1-to-101"]
    atlas = atlas_named("neeps-tatties")
    assert len(rows(page)) + len(rows(notes)) == len(atlas.lines)
    assert [row[0] for row in rows(notes)] == [str(number) for number in range(1, 102)]
    assert "(neeps-tatties-designer-notes-1-to-101.md)" in page
    assert "(neeps-tatties.md)" in notes


def test_every_clause_that_carries_a_sentence_is_linked_in_each_system() -> None:
    page = written()[RULEBOOK]
    (row,) = [row for row in rows(page) if row[1] == "a bet is open to everybody"]
    assert row[2] == "[When you may bet](../classic-2/05-bets.md#bets.when)"
    assert row[3] == "[When you may bet](../tournament-3/05-bets.md#bets.when)"
    by_name = {(v.folder, name) for v in volumes().volumes for name in v.game.clauses}
    links = re.findall(r"\]\(\.\./([a-z0-9-]+)/[^)#]+#([^)]+)\)", page)
    assert links
    assert set(links) <= by_name


def test_what_is_at_odds_is_said_with_our_ruling_and_what_states_no_rule_with_its_reason() -> None:
    page = written()[RULEBOOK]
    assert (
        "**Contradicts:** a pair with one copy of each card never has one suit. **We rule:**"
        in page
    )
    assert "*No rule:* it names people and a publisher." in page
    assert "it is only for tournaments" in page


def test_a_clause_that_no_variant_has_is_named_without_a_link() -> None:
    atlas = atlas_named("rulebook")
    line = line_saying(atlas, "a bet is open to everybody")
    stray = replace(line, carried={"classic": ("no.clause",)})
    pages = source_pages(volumes(), {}, [with_line(atlas, line, stray)])
    (row,) = [row for row in rows(pages[RULEBOOK]) if row[1] == "a bet is open to everybody"]
    assert row[2:] == ["no.clause", "-"]


def test_the_list_counts_the_sentences_and_the_front_page_leads_to_it() -> None:
    (row,) = [
        line for line in written()[f"{SOURCES}/index"].splitlines() if "(rulebook.md)" in line
    ]
    atlas = atlas_named("rulebook")
    assert f"| {sum(len(line.hashes) for line in atlas.lines)} | {len(atlas.lines)} |" in row
    assert f"({SOURCES}/index.md)" in front_page(volumes(), sourced=True)
    assert f"({SOURCES}/index.md)" not in front_page(volumes())
