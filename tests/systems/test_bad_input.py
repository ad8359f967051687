"""What the rules do not allow is refused by name, by its clause, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from haggis_rules import (
    Action,
    IllegalAction,
    MatchState,
    NotationError,
    load,
)
from haggis_rules.diagnostics.errors import (
    NotOfferedError,
    NotTogetherError,
    RuleError,
    UnclearSeatsError,
    UnknownOptionError,
)
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import load_agreed
from haggis_rules.notation.values import Json
from haggis_rules.records.replay import replay
from tests.cli.calling import Caller
from tests.records.matches import bytes_of, lines_of, record_of
from tests.systems.bad import (
    REFUSED,
    Case,
)
from tests.systems.meaningless import MEANINGLESS
from tests.systems.tables import SEATINGS, after, dealt, filled, rules_at


@pytest.fixture
def haggis(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Caller:
    return Caller(capsys, monkeypatch)


def said_of(position: MatchState | Position) -> bytes:
    """Return all that a position says of itself."""
    return json.dumps([position.to_json(), position.to_text()]).encode()


def meant(case: Case) -> tuple[MatchState, Action]:
    """Return the match, and what is done in it that is not allowed."""
    match = after(case.table, case.before)
    return match, match.rules.parse_action(filled(match, case.done))


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_allowed_is_refused_by_its_clause_and_changes_nothing(name: str) -> None:
    case = REFUSED[name]
    match, action = meant(case)
    before = said_of(match), said_of(match.position)
    assert not match.is_legal(action)
    assert action not in match.actions(action.actor)
    for position in (match, match.position):
        with pytest.raises(IllegalAction, match=case.said) as caught:
            position.apply(action)
        reasons = caught.value.reasons
        assert {one.clause for one in reasons} == case.clauses
        for one in reasons:
            assert one.words == match.rules.game.clauses[one.clause].words
            assert one.wrong
            assert f"({one.clause})" in str(caught.value)
    assert (said_of(match), said_of(match.position)) == before


@pytest.mark.parametrize("name", REFUSED)
def test_a_record_in_which_it_was_done_is_refused_at_its_line(name: str) -> None:
    case = REFUSED[name]
    match, action = meant(case)
    lines = lines_of(match)
    replay(match.rules, record_of(lines))
    with pytest.raises(IllegalAction, match=case.said) as caught:
        replay(match.rules, record_of([*lines, _json(match, action)]))
    assert caught.value.place == f"line {len(lines) + 1}"
    assert {one.clause for one in caught.value.reasons} == case.clauses


def _json(match: MatchState, action: Action) -> dict[str, Json]:
    return cast("dict[str, Json]", match.rules.action_to_json(action))


@pytest.mark.parametrize("name", ["a bet twice", "a bid out of turn", "handing the lead back"])
def test_the_command_says_which_line_of_a_record_is_not_allowed_and_why(
    name: str, haggis: Caller, tmp_path: Path
) -> None:
    case = REFUSED[name]
    match, action = meant(case)
    lines = lines_of(match)
    file = tmp_path / "kept.jsonl"
    file.write_bytes(bytes_of([*lines, _json(match, action)]))
    code, _, err = haggis("replay", file)
    assert code == 1
    assert f"line {len(lines) + 1}: " in err
    assert all(f"({clause})" in " ".join(err.split()) for clause in case.clauses)


@pytest.mark.parametrize("name", MEANINGLESS)
def test_a_line_that_means_nothing_is_refused_by_name(name: str) -> None:
    table, line, kind, said = MEANINGLESS[name]
    match = dealt(table)
    before = said_of(match)
    with pytest.raises(NotationError, match=said) as caught:
        match.rules.parse_action(line)
    assert type(caught.value).__name__ == kind
    assert said_of(match) == before


SPOILT: dict[str, tuple[str, dict[str, Json], str]] = {
    "a seat that there is not": ("classic/2", {"seat": 2}, "2 is no seat: 0 to 1 belongs here"),
    "a seat that is a truth": ("classic/2", {"seat": True}, "True is no seat"),
    "no seat": ("classic/2", {"seat": None}, "None is no seat"),
    "an action that there is not": ("classic/2", {"action": "award"}, "no action is called"),
    "a choice of another name": ("classic/2", {"choices": {"amount": "big"}}, "not part of this"),
    "a choice too many": ("classic/2", {"choices": {"k": "big", "l": "big"}}, "not part of this"),
    "a choice left out": ("classic/2", {"choices": {}}, "lacks its `k`"),
    "a bet that there is not": ("classic/2", {"choices": {"k": "baby"}}, "'baby' is no amount"),
    "a bet as a number": ("classic/2", {"choices": {"k": 15}}, "15 is no amount"),
    "a card that there is not": ("neeps/4", {"choices": {"c": "2b"}}, "`2b` is not a card"),
    "two cards for one": ("neeps/4", {"choices": {"c": ["2r", "2r"]}}, "is no card"),
    "a card that is a number": ("neeps/4", {"choices": {"c": 3}}, "3 is no card"),
    "a message without its facing": ("neeps/6", {"choices": {"c": "2r"}}, "lacks its `f`"),
    "a message with another facing": (
        "neeps/6",
        {"choices": {"c": "2r", "f": "sideways"}},
        "'sideways' is no facing",
    ),
    "a bid as a number": ("tatties/3", {"choices": {"k": 15}}, "15 is no amount"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_an_action_in_json_that_means_nothing_is_refused_at_its_line(name: str) -> None:
    table, spoilt, said = SPOILT[name]
    match = dealt(table)
    first = match.actions(match.to_act[0])[0]
    lines = lines_of(match)
    replay(match.rules, record_of([*lines, _json(match, first)]))
    with pytest.raises(NotationError, match=said) as caught:
        replay(match.rules, record_of([*lines, {**_json(match, first), **spoilt}]))
    assert caught.value.line == len(lines) + 1
    with pytest.raises(NotationError, match=said):
        match.rules.action_from_json({**_json(match, first), **spoilt})


NONSENSE = {
    "no such action": Action("fly", 0),
    "no such seat": Action("bet", 2, (0,)),
    "a truth for a seat": Action("bet", actor=True, arguments=(0,)),
    "a seat below the first": Action("pass", -1),
    "a choice too few": Action("bet", 0),
    "a choice too many": Action("pass", 0, (0,)),
    "an amount that there is not": Action("bet", 0, (3,)),
    "a word for an amount": Action("bet", 0, ("big",)),  # type: ignore[arg-type]
    "a card for a play": Action("play", 0, (3,)),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_an_action_that_means_nothing_is_refused_and_changes_nothing(name: str) -> None:
    match = dealt("classic/2")
    before = said_of(match)
    with pytest.raises(IllegalAction, match=r"no action is called|there is no seat|what is chosen"):
        match.apply(NONSENSE[name])
    assert said_of(match) == before


def test_nothing_can_be_done_in_a_hand_that_is_over() -> None:
    rules = rules_at("classic/2")
    line = (
        "classic/2 target=350 | captured: 2r 2o 2y 2g 3r 3o 3y 3g 4r 4o 4y 4g 5r 5o 5y 5g 6r 6o 6y "
        "6g 7r 7o 7y 7g 8r 8o 8y 8g 9o 9y 9g 10r 10o 10y 10g J J Q Q K K 9r / - | dealer=1 "
        "turn=none place=1/0 begun=true/true stage=settled hand.leader=2"
    )
    over = rules.at(rules.state_from_text(line))
    assert over.finished
    for text in ("1: bet little", "2: bet big", "2: pass", "2: play 9r"):
        action = rules.parse_action(text)
        before = said_of(over)
        with pytest.raises(IllegalAction, match=r"it is for nobody here|it needs"):
            over.apply(action)
        assert said_of(over) == before


# What cannot be agreed on


class Agreed(NamedTuple):
    """A variant, how many play and what they agree on; how that is refused, and what is said."""

    variant: str
    players: int | None
    options: Mapping[str, int | str]
    kind: type[RuleError]
    said: str


AGREED = {
    "hands and a target": Agreed(
        "rogers",
        2,
        {"deals": 7, "target": 250},
        NotTogetherError,
        "`target is 250` and `deals is 7` cannot both be agreed on",
    ),
    "hands and a target in another order": Agreed(
        "rogers", 3, {"target": 300, "deals": 9}, NotTogetherError, "cannot both be agreed on"
    ),
    "hands and a target in neeps": Agreed(
        "neeps",
        4,
        {"deals": 6, "target": 350},
        NotTogetherError,
        "`deals is 6` and `target is 350` cannot both be agreed on",
    ),
    "hands and a target in tatties": Agreed(
        "tatties", 5, {"deals": 5, "target": 450}, NotTogetherError, "cannot both be agreed on"
    ),
    "hands where there is only a target": Agreed(
        "classic", 2, {"deals": 6}, UnknownOptionError, "no option is called `deals`"
    ),
    "sets where they are always played": Agreed(
        "wikipedia", 2, {"sets": "true"}, UnknownOptionError, "no option is called `sets`"
    ),
    "a word for a truth": Agreed(
        "rogers", 2, {"sets": "perhaps"}, NotOfferedError, "`sets` cannot be `perhaps`"
    ),
    "a number for a truth": Agreed(
        "rogers", 2, {"rainbow": 1}, NotOfferedError, "`rainbow` cannot be `1`"
    ),
    "a side that there is not": Agreed(
        "rogers", 2, {"bets": "tatties-side"}, NotOfferedError, "`bets` cannot be `tatties-side`"
    ),
    "a target of nothing": Agreed(
        "neeps", 6, {"target": 0}, NotOfferedError, "`target` cannot be `0`"
    ),
    "a target that is no number": Agreed(
        "cats", 2, {"target": "many"}, NotOfferedError, "`target` cannot be `many`"
    ),
    "too many hands": Agreed(
        "tatties", 3, {"deals": 101}, NotOfferedError, "`deals` cannot be `101`"
    ),
    "fewer hands than none": Agreed(
        "neeps", 4, {"deals": -1}, NotOfferedError, "`deals` cannot be `-1`"
    ),
    "an option misspelt": Agreed(
        "tournament", 3, {"tarhet": 250}, UnknownOptionError, "no option is called `tarhet`"
    ),
    "four at a table of three": Agreed(
        "tournament", 4, {}, NotOfferedError, "these rules are for 3 players, not for 4"
    ),
    "five for neeps": Agreed(
        "neeps", 5, {}, NotOfferedError, "these rules are for 4 or 6 players, not for 5"
    ),
    "four for tatties": Agreed(
        "tatties", 4, {}, NotOfferedError, "these rules are for 3 or 5 players, not for 4"
    ),
    "three for cats": Agreed("cats", 3, {}, NotOfferedError, "for 2 players, not for 3"),
    "nobody says how many": Agreed(
        "tatties", None, {}, UnclearSeatsError, "these rules are for 3 or 5 players"
    ),
}


@pytest.mark.parametrize("name", AGREED)
def test_what_cannot_be_agreed_on_is_refused_by_name(name: str) -> None:
    variant, players, options, kind, said = AGREED[name]
    with pytest.raises(kind) as caught:
        load_agreed(variant, options, players=players)
    assert said in caught.value.message
    assert caught.value.hint or not options


@pytest.mark.slow
@pytest.mark.parametrize("name", AGREED)
def test_what_cannot_be_agreed_on_is_refused_by_the_command(name: str, haggis: Caller) -> None:
    variant, players, options, kind, said = AGREED[name]
    call = ["deal", variant, *([] if players is None else ["--players", str(players)])]
    for option, value in options.items():
        call += ["--option", f"{option}={value}"]
    code, out, err = haggis(*call)
    assert code != 0
    assert not out
    assert f"error[{kind.name()}]: " in err
    assert said in err


def test_an_option_for_another_number_of_players_says_for_how_many(tmp_path: Path) -> None:
    file = tmp_path / "odd.haggis"
    file.write_text(
        "language 2\nvariant odd extends tatties\n"
        '  "A made-up variant."\nsource here "Made up"\n'
        "add odd.option with 5 seats\n"
        '  because "it is for five"\n  "With five the weather counts."\n  cites here "All"\n'
        "  option windy is truth, usually false\n",
        encoding="utf-8",
    )
    assert load(file, players=5, windy=True).options["windy"] is True
    with pytest.raises(UnknownOptionError) as caught:
        load(file, players=3, windy=True)
    assert "`windy` is nothing to agree on with 3 players" in caught.value.message
    assert caught.value.hint == "it is there with 5 players"


def test_the_usual_target_may_be_named_beside_a_number_of_hands() -> None:
    rules = load("rogers", players=2, deals=7, target=350)
    assert rules.options == {**load("rogers", players=2).options, "deals": 7}


def test_a_record_of_hands_and_a_target_is_refused(haggis: Caller, tmp_path: Path) -> None:
    lines = lines_of(load("rogers", players=2, deals=7).new_match(1))
    lines[0]["options"]["target"] = 250
    file = tmp_path / "kept.jsonl"
    file.write_bytes(bytes_of(lines))
    code, _, err = haggis("replay", file)
    assert code != 0
    assert "not-together" in err


def test_one_option_said_in_two_ways_is_refused(haggis: Caller) -> None:
    code, _, err = haggis(
        *("deal", "rogers", "--players", 2, "--option", "deals=7", "--option", "deals=8")
    )
    assert code == 2
    assert "error[option-twice]: `deals` cannot be both `7` and `8`" in err
    assert haggis("deal", "classic", "--players", 2, *("--option", "target=9") * 2).code == 0


def test_every_seating_has_its_bad_input() -> None:
    assert {case.table for case in REFUSED.values()} == set(SEATINGS)
