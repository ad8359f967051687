"""In what two variants differ is told to people and to programs."""

from pathlib import Path

from haggis_rules import load
from haggis_rules.analysis.comparison.clause_differences import compare_clauses
from haggis_rules.ir.load import load_game
from tests.cli.calling import Caller

PAIR = ("diff", "classic", "tournament", "--players", 3)


def test_people_see_both_clauses_the_reason_and_an_example(haggis: Caller) -> None:
    code, out, err = haggis(*PAIR)
    assert (code, err) == (0, "")
    found = compare_clauses([load_game("classic", players=3)], [load_game("tournament")])
    flat = " ".join(out.split())
    for one in found.changed:
        for text in (one.first.name, one.first.words, one.second.words, one.reason):
            assert " ".join(text.split()) in flat
    assert "An example: 3 players, seed" in out
    assert "Here they differ:" in out


def test_programs_get_the_same_and_can_play_the_example(haggis: Caller) -> None:
    code, record = haggis.json(*PAIR)
    assert code == 0
    found = compare_clauses([load_game("classic", players=3)], [load_game("tournament")])
    assert record["same"] == found.same
    assert [one["name"] for one in record["changed"]] == [one.first.name for one in found.changed]
    example = record["example"]
    rules = load(example["played_by"], players=example["players"])
    head = {**rules.head, "start": example["start"], "actions": example["actions"]}
    table = rules.position(head)
    assert len(table.actions_to_json()) == len(example["actions"]) > 0


def test_a_search_that_finds_nothing_says_so(haggis: Caller) -> None:
    code, out, _ = haggis("diff", "classic", "classic", "--players", 2, "--seeds", 1)
    assert code == 0
    assert "No example was found from 1 seed, for 2 players." in out
    assert "That does not mean that there is none." in out


def test_variants_for_other_numbers_of_players_have_no_example(haggis: Caller) -> None:
    code, out, _ = haggis("diff", "cats", "tournament", "--seeds", 1)
    assert code == 0
    assert "No example: no number of players suits both." in out
    assert haggis.json("diff", "cats", "tournament", "--seeds", 1)[1]["seatings"] == []


def test_faults_of_a_call_are_named(haggis: Caller) -> None:
    code, _, err = haggis("diff", "classic", "clasic")
    assert code == 2
    assert "error[unknown-variant]" in err
    assert "error[bad-number]" in haggis(*PAIR, "--seeds", -1).err


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


def test_a_play_that_only_one_has_is_shown(haggis: Caller, tmp_path: Path) -> None:
    changed = tmp_path / "changed.haggis"
    changed.write_text(
        Path("tests/heron/heron.haggis").read_text("utf-8").replace("3 to 9 in", "3 to 8 in"),
        "utf-8",
    )
    code, out, _ = haggis("diff", "tests/heron/heron.haggis", changed, "--prove", "--seeds", 0)
    assert code == 0
    assert "Plays: not compared, because their cards are not the same." in out
