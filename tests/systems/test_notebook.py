"""The notebook: what the designer tried or noted, as variants that say what they are."""

import re
from collections.abc import Iterator

import pytest

from haggis_rules.cases import check_text, idle_everywhere
from haggis_rules.ir.game import Clause, ClauseStatus
from haggis_rules.ir.load import known_names, layers, lineage, notebook, shipped, source_of
from haggis_rules.wording.names import titled
from tests.games import games_of
from tests.guides import ROOT

NOTES = range(1, 102)
RANGE = re.compile(r"(\d+)(?: to (\d+))?")


def test_the_notebook_is_apart_from_what_is_played() -> None:
    assert notebook()
    assert not {*notebook()} & {*shipped()}
    assert known_names() == (*shipped(), *notebook(), *layers())


def test_what_is_played_is_no_experiment() -> None:
    assert not [name for name in shipped() if lineage(source_of(name))[-1].variant.experimental]


@pytest.mark.parametrize("name", notebook())
def test_an_experiment_says_that_it_is_one(name: str) -> None:
    assert lineage(source_of(name))[-1].variant.experimental


def test_an_experiment_is_called_one() -> None:
    assert titled(games_of("baby-bet")[0]) == "baby-bet (experimental)"
    assert titled(games_of("classic")[0]) == "classic"


@pytest.mark.slow
@pytest.mark.parametrize("name", notebook())
def test_an_experiment_has_examples_that_hold_and_says_where_it_is_noted(name: str) -> None:
    report = check_text(lineage(source_of(name)))
    assert not report.faults
    assert not idle_everywhere(report.checked)
    own = [c for g in report.games for c in g.clauses.values() if c.variant == name]
    assert any(cited.source == "notes" for clause in own for cited in clause.citations)
    noted = {c.source for clause in own for c in clause.citations} - {"notes"}
    assert noted <= {"rulebook", "neeps-tatties"}


def clauses_of(name: str) -> Iterator[Clause]:
    """Yield the clauses that an experiment writes itself, at any table."""
    return (c for g in games_of(name) for c in g.clauses.values() if c.variant == name)


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading of the page, without its head."""
    page = (ROOT / "docs" / "notebook.md").read_text("utf-8")
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def numbers(cell: str) -> set[int]:
    found = RANGE.finditer(cell)
    return {one for m in found for one in range(int(m[1]), int(m[2] or m[1]) + 1)}


@pytest.mark.rotates
@pytest.mark.slow
def test_the_page_of_the_notebook_has_the_notes_that_each_experiment_cites() -> None:
    listed = {row[0]: row[1] for row in rows("Notes that you can play")}
    assert [*listed] == [*notebook()]
    for name, cell in listed.items():
        cited = {x for c in clauses_of(name) for x in c.citations if x.source == "notes"}
        assert numbers(cell) == {int(one.section) for one in cited}, name


@pytest.mark.slow
def test_the_page_of_the_notebook_has_every_ruling_that_fills_a_gap() -> None:
    listed = {
        row[0]: set(re.findall(r"`(.*?)`", row[1])) for row in rows("What these notes leave open")
    }
    ruled = {
        name: {c.name for c in clauses_of(name) if c.status is ClauseStatus.RULING}
        for name in notebook()
    }
    assert listed == {name: clauses for name, clauses in ruled.items() if clauses}


def test_every_note_has_one_place_on_the_page_of_the_notebook() -> None:
    played = {one for row in rows("Notes that you can play") for one in numbers(row[1])}
    others = [one for row in rows("Notes that are not experiments") for one in numbers(row[0])]
    assert sorted([*played, *others]) == [*NOTES]
