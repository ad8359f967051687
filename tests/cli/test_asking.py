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
        "form": 1,
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


def test_a_no_that_holds_for_each_reading_needs_none(haggis: Caller) -> None:
    code, out, _ = haggis("beats", *TWO, "8g 9g 10g", "10r J Q")
    assert code == 1
    assert out.startswith("No, however it is read: 8g 9g 10g does not beat 10r J Q.")
    code, record = haggis.json("beats", *TWO, "8g 9g 10g", "10r J Q")
    assert (code, record["beats"]) == (1, False)
    assert [one["other"]["written"] for one in record["readings"]] == [
        "10r J Q = set3@10",
        "10r J Q = sequence3@10",
        "10r J Q = sequence3@J",
        "10r J Q = sequence3@Q",
    ]


def test_a_yes_that_holds_for_each_reading_needs_none(haggis: Caller) -> None:
    code, out, _ = haggis("beats", *TWO, "Q K", "8r 9r J Q")
    assert code == 0
    assert out.startswith("Yes, however it is read: ")


def test_an_answer_that_depends_on_the_reading_is_given_for_each(haggis: Caller) -> None:
    code, out, _ = haggis("beats", *TWO, "8g 9g 10g", "8r J Q")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 2
    assert lines[0] == "It depends on how it is read."
    assert "as sequence3@9: yes" in lines
    assert "as sequence3@10: no, because they rank the same (`beats.higher`)" in lines
    code, record = haggis.json("beats", *TWO, "8g 9g 10g", "8r J Q")
    assert (code, record["beats"]) == (2, None)
    assert {one["beats"] for one in record["readings"]} == {True, False}


@pytest.mark.parametrize(
    ("play", "other", "clause", "wrong"),
    [
        ("J", "Q", "beats.higher", "top J is below Q"),
        ("8r 8g", "8o 8y", "beats.higher", "they rank the same"),
        ("8r 8g 8o", "7r 7g", "beats.higher", "they are of different types: width 3 and 2"),
        ("8r", "7r 7g", "beats.higher", "a single and a set are of different types"),
        ("K", "3r 5o 7y 9g", "beats.bomb", "a bomb beats a single"),
        ("J Q", "J K", "beats.higher", "bomb JQ is below JK"),
    ],
)
def test_a_no_names_the_clause_that_decides(
    play: str, other: str, clause: str, wrong: str, haggis: Caller
) -> None:
    code, record = haggis.json("beats", *TWO, play, other)
    assert code == 1
    assert (record["why_not"]["name"], record["why_not"]["wrong"]) == (clause, wrong)
    out = " ".join(haggis("beats", *TWO, play, other).out.split())
    assert f"because {wrong} (`{clause}`)." in out


def test_a_yes_needs_no_reason(haggis: Caller) -> None:
    assert "why_not" not in haggis.json("beats", *TWO, "Q", "J")[1]


def test_cards_that_make_nothing_are_told_what_they_nearly_make(haggis: Caller) -> None:
    code, out, _ = haggis("readings", *TWO, "9r 10g J")
    told = " ".join(out.split())
    assert code == 1
    assert "not a sequence, because 9r and 10g differ in suit (`combinations.sequence`)" in told
    assert "with 10r instead of 10g it would be `sequence3@J`" in told
    assert "cards of the same suit and of consecutive ranks" in told
    why = haggis.json("readings", *TWO, "9r 10g J")[1]["why_not"]
    assert (why["pattern"], why["nearest"]) == ("sequence", "sequence3@J")
    assert [clause["name"] for clause in why["clauses"]] == ["combinations.sequence"]
    assert why["change"] == {
        "removed": ["10g"],
        "added": ["10r"],
        "play": "9r 10r J = sequence3@J",
    }


def test_a_play_that_cannot_be_made_is_refused_with_its_reason(haggis: Caller) -> None:
    code, _, err = haggis("beats", *TWO, "9r 10g J", "8r")
    assert code == 2
    assert "error[no-play]" in err
    assert "9r and 10g differ in suit" in err


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
