"""Opponents at a terminal: named players take the other seats, and a record goes on with them."""

from pathlib import Path

import pytest

from haggis_rules import greedy_player, load
from haggis_rules.cli.table import opponents
from tests.cli.calling import Caller

TWO = ("play", "classic", "--players", 2, "--seed", 5)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_greedy_opponents_shed_as_many_cards_as_they_can(haggis: Caller) -> None:
    code, out, err = haggis(*TWO, "--seat", 2, "--opponents", "greedy", typed=typed("", "quit"))
    assert (code, err) == (0, "")
    match = load("classic", players=2).new_match(5)
    first = greedy_player().choose(match.seat(0))
    assert first is not None
    assert f"seat 1: {match.rules.show_action(first)}" in out
    assert "--opponents greedy" in out


def test_each_other_seat_can_have_a_player_of_its_own(haggis: Caller) -> None:
    call = ("play", "classic", "--players", 3, "--seed", 5, "--opponents")
    both = haggis(*call, "random,greedy", "--seat", 2, typed=typed("", "8", "quit"))
    same = haggis(*call, "greedy", "--seat", 2, typed=typed("", "8", "quit"))
    assert both.code == same.code == 0
    assert both.out != same.out


def test_a_search_thinks_for_as_long_as_it_is_told(haggis: Caller) -> None:
    more = ("--opponents", "search", "--seconds", "0.05", "--seat", 2)
    code, out, err = haggis(*TWO, *more, typed=typed("", "quit"))
    assert (code, err) == (0, "")
    assert "\nseat 1: " in out  # a bet or a play, as far as it got
    assert "--opponents search --seconds 0.05" in out


def test_a_match_against_players_is_recorded_and_goes_on(haggis: Caller, tmp_path: Path) -> None:
    kept = tmp_path / "my.jsonl"
    moves = typed(*(["1"] * 6))
    haggis(*TWO, "--opponents", "greedy", "--record", kept, typed=moves)
    before = len(kept.read_text("utf-8").splitlines())
    call = ("play", "classic", "--resume", kept, "--opponents", "greedy")
    assert haggis(*call, typed=moves).code == 0
    assert len(kept.read_text("utf-8").splitlines()) > before


def test_when_all_others_wait_for_you_you_are_asked_again_and_must_act(haggis: Caller) -> None:
    call = ("play", "neeps", "--players", 4, "--seed", 1, "--opponents", "greedy", "--plain")
    code, out, err = haggis(*call, typed=typed("", "", "", "", "", "1", "quit"))
    assert (code, err) == (0, "")
    _, _, waited = out.partition("sent 1, score 0, dealer")
    assert waited.count("Your turn:") == 1
    assert "It is your turn, so you must act." in waited
    assert "You: send red 2." in waited
    assert ": bet" not in out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--opponents", "lucky"), "there is no player `lucky`"),
        (("--opponents", ""), "there is no player ``"),
        (("--opponents", "greedy,greedy"), "2 opponents are named, and 1 play"),
        (("--seconds", "1"), "--seconds needs a player that searches"),
        (("--opponents", "greedy", "--seconds", "1"), "--seconds needs a player that searches"),
        (("--opponents", "search", "--seconds", "0"), "--seconds must be positive"),
        (("--opponents", "search", "--seconds", "nan"), "--seconds must be positive"),
        (("--opponents", "search", "--seconds", "inf"), "--seconds must be positive"),
    ],
)
def test_a_wrong_call_is_refused(haggis: Caller, more: tuple[str, ...], said: str) -> None:
    code, out, err = haggis(*TWO, *more)
    assert (code, out) == (2, "")
    assert said in err


def test_a_search_without_the_extra_says_so(
    haggis: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "has_module", lambda: False)
    err = haggis(*TWO, "--opponents", "search", typed="").err
    assert "pip install haggis-rules[fast]" in err
