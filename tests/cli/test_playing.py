"""Somebody at a terminal can take a seat, sees what it may see, and can leave and come back."""

import json
from pathlib import Path
from typing import cast

import pytest

from haggis_rules import Action, load
from haggis_rules.cli import main
from haggis_rules.records.reader import read
from haggis_rules.records.replay import replay
from haggis_rules.records.writer import text_of
from tests.cli.calling import Caller
from tests.playing import HERON

GREENSHANK = Path(__file__).parents[1] / "draws" / "greenshank.haggis"
CLASSIC = ("play", "classic", "--players", 3, "--seed", 76)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def answers(out: str) -> list[str]:
    """Return what was said after each line that was typed."""
    return out.split("> ")[1:]


def test_a_player_is_dealt_in_and_may_leave(haggis: Caller) -> None:
    code, out, err = haggis(*CLASSIC, typed=typed("quit"))
    assert (code, err) == (0, "")
    assert out.startswith("classic for 3 players, target 350; seed 76")
    assert "Good-bye" in out
    assert "haggis play classic --seat 1 --players 3 --seed 76" in out


def test_the_end_of_the_file_is_a_polite_way_to_leave(haggis: Caller) -> None:
    assert "Good-bye" in haggis(*CLASSIC, typed="").out


def test_a_player_sees_his_own_hand_and_no_other(haggis: Caller) -> None:
    out = haggis(*CLASSIC, typed=typed("look", "look all")).out
    table = load("classic", players=3).new_match(76).position
    hands = cast("tuple[int, ...]", table.state.zones[0])
    own, other = (table.rules.show(hand) for hand in hands[:2])
    assert own in out
    assert other not in out
    assert "hand of seat 2  J Q K and 14 face down" in out


def test_a_player_may_act_out_of_turn_before_another_does(haggis: Caller) -> None:
    out = haggis(*CLASSIC, typed=typed("bet little", "", "quit")).out
    assert "Seat 3 to act. Before that you may do one of these:" in out
    bet, answer = out.index("you: bet little"), out.index("seat 3: play")
    assert bet < answer


def test_a_player_who_waits_is_asked_again_and_one_who_says_later_is_not(haggis: Caller) -> None:
    many = [""] * 3
    invitations = haggis(*CLASSIC, "--seat", 2, typed=typed(*many)).out.count("Before that you may")
    hushed = haggis(*CLASSIC, "--seat", 2, typed=typed("later", *many)).out
    assert invitations > 1
    assert hushed.count("Before that you may") < invitations


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dance", "`dance` is not an action or a command"),
        ("play 11r", "`11r` is not a card of this deck"),
        ("9r 11r", "`11r` is not a card of this deck"),
        ("9r 9r", "more than 1 of `9r`"),
        ("9r 10g", "not a set, because 9r and 10g differ in rank"),
        ("play 9r 10g", "not a set, because 9r and 10g differ in rank"),
        ("play 9r 9r", "more than 1 of `9r`"),
        ("play", "it is written `play COMBINATION`"),
        ("bet huge", "little"),
        ("bet", "`bet` lacks a choice; it is written `bet zero|little|big`"),
        ("pass pass", "nothing takes `pass`"),
        ("0", "the actions are numbered 1 to 3"),
        ("4", "the actions are numbered 1 to 3"),
        ("9" * 5000, "the actions are numbered 1 to 3"),
        ("pass", "`pass` is not allowed:"),
        ("play 2r", "`play 2r` is not allowed:"),
        ("why", "why what?"),
        ("why pass", "it is for seat 3 here, not for seat 1"),
        ("why bet big", "`bet big` is allowed."),
        ("clause trick.pass", "Instead of playing, you may pass"),
        ("clause", "which clause?"),
        ("clause no.such", "no clause is called `no.such`"),
        ("score", "all hands"),
        ("help", "Type an action"),
        ("plays", "bet: 3"),
    ],
)
def test_what_is_typed_gets_an_answer_and_the_player_is_asked_again(
    line: str, said: str, haggis: Caller
) -> None:
    code, out, _ = haggis(*CLASSIC, typed=typed(line, "quit"))
    assert code == 0
    first, *rest = answers(out)
    assert said in " ".join(first.split()).replace("(Enter: go on)", "")
    assert rest


def test_a_name_may_be_left_out(haggis: Caller) -> None:
    assert "you: bet little" in haggis(*CLASSIC, typed=typed("little", "", "quit")).out


def test_a_play_without_its_reading_is_the_highest_that_is_asked_for(haggis: Caller) -> None:
    """Seat 3 leads a stair of two pairs topped by the 7; 8b J Q K can be two that beat it."""
    out = haggis(*CLASSIC, typed=typed("", "play 8b J Q K", "quit")).out
    assert "you: play 8b J Q K = stair2x2@9" in out


def test_a_play_that_can_be_several_things_has_to_be_named(haggis: Caller) -> None:
    table = load("classic", players=2).new_match(1).position
    leader = cast("int", table.value("turn"))
    pip = table.rules.show(cast("tuple[int, ...]", table.state.zones[0])[leader]).split()[0]
    call = ("play", "classic", "--players", 2, "--seed", 1, "--seat", leader + 1)
    unclear, named = f"{pip} J Q", f"play {pip} J Q = set3@{pip[:-1]}"
    out = haggis(*call, typed=typed(unclear, named)).out
    said, done, *_ = answers(out)
    assert "can be several things" in said
    assert named.removeprefix("play ") in " ".join(said.split())
    assert f"you: {named}" in done


def test_too_many_plays_are_counted_by_kind_until_a_word_narrows_them(haggis: Caller) -> None:
    call = ("play", "classic", "--players", 2, "--seed", 4)
    said, narrowed, *_ = answers(haggis(*call, typed=typed("plays", "plays bomb")).out)
    assert "That is too much to list." in said
    assert "play, set, width 2: 50" in said
    assert "play, bomb" in narrowed
    assert "play, set" not in narrowed


def test_one_seed_and_the_same_words_are_the_same_match(haggis: Caller) -> None:
    words = typed("bet big", *["1"] * 40)
    first, again = (haggis(*CLASSIC, typed=words).out for _ in range(2))
    assert first == again
    assert first != haggis(*CLASSIC[:-1], 4, typed=words).out


def test_a_match_is_kept_and_goes_on(tmp_path: Path, haggis: Caller) -> None:
    whole, half = tmp_path / "whole.jsonl", tmp_path / "half.jsonl"
    haggis(*CLASSIC, "--record", whole, typed=typed("1", "", *["1"] * 20))
    out = haggis(*CLASSIC, "--record", half, typed=typed("1", "", *["1"] * 8)).out
    assert f"--resume {half}" in out
    code, out, _ = haggis("play", "classic", "--resume", half, typed=typed(*["1"] * 12))
    assert code == 0
    assert out.startswith("classic for 3 players")
    assert half.read_text("utf-8") == whole.read_text("utf-8")


def test_a_kept_match_is_one_that_programs_can_read(tmp_path: Path, haggis: Caller) -> None:
    record_path = tmp_path / "kept.jsonl"
    haggis(*CLASSIC, "--record", record_path, typed=typed("bet little"))
    with record_path.open("rb") as file:
        match = replay(load("classic", players=3), read(file))
    assert match.seed == 76
    done = [event.done for event in match.position.history if isinstance(event.done, Action)]
    assert [action.name for action in done] == ["bet", "play"]


def test_a_match_that_was_cut_off_says_so_and_goes_on(tmp_path: Path, haggis: Caller) -> None:
    record_path = tmp_path / "kept.jsonl"
    haggis(*CLASSIC, "--record", record_path, typed=typed("bet little"))
    whole = record_path.read_bytes()
    record_path.write_bytes(whole[:-9])
    again = ("play", "classic", "--resume", record_path)
    code, _, err = haggis(*again, "--seat", 3, typed=typed("quit"))
    assert code == 0
    assert "was cut off: line 3 is its last whole one" in err
    assert record_path.read_bytes() == whole[:-9]
    haggis(*again, typed=typed("quit"))
    assert record_path.read_bytes() == whole


def test_a_record_that_something_else_writes_to_is_left_alone(
    tmp_path: Path, haggis: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_path = tmp_path / "kept.jsonl"
    haggis(*CLASSIC, "--record", record_path, typed=typed("quit"))
    before = record_path.read_bytes()

    class Other:
        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            record_path.write_bytes(before + b"{")
            return "bet little\n"

    monkeypatch.setattr("sys.stdin", Other())
    assert main(["play", "classic", "--resume", str(record_path)]) == 2
    assert record_path.read_bytes() == before + b"{"


def test_a_match_that_was_dealt_elsewhere_cannot_be_gone_on_with(
    tmp_path: Path, haggis: Caller
) -> None:
    record_path = tmp_path / "kept.jsonl"
    text = text_of(load("classic", players=3).new_match(76))
    record_path.write_text(text.replace('"seed":76', '"seed":null'), encoding="utf-8")
    code, _, err = haggis("play", "classic", "--resume", record_path)
    assert code == 2
    assert "error[no-seed]" in err


def test_a_match_that_is_there_is_not_written_over(tmp_path: Path, haggis: Caller) -> None:
    record_path = tmp_path / "kept.jsonl"
    record_path.write_text("mine", encoding="utf-8")
    code, _, err = haggis(*CLASSIC, "--record", record_path)
    assert code == 2
    assert "error[file-exists]" in err
    assert record_path.read_text("utf-8") == "mine"


def test_a_whole_match_can_be_played_to_its_end(haggis: Caller) -> None:
    code, out, _ = haggis(
        "play", "classic", "--players", 2, "--option", "target=1", "--seed", 5,
        typed=typed("later", *["1"] * 100),
    )  # fmt: skip
    assert code == 0
    assert "Hand 1 is over." in out
    assert "captured.points" in out
    assert "The match is over." in out
    assert "Good-bye" not in out


def test_a_match_without_score_entries_says_so(haggis: Caller) -> None:
    out = haggis("play", HERON, typed=typed("score")).out
    assert "this variant has no score entries" in out


def test_programs_get_the_record_and_people_see_the_talk_aside(haggis: Caller) -> None:
    code, out, err = haggis(*CLASSIC, "--format", "json", typed=typed("quit"))
    assert code == 0
    assert json.loads(out)["variant"] == "classic"
    assert "Seat 3 to act" in err


def test_an_interrupted_match_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Impatient:
        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Impatient())
    assert main([str(word) for word in CLASSIC]) == 130
    assert "To play the same cards again" in capsys.readouterr().out


def test_a_seat_that_is_not_there_is_a_fault_of_the_call(haggis: Caller) -> None:
    code, _, err = haggis(*CLASSIC, "--seat", 4)
    assert code == 2
    assert "error[unknown-seat]" in err


def test_what_chance_draws_is_not_for_the_player_to_choose(haggis: Caller) -> None:
    call = ("play", GREENSHANK, "--seed", 3, "--seat", 1)
    out = haggis(*call, typed=typed("draw 2a", "why draw", "draw", "quit")).out
    assert "seat 3: draw (by chance)\n        stock to hand of seat 3: 1 card face down" in out
    assert "`draw` makes its choice at random, so you cannot choose; say `draw` alone" in out
    assert "`draw` is allowed.\n  It depends on draw.\n" in out
    assert "you: draw (by chance)\n        stock to your hand: " in out
