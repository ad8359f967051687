"""Values, actions, positions and views in notation and in JSON."""

import json
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules import Rules
from haggis_rules.ir.types import NumberType, OptionType, Plain, Type
from haggis_rules.notation.errors import NotationError
from haggis_rules.notation.json_types import PositionJson
from haggis_rules.notation.position import position_from_json, position_to_json
from haggis_rules.notation.values import (
    Json,
    action_from_json,
    action_to_json,
    cards_from_json,
    from_json,
    show_value,
    to_json,
)
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Combination
from tests.engine.games import NAMES, random_hand, rules_of
from tests.strategies import states, values


def neeps() -> Rules:
    return rules_of("neeps-core")


def cards(text: str) -> int:
    return cards_from_json(neeps().game, text.split())


def again(data: object) -> Json:
    """Return JSON as it comes back from a file."""
    return cast("Json", json.loads(json.dumps(data)))


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_every_value_comes_back_from_json(name: str, data: st.DataObject) -> None:
    game = rules_of(name).game
    kinds: list[Type] = [*Plain, *game.choices, NumberType(0, 9), OptionType(Plain.SEAT)]
    if not game.teams:
        kinds.remove(Plain.TEAM)
    kind = data.draw(st.sampled_from(kinds))
    value = data.draw(values(game, kind))
    back = from_json(game, kind, again(to_json(game, kind, value)))
    assert (back, type(back)) == (value, type(value))


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_every_position_comes_back_from_json(name: str, data: st.DataObject) -> None:
    game = rules_of(name).game
    state = data.draw(states(game))
    assert position_from_json(game, again(position_to_json(game, state))) == state


@pytest.mark.parametrize("name", NAMES)
def test_every_action_comes_back_from_json(name: str) -> None:
    rules = rules_of(name)
    for _, action, _ in random_hand(rules, 1):
        assert action_from_json(rules.game, again(action_to_json(rules.game, action))) == action


def test_a_combination_in_json_has_its_cards_its_kind_and_the_fields_of_its_pattern() -> None:
    play = Combination((2, 3, 8), cards("8r 9r J"))
    assert to_json(neeps().game, Plain.COMBINATION, play) == {
        "cards": ["8r", "9r", "J"],
        "kind": "sequence",
        "length": 3,
        "top": "10",
    }
    assert to_json(neeps().game, Plain.READING, (4, 0)) == {"kind": "bomb", "bomb": "rainbow"}


def test_a_reading_is_written_only_where_the_cards_leave_a_choice() -> None:
    several = Action("play", 0, (Combination((2, 3, 8), cards("8r 9r J")),))
    alone = Action("play", 0, (Combination((2, 3, 8), cards("8r 9r 10r")),))
    assert neeps().show_action(several) == "play 8r 9r J = sequence3@10"
    assert neeps().show_action(alone) == "play 8r 9r 10r"
    assert neeps().show_action(Action("pass", 0)) == "pass"
    assert neeps().show_action(Action("send", 0, (0, 1))) == "send 2r up"
    assert neeps().show_action(Action("give", 0, (2,))) == "give seat 3"


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (Plain.SEAT, 0, "seat 1"),
        (OptionType(Plain.SEAT), 5, "seat 6"),
        (OptionType(Plain.SEAT), None, "none"),
        (Plain.TRUTH, True, "true"),
        (Plain.TEAM, 1, "south"),
        (Plain.RANK, 9, "J"),
        (Plain.SUIT, 0, "red"),
        (Plain.CARD, 1, "2o"),
        (NumberType(0, 9), 3, "3"),
        (OptionType(Plain.READING), (1, 2, 7), "set2@9"),
    ],
)
def test_a_value_is_written_as_a_player_would(kind: Type, value: int, words: str) -> None:
    assert show_value(neeps().game, kind, value) == words


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Plain.SEAT, 6),
        (Plain.SEAT, True),
        (Plain.SEAT, "1"),
        (Plain.CARD, "2b"),
        (Plain.TRUTH, 1),
        (Plain.READING, None),
        (Plain.READING, {"kind": "flush"}),
        (Plain.READING, {"kind": "set", "top": "9"}),
        (Plain.READING, {"kind": "set", "top": "9", "width": 1}),
        (Plain.COMBINATION, {"kind": "single", "top": "9"}),
        (Plain.COMBINATION, {"kind": "single", "top": "9", "cards": "9r"}),
        (Plain.COMBINATION, {"kind": "single", "top": "9", "cards": ["9r"] * 4}),
        (Plain.COMBINATION, {"kind": "single", "top": "9", "cards": [9]}),
    ],
)
def test_json_that_means_nothing_here_is_refused(kind: Type, data: Json) -> None:
    with pytest.raises(NotationError):
        from_json(neeps().game, kind, data)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {"action": "fly", "seat": 0},
        {"action": "pass", "seat": 9},
        {"action": "pass", "seat": 0, "choices": {"p": 1}},
        {"action": "pass", "seat": 0, "choices": 1},
        {"action": "send", "seat": 0, "choices": {"c": "2r"}},
    ],
)
def test_json_that_is_no_action_is_refused(data: Json) -> None:
    with pytest.raises(NotationError):
        action_from_json(neeps().game, data)


def test_a_position_with_too_many_of_a_card_or_without_a_zone_is_refused() -> None:
    good = cast("dict[str, dict[str, Json]]", again(_start()))
    zones = good["zones"]
    wrong: list[Json] = [
        None,
        {**good, "zones": {**zones, "pile": ["2r", "2r", "2r"]}},
        {**good, "zones": {**zones, "sent": []}},
        {**good, "zones": {name: zones[name] for name in zones if name != "pile"}},
        {"zones": zones},
    ]
    for data in wrong:
        with pytest.raises(NotationError):
            position_from_json(neeps().game, data)


def _start() -> PositionJson:
    return position_to_json(neeps().game, neeps().new_hand(1).state)


def test_case_does_not_matter_on_input() -> None:
    assert cards("8R 10G j") == cards("8r 10g J")


def test_a_view_is_told_in_the_words_of_the_rules() -> None:
    table = neeps().new_hand(1)
    table = table.apply(Action("send", 0, (0, 0)))
    mine, theirs = (cast("dict[str, Json]", again(table.view(s).to_json())) for s in (0, 1))
    seen = [cast("list[dict[str, Json]]", view["seen"])[1] for view in (mine, theirs)]
    move = {"from": {"zone": "hand", "of": 0}, "to": {"zone": "sent", "of": 0}, "shown": False}
    assert seen[0]["choices"] == {"c": "2r", "f": "down"}
    assert "choices" not in seen[1]
    assert seen[0]["moves"] == [{**move, "cards": ["2r"], "unseen": 0}]
    assert seen[1]["moves"] == [{**move, "cards": [], "unseen": 1}]
    assert {"zone": "captured", "of": "north", "cards": [], "unseen": 0} in cast(
        "list[Json]", mine["zones"]
    )
