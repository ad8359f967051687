"""A record that lies is refused by name; a record that does not is played again exactly."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from haggis_rules import (
    IllegalAction,
    MalformedError,
    MissingCardError,
    NotationError,
    OtherDealError,
    OtherRulesError,
    Rules,
    TooManyCopiesError,
    UnknownCardError,
)
from haggis_rules.engine.rules import load
from haggis_rules.storage.package_data import read
from tests.engine.games import MATCHES, match_after, random_match, rules_of

Lie = Callable[[dict[str, Any]], object]  # what is told wrongly in a record
PLIES = 90  # into the third hand


def heron() -> Rules:
    return rules_of("long-heron")


def record() -> dict[str, Any]:
    """Return the record of a match in its third hand."""
    found: dict[str, Any] = json.loads(json.dumps(match_after(heron(), 8, PLIES).to_json()))
    return found


def fist(data: dict[str, Any], hand: int = 0, seat: int = 0) -> list[Any]:
    cards: list[Any] = data["hands"][hand]["start"]["zones"]["fist"][seat]
    return cards


def actions(data: dict[str, Any], hand: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data["hands"][hand]["actions"]
    return found


def swap(data: dict[str, Any], hand: int = 0) -> None:
    one, other = fist(data, hand, 0), fist(data, hand, 1)
    one[0], other[-1] = other[-1], one[0]


LIES: dict[str, tuple[Lie, type[Exception], str]] = {
    "a card twice": (
        lambda data: fist(data).__setitem__(slice(0, 3), ["3c", "3c", "3c"]),
        TooManyCopiesError,
        "there are more than 2 of `3c`",
    ),
    "a card too often at two places": (
        lambda data: [fist(data, 0, seat).__setitem__(0, fist(data)[1]) for seat in range(3)],
        TooManyCopiesError,
        "times, and the deck has 2",
    ),
    "a card that is nowhere": (
        lambda data: fist(data).pop(),
        MissingCardError,
        "times, and the deck has 2",
    ),
    "a hand too big": (
        lambda data: fist(data).append(fist(data, 0, 1).pop()),
        OtherDealError,
        "hand 1 begins otherwise than its seed deals: `fist` is",
    ),
    "another deal": (swap, OtherDealError, "hand 1 begins otherwise"),
    "another deal later on": (lambda data: swap(data, 2), OtherDealError, "hand 3 begins"),
    "a card of another deck": (
        lambda data: fist(data).__setitem__(0, "10r"),
        UnknownCardError,
        "`10r` is not a card of this deck",
    ),
    "a card that is none": (
        lambda data: fist(data).__setitem__(0, 3),
        MalformedError,
        "3 is no card: its name belongs here",
    ),
    "another first value": (
        lambda data: data["hands"][1]["start"]["values"].update(tally=[9, 0, 0]),
        OtherDealError,
        "hand 2 begins otherwise than its seed deals: `tally` is",
    ),
    "a value out of bounds": (
        lambda data: data["hands"][0]["start"]["values"].update(luck=[10, 0, 0]),
        MalformedError,
        "10 is no 0 to 9",
    ),
    "points below none": (
        lambda data: data["hands"][0]["start"]["values"].update(tally=[-1, 0, 0]),
        MalformedError,
        "-1 is no 0 or more points",
    ),
    "too few owners": (
        lambda data: data["hands"][0]["start"]["zones"].update(fist=[]),
        MalformedError,
        "`fist` is a list, with one entry for each of 3 owners",
    ),
    "a zone left out": (
        lambda data: data["hands"][0]["start"]["zones"].pop("gone"),
        MalformedError,
        "lacks its `gone`",
    ),
    "a zone too many": (
        lambda data: data["hands"][0]["start"]["zones"].update(attic=[]),
        MalformedError,
        "'attic' is not part of this position's zones",
    ),
    "an action out of turn": (
        lambda data: actions(data)[0].update(seat=(actions(data)[0]["seat"] + 1) % 3),
        IllegalAction,
        "hand 1, action 1: ",
    ),
    "an action that is not allowed": (
        lambda data: actions(data, 1).insert(0, {"action": "sleep", "seat": 0, "choices": {}}),
        IllegalAction,
        "hand 2, action 1: `sleep` is not allowed",
    ),
    "an action that there is not": (
        lambda data: actions(data)[0].update(action="fly"),
        MalformedError,
        "no action is called 'fly'; there are `lay`, `sleep`",
    ),
    "a choice that there is not": (
        lambda data: actions(data)[0]["choices"].update(q=1),
        MalformedError,
        "'q' is not part of this choice of `lay`; its parts are `p`",
    ),
    "a seat that there is not": (
        lambda data: actions(data)[0].update(seat=3),
        MalformedError,
        "3 is no seat: 0 to 2 belongs here",
    ),
    "a truth for a seat": (
        lambda data: next(a for a in actions(data) if a["seat"] != 1).update(seat=True),
        MalformedError,
        "True is no seat",
    ),
    "a field too many": (
        lambda data: actions(data)[0]["choices"]["p"].update(length=3),
        MalformedError,
        "'length' is not part of this",
    ),
    "an action too many": (
        lambda data: actions(data).append(actions(data)[0]),
        MalformedError,
        "hand 1 was over before",
    ),
    "an action too few": (
        lambda data: actions(data).pop(),
        MalformedError,
        "hand 2 cannot begin: hand 1 is not over",
    ),
    "the last hand left out": (
        lambda data: data["hands"].pop(),
        MalformedError,
        "hand 3 has been dealt, but the record lacks it",
    ),
    "no hands": (lambda data: data["hands"].clear(), MalformedError, "hand 1 has been dealt"),
    "hands that are none": (
        lambda data: data.update(hands=7),
        MalformedError,
        "the hands are a list, not 7",
    ),
    "a hand that is none": (lambda data: data.update(hands=[7]), MalformedError, "7 is no hand"),
    "another seed": (lambda data: data.update(seed=5), OtherDealError, "hand 1 begins otherwise"),
    "a seed that is none": (
        lambda data: data.update(seed="4"),
        MalformedError,
        "the seed of a match is a whole number from 0 to 2^64 - 1, not '4'",
    ),
    "a truth for a seed": (lambda data: data.update(seed=True), MalformedError, "whole number"),
    "another digest": (
        lambda data: data.update(rules="0" * 64),
        OtherRulesError,
        "was not played by the rules of long-heron for 3 players",
    ),
    "another name": (lambda data: data.update(variant="heron"), OtherRulesError, "do not match"),
    "other players": (
        lambda data: data.update(players=2),
        OtherRulesError,
        "do not match its digest",
    ),
    "other options": (
        lambda data: data["options"].update(target=61),
        OtherRulesError,
        "do not match its digest",
    ),
    "another form": (lambda data: data.update(version=2), MalformedError, "form 2, and form 1"),
    "an unknown key": (
        lambda data: data.update(winner=0),
        MalformedError,
        "'winner' is not part of this match",
    ),
    "a key left out": (
        lambda data: data.pop("seed"),
        MalformedError,
        "this match lacks its `seed`",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_record_that_lies_is_refused_by_name(lie: str) -> None:
    tell, kind, said = LIES[lie]
    data = record()
    tell(data)
    assert data != record()
    with pytest.raises((NotationError, IllegalAction)) as caught:
        heron().match(data)
    assert type(caught.value) is kind
    assert said in str(caught.value)


@pytest.mark.parametrize("data", [None, 1, "match", [], {}, [{}]])
def test_what_is_no_record_is_refused(data: Any) -> None:
    for make in (heron().match, heron().position):
        with pytest.raises(MalformedError):
            make(data)


def test_a_record_that_goes_on_after_the_match_is_refused() -> None:
    *_, (_, _, end) = random_match(heron(), 1)
    data: dict[str, Any] = json.loads(json.dumps(end.to_json()))
    assert heron().match(copy.deepcopy(data)) == end
    last = data["hands"][-1]
    last["actions"].append(last["actions"][0])
    with pytest.raises(IllegalAction, match="reached the target"):
        heron().match(data)
    last["actions"].pop()
    data["hands"].append(last)
    with pytest.raises(MalformedError, match="cannot begin"):
        heron().match(data)


@pytest.mark.parametrize("name", MATCHES)
def test_a_record_is_played_again_state_by_state(name: str) -> None:
    rules, played = rules_of(name), list(random_match(rules_of(name), 5))
    states = [(match.position, match.scores) for match, _, _ in played]
    last = played[-1][2]
    again = rules.match(json.loads(json.dumps(last.to_json())))
    assert (again, again.sheet) == (last, last.sheet)
    replayed: list[object] = []
    match = rules.new_match(5)
    for hand in json.loads(json.dumps(last.to_json()))["hands"]:
        for action in hand["actions"]:
            replayed.append((match.position, match.scores))
            match = match.apply(rules.action_from_json(action))
    assert replayed == states
    assert match == again


def test_a_hand_by_itself_lies_no_better() -> None:
    data: dict[str, Any] = json.loads(json.dumps(match_after(heron(), 4, 20).position.to_json()))
    assert heron().position(copy.deepcopy(data)) == match_after(heron(), 4, 20).position
    lies: list[tuple[Lie, type[Exception]]] = [
        (lambda d: d["start"]["zones"]["fist"][0].append("3c"), TooManyCopiesError),
        (lambda d: d["start"]["zones"]["fist"][0].pop(), MissingCardError),
        (lambda d: d["start"]["zones"]["fist"][0].append("2c"), UnknownCardError),
        (lambda d: d["actions"].reverse(), IllegalAction),
        (lambda d: d.update(rules=""), OtherRulesError),
        (lambda d: d.update(seed=4), MalformedError),
        (lambda d: d.update(actions=None), MalformedError),
    ]
    for tell, kind in lies:
        lying = copy.deepcopy(data)
        tell(lying)
        with pytest.raises(kind):
            heron().position(lying)


def test_a_record_outlives_better_words_and_another_place_but_no_other_rule(tmp_path: Any) -> None:
    text = read("spec", "neeps-core.haggis")
    old = rules_of("neeps-core")
    data = old.new_match(1).to_json()

    def altered(right: str, wrong: str) -> Rules:
        assert right in text
        file = tmp_path / "neeps-core.haggis"
        file.write_text(text.replace(right, wrong), encoding="utf-8")
        return load(file)

    better = altered("Six players sit in a circle.", "Six players sit round a table.")
    assert better.match(data).position.state == old.new_match(1).position.state
    assert better != old
    same = altered("Six players", "Six players")
    assert same == old
    assert hash(same) == hash(old)
    other = altered("state passes is 0 to 5 seats", "state passes is 0 to 6 seats")
    with pytest.raises(OtherRulesError):
        other.match(data)


def test_records_of_other_players_or_options_are_refused() -> None:
    data = rules_of("classic for 2").new_match(1).to_json()
    for rules in (rules_of("classic for 3"), load("classic", players=2, target=250)):
        with pytest.raises(OtherRulesError, match="classic"):
            rules.match(data)
