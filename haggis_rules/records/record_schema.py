"""The form of a record, as JSON Schema: that of each of its lines."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from haggis_rules.engine.rules import Rules
from haggis_rules.notation import forms
from haggis_rules.notation.dealings import dealing_parts
from haggis_rules.notation.forms import Schema
from haggis_rules.notation.schema import SchemaKind, schema
from haggis_rules.records.events import deal_form, ended_form, hand_number, head_form


def record_schema(rules: Rules) -> Schema:
    """Return the JSON Schema of a line of a record: its first line, a deal, an action or an end."""
    game, whole = rules.game, schema(rules.game, rules.head, SchemaKind.ACTION)
    first, later = (dealing_parts(game, first=one) for one in (True, False))
    lines: Schema = {
        "head": head_form(rules.head).schema,
        "first-deal": deal_form(replace(hand_number(), schema={"const": 1}), first).schema,
        "deal": deal_form(hand_number(low=2), later).schema,
        "end": ended_form(game).schema,
    }
    of_lines: Schema = {"anyOf": [*map(forms.ref, lines), forms.ref("action")]}
    return {
        **whole,
        "$id": f"urn:haggis-rules:{rules.name}:{rules.digest}:record",
        "title": f"line of a record of {rules.name} for {rules.players} players",
        **forms.ref("line"),
        "$defs": {**cast("Schema", whole["$defs"]), **lines, "line": of_lines},
    }
