"""``haggis check`` plays every example through, and tells what does not hold."""

import json

import pytest

from haggis_rules.cli import main
from tests.conftest import GOLDEN

FOLDER = GOLDEN / "errors" / "cases"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["check", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_examples_that_hold_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    file = FOLDER / "failing-parent.haggis"
    code, out, err = run(capsys, file)
    assert (code, err) == (0, "")
    assert out == f"{file}: 11 clauses, 1 example at 2 tables, no fault\n"


def test_an_example_that_fails_is_a_fault_at_the_place_of_its_claim(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = FOLDER / "at-one-table.haggis"
    code, out, err = run(capsys, file)
    assert code == 1
    assert out == f"{file}: 1 fault\n"
    assert "error[failed-example]" in err
    assert "at-one-table.haggis:16:10" in err
    assert "where: with 3 seats" in err


def test_examples_have_a_form_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, FOLDER / "at-one-table.haggis", "--format", "json")
    assert code == 1
    (file,) = json.loads(out)["files"]
    assert (file["examples"], file["tables"]) == (1, 2)
    (fault,) = file["faults"]
    assert (fault["name"], fault["line"], fault["where"]) == ("failed-example", 16, "with 3 seats")


def test_an_example_beside_another_clause_is_a_fault_when_that_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(capsys, FOLDER / "idle.haggis")[0] == 0
    code, _, err = run(capsys, FOLDER / "idle.haggis", "--strict")
    assert code == 1
    assert "error[idle-example]" in err


def test_an_example_of_the_parent_fails_in_the_variant_that_changed_the_rule(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(capsys, FOLDER / "failing-parent.haggis")[0] == 0
    code, _, err = run(capsys, FOLDER / "replaced.haggis")
    assert code == 1
    assert "with this edit of `beating`, an example of `failing-parent` no longer holds" in err
    assert "replaced.haggis:" in err.splitlines()[1]
    assert "and 1 more follows from this" in err
