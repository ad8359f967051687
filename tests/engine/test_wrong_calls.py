"""A wrong call in a session says what is wrong with it, and what to do instead."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import haggis_rules
from haggis_rules import (
    Action,
    IllegalAction,
    MalformedError,
    MatchState,
    NoSuchSeatError,
    NotOfferedError,
    Rules,
    WrongArgumentError,
    greedy_player,
    load,
    next_action,
    player_named,
)
from tests.engine.games import rules_of


def classic() -> Any:
    """Return the rules that are called wrongly."""
    return rules_of("classic for 2")


def begun() -> Any:
    """Return the match that is called wrongly."""
    return classic().new_match(7)


loaded: Any = load
named: Any = player_named

NO_ACTION = "is not an action: take one of `actions`, or read a text with `Rules.parse_action`"
NO_DECK = "this number does not stand for cards of the deck; `parse_cards` returns one that does"
NO_READING = "a reading is one that `readings` returns, and a play may be a text"
AT_LEAST_ONE = "is a whole number of at least 1, and not"
CALLS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: loaded(None), WrongArgumentError, "rules need a name or the path of a file"),
    (
        lambda: loaded("classic", players="2"),
        NotOfferedError,
        "these rules are for 2 or 3 players, not for '2'",
    ),
    (
        lambda: load("classic", players=2, budget=0),
        WrongArgumentError,
        f"`budget` {AT_LEAST_ONE} 0",
    ),
    (
        lambda: classic().parse_cards(["9r"]),
        MalformedError,
        r"what names cards is a text, and not \['9r'\]",
    ),
    (lambda: classic().parse_action(None), MalformedError, "an action is a text, and not None"),
    (
        lambda: classic().state_from_text(7),
        MalformedError,
        "a position in one line is a text, and not 7",
    ),
    (
        lambda: classic().card_list(None),
        MalformedError,
        "cards are a text such as `2r 2o`, or what `parse",
    ),
    (lambda: classic().plays(5), MalformedError, NO_DECK),
    (lambda: classic().near_miss(-1), MalformedError, NO_DECK),
    (lambda: classic().readings(1 << 2000), MalformedError, NO_DECK),
    (lambda: classic().show(5), MalformedError, NO_DECK),
    (lambda: classic().show("9r"), MalformedError, NO_READING),
    (lambda: classic().show((9, 9)), MalformedError, NO_READING),
    (lambda: classic().show((0, 1, 2, 3)), MalformedError, NO_READING),
    (lambda: classic().beats(3, "9r"), MalformedError, NO_READING),
    (
        lambda: classic().as_play(None),
        MalformedError,
        "a play is a text, or what `parse_play` returns",
    ),
    (
        lambda: classic().schema("score"),
        ValueError,
        "no schema of 'score'; there are `action`, `position`",
    ),
    (
        lambda: classic().determinize(None, Random(1)),
        WrongArgumentError,
        "None is not a view: `MatchState",
    ),
    (
        lambda: classic().determinize(begun().view(0), 1),
        WrongArgumentError,
        "is a `random.Random`, and not 1",
    ),
    (lambda: classic().explain(begun().position, "pass"), WrongArgumentError, NO_ACTION),
    (lambda: classic().compiled(0), WrongArgumentError, f"`matches` {AT_LEAST_ONE} 0"),
    (lambda: classic().batch(0), WrongArgumentError, f"`matches` {AT_LEAST_ONE} 0"),
    (
        lambda: classic().batch(2, seeds=[1]),
        ValueError,
        "2 matches need the same number of seeds, and not 1",
    ),
    (lambda: classic().batch(2).step([0]), ValueError, "a choice for each of 2 matches, and not 1"),
    (
        lambda: classic().compiled().actions(0, 2),
        NoSuchSeatError,
        "there is no seat 2; seats are numbered",
    ),
    (lambda: begun().apply("2: play 4r 4y"), WrongArgumentError, f"'2: play 4r 4y' {NO_ACTION}"),
    (lambda: begun().is_legal(None), WrongArgumentError, NO_ACTION),
    (lambda: begun().why_not("pass"), WrongArgumentError, NO_ACTION),
    (lambda: begun().position.apply(None), WrongArgumentError, NO_ACTION),
    (lambda: begun().position.is_legal("pass"), WrongArgumentError, NO_ACTION),
    (lambda: begun().position.why_not(3), WrongArgumentError, NO_ACTION),
    (lambda: begun().position.outcomes(3), WrongArgumentError, NO_ACTION),
    (lambda: begun().seat(0).apply("pass"), WrongArgumentError, NO_ACTION),
    (lambda: begun().seat(0).why_not(None), WrongArgumentError, NO_ACTION),
    (
        lambda: MatchState.behind(begun()),
        WrongArgumentError,
        "`MatchState` is not the door of a seat",
    ),
    (
        lambda: begun().seat(0).apply(Action("pass", 1)),
        IllegalAction,
        "only seat 2 may do this. This is the",
    ),
    (lambda: begun().apply(Action("fly", 0)), IllegalAction, "no action is called `fly`"),
    (
        lambda: next_action(begun(), [greedy_player()]),
        ValueError,
        "2 seats need a player each, or None",
    ),
    (lambda: named(3), WrongArgumentError, "there is no player `3`; the players are"),
    (lambda: finished(classic()).apply(Action("pass", 0)), IllegalAction, "The match is over when"),
    (lambda: finished(classic()).decisions(9), NoSuchSeatError, "there is no seat 9"),
]


def finished(rules: Rules) -> MatchState:
    match = rules.new_match(7)
    while not match.finished:
        match = match.apply(match.decisions(match.to_act[0])[-1])
    return match


@pytest.mark.parametrize(("call", "kind", "words"), CALLS)
def test_a_wrong_call_says_what_to_do(
    call: Callable[[], object], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words):
        call()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Match", "did you mean .*`MatchState`"),
        ("random_players", "did you mean `random_player`"),
        ("fly", "`dir` lists the names that it has"),
    ],
)
def test_a_name_that_the_package_lacks_is_answered_with_those_like_it(
    name: str, words: str
) -> None:
    with pytest.raises(AttributeError, match=f"no `{name}`; {words}"):
        getattr(haggis_rules, name)
    assert not hasattr(haggis_rules, "__wrapped__")


def test_what_holds_compiled_matches_says_so() -> None:
    assert repr(classic().compiled(2)) == "<CompiledGame classic/2, matches: 2>"
    assert repr(classic().batch(3)) == "<MatchBatch classic/2, matches: 3>"
