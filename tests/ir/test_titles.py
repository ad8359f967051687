"""A clause has a title in words, which a clause in its place keeps unless it has its own."""

from pathlib import Path

import pytest

from haggis_rules.cli import main
from haggis_rules.diagnostics.errors import NoEffectError, SeveralFaultsError
from haggis_rules.ir.game import Clause, Game
from haggis_rules.ir.load import load_game
from tests.playing import HERON

OWN = '"Each player gets 15 cards, one at a time."'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    titled = HERON.read_text("utf-8").replace(
        "clause table.deal\n", 'clause table.deal\n  titled "How many cards you get"\n'
    )
    (tmp_path / "heron.haggis").write_text(titled, encoding="utf-8")
    return tmp_path


def game_of(folder: Path, edits: str) -> Game:
    place = folder / "child.haggis"
    head = 'language 2 variant child extends heron "A child."'
    place.write_text(f"{head} {edits}", encoding="utf-8")
    return load_game(place)


def deal_of(folder: Path, edits: str) -> Clause:
    return game_of(folder, edits).clauses["table.deal"]


def replaced(title: str = "", words: str = OWN) -> str:
    items = HERON.read_text("utf-8").partition("clause table.deal")[2].partition("chapter")[0]
    rest = items.partition('unseen."')[2]
    return f'replace table.deal because "so we like it" {title} {words} {rest}'


def test_a_title_is_no_rule_and_the_clause_is_headed_by_it(folder: Path) -> None:
    game = load_game(folder / "heron.haggis")
    assert game.clauses["table.deal"].title == "How many cards you get"
    assert game.clauses["table.deal"].heading == "How many cards you get"
    assert game.clauses["single"].title == ""
    assert game.clauses["single"].heading == "single"


def test_a_clause_in_its_place_keeps_the_title_unless_it_has_its_own(folder: Path) -> None:
    assert deal_of(folder, replaced()).title == "How many cards you get"
    assert deal_of(folder, replaced('titled "The deal"')).title == "The deal"


def test_a_changed_clause_keeps_the_title_unless_it_has_its_own(folder: Path) -> None:
    shorter = 'change table.deal because "so we like it" {} from 15 to 12'
    assert deal_of(folder, shorter.format("")).title == "How many cards you get"
    assert deal_of(folder, shorter.format('titled "The deal"')).title == "The deal"


def test_a_grandchild_finds_the_title_behind_an_untitled_replacement(folder: Path) -> None:
    again = f'{replaced()} change table.deal because "shorter" from 15 to 12'
    assert deal_of(folder, again).title == "How many cards you get"


def test_only_another_title_makes_a_copy_an_edit(folder: Path) -> None:
    same = replaced(words='"Each player gets 15 cards, and the rest are set aside unseen."')
    with pytest.raises(SeveralFaultsError) as caught:
        game_of(folder, same)
    assert [type(fault) for fault in caught.value.faults] == [NoEffectError]
    other = same.replace('like it"', 'like it" titled "The deal"', 1)
    assert deal_of(folder, other).title == "The deal"


def test_the_title_is_explained_first(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert main(["explain", "table.deal", "--in", "./heron.haggis"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["How many cards you get", "table.deal  (heron, Table and cards)"]
