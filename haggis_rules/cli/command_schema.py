"""The schema of what a command prints: its own type, or the faults that any call may have."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from haggis_rules.cli.command_list import module_name
from haggis_rules.cli.outputs.faults import FaultsJson
from haggis_rules.cli.outputs.typed_schema import definitions_of
from haggis_rules.engine.rules import Rules
from haggis_rules.notation.forms import Json, Schema
from haggis_rules.notation.schema import DIALECT, SchemaKind


def output_of(command: str) -> Any:
    """Return the type of what a command prints as JSON."""
    return import_module(module_name(command)).OUTPUT


def command_schema(command: str, rules: Rules | None = None) -> Schema:
    """Return the JSON Schema of all that a command prints with `--format json`.

    Without rules, positions, hands and matches are those of any game.
    """
    of_game: Mapping[str, Json] = {}
    name = f"urn:haggis-rules:command:{command}"
    if rules is not None:
        whole = rules.schema(SchemaKind.MATCH.value)
        of_game = cast("Mapping[str, Json]", whole["$defs"])
        name += f":{rules.name}:{rules.digest}"
    schema, found = definitions_of(output_of(command) | FaultsJson, [*of_game])
    return {
        "$schema": DIALECT,
        "$id": name,
        "title": f"what `haggis {command} --format json` prints",
        **schema,
        "$defs": {**found, **of_game},
    }
