"""Texts proved side by side: each has its verdicts, and one that fails is shown."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.games import PLACES
from tests.keeping import cache_of_its_own
from tests.planted.mutants import write_mutants

TOOL = Path(__file__).parents[2] / "tools" / "prove_each.py"
HERON = str(PLACES["heron"])


def proved(folder: Path, *arguments: object) -> "subprocess.CompletedProcess[str]":
    words = [str(one) for one in (TOOL, folder, *arguments)]
    return subprocess.run(  # noqa: S603
        [sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        env=cache_of_its_own(folder / "cache"),
    )


@pytest.mark.slow
def test_each_text_has_its_verdicts(tmp_path: Path) -> None:
    (tmp_path / "past.json").write_text("{}", encoding="utf-8")
    done = proved(tmp_path, HERON, PLACES["long-heron"], "--", "--promise", "kept")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line.partition(" in ")[0] for line in lines] == [
        "heron: 1 of 1 promises proved",
        "long-heron: 1 of 1 promises proved",
    ]
    assert {path.name for path in tmp_path.glob("*.json")} == {"heron.json", "long-heron.json"}
    for path in tmp_path.glob("*.json"):
        (record,) = json.loads(path.read_text(encoding="utf-8"))["variants"]
        assert [one["verdict"] for one in record["promises"]] == ["proved"]
    assert "kept: proved" in (tmp_path / "heron.txt").read_text(encoding="utf-8")


@pytest.mark.rotates
@pytest.mark.slow
def test_a_promise_that_is_broken_ends_in_a_fault_and_is_shown_whole(tmp_path: Path) -> None:
    (broken,) = write_mutants(tmp_path, "heron/breaks.fresh")
    done = proved(tmp_path / "verdicts", broken, HERON, "--", "--promise", "fresh")
    assert done.returncode == 1
    assert "broken-fresh: 0 of 1 promises proved" in done.stdout
    assert "fresh: refuted" in done.stdout
    assert "\nheron: " not in done.stdout


def test_a_text_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = proved(tmp_path, "nightjar")
    assert (done.returncode, done.stderr) == (1, "")
    assert "nightjar" in done.stdout
    assert "error[unknown-variant]" in done.stdout
