"""The nightly run goes on where it was cut off, and tells what failed."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.fuzz import __main__ as fuzz
from tests.fuzz import kill

MAKEFILE = (Path(__file__).parents[1] / "Makefile").read_text("utf-8")
Captured = pytest.CaptureFixture[str]

nightly = pytest.importorskip("nightly", reason="only the checkout has its tools")


def nothing(*_: object) -> tuple[object, ...]:
    """Run no file of random tests."""
    return ()


def part(name: str, program: str) -> object:
    return nightly.Part(name, "tried out", (sys.executable, "-c", program))


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the run have three parts of its own: one passes, one fails, one takes too long."""
    marks = tmp_path / "marks"
    note = f"open({str(marks)!r}, 'a').write"
    monkeypatch.setattr(nightly, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(nightly, "LOGS", tmp_path / "logs")
    monkeypatch.setattr(nightly, "_commit", lambda: "this one")
    made = (
        part("good", f"{note}('g'); print('3 passed in 0.1s')"),
        part("bad", f"{note}('b'); raise SystemExit(3)"),
        part("endless", "import time; time.sleep(60)"),
    )

    def parts(workers: str) -> tuple[object, ...]:
        assert workers
        return made

    monkeypatch.setattr(nightly, "parts", parts)
    return marks


def test_what_goes_by_chance_is_a_part_with_arguments_that_its_program_takes() -> None:
    known = {one.name: one.command for one in nightly.parts("2")}
    assert {"fuzz", "kill", "learning", "matches", "newest"} <= known.keys()
    (_, _, module, *arguments) = known["fuzz"]
    assert module == fuzz.__package__
    assert fuzz.parser().parse_args(arguments).seconds == nightly.FUZZING
    (_, _, module, *arguments) = known["kill"]
    assert module == kill.__name__
    assert kill.parser().parse_args(arguments).moments * len(kill.jobs()) >= 100
    assert known["matches"][3] == "2000"


def test_tests_of_pages_are_one_part_which_sees_to_a_browser() -> None:
    known = {one.name: one.command for one in nightly.parts("2")}
    assert known["browser"][:3] == ("make", "site-test", "PAGES=browser")
    assert known["long"][-1] == "long and not browser"
    (head,) = (line for line in MAKEFILE.splitlines() if line.startswith("site-test:"))
    assert "chromium" in head.partition("##")[0].split()


def test_what_passed_is_not_run_again_and_what_failed_is(
    tried: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert nightly.main(["good", "bad"]) == 1
    said = capsys.readouterr().out
    assert "3 passed in 0.1s" in said
    assert "failed (3)" in said
    assert said.endswith("1 passed, 1 failed\n")
    assert nightly.main(["good", "bad"]) == 1
    assert "good: passed before at this commit" in capsys.readouterr().out
    assert tried.read_text("utf-8") == "gbb"


def test_another_commit_or_again_runs_everything(
    tried: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert nightly.main(["good"]) == 0
    assert nightly.main(["good", "--again"]) == 0
    monkeypatch.setattr(nightly, "_commit", lambda: "the next one")
    assert nightly.main(["good"]) == 0
    assert tried.read_text("utf-8") == "ggg"


def test_what_there_was_no_time_for_comes_first_the_next_time(
    tried: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = {"bad": nightly.TIMED_OUT, "good": 0}
    rows = (nightly.Outcome(name, "a commit before", code, 1, ()) for name, code in codes.items())
    nightly.KEPT.write_text(json.dumps([asdict(row) for row in rows]), "utf-8")
    monkeypatch.setattr(nightly, "_deep", nothing)
    nightly.main(["--budget", "1"])
    assert tried.read_text("utf-8") == "bg"


def test_a_part_that_outlives_the_budget_is_cut_off_and_tried_the_next_time(
    tried: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert nightly.main(["endless", "--budget", "1"]) == 1
    assert "cut off" in capsys.readouterr().out
    assert nightly.main(["good", "--budget", "60"]) == 0
    assert tried.exists()


@pytest.mark.parametrize(("killed", "code"), [(3, 0), (2, 1)])
def test_planted_faults_are_added_up_and_all_have_to_be_killed(
    killed: int, code: int, tried: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert not tried.exists()
    counts = {"tests": 4, "slow": killed, "long": 3}

    def parts(workers: str) -> tuple[object, ...]:
        assert workers
        return tuple(
            part(name, f"print('planted faults: {each} of 10 killed')")
            for name, each in counts.items()
        )

    monkeypatch.setattr(nightly, "parts", parts)
    assert nightly.main([*counts]) == code
    assert capsys.readouterr().out.endswith(f"planted faults: {7 + killed} of 10 killed\n")
    assert nightly.main(["tests"]) == 0  # one part alone does not judge them all


def test_the_parts_that_judge_planted_faults_are_there() -> None:
    assert {one.name for one in nightly.parts("2")} >= nightly.JUDGING


def test_a_part_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        nightly.main(["nothing"])
    assert ended.value.code == 2
    assert "no part is called 'nothing'" in capsys.readouterr().err


def test_changes_are_tried_only_in_texts_that_have_examples() -> None:
    names = {one.name for one in nightly.parts("2")}
    assert {"mutants-classic", "mutants-tournament"} <= names
    assert "mutants-neeps-core" not in names  # its text has the word alone
