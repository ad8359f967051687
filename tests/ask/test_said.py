"""What plays are called, in Python and on the page."""

import json
import shutil
from pathlib import Path

import pytest

from haggis_rules.engine.rules import Rules
from haggis_rules.finder.cards_said import CardsSaid
from haggis_rules.finder.thesaurus import shipped_thesaurus
from tests.ask.asked import HERON, ODD, asked_of, needs_node, node, page, put
from tests.games import rules_of

GAMES = {
    "classic-2": ("classic", 2),
    "cats-2": ("cats", 2),
    "heron-3": (HERON, 3),
    "odd-2": (ODD, 2),
}


def named(rules: Rules) -> dict[str, str]:
    said = CardsSaid(rules.game, shipped_thesaurus().cards)
    return {rules.show(reading): said.play(reading) for reading in rules.patterns.readings}


@pytest.mark.parametrize(
    ("game", "written", "called"),
    [
        ("classic-2", "single@J", "a single jack"),
        ("classic-2", "set3@9", "a set of three 9s"),
        ("classic-2", "sequence3@J", "a sequence of three, up to the jack"),
        ("classic-2", "stair2x3@9", "a stair of three pairs, up to the 9s"),
        ("classic-2", "stair4x2@9", "a stair of two groups of four, up to the 9s"),
        ("classic-2", "bomb:JQK", "a bomb of jack, queen and king"),
        ("classic-2", "bomb:suited", "a bomb of 3, 5, 7 and 9 in one suit"),
        ("heron-3", "single@9s", "a single 9 of spades"),
        ("heron-3", "pair@9", "a pair of 9s"),
        ("heron-3", "full@9", "a full, top 9"),
        ("odd-2", "net4@8", "a net of four pairs, up to the 8s"),
        ("odd-2", "twins@8b", "a twins, top 8, extra blue"),
    ],
)
def test_a_play_is_called_by_what_it_is_made_of(game: str, written: str, called: str) -> None:
    assert named(rules_of(*GAMES[game]))[written] == called


@pytest.mark.parametrize("game", GAMES)
def test_no_two_readings_are_called_the_same(game: str) -> None:
    names = named(rules_of(*GAMES[game]))
    assert len({*names.values()}) == len(names)
    assert not any("{" in name for name in names.values())


def said_on(folder: Path, game: str, tmp_path: Path) -> dict[str, str]:
    put(tmp_path, [asked_of(rules_of(*GAMES[game]), game)], [])
    lines = node(Path(__file__).with_name("said.mjs"), folder, tmp_path, game).splitlines()
    return dict(map(json.loads, lines))


@needs_node
@pytest.mark.parametrize("game", GAMES)
def test_the_page_calls_each_play_as_python_does(game: str, tmp_path: Path) -> None:
    assert said_on(page(), game, tmp_path) == named(rules_of(*GAMES[game]))


@needs_node
@pytest.mark.parametrize(
    ("there", "instead"),
    [('"eight"', '"ate"'), ('2: "pairs"', '2: "twos"'), ("reading[1 + by]", "0")],
)
def test_a_page_that_calls_plays_otherwise_is_noticed(
    there: str, instead: str, tmp_path: Path
) -> None:
    shutil.copytree(page(), tmp_path / "page")
    broken = tmp_path / "page" / "words.js"
    text = broken.read_text(encoding="utf-8")
    assert text.count(there) == 1
    broken.write_text(text.replace(there, instead), encoding="utf-8")
    assert said_on(tmp_path / "page", "classic-2", tmp_path) != named(rules_of("classic", 2))
