"""Questions about cards are answered by the rules, with the clauses that say so."""

from pathlib import Path

import pytest

from tests.cli.calling import Caller
from tests.playing import HERON

TWO = ("classic", "--players", 2)


def test_all_readings_of_some_cards_are_told_in_order(haggis: Caller) -> None:
    code, out, err = haggis("readings", *TWO, "10r J Q")
    assert (code, err) == (0, "")
    readings = [line.split()[0] for line in out.splitlines()[1:]]
    assert readings == ["set3@10", "sequence3@10", "sequence3@J", "sequence3@Q"]


def test_cards_that_make_nothing_are_a_false_claim(haggis: Caller) -> None:
    code, out, _ = haggis("readings", *TWO, "3r 5r 7y 9y")
    assert code == 1
    assert "`3r 5r 7y 9y` makes no play" in out
    assert haggis.json("readings", *TWO, "3r 5r 7y 9y")[1]["readings"] == []


def test_readings_have_a_form_for_programs(haggis: Caller) -> None:
    code, record = haggis.json("readings", *TWO, "j 10R")
    assert code == 0
    reading = {"written": "set2@10", "kind": "set", "width": 2, "top": "10"}
    assert record == {
        "variant": "classic",
        "players": 2,
        "cards": ["10r", "J"],
        "readings": [reading],
    }


def test_plays_of_a_hand_are_told_by_kind(haggis: Caller) -> None:
    code, out, _ = haggis("plays", *TWO, "--hand", "3r 3g 4r J Q")
    assert code == 0
    heads = [line for line in out.splitlines() if line and not line.startswith(" ")]
    assert "single: 5" in heads
    assert "bomb: 1" in heads
    assert int(out.split()[0]) == sum(int(head.rpartition(": ")[2]) for head in heads[1:])


def test_plays_on_another_play_beat_it(haggis: Caller) -> None:
    _, record = haggis.json("plays", *TWO, "--hand", "9r 9g 2r J Q", "--on", "8r 8g")
    assert {one["written"] for one in record["plays"]} == {
        "9r 9g = set2@9",
        "9r J = set2@9",
        "9r Q = set2@9",
        "9g J = set2@9",
        "9g Q = set2@9",
        "J Q = bomb:JQ",
    }
    assert record["count"] == 6
    for one in record["plays"]:
        assert haggis("beats", *TWO, one["written"], "8r 8g").code == 0


def test_a_limit_shows_fewer_plays_and_says_how_many_there_are(haggis: Caller) -> None:
    _, out, _ = haggis("plays", *TWO, "--hand", "2r 3g 4y", "--limit", 2)
    assert "single: 3" in out
    assert "and 1 more" in out
    _, record = haggis.json("plays", *TWO, "--hand", "2r 3g 4y", "--limit", 2)
    assert (record["count"], len(record["plays"])) == (3, 2)


def test_a_play_that_beats_another_says_why(haggis: Caller) -> None:
    code, out, _ = haggis("beats", *TWO, "3r 5o 7y 9g", "2r 3r 4r")
    assert code == 0
    assert out.startswith("Yes: ")
    assert "beats.bomb" in out
    assert "combinations.sequence" in out


def test_a_play_that_beats_nothing_is_a_false_claim(haggis: Caller) -> None:
    code, out, _ = haggis("beats", *TWO, "J Q", "J Q")
    assert code == 1
    assert out.startswith("No: ")


def test_a_play_is_read_as_what_it_is_laid_on(haggis: Caller) -> None:
    _, record = haggis.json("beats", *TWO, "10r J Q", "8g 9g 10g")
    assert (record["beats"], record["play"]["written"]) == (True, "10r J Q = sequence3@Q")
    assert "courts.wild" in {clause["name"] for clause in record["clauses"]}


def test_an_unclear_play_lists_what_it_can_be(haggis: Caller) -> None:
    code, _, err = haggis("beats", *TWO, "8g 9g 10g", "10r J Q")
    assert code == 2
    assert "error[unclear-play]" in err
    assert "`10r J Q = set3@10`" in err


@pytest.mark.parametrize("cards", ["10r J Q", "9r 9o J"])
def test_what_another_table_plays_with_makes_no_difference_here(cards: str, haggis: Caller) -> None:
    two, three = (haggis.json("readings", "classic", "--players", n, cards)[1] for n in (2, 3))
    assert two["readings"] == three["readings"]


def test_rules_that_do_not_say_what_beats_what_are_told(tmp_path: Path, haggis: Caller) -> None:
    silent = tmp_path / "silent.haggis"
    text = HERON.read_text(encoding="utf-8").replace(
        "export reading a beats", "define reading a beats"
    )
    silent.write_text(text, encoding="utf-8")
    for call in (("beats", silent, "5c", "4c"), ("plays", silent, "--hand", "5c", "--on", "4c")):
        code, _, err = haggis(*call)
        assert code == 2
        assert "error[no-such-query]" in err
