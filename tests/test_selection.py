"""Which tests a run takes, tried out on a folder of tests of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import PARTS, part_of_commit, parts_of

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
    assert [len(part) for part in parts] == [10] * PARTS
    assert len(whole) == 70
    assert rotating(folder, "all") == whole


def test_the_commit_chooses_the_part(folder: Path) -> None:
    assert rotating(folder, "commit") == rotating(folder, part_of_commit(folder))


def test_functions_begin_with_different_parts_and_their_cases_go_on_from_there() -> None:
    names = [f"tests/test_{n}.py::test[{case}]" for n in range(99) for case in "abc"]
    parts = parts_of(names)
    firsts = [parts[name] for name in names if name.endswith("[a]")]
    assert set(firsts) == set(range(PARTS))
    assert list(parts.values()) == [(one + at) % PARTS for one in firsts for at in range(3)]
    assert parts_of(names[3:]) == {name: parts[name] for name in names[3:]}


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
