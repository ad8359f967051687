"""The command does what it says, tells what is wrong, and gives the exit code for it."""

import json
from pathlib import Path
from typing import Any

import pytest

from haggis_rules import load
from haggis_rules.cli import main
from haggis_rules.storage.package_data import read
from tests.cli.calling import Caller
from tests.planted.mutants import write_mutants
from tests.playing import HERON

TEXTS = Path(__file__).parents[1] / "texts"
FAULTY = Path(__file__).parents[1] / "golden/errors/rules"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, Any]:
    code, out, _ = run(capsys, *arguments, "--format", "json")
    return code, json.loads(out)


def test_sound_rules_are_good(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", "neeps-core", HERON)
    assert (code, err) == (0, "")
    assert out.count("no fault") == 2


def test_faulty_rules_are_told_and_the_next_file_is_checked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "check", FAULTY / "several.haggis", HERON)
    assert code == 1
    assert err.count("error[") == 3
    assert "several.haggis: 3 faults" in out
    assert "heron.haggis: 13 clauses, no fault" in out


def test_faults_have_a_form_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, record = run_json(capsys, "check", FAULTY / "never.haggis")
    assert code == 1
    (fault,) = record["files"][0]["faults"]
    assert (fault["name"], fault["line"]) == ("never", 11)


@pytest.mark.parametrize("command", [["deal", "neeps-cor"], ["docs", "no.haggis"]])
def test_what_cannot_be_found_is_a_fault_of_the_call(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *command)
    assert code == 2
    assert "error[" in err


def test_a_parent_that_cannot_be_found_is_a_fault_of_the_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = run(capsys, "check", FAULTY / "unknown_parent.haggis")
    assert code == 1
    assert "error[unknown-parent]" in err


def test_rules_under_which_nobody_can_act_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "deal", TEXTS / "literal-lead.haggis", "--hands", 3)
    assert code == 1
    assert "finished: false" in out
    assert "seed 2: nobody can act" in err


def test_rules_that_break_down_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (broken,) = write_mutants(tmp_path, "mutants/auto.bounds")
    code, _, err = run(capsys, "deal", broken)
    assert code == 1
    assert "does not hold so many cards" in err


def test_an_unknown_command_is_a_fault_of_the_call(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run(capsys, "dance")
    assert left.value.code == 2


def test_a_file_is_put_into_form_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "untidy.haggis"
    untidy = read("spec", "neeps-core.haggis").replace("\n  cites", " cites")
    file.write_text(untidy, encoding="utf-8")
    code, out, _ = run(capsys, "fmt", "--check", file)
    assert code == 1
    assert "-" in out
    assert file.read_text(encoding="utf-8") == untidy
    assert run(capsys, "fmt", file)[0] == 0
    assert file.read_text(encoding="utf-8") == read("spec", "neeps-core.haggis")
    assert run(capsys, "fmt", "--check", file)[0] == 0


def test_a_file_with_a_fault_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.haggis"
    file.write_text("language 2 variant bad", encoding="utf-8")
    code, _, err = run(capsys, "fmt", file)
    assert code == 1
    assert "error[cut-off]" in err
    assert file.read_text(encoding="utf-8") == "language 2 variant bad"


def test_a_watched_hand_shows_its_score_entry_by_entry(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "deal", "classic", "--players", 3, "--seed", 2)
    assert code == 0
    rows = {row[0]: row[1:] for row in map(str.split, out.splitlines()) if len(row) == 4}
    entries = [list(map(int, rows[name])) for name in ("going.out", "captured.points", "bets.paid")]
    assert sum(entries[1]) == 50
    assert list(map(int, rows["total"])) == [sum(each) for each in zip(*entries, strict=True)]


def test_a_watched_match_ends_when_the_rules_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    call = ("deal", "classic", "--players", 2, "--option", "target=50", "--match")
    code, record = run_json(capsys, *call)
    assert (code, record["finished"]) == (0, True)
    assert max(record["scores"]) >= 50
    match = load("classic", players=2, target=50).match(record["match"])
    assert (match.finished, match.scores) == (True, tuple(record["scores"]))
    out = run(capsys, *call)[1]
    assert out.count("captured.points") == len(record["match"]["hands"])


def test_one_seed_plays_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    first, again = (run(capsys, "deal", HERON, "--seed", 4)[1] for _ in range(2))
    assert first == again
    assert first != run(capsys, "deal", HERON, "--seed", 5)[1]
    assert "fist of seat 1  3d" in first
    assert "finished: true" in first


def test_a_hand_says_which_clauses_its_moves_rest_on(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "deal", HERON, "--clauses")
    assert "rests on" in out
    assert "sweep" in out


def test_a_hand_of_neeps_ends_with_all_cards_captured(capsys: pytest.CaptureFixture[str]) -> None:
    code, record = run_json(capsys, "deal", "neeps-core", "--hands", 2)
    assert code == 0
    assert [hand["seed"] for hand in record["hands"]] == [1, 2]
    for hand in record["hands"]:
        captured = [hand["queries"][f"captured.cards of {team}"] for team in ("north", "south")]
        assert sum(captured) == 126


def test_too_many_hands_are_a_fault_of_the_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "deal", HERON, "--hands", 0)[0] == 2


def test_promises_are_proved_and_kept_for_the_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts_path = tmp_path / "deep" / "verdicts.json"
    arguments = ("verify", HERON, "--promise", "rises", "--verdicts", verdicts_path)
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert "rises: proved" in out
    code, _, _ = run(
        capsys, "docs", HERON, "--out", tmp_path / "pages", "--verdicts", verdicts_path
    )
    assert code == 0
    pages = [p.read_text(encoding="utf-8") for p in (tmp_path / "pages").rglob("*.md")]
    assert any("Promise rises: proved" in page for page in pages)


def test_a_broken_promise_is_not_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (broken,) = write_mutants(tmp_path, "heron/breaks.rises")
    code, record = run_json(capsys, "verify", broken, "--promise", "rises")
    assert code == 1
    assert record["variants"][0]["promises"][0]["verdict"] == "refuted"


def test_an_unknown_promise_is_a_fault_of_the_call(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "verify", HERON, "--promise", "risen")
    assert code == 2
    assert "`rises`" in err


def test_each_question_to_the_solvers_can_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, _ = run(capsys, "verify", HERON, "--promise", "fresh", "--export", tmp_path)
    assert code == 0
    texts = list(tmp_path.rglob("*.smt2"))
    assert texts
    assert all("(check-sat)" in text.read_text(encoding="utf-8") for text in texts)


def test_verdicts_that_are_none_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "verdicts.json").write_text("[]", encoding="utf-8")
    code, _, err = run(capsys, "docs", HERON, "--verdicts", tmp_path / "verdicts.json")
    assert code == 2
    assert "verdicts.json" in err


@pytest.mark.slow
def test_a_file_with_the_name_of_a_shipped_variant_is_mentioned_once(
    tmp_path: Path, haggis: Caller
) -> None:
    files = [tmp_path / f"{name}.haggis" for name in ("mine", "yours")]
    for file in files:
        file.write_text(f'language 2 variant {file.stem} extends tournament "A child."')
    (tmp_path / "tournament.haggis").write_text('language 2 variant tournament "Another."')
    code, _, err = haggis("check", files[0], files[0], files[1])
    assert code == 0
    assert err.count("note: `mine` extends the shipped `tournament`, not ") == 1
    assert err.count("note: `yours` extends the shipped `tournament`, not ") == 1
