"""Records of every system: damaged, cut, reordered, doubled, of another version."""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from random import Random
from typing import Any

import pytest

from haggis_rules import (
    IllegalAction,
    MatchState,
    NotationError,
    OtherDealError,
    OtherRulesError,
    Rules,
)
from haggis_rules.ir.game import AnySeat
from haggis_rules.notation.errors import MisplacedEventError, OtherFormError, OtherScoreError
from haggis_rules.records.replay import replay
from tests.engine.games import random_match
from tests.games import rules_of
from tests.records.matches import bytes_of, lines_of, record_of

Lines = list[dict[str, Any]]
SEATINGS = [("neeps", 4), ("rogers", 3), ("tatties", 3), ("tatties", 5)]
OTHERS = [
    *(("cats", 2), ("classic", 2), ("classic", 3), ("neeps", 6), ("rogers", 2)),
    *(("tournament", 3), ("wikipedia", 2), ("wikipedia", 3)),
]
SEED = 3
TRIED = 6  # places in a record that are damaged in each way
each_seating = pytest.mark.parametrize(
    ("name", "players"),
    [
        *SEATINGS,
        *(pytest.param(*one, marks=[pytest.mark.slow, pytest.mark.rotates]) for one in OTHERS),
    ],
)


@cache
def played(name: str, players: int) -> MatchState:
    """Play a match by chance until its second hand has begun."""
    states = random_match(rules_of(name, players), SEED)
    states = takewhile(lambda one: one[0].hand == 1, states)
    *_, (_, _, after) = states
    assert after.hand == 2
    return after


def record(name: str, players: int) -> Lines:
    return lines_of(played(name, players))


def deeds(lines: Lines) -> list[int]:
    """Return some places of actions: of the first ones all, and of the others some."""
    found = [index for index, line in enumerate(lines) if "action" in line]
    return sorted({*found[:3], *Random(SEED).sample(found, TRIED - 3)})


def is_open(rules: Rules, line: dict[str, Any]) -> bool:
    """Whether an action is for any seat."""
    return isinstance(rules.game.action(line["action"]).actor, AnySeat)


@each_seating
def test_a_record_gives_its_match_again(name: str, players: int) -> None:
    match = played(name, players)
    assert replay(match.rules, record_of(record(name, players))) == match


@each_seating
def test_a_record_that_is_cut_between_two_lines_is_a_shorter_match(name: str, players: int) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    for index in deeds(lines):
        found = replay(rules, record_of(lines[:index]))
        acted = sum("action" in line for line in lines[:index])
        assert _actions(found) == acted
        assert found == replay(rules, record_of(lines_of(found)))


@each_seating
def test_a_record_that_is_cut_inside_its_last_line_keeps_all_before(
    name: str, players: int
) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    for index in deeds(lines)[1:4]:
        whole = bytes_of(lines[:index])
        cut = record_of(bytes_of(lines[: index + 1])[:-5])
        assert (cut.whole, cut.torn > 0) == (len(whole), True)
        assert replay(rules, cut) == replay(rules, record_of(lines[:index]))


@each_seating
def test_an_event_twice_is_refused(name: str, players: int) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    for index in deeds(lines):
        line = first_refused(rules, [*lines[:index], lines[index], *lines[index:]])
        assert line is not None
        assert line > index + 1


@each_seating
def test_a_deal_and_an_end_twice_are_refused(name: str, players: int) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    for key in ("hand", "ended"):
        index = next(index for index, line in enumerate(lines) if key in line)
        with pytest.raises(MisplacedEventError, match="before") as caught:
            replay(rules, record_of([*lines[:index], lines[index], *lines[index:]]))
        assert caught.value.line == index + 2


@each_seating
def test_an_event_left_out_is_refused(name: str, players: int) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    for index in deeds(lines):
        line = first_refused(rules, [*lines[:index], *lines[index + 1 :]])
        if line is None:  # a bet that another one has taken the place of, and so it changed nothing
            assert is_open(rules, lines[index])
        else:
            assert line > index


@each_seating
def test_events_in_another_order_are_refused_or_come_to_the_same(name: str, players: int) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    for index in deeds(lines):
        if "action" not in lines[index + 1]:
            continue
        turned = [*lines]
        turned[index], turned[index + 1] = turned[index + 1], turned[index]
        line = first_refused(rules, turned)
        if line is None:
            found = replay(rules, record_of(turned))
            assert found.state == played(name, players).state
            assert found.scores == played(name, players).scores
            assert is_open(rules, lines[index]) or is_open(rules, lines[index + 1])
        else:
            assert line > index


@each_seating
def test_an_action_of_another_seat_is_refused_unless_anybody_may_take_it(
    name: str, players: int
) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    for index in deeds(lines):
        other = {**lines[index], "seat": (lines[index]["seat"] + 1) % players}
        line = first_refused(rules, [*lines[:index], other])
        assert line == index + 1 or (line is None and is_open(rules, lines[index]))


@each_seating
def test_an_end_with_another_score_is_refused(name: str, players: int) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    (index,) = [index for index, line in enumerate(lines) if "ended" in line]
    scores = [one + 1 for one in lines[index]["scores"]]
    with pytest.raises(OtherScoreError, match="`scores` is"):
        replay(rules, record_of([*lines[:index], {**lines[index], "scores": scores}]))
    with pytest.raises(MisplacedEventError, match="hand 1 is not over here"):
        replay(rules, record_of([*lines[:3], lines[index]]))


@each_seating
def test_a_head_that_lies_is_refused(name: str, players: int) -> None:
    lines, rules = record(name, players), rules_of(name, players)
    told: list[tuple[dict[str, Any], type[NotationError]]] = [
        ({"record": 3}, OtherFormError),
        ({"rules": "0" * 64}, OtherRulesError),
        ({"players": players + 1}, OtherRulesError),
        ({"variant": "whist"}, OtherRulesError),
        ({"options": {**lines[0]["options"], "target": 17}}, OtherRulesError),
        ({"seed": SEED + 1}, OtherDealError),
    ]
    for lie, kind in told:
        with pytest.raises(kind) as caught:
            replay(rules, record_of([{**lines[0], **lie}, *lines[1:]]))
        assert caught.value.line == (2 if kind is OtherDealError else 1)


@pytest.mark.parametrize(
    ("name", "other"),
    [(("neeps", 4), ("neeps", 6)), (("tatties", 3), ("classic", 3)), (("rogers", 2), ("cats", 2))],
)
def test_a_record_of_one_system_is_none_of_another(
    name: tuple[str, int], other: tuple[str, int]
) -> None:
    with pytest.raises(OtherRulesError, match="was not played by the rules of"):
        replay(rules_of(*other), record_of(record(*name)))


def first_refused(rules: Rules, lines: Lines) -> int | None:
    """Return the line at which a record is refused; an action is refused with its clauses."""
    try:
        replay(rules, record_of(lines))
    except IllegalAction as fault:
        if not all(one.clause and one.wrong for one in fault.reasons):
            raise
        return int(fault.place.removeprefix("line "))
    except NotationError as fault:
        return fault.line
    return None


def _actions(match: MatchState) -> int:
    return sum("action" in line for line in lines_of(match))
