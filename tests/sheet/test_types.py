"""Every type of play that a hand can hold, and in how many ways the deck makes it."""

from functools import cache
from math import comb

import pytest

from haggis_rules.analysis.possible_types import TypeHeld
from haggis_rules.analysis.sheet import play_types
from haggis_rules.analysis.sheet.play_types import types_of
from tests.games import rules_of


@cache
def _types() -> dict[str, TypeHeld]:
    rules = rules_of("classic", 2)
    (held,) = types_of(rules)
    return {rules.show(one.readings[0]): one for one in held.types}


@pytest.mark.parametrize("width", [2, 3, 4])
def test_sets_are_as_many_as_one_can_choose_suits(width: int) -> None:
    found = _types()[f"set{width}@2"]
    assert found.plain == 9 * comb(4, width)
    assert found.cards == width


def test_a_set_that_needs_wild_cards_is_made_in_no_way_without() -> None:
    found = _types()["set7@2"]
    assert found.plain == 0
    assert found.lowest.endswith("J Q K = set7@2")
    assert "set8@2" not in _types()


def test_bombs_are_counted_whole() -> None:
    rainbows, suited, of_courts = 24, 4, 4
    assert _types()["bomb:rainbow"].plain == rainbows + suited + of_courts


def test_stairs_and_sequences_are_counted_by_their_suits() -> None:
    assert _types()["sequence3@4"].plain == 7 * 4
    assert _types()["stair2x2@3"].plain == 8 * comb(4, 2)


def test_what_is_too_much_to_go_through_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_types, "MOST_WAYS", 5)
    (held,) = types_of(rules_of("classic", 2))
    plain = {one.lowest.split(" = ")[1]: one.plain for one in held.types}
    assert plain["set2@2"] is None
    assert plain["set3@2"] == 9 * comb(4, 3)
    assert plain["bomb:rainbow"] is None
