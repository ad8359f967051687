"""Edits below a clause come to the same as the clause replaced, and are never applied in doubt."""

from pathlib import Path

import pytest

from haggis_rules.cli import main
from haggis_rules.diagnostics.errors import (
    NoSuchPartError,
    PartTwiceError,
    RuleError,
    SeveralFaultsError,
    UnfitPartError,
    UnsaidChangeError,
)
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Clause, ClauseStatus, Game
from haggis_rules.ir.load import lineage, load_game, source_of
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.syntax.files import read_source
from haggis_rules.syntax.format import format_text
from tests.playing import HERON

TEXTS = Path(__file__).parents[1] / "texts"
HOUSE_RULES = ("consolation", "dearer-bets", "early-bets")
HEAD = 'language 2 variant child extends heron "A child." '
DEAL = """
  "Each player gets 12 cards, and the rest are set aside unseen."
  cites heron-sheet "Deal"
  ruling because "we like it"
  zone fist of each seat, seen by owner
  zone leftover, seen by nobody
  deal 12 plain to fist of each seat
  deal the rest of plain to leftover
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "heron.haggis").write_text(HERON.read_text("utf-8"), encoding="utf-8")
    return tmp_path


def game_of_edits(folder: Path, edits: str) -> Game:
    place = folder / "child.haggis"
    place.write_text(HEAD + edits, encoding="utf-8")
    return load_game(place)


def clause_of(folder: Path, edits: str, name: str = "table.deal") -> Clause:
    return game_of_edits(folder, edits).clauses[name]


def test_a_house_rule_of_one_number_is_three_lines(folder: Path) -> None:
    place = folder / "child.haggis"
    lines = [
        "language 2",
        'variant child extends heron "Shorter hands."',
        'change table.deal because "we like it" from 15 to 12',
    ]
    place.write_text("\n".join(lines), encoding="utf-8")
    games, found = check_everywhere(place)
    assert found == []
    (game,) = games
    assert "deal 12 plain" in game.clauses["table.deal"].formal
    assert "Each player gets 12 cards" in game.clauses["table.deal"].words


@pytest.mark.parametrize(
    "edits",
    [
        "from 15 to 12",
        """from "15" to "12"
        from deal 15 plain to fist of each seat to deal 12 plain to fist of each seat""",
        """from "15" to "12"
        without deal 15 plain to fist of each seat without deal the rest of plain to leftover
        also deal 12 plain to fist of each seat also deal the rest of plain to leftover""",
    ],
)
def test_what_is_edited_is_the_same_game_as_what_is_replaced(folder: Path, edits: str) -> None:
    edited = game_of_edits(folder, f'change table.deal because "we like it" {edits}')
    replaced = game_of_edits(folder, f'replace table.deal because "we like it" {DEAL}')
    sound = load_game(HERON)
    assert edited == replaced
    assert Rules(edited).digest == Rules(replaced).digest != Rules(sound).digest
    assert Rules(edited).content == Rules(replaced).content


def test_an_edited_rule_is_a_ruling_that_cites_what_it_did(folder: Path) -> None:
    clause = clause_of(folder, 'change table.deal because "we like it" from 15 to 12')
    assert clause.status is ClauseStatus.RULING
    assert (clause.because, clause.edit) == ("we like it", "we like it")
    assert clause.citations == load_game(HERON).clauses["table.deal"].citations
    assert (clause.variant, clause.replaces) == ("child", "heron")


def test_an_edit_can_say_who_says_so(folder: Path) -> None:
    source = 'source club "Our club" '
    place = folder / "child.haggis"
    edits = 'change table.deal because "we like it" cites club "Deal" from 15 to 12'
    place.write_text(HEAD + source + edits, encoding="utf-8")
    clause = load_game(place).clauses["table.deal"]
    assert clause.status is ClauseStatus.STATED
    assert [one.title for one in clause.citations] == ["Our club"]


def test_an_example_more_leaves_the_standing_and_the_words(folder: Path) -> None:
    edits = 'also example "Twelve." given the deal then cards in leftover is 11'
    clause = clause_of(folder, f'change table.deal because "it helps" {edits}')
    assert clause.status is ClauseStatus.STATED
    assert 'example "Twelve."' in clause.formal
    assert clause.changes[0].words == ""


def test_a_clause_that_follows_from_others_goes_on_doing_so(folder: Path) -> None:
    edits = 'from "No card is lost, somebody" to "Somebody" without promise kept'
    clause = clause_of(folder, f'change promises because "it is plain" {edits}', "promises")
    assert clause.status is ClauseStatus.DERIVED
    assert "promise kept" not in clause.formal


def test_each_generation_adds_its_edits(folder: Path) -> None:
    game_of_edits(folder, 'change table.deal because "we like it" from 15 to 12')
    place = folder / "grandchild.haggis"
    place.write_text(
        'language 2 variant grandchild extends child "A grandchild." '
        'change table.deal because "shorter still" from 12 to 9 '
        'change table.deal because "we say so" from "unseen" to "face down"'
    )
    clause = load_game(place).clauses["table.deal"]
    assert [(one.variant, one.because) for one in clause.changes] == [
        ("child", "we like it"),
        ("grandchild", "shorter still"),
        ("grandchild", "we say so"),
    ]
    assert clause.changes[1].diff == (
        "- deal 12 plain to fist of each seat",
        "+ deal 9 plain to fist of each seat",
    )
    assert (
        clause.changes[1].words == "Each player gets 12 cards, and the rest are set aside unseen."
    )
    assert (clause.replaces, clause.edit) == ("heron", "shorter still; we say so")


def test_an_edit_that_the_parent_has_overtaken_is_told(folder: Path) -> None:
    edits = 'change table.deal because "we like it" from 15 to 12'
    game_of_edits(folder, edits)
    parent = folder / "heron.haggis"
    parent.write_text(HERON.read_text("utf-8").replace("deal 15 plain", "deal 14 plain"))
    (fault,) = faults_of(folder, edits)
    assert isinstance(fault, NoSuchPartError)
    assert fault.hint == "there is `14`"


@pytest.mark.parametrize(
    ("clause", "edit", "gone", "come"),
    [
        (
            "table.deal",
            '"S." from the zone leftover to zone leftover, seen by all',
            "zone leftover, seen by nobody",
            "zone leftover, seen by all",
        ),
        (
            "table.deal",
            '"S." from the deal to fist to deal 9 plain to fist of each seat',
            "deal 15 plain",
            "deal 9 plain",
        ),
        ("table.cards", '"S." from the table to table of 2 seats', "of 3 seats", "of 2 seats"),
        ("table.cards", '"S." from the ranks to ranks 3 4 5 6 7 8 9 X', "8 9\n", "8 9 X"),
    ],
)
def test_zones_deals_and_the_table_have_short_names(
    folder: Path, clause: str, edit: str, gone: str, come: str
) -> None:
    formal = clause_of(folder, f'change {clause} because "so" {edit}', clause).formal
    assert come in formal
    assert gone not in formal


def test_an_option_is_named_before_an_edit_that_leaves_something_out(folder: Path) -> None:
    path = folder / "sized.haggis"
    path.write_text(
        'language 2 variant sized extends heron "S." add agreed because "so" "Both." ruling '
        'because "so" option fine is truth, usually false option large is truth, usually false'
    )
    child = folder / "child.haggis"
    head = 'language 2 variant child extends sized "C." change agreed because "so" "None." '
    child.write_text(f"{head}without the option fine without the option large")
    assert load_game(child).options == ()


def faults_of(folder: Path, edits: str) -> tuple[RuleError, ...]:
    with pytest.raises(SeveralFaultsError) as caught:
        game_of_edits(folder, edits)
    return caught.value.faults


@pytest.mark.parametrize(
    ("clause", "edit", "kind"),
    [
        ("table.deal", "from 16 to 12", NoSuchPartError),
        ("table.deal", "without deck plain", NoSuchPartError),
        ("table.deal", "without the zone hand", NoSuchPartError),
        ("table.deal", "without the option fine", NoSuchPartError),
        ("table.deal", 'without example "Twelve."', NoSuchPartError),
        ("table.deal", "from plain to other", PartTwiceError),
        ("table.deal", "from fist to 12", PartTwiceError),
        ("lay", "without may lay", PartTwiceError),
        ("table.deal", "from 15 to (15 + 1)", UnfitPartError),
        ("table.deal", "from 15 to plain", UnfitPartError),
        ("higher", "from a outranks b to 3", UnsaidChangeError),
        ("single", "from 1 to 2", UnsaidChangeError),
    ],
)
def test_an_edit_in_doubt_is_refused_at_its_place(
    folder: Path, clause: str, edit: str, kind: type
) -> None:
    (fault,) = faults_of(folder, f'change {clause} because "so" {edit}')
    assert isinstance(fault, kind)
    assert fault.span.source.path.endswith("child.haggis")


def test_a_number_that_the_words_have_twice_is_not_guessed_at(folder: Path) -> None:
    twice = 'change table.deal because "so" from "unseen" to "unseen by all 15"'
    (fault,) = faults_of(folder, f'{twice} change table.deal because "so" from 15 to 12')
    assert isinstance(fault, UnsaidChangeError)


def test_a_fault_of_what_was_edited_lies_at_the_edit(folder: Path) -> None:
    (fault,) = faults_of(folder, 'change table.deal because "so" from 15 to 30')
    assert fault.span.source.path.endswith("child.haggis")
    assert fault.span.text == "30"


def test_edits_cannot_make_a_value_deeper_than_one_can_be_written(folder: Path) -> None:
    deep = " and ".join(["not done"] * 50)
    edit = f'"So." from not done and top is not none to {deep}'
    game_of_edits(folder, f'change sleep because "so" {edit}')
    again = f'change sleep because "more" "So it is." from not done and not done to {deep}'
    (fault,) = faults_of(folder, f'change sleep because "so" {edit} {again}')
    assert isinstance(fault, UnfitPartError)


def test_an_edited_condition_is_repeated_as_it_is_now(folder: Path) -> None:
    game = game_of_edits(folder, 'change lay because "so" "So." from done to (turn is none)')
    (lay,) = [one for one in game.actions if one.name == "lay"]
    said = [guard.expr.span.text for guard in lay.guards if guard.expr.span is not None]
    assert "not turn is none" in said


@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSE_RULES)
def test_the_house_rules_have_no_fault_and_their_examples_hold(name: str) -> None:
    place = TEXTS / f"{name}.haggis"
    assert main(["check", str(place)]) == 0
    assert format_text(read_source(place)) == place.read_text("utf-8")
    clauses = load_game(place, players=2).clauses.values()
    assert {one.status for one in clauses if one.changes} >= {ClauseStatus.RULING}


def test_edits_are_undone_and_what_they_bring_is_changed_one_at_a_time() -> None:
    line = lineage(source_of(TEXTS / "early-bets.haggis"))
    games, _ = check_everywhere(TEXTS / "early-bets.haggis")
    found = {one.name: one for one in mutants(line, games)}
    assert "bets.when/0: not changed" in found
    assert "bets.when/3: without edit 3" in found
    assert not any(name.startswith(("bets.when/1", "bets.when/4")) for name in found)
    assert any("every seat s" in row for row in found["bets.when/3: and to or"].diff)
