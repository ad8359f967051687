"""The server of the page on security, run as it stands there, against good and bad clients."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from haggis_rules import MatchState, Seat
from tests.fuzz.changing import STRANGE_VALUES, STRANGE_WORDS, other_json
from tests.guides import ROOT, Guide

PAGE = ROOT / "docs" / "security.md"
pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="only the checkout has guides")
# All that the recipe may ask of a match and of rules: of the rest, much is for no player to see.
OF_MATCH = {"seat"}
OF_RULES = {"new_match", "action_from_json", "action_to_json"}


def recipe() -> str:
    (code,) = [body for kind, body in Guide.read(Path(PAGE)).blocks if kind == "python"]
    return code


def room() -> Any:
    """Run the recipe and open a room."""
    names: dict[str, Any] = {"__name__": "recipe"}
    exec(compile(recipe(), str(PAGE), "exec"), names)  # noqa: S102 - that is what is tested
    return names["Room"]()


def test_two_clients_play_a_hand_by_its_messages_alone() -> None:
    served, chance = room(), Random(4)
    told = [json.loads(served.answer(seat, "{}")) for seat in range(2)]
    for _ in range(200):
        if served.match.hand > 1:
            break
        action = chance.choice([one for answer in told for one in answer["actions"]])
        message = json.dumps({"do": action})
        told[action["seat"]] = json.loads(served.answer(action["seat"], message))
        other = 1 - action["seat"]
        told[other] = json.loads(served.answer(other, "{}"))
    assert served.match.hand == 2
    assert sum(served.match.scores) > 0


def test_each_client_is_told_what_its_door_tells() -> None:
    served = room()
    for seat in range(2):
        told = json.loads(served.answer(seat, "{}"))
        door = served.match.seat(seat)
        assert told["view"] == json.loads(json.dumps(door.view.to_json()))
        assert str(served.match.seed) not in served.answer(seat, "{}")
        assert len(told["actions"]) == len(door.actions())


def test_hostile_messages_are_refused_and_change_nothing() -> None:
    served, chance = room(), Random(5)
    rules, before = served.match.rules, served.match
    (mover,) = served.match.to_act[:1]
    good = json.dumps({"do": rules.action_to_json(served.match.actions(mover)[0])})
    sent = [*STRANGE_WORDS, *(json.dumps({"do": one}) for one in STRANGE_VALUES), "[" * 9_000]
    sent += ["x" * 20_000, *(other_json(good, chance) for _ in range(60))]
    for message in sent:
        for seat in range(2):
            told = json.loads(served.answer(seat, message))
            assert set(told) in ({"refused"}, {"view", "actions"})
            if served.match != before:  # it was an action that may be taken
                assert "view" in told
                served.match = before


def test_a_client_cannot_act_for_another_nor_learn_from_trying() -> None:
    served = room()
    (mover,) = served.match.to_act[:1]
    action = served.match.rules.action_to_json(served.match.actions(mover)[0])
    told = json.loads(served.answer(1 - mover, json.dumps({"do": action})))
    assert told["refused"].endswith(
        f"only seat {mover + 1} may do this. This is the door of seat {2 - mover}."
    )


def asked(code: str, of: str) -> set[str]:
    """Return what is asked of something, by the name that it has in a text of Python."""
    found = [one for one in ast.walk(ast.parse(code)) if isinstance(one, ast.Attribute)]
    return {one.attr for one in found if ast.unparse(one.value) == of}


def test_the_recipe_uses_the_door_of_a_seat_and_nothing_else() -> None:
    code = recipe()
    assert asked(code, "self.match") == OF_MATCH
    assert asked(code, "rules") == OF_RULES
    assert asked(code, "MatchState") == {"behind"}
    assert asked(code, "door") <= {one for one in dir(Seat) if not one.startswith("_")}
    leaky = code.replace("door.view.to_json()", "self.match.to_json()")
    assert asked(leaky, "self.match") - OF_MATCH == {"to_json"}
    assert MatchState.behind(room().match.seat(0)) is not None
