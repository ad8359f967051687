"""What is written down has the form that its JSON Schema says, and lies about the form do not."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from haggis_rules.notation.position import position_to_json
from haggis_rules.notation.schema import SchemaKind
from tests.engine.games import MATCHES, match_after, random_match, rules_of
from tests.strategies import states

NAMES = [*MATCHES, "neeps-core", "heron", "every-word"]
by_name = pytest.mark.parametrize("name", NAMES)


@cache
def validator(name: str, form: SchemaKind) -> Any:
    """Make the validator of a form, once."""
    schema = json.loads(json.dumps(rules_of(name).schema(form.value)))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def fits(name: str, form: SchemaKind, data: object) -> bool:
    """Whether JSON, as it comes back from a file, has the form."""
    return not list(validator(name, form).iter_errors(json.loads(json.dumps(data))))


@pytest.mark.slow
@by_name
def test_hands_matches_and_actions_have_their_form(name: str) -> None:
    rules = rules_of(name)
    for number, (match, action, after) in enumerate(random_match(rules, 6)):
        assert fits(name, SchemaKind.ACTION, rules.action_to_json(action))
        if number % 40 == 0 or after.finished:
            assert fits(name, SchemaKind.MATCH, after.to_json())
            assert fits(name, SchemaKind.HAND, match.position.to_json())
        if number > 400:
            break


@by_name
@given(data=st.data())
def test_positions_have_their_form(name: str, data: st.DataObject) -> None:
    game = rules_of(name).game
    assert fits(name, SchemaKind.POSITION, position_to_json(game, data.draw(states(game))))


Change = Callable[[dict[str, Any]], object]
CHANGES: list[Change] = [
    lambda data: data.update(seed="4"),
    lambda data: data.update(hands=[]),
    lambda data: data.update(winner=0),
    lambda data: data.pop("options"),
    lambda data: data["options"].update(target=61),
    lambda data: data.update(rules=""),
    lambda data: data.update(version=2),
    lambda data: data.update(players=2),
    lambda data: data["hands"][0]["start"]["zones"]["fist"].pop(),
    lambda data: data["hands"][0]["start"]["zones"]["fist"][0].append("10r"),
    lambda data: data["hands"][0]["start"]["zones"].pop("gone"),
    lambda data: data["hands"][0]["start"]["values"].update(luck=[10, 0, 0]),
    lambda data: data["hands"][0]["start"]["values"].update(tally=[-1, 0, 0]),
    lambda data: data["hands"][0]["start"]["values"].update(dealer=None),
    lambda data: data["hands"][0]["start"]["values"].update(top={"kind": "flush"}),
    lambda data: data["hands"][0]["actions"][0].update(action="fly"),
    lambda data: data["hands"][0]["actions"][0].update(seat=3),
    lambda data: data["hands"][0]["actions"][0].update(choices={}),
    lambda data: data["hands"][0]["actions"][0]["choices"]["p"].update(cards=[]),
    lambda data: data["hands"][0]["actions"][0]["choices"]["p"].update(width=2),
    lambda data: data["hands"][0]["actions"][0]["choices"]["p"].pop("kind"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_what_has_another_form_does_not_fit(change: Change) -> None:
    good: dict[str, Any] = json.loads(
        json.dumps(match_after(rules_of("long-heron"), 4, 50).to_json())
    )
    assert fits("long-heron", SchemaKind.MATCH, good)
    bad = copy.deepcopy(good)
    change(bad)
    assert not fits("long-heron", SchemaKind.MATCH, bad)


def test_a_schema_knows_the_deck_and_the_table() -> None:
    two, three = (rules_of(f"classic for {n}").new_match(1).to_json() for n in (2, 3))
    assert fits("classic for 2", SchemaKind.MATCH, two)
    assert fits("classic for 3", SchemaKind.MATCH, three)
    assert not fits("classic for 2", SchemaKind.MATCH, three)
    assert not fits("classic for 3", SchemaKind.MATCH, two)


def test_there_is_no_form_of_anything_else() -> None:
    with pytest.raises(ValueError, match="view"):
        rules_of("heron").schema("view")
