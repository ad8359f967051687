"""In what two variants differ is told to people and to programs."""

from pathlib import Path

import pytest

from haggis_rules import load
from haggis_rules.analysis.comparison.clause_differences import compare_clauses
from haggis_rules.ir.load import load_game
from tests.cli.calling import Caller

PAIR = ("diff", "classic", "tournament", "--players", 3)


@pytest.mark.slow
def test_people_see_both_clauses_the_reason_and_where_it_matters(haggis: Caller) -> None:
    code, out, err = haggis(*PAIR)
    assert (code, err) == (0, "")
    found = compare_clauses([load_game("classic", players=3)], [load_game("tournament")])
    flat = " ".join(out.split())
    for one in found.changed:
        for text in (one.first.name, one.first.words, one.second.words, one.reason):
            assert " ".join(text.split()) in flat
    assert "Play is the same with 3 players: the formal text comes to the same." in out
    assert "Where it matters, with 3 players and only this clause exchanged:" in out
    assert "    hand of seat 1  " in out


@pytest.mark.slow
def test_programs_get_the_same_and_can_play_the_hand(haggis: Caller) -> None:
    code, record = haggis.json(*PAIR)
    assert code == 0
    found = compare_clauses([load_game("classic", players=3)], [load_game("tournament")])
    assert record["same"] == found.same
    assert [one["name"] for one in record["changed"]] == [one.first.name for one in found.changed]
    effects = {one["name"]: one["effect"] for one in record["changed"]}
    assert effects["table.seats"]["kind"] == "same"
    hand = effects["capture.bomb.three"]
    assert (hand["kind"], hand["in"], hand["beside"]) == ("hand", "classic", [])
    rules = load(hand["played_by"], players=hand["players"])
    table = rules.position({**rules.head, "start": hand["start"], "actions": hand["actions"]})
    assert len(table.actions_to_json()) == len(hand["actions"]) > 0
    assert {one["what"] for one in hand["differences"]} >= {"pile"}


@pytest.mark.rotates
@pytest.mark.slow
def test_an_entry_of_the_score_sheet_is_set_side_by_side(haggis: Caller) -> None:
    code, out, _ = haggis("diff", "classic", "rogers", "--players", 3, "--seeds", 40)
    assert code == 0
    after = out.partition("(score.out)")[2]
    rows = [line.split() for line in after.splitlines() if "going.out of seat" in line]
    assert rows[0][-2:] == ["5", "0"]
    assert "2r 2o = set2@2 is a play in classic. In rogers these cards are not a play." in out


@pytest.mark.rotates
@pytest.mark.slow
def test_what_is_not_found_is_not_called_the_same(haggis: Caller) -> None:
    code, out, _ = haggis("diff", "classic", "cats", "--players", 2, "--seeds", 1)
    assert code == 0
    after = out.partition("(bets.pay)")[2].partition("(match.dealer)")[0]
    flat = " ".join(after.split())
    assert "No play was found in which it matters, in 1 hand with 2 players." in flat
    assert "That does not mean that there is none." in flat


def test_without_hands_only_the_clauses_are_told(haggis: Caller) -> None:
    code, out, _ = haggis(*PAIR, "--seeds", 0)
    assert code == 0
    assert "matters" not in out
    record = haggis.json(*PAIR, "--seeds", 0)[1]
    assert {one["effect"] for one in record["changed"]} == {None}


def test_variants_for_other_numbers_of_players_are_not_played(haggis: Caller) -> None:
    code, out, _ = haggis("diff", "cats", "tournament", "--seeds", 1)
    assert code == 0
    assert "No play was looked for: no number of players suits both." in out
    assert haggis.json("diff", "cats", "tournament", "--seeds", 1)[1]["seatings"] == []


def test_faults_of_a_call_are_named(haggis: Caller) -> None:
    code, _, err = haggis("diff", "classic", "clasic")
    assert code == 2
    assert "error[unknown-variant]" in err
    assert "error[bad-number]" in haggis(*PAIR, "--seeds", -1).err


@pytest.mark.slow
def test_what_is_the_same_is_proved(haggis: Caller) -> None:
    heron = "tests/heron/heron.haggis"
    code, out, err = haggis("diff", heron, heron, "--prove", "--seeds", 0, "--jobs", 1)
    assert (code, err) == (0, "")
    assert "Plays: the same, " in out
    assert "What beats what: the same, " in out
    assert "Everything else is written alike: the two are the same game." in out
    (proof,) = haggis.json("diff", heron, heron, "--prove", "--seeds", 0, "--jobs", 1)[1]["proofs"]
    assert proof["same"] is True
    assert proof["plays"]["verdict"] == "same"
    assert proof["order"]["apart"] is None


@pytest.mark.rotates
@pytest.mark.slow
def test_a_clause_without_a_play_is_proved_idle(haggis: Caller, tmp_path: Path) -> None:
    heron, changed = Path("tests/heron/heron.haggis"), tmp_path / "heron.haggis"
    three, two = "    made of 3 cards of rank top\n", "    made of 2 cards of another rank\n"
    text = heron.read_text("utf-8")
    assert three + two in text
    changed.write_text(text.replace(three + two, two + three), "utf-8")
    call = ("diff", heron, changed, "--seeds", 2)
    assert "No play was found in which it matters" in haggis(*call).out
    code, out, _ = haggis(*call, "--prove", "--jobs", 1)
    assert code == 0
    assert "Proved to change nothing, where no play was found: full." in out
    assert haggis.json(*call, "--prove", "--jobs", 1)[1]["proved_same"] == ["full"]


def test_a_play_that_only_one_has_is_shown(haggis: Caller, tmp_path: Path) -> None:
    changed = tmp_path / "changed.haggis"
    changed.write_text(
        Path("tests/heron/heron.haggis").read_text("utf-8").replace("3 to 9 in", "3 to 8 in"),
        "utf-8",
    )
    code, out, _ = haggis("diff", "tests/heron/heron.haggis", changed, "--prove", "--seeds", 0)
    assert code == 0
    assert "Plays: not compared, because their cards are not the same." in out
