"""Which tests a run takes, tried out on a folder of tests of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import PARTS, part_of_commit, part_of_test

TESTS = """
import pytest

@pytest.mark.rotates
@pytest.mark.parametrize("number", range(70))
def test_of_a_test(number):
    pass

@pytest.mark.planted("slip")
@pytest.mark.parametrize("number", range(4))
def test_of_a_slip(number):
    assert number != 3

@pytest.mark.planted("mutant")
@pytest.mark.slow
def test_of_a_mutant():
    pass

def test_of_the_rest():
    pass
"""
INI = "[pytest]\nmarkers =\n  rotates\n  planted\n  slow\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_made_up.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text(INI, "utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    plugins = ["-p", "tests.selection", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    call = [sys.executable, "-m", "pytest", *plugins, "--rootdir", str(folder), *arguments]
    done = subprocess.run(  # noqa: S603 - our own tests
        [*call, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    return done.stdout + done.stderr


def rotating(folder: Path, part: object) -> set[str]:
    found = run(folder, "--collect-only", "-q", "-k", "of_a_test", "--rotation", str(part))
    return {line for line in found.splitlines() if "::" in line}


@pytest.mark.slow
def test_every_rotating_test_is_in_one_of_the_parts(folder: Path) -> None:
    parts = [rotating(folder, part) for part in range(PARTS)]
    whole = {name for part in parts for name in part}
    assert all(parts)
    assert sum(map(len, parts)) == len(whole) == 70
    assert rotating(folder, "all") == whole


def test_the_commit_chooses_the_part(folder: Path) -> None:
    assert rotating(folder, "commit") == rotating(folder, part_of_commit(folder))
    assert {part_of_test(f"tests/test_{number}.py::test") for number in range(99)} == set(
        range(PARTS)
    )


@pytest.mark.slow
@pytest.mark.parametrize("rotation", ["7", "-1", "some", ""])
def test_a_part_that_there_is_not_is_refused(folder: Path, rotation: str) -> None:
    assert "--rotation takes a number below 7" in run(folder, f"--rotation={rotation}")


@pytest.mark.slow
@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "with workers"])
def test_planted_faults_are_counted_by_kind_whether_or_not_they_ran(
    folder: Path, workers: tuple[str, ...]
) -> None:
    said = run(folder, "-m", "not slow", *workers)
    assert "planted mutant: 0 of 1 killed" in said
    assert "planted slip: 3 of 4 killed" in said  # one of them fails, so its fault is alive
    assert "planted faults: 3 of 5 killed" in said
