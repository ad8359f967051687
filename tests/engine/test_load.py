"""Rules are loaded for so many players and options, or the call is told what is wrong."""

from pathlib import Path
from typing import Any

import pytest

from haggis_rules import (
    MatchState,
    NotOfferedError,
    RuleError,
    Rules,
    UnclearSeatsError,
    UnknownOptionError,
    UnknownVariantError,
    load,
)
from tests.engine.games import PLACES


def test_the_number_of_players_and_the_options_are_told_back() -> None:
    two, three = load("classic", players=2), load("classic", players=3, target=250)
    assert (two.name, two.players, two.options) == ("classic", 2, {"target": 350})
    assert (three.name, three.players, three.options) == ("classic", 3, {"target": 250})
    assert two != three
    assert load("classic", players=2, target="350") == two
    fast = load(PLACES["long-heron"], doubled=True)
    assert fast.options == {"target": 60, "doubled": True}
    words = load(PLACES["every-word"], manner="down", wide=True).options
    assert words == {"stakes": 100, "wide": True, "manner": "down"}
    assert load("neeps-core").options == {}


def test_one_number_of_players_need_not_be_said() -> None:
    assert load("neeps-core").players == 6
    assert load("neeps-core", players=6) == load("neeps-core")


def longest(rules: Rules, hands: int) -> MatchState:
    match = rules.new_match(4)
    while match.hand < hands and not match.finished:
        match = match.apply(match.actions(match.to_act[0])[0])
    return match


def test_an_option_changes_how_a_match_goes() -> None:
    usual = longest(load(PLACES["long-heron"], target=10_000), 12)
    doubled = longest(load(PLACES["long-heron"], target=10_000, doubled=True), 12)
    won = [
        [one.points for sheet in match.sheet for one in sheet.entries if one.name == "going.out"]
        for match in (usual, doubled)
    ]
    assert any(won[0])
    assert won[1] == [2 * points for points in won[0]]


@pytest.mark.parametrize(
    ("asked", "kind", "said"),
    [
        ({}, UnclearSeatsError, "these rules are for 2 or 3 players"),
        ({"players": 4}, NotOfferedError, "for 2 or 3 players, not for 4"),
        ({"players": True}, NotOfferedError, "not for True"),
        ({"players": 2, "tarjet": 250}, UnknownOptionError, "did you mean `target`"),
        ({"players": 2, "target": 0}, NotOfferedError, "it is 1 to 100000 points"),
        ({"players": 2, "target": -250}, NotOfferedError, "it is 1 to 100000 points"),
        ({"players": 2, "target": "long"}, NotOfferedError, "`target` cannot be `long`"),
        ({"players": 2, "target": "9" * 5000}, NotOfferedError, "it is 1 to 100000 points"),
        ({"players": 2, "target": True}, NotOfferedError, "`target` cannot be `true`"),
        ({"players": 2, "target": 2.5}, NotOfferedError, "`target` cannot be `2.5`"),
    ],
)
def test_what_the_rules_do_not_offer_is_refused_with_what_they_do(
    asked: Any, kind: type[RuleError], said: str
) -> None:
    with pytest.raises(kind) as caught:
        load("classic", **asked)
    assert said in str(caught.value)


def test_a_variant_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownVariantError, match="did you mean `classic`"):
        load("clasic")
    with pytest.raises(RuleError, match="unreadable-file"):
        load(Path("nowhere.haggis"))
