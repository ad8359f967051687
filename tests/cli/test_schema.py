"""The command gives the schema of a record, and a record that another command gives fits it."""

import json
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

from haggis_rules.cli import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(arguments) == 0
    return json.loads(capsys.readouterr().out)


def test_a_record_of_a_hand_fits_the_schema_of_its_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = ("--players", "2", "--option", "target=250")
    schema = printed(capsys, "schema", "classic", "hand", *table)
    Draft202012Validator.check_schema(schema)
    dealt = printed(capsys, "deal", "classic", *table, "--format", "json")
    record = dealt["hands"][0]["table"]
    other = printed(capsys, "schema", "classic", "hand", "--players", "3")
    mine, theirs = (cast("Any", Draft202012Validator(one)) for one in (schema, other))
    assert not list(mine.iter_errors(record))
    assert list(theirs.iter_errors(record))


def test_a_form_that_there_is_not_is_a_fault_of_the_call(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["schema", "heron", "view"])
    assert left.value.code == 2
    assert "action, position, hand, match" in capsys.readouterr().err.replace("'", "")
