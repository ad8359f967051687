"""A source of the variant's own confirms clauses of the parent, and play stays as it is."""

from pathlib import Path

import pytest

from haggis_rules.analysis.comparison.clause_differences import compare_clauses
from haggis_rules.ir.clause_history import ClauseConfirmation
from haggis_rules.ir.game import Citation, ClauseStatus, Game
from haggis_rules.ir.game_digests import content_digest, play_digest
from haggis_rules.ir.ledger import NamingReason, naming_reason
from haggis_rules.ir.load import lineage, load_game, source_of
from haggis_rules.mutation.mutants import mutants
from haggis_rules.syntax import ast

PAGE = Citation("page", "A page of our own", "Play")
CHILD = """language 2
variant child extends classic
  "What a page says as well."

source page
  "A page of our own"

confirm trick.turn, capture.plain
  cites page "Play"

confirm trick.end
  cites page "Play"
  which is clear

confirm combinations.stair
  cites page "Play"
  cites page "Runs"
  ruling because "the page leaves one thing open"
"""
GRANDCHILD = """language 2
variant grandchild extends child
  "It has a page of its own for one of them."

source leaflet
  "A leaflet"

confirm capture.plain
  cites leaflet "Tricks"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "child.haggis").write_text(CHILD, encoding="utf-8")
    (tmp_path / "grandchild.haggis").write_text(GRANDCHILD, encoding="utf-8")
    return tmp_path


@pytest.fixture
def child(folder: Path) -> Game:
    return load_game(folder / "child.haggis", players=2)


def test_play_stays_and_what_is_said_of_it_does_not(folder: Path, child: Game) -> None:
    plain = folder / "plain"
    plain.mkdir()
    (plain / "child.haggis").write_text(CHILD[: CHILD.index("confirm")], encoding="utf-8")
    parent = load_game(plain / "child.haggis", players=2)
    assert play_digest(child) == play_digest(parent)
    assert content_digest(child) != content_digest(parent)
    for name, clause in child.clauses.items():
        former = parent.clauses[name]
        assert (clause.rule, clause.words, clause.ledgers) == (
            former.rule,
            former.words,
            former.ledgers,
        )


def test_the_own_source_comes_first_and_the_parents_ruling_stays(child: Game) -> None:
    clause, former = (
        child.clauses["capture.plain"],
        load_game("classic", players=2).clauses["capture.plain"],
    )
    assert clause.citations == (PAGE, *former.citations)
    assert (clause.status, clause.because) == (ClauseStatus.RULING, former.because)
    assert clause.confirmed == ClauseConfirmation("child", cited=1)


def test_a_source_that_is_clear_stands_alone(child: Game) -> None:
    clause = child.clauses["trick.end"]
    assert clause.citations == (PAGE,)
    assert (clause.status, clause.because) == (ClauseStatus.STATED, "")


def test_another_ruling_takes_the_place_of_the_parents_erratum(child: Game) -> None:
    clause = child.clauses["combinations.stair"]
    assert clause.status is ClauseStatus.RULING
    assert clause.because == "the page leaves one thing open"
    assert [one.section for one in clause.citations] == ["Play", "Runs", "Sequences"]


def test_a_confirmed_clause_is_marked_by_how_it_stands_and_not_as_kept(child: Game) -> None:
    marks = {name: naming_reason(clause, child) for name, clause in child.clauses.items()}
    assert marks["trick.turn"] is NamingReason.STATED
    assert marks["trick.end"] is NamingReason.STATED
    assert marks["capture.plain"] is NamingReason.RULING
    assert marks["trick.pass"] is NamingReason.PARENT


def test_a_child_keeps_what_its_parent_confirmed_and_may_confirm_it_anew(folder: Path) -> None:
    game = load_game(folder / "grandchild.haggis", players=2)
    marks = {name: naming_reason(clause, game) for name, clause in game.clauses.items()}
    assert marks["trick.turn"] is NamingReason.PARENT
    assert marks["capture.plain"] is NamingReason.RULING
    cited = [one.source for one in game.clauses["capture.plain"].citations]
    assert cited == ["leaflet", "page", "rulebook"]


def test_who_says_so_is_no_change_of_the_rules_to_mutate(folder: Path, child: Game) -> None:
    line = lineage(source_of(folder / "child.haggis"))
    assert not list(mutants(line, [child], checks=True))


def test_a_confirmation_is_no_difference_between_rules(child: Game) -> None:
    difference = compare_clauses([load_game("classic", players=2)], [child])
    assert not difference.changed
    assert difference.same == len(child.clauses)


def test_to_confirm_a_clause_is_no_edit(folder: Path) -> None:
    file = lineage(source_of(folder / "child.haggis"))[-1]
    entries = [one for one in file.entries if isinstance(one, ast.Confirm)]
    assert len(entries) == 3
    assert not any(ast.clauses_in(one) or ast.items_in(one) for one in entries)
