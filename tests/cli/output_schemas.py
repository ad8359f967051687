"""What a command prints as JSON, held against the schema that it declares."""

import json
from functools import cache
from typing import Any, cast

from jsonschema import Draft202012Validator

from haggis_rules.cli.command_schema import command_schema

_SHOWN = 400  # characters of a part that does not fit


@cache
def validator(command: str) -> Any:
    """Return what checks the outputs of a command."""
    schema = command_schema(command)
    Draft202012Validator.check_schema(schema)
    return cast("Any", Draft202012Validator(schema))


def misfits(command: str, printed: str) -> list[str]:
    """Return what does not fit the schema of the command, with its place; nothing when all does."""
    if not printed:
        return []  # a call that stops before it could answer says why on standard error
    found: list[str] = []
    for error in validator(command).iter_errors(json.loads(printed)):
        deepest = max(
            [error, *error.context],
            key=lambda one: (len(one.absolute_path), one.validator != "anyOf"),
        )
        found.append(f"{deepest.json_path}: {deepest.message:.{_SHOWN}}")
    return found
