"""The types of JSON: what is written is of its type, and a form with other keys is refused."""

import json
from typing import Any, TypedDict

import pytest
from jsonschema import Draft202012Validator

from haggis_rules import (
    ActionJson,
    DealingJson,
    HandJson,
    MatchJson,
    MatchViewJson,
    RecordedEventJson,
)
from haggis_rules.cli.outputs.typed_schema import definitions_of
from haggis_rules.notation import forms
from haggis_rules.notation.dealings import dealing_of, dealing_to_json
from haggis_rules.notation.typed_form import typed
from haggis_rules.records.events import (
    DealEventJson,
    EndEventJson,
    RecordHeadJson,
)
from haggis_rules.records.writer import text_of
from tests.engine.games import MATCHES, match_after, rules_of
from tests.engine.strict_client import play_hand

NAMES = [*MATCHES, "neeps-core", "heron"]


class _PointJson(TypedDict):
    x: int


def misfits(kind: Any, data: object) -> list[str]:
    """Return what is not as a type says, in JSON as it comes back from a file."""
    schema, defined = definitions_of(kind)
    fits: Any = Draft202012Validator({**schema, "$defs": defined})
    return [error.message for error in fits.iter_errors(json.loads(json.dumps(data)))]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_of_its_type(name: str) -> None:
    match = match_after(rules_of(name), 3, 60)
    rules, game = match.rules, match.rules.game
    assert misfits(MatchJson, match.to_json()) == []
    assert misfits(HandJson, match.position.to_json()) == []
    for seat in range(rules.players):
        assert misfits(MatchViewJson, match.view(seat).to_json()) == []
        assert [
            error for one in match.seat(seat).record() for error in misfits(RecordedEventJson, one)
        ] == []
        for action in match.decisions(seat)[:20]:
            assert misfits(ActionJson, rules.action_to_json(action)) == []
    for hand, position in enumerate(match.hands, start=1):
        dealing = dealing_of(game, position.start, first=hand == 1)
        assert misfits(DealingJson, dealing_to_json(game, dealing)) == []


@pytest.mark.parametrize("name", ["heron", "classic for 2"])
def test_each_line_of_a_record_is_of_its_type(name: str) -> None:
    head, *lines = map(json.loads, text_of(match_after(rules_of(name), 3, 60)).splitlines())
    kinds = {"hand": DealEventJson, "action": ActionJson, "ended": EndEventJson}
    assert misfits(RecordHeadJson, head) == []
    for line in lines:
        kind = next(kind for key, kind in kinds.items() if key in line)
        assert misfits(kind, line) == []


def test_what_is_of_another_type_is_seen() -> None:
    written = rules_of("heron").new_match(1).to_json()
    assert misfits(MatchJson, {**written, "seed": "1"})
    assert misfits(MatchJson, {**written, "winner": 1})
    assert misfits(MatchViewJson, written)


@pytest.mark.parametrize("keys", [(), ("x", "y"), ("y",)])
def test_a_form_with_other_keys_than_its_type_is_refused(keys: tuple[str, ...]) -> None:
    number = forms.whole_number(refusal=forms.is_no("number"))
    good = typed(_PointJson, forms.mapping({"x": number}, "point"))
    assert good.to_json((1,)) == {"x": 1}
    assert good.from_json({"x": 1}) == (1,)
    with pytest.raises(TypeError, match=r"`_PointJson` has \['x'\], and its form has"):
        typed(_PointJson, forms.mapping(dict.fromkeys(keys, number), "point"))
    with pytest.raises(TypeError, match="its form has"):
        typed(_PointJson, forms.mapping({"x": forms.nullable(number)}, "point", optional={"x"}))


@pytest.mark.parametrize("name", ["classic for 2", "neeps for 4", "heron"])
def test_a_client_plays_a_hand_by_json_alone(name: str) -> None:
    match = play_hand(rules_of(name), 2)
    assert match.last_hand is not None
    assert match.last_hand.finished
