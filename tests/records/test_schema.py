"""Each line of a record has the form that the published schema says, and lies do not fit."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from haggis_rules.records.record_schema import record_schema
from tests.games import rules_of
from tests.records.matches import NAMES, lines_of, played


@cache
def validator(name: str) -> Any:
    schema = json.loads(json.dumps(record_schema(rules_of(name))))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def fits(name: str, line: object) -> bool:
    return not list(validator(name).iter_errors(line))


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_a_record_has_its_form(name: str) -> None:
    last = played(name, 8, 260)[-1]
    for lines in (lines_of(last), lines_of(last, seedless=True)):
        assert all(fits(name, line) for line in lines)


LIES: list[Callable[[list[dict[str, Any]]], dict[str, Any]]] = [
    lambda r: {**r[0], "record": 1},
    lambda r: {**r[0], "seed": "4"},
    lambda r: {**r[0], "rules": ""},
    lambda r: {**r[0], "options": {}},
    lambda r: {**r[0], "more": 1},
    lambda r: {**r[1], "hand": 0},
    lambda r: {**r[1], "hand": 2},
    lambda r: {**r[1], "drawn": {}},
    lambda r: {**r[1], "dealt": {}},
    lambda r: {**r[1], "dealt": {**r[1]["dealt"], "attic": []}},
    lambda r: {**r[1], "dealt": {**r[1]["dealt"], "leftover": ["10r"]}},
    lambda r: {**r[2], "seat": 3},
    lambda r: {**r[2], "action": "fly"},
    lambda r: {**r[2], "choices": {}},
    lambda r: {**r[-1], "last": 1},
    lambda r: {**r[-1], "scores": ["1"]},
    lambda r: {**r[-1], "sheet": [{}]},
    lambda r: {**r[-1], "sheet": [{**r[-1]["sheet"][0], "of": 3}]},
    lambda r: {**r[-1], "sheet": [{**r[-1]["sheet"][0], "name": "luck"}]},
    lambda _: {},
]


@pytest.mark.parametrize("lie", LIES)
def test_a_line_of_another_form_does_not_fit(
    lie: Callable[[list[dict[str, Any]]], dict[str, Any]],
) -> None:
    lines = lines_of(played("long-heron", 4)[-1])
    assert "ended" in lines[-1]
    assert all(fits("long-heron", line) for line in lines)
    assert not fits("long-heron", lie(lines))


def test_a_line_of_another_table_does_not_fit() -> None:
    lines = lines_of(played("classic for 2", 8, 20)[-1])
    assert not fits("classic for 3", lines[0])
    assert not fits("classic for 3", lines[1])
