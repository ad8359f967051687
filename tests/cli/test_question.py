"""`haggis ask` answers a question, and says where the answer is from."""

import pytest

from tests.cli.calling import Caller
from tests.playing import HERON


def test_a_question_has_the_rule_its_source_and_an_example(haggis: Caller) -> None:
    code, out, _ = haggis("ask", "what", "beats", "a", "bomb?")
    assert code == 0
    assert out.startswith("classic, 2 players\n")
    assert out.index("beats.bomb") < out.index("Source: rulebook") < out.index("Example: ")
    assert "Source: neeps" not in out.partition("Other games")[0]


def test_a_question_that_was_asked_before_begins_with_its_answer(haggis: Caller) -> None:
    code, out, _ = haggis("ask", "May anybody look at the haggis?", "--players", 3)
    assert code == 0
    assert out.split("\n")[2].startswith("No")
    assert "This answers: May " in out


def test_what_other_games_say_is_marked(haggis: Caller) -> None:
    _, out, _ = haggis("ask", "what is a slam")
    assert "No rule of this game" in out
    assert all("players]" in line for line in out.splitlines() if "(score." in line)


def test_programs_are_told_the_same(haggis: Caller) -> None:
    code, said = haggis.json("ask", "does J K beat J Q", "--in", "neeps", "--players", 4)
    assert code == 0
    assert said["cards"]["compared"][0]["beats"] is True
    assert (said["variant"], said["players"]) == ("neeps", 4)
    best = said["answers"][0]
    assert best["own"]
    assert best["sources"]
    assert best["words"]
    assert best["clause"]
    assert [one["own"] for one in said["answers"]] == sorted(
        (one["own"] for one in said["answers"]), reverse=True
    )


def test_nothing_found_says_so_and_what_there_is(haggis: Caller) -> None:
    code, out, _ = haggis("ask", "xyzzy")
    assert code == 1
    assert "Nothing" in out
    code, said = haggis.json("ask", "xyzzy")
    assert code == 1
    assert said["answers"] == []
    assert said["topics"]


def test_a_text_of_ones_own_is_asked(haggis: Caller) -> None:
    code, said = haggis.json("ask", "what beats a single", "--in", HERON)
    assert code == 0
    assert said["variant"] == "heron"
    assert said["answers"][0]["variant"] == "heron"


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (("who deals", "--players", 9), "bad-number"),
        (("x" * 1001,), "too-long"),
        (("who deals", "--in", "nowhere"), "unknown-variant"),
    ],
)
def test_a_bad_call_is_refused(haggis: Caller, call: tuple[object, ...], name: str) -> None:
    code, _, err = haggis("ask", *call)
    assert code == 2
    assert f"[{name}]" in err
