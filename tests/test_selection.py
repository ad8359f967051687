"""Which tests a run takes, tried out on a folder of tests of its own."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.selection import PARTS, part_of_commit, parts_of

TESTS = """
import pytest

@pytest.mark.rotates
@pytest.mark.parametrize("number", range(70))
def test_of_a_test(number):
    pass

@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
def test_of_thirty(number):
    pass

@pytest.mark.slow
@pytest.mark.parametrize("number", [*range(3), pytest.param(3, marks=pytest.mark.long)])
def test_of_three(number):
    pass

@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_of_one_and_two(number):
    pass

@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("number", range(5))
def test_of_five(number):
    pass

@pytest.mark.planted("slip")
@pytest.mark.parametrize("number", range(4))
def test_of_a_slip(number):
    assert number != 3

@pytest.mark.planted("mutant")
@pytest.mark.slow
@pytest.mark.parametrize("number", [0])
def test_of_a_mutant(number):
    pass

def test_of_the_rest():
    pass
"""
INI = "[pytest]\nmarkers =\n  rotates\n  planted\n  slow\n  long\n  every_case\n"


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


def taken(folder: Path, part: object) -> set[str]:
    found = run(folder, "--collect-only", "-q", "--rotation", str(part))
    return {line.partition("::")[2] for line in found.splitlines() if "::" in line}


@pytest.fixture
def in_parts(folder: Path) -> list[set[str]]:
    return [taken(folder, part) for part in range(PARTS)]


@pytest.mark.slow
def test_a_merge_takes_a_seventh_of_what_rotates_and_some_case_of_what_is_slow(
    folder: Path, in_parts: list[set[str]]
) -> None:
    whole = taken(folder, "all")
    assert set[str]().union(*in_parts) == whole
    assert len(whole) == 70 + 30 + 4 + 3 + 5 + 4 + 1 + 1
    for part in in_parts:
        functions = Counter(name.partition("[")[0] for name in part)
        assert functions.pop("test_of_thirty") in (4, 5)
        assert functions.pop("test_of_one_and_two") in (1, 2)
        assert functions == {
            "test_of_a_test": 10,
            "test_of_three": 2,  # one of the three, and the long one, which a merge leaves out
            "test_of_five": 5,
            "test_of_a_slip": 4,
            "test_of_a_mutant": 1,
            "test_of_the_rest": 1,
        }
    turns = Counter(name for part in in_parts for name in part)
    assert sorted(turns[f"test_of_three[{number}]"] for number in range(4)) == [2, 2, 3, PARTS]
    assert [turns[f"test_of_one_and_two[{number}]"] for number in range(3)] == [PARTS, 1, 1]


def test_the_commit_chooses_the_part(folder: Path) -> None:
    assert taken(folder, "commit") == taken(folder, part_of_commit(folder))


def test_functions_begin_with_different_parts_and_their_cases_go_on_from_there() -> None:
    names = [f"tests/test_{n}.py::test[{case}]" for n in range(99) for case in "abc"]
    parts = {name: min(found) for name, found in parts_of(names).items()}
    firsts = [parts[name] for name in names if name.endswith("[a]")]
    assert set(firsts) == set(range(PARTS))
    assert list(parts.values()) == [(one + at) % PARTS for one in firsts for at in range(3)]
    assert parts_of(names[3:]) == {name: {parts[name]} for name in names[3:]}


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
