"""A field of a reading may be called as a state variable is: whose it is tells which is meant."""

from pathlib import Path

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.ir.traversal import everywhere
from tests.playing import HERON

HEAD = 'language 2 variant child extends heron "A child." add words because "to try" '


def game_with(folder: Path, items: str) -> Game:
    (folder / "heron.haggis").write_text(HERON.read_text("utf-8"), encoding="utf-8")
    place = folder / "child.haggis"
    place.write_text(f'{HEAD} "So." ruling because "so" {items}', encoding="utf-8")
    return load_game(place)


def kinds_in(game: Game, word: str) -> set[type]:
    return {type(part) for part in everywhere(game.definitions[word].base)}


def test_a_state_of_nobody_leaves_the_name_to_the_field(tmp_path: Path) -> None:
    items = "define reading r is tall as top of r is 9 define waiting as top is none"
    game = game_with(tmp_path, items)
    assert nodes.FieldOf in kinds_in(game, "tall")
    assert nodes.Get in kinds_in(game, "waiting")
    assert nodes.FieldOf not in kinds_in(game, "waiting")


def test_a_state_of_each_seat_is_told_from_the_field_by_whose_it_is(tmp_path: Path) -> None:
    items = """state colour of each seat is suit or none, at first none, seen by all
      define reading r is red as colour of r is hearts
      define seat s is red-handed as colour of s is hearts"""
    game = game_with(tmp_path, items)
    assert nodes.FieldOf in kinds_in(game, "red")
    assert nodes.Get in kinds_in(game, "red-handed")


def test_a_word_that_stands_alone_leaves_the_name_to_the_field(tmp_path: Path) -> None:
    items = "define size as 3 define reading r is large as size of r is above size + 2"
    game = game_with(tmp_path, items)
    assert {nodes.FieldOf, nodes.Call} <= kinds_in(game, "large")
