"""What is kept of differences fits the rules as they are, and is what a search finds."""

from collections import Counter

import pytest
from keep_differences import HANDS, differences

from haggis_rules.analysis.comparison.clause_effects import EffectSearch
from haggis_rules.analysis.comparison.kept_differences import (
    KeptDifference,
    kept_differences,
    kept_for,
    look_for,
    written,
)
from haggis_rules.ir.game_digests import play_digest
from haggis_rules.storage import package_data
from tests.games import game_of

KEPT = tuple(kept_differences().values())
STALE = "a rule changed: run `python tools/keep_differences.py`"


def test_what_is_kept_is_of_the_rules_as_they_are() -> None:
    assert KEPT
    for one in KEPT:
        games = (game_of(one.first, one.players), game_of(one.second, one.players))
        assert one.games == tuple(map(play_digest, games)), STALE
        assert kept_for(*games, [one.clause]) == one


def test_what_is_kept_is_read_as_it_was_written() -> None:
    assert written(KEPT) == package_data.read("spec", "differences.json")


def test_every_kind_of_play_is_told_in_full() -> None:
    kinds = Counter(one.kind for one in KEPT)
    assert kinds["hand"] > kinds["play"] > 0
    for one in KEPT:
        if one.kind == "hand":
            assert len(one.held) == one.players
            assert one.details
            assert one.moves or one.tried
        else:
            assert one.plays
            assert one.only in {one.first, one.second}


def found(one: KeptDifference) -> KeptDifference:
    """Look for what is kept again."""
    games = game_of(one.first, one.players), game_of(one.second, one.players)
    search = EffectSearch(one.first, one.second, one.players, HANDS)
    (again,) = look_for(*games, [one.clause], search)
    return again


@pytest.mark.slow
@pytest.mark.parametrize("clause", ["score.out", "combinations.stair", "capture.bomb.three"])
def test_a_search_finds_what_is_kept(clause: str) -> None:
    one = next(each for each in KEPT if each.clause == clause)
    assert found(one) == one


@pytest.mark.long
@pytest.mark.slow
def test_the_tool_would_write_what_is_kept() -> None:
    assert written(differences()) == package_data.read("spec", "differences.json"), STALE
