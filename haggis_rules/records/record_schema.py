"""The form of a record, as JSON Schema: that of each of its lines."""

from __future__ import annotations

from typing import cast

from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game, Owner
from haggis_rules.notation.dealings import dealt_to, decided
from haggis_rules.notation.schema import (
    Schema,
    SchemaKind,
    exactly,
    list_of,
    owned,
    ref,
    schema,
    value_of,
)
from haggis_rules.records.events import RECORD, VERSION
from haggis_rules.semantics.between_hands import scoring


def record_schema(rules: Rules) -> Schema:
    """Return the JSON Schema of a line of a record: its first line, a deal, an action or an end."""
    whole = schema(rules.game, rules.head, SchemaKind.ACTION)
    lines = {
        "head": _head(rules),
        "first-deal": _deal(rules.game, {"const": 1}, first=True),
        "deal": _deal(rules.game, {"type": "integer", "minimum": 2}, first=False),
        "end": _end(rules),
    }
    of_lines: Schema = {"anyOf": [*map(ref, lines), ref("action")]}
    return {
        **whole,
        "$id": f"urn:haggis-rules:{rules.name}:{rules.digest}:record",
        "title": f"line of a record of {rules.name} for {rules.players} players",
        "$ref": "#/$defs/line",
        "$defs": {**cast("Schema", whole["$defs"]), **lines, "line": of_lines},
    }


def _head(rules: Rules) -> Schema:
    table = {name: value for name, value in rules.head.items() if name != "version"}
    known: Schema = {name: {"const": value} for name, value in {RECORD: VERSION, **table}.items()}
    return exactly({**known, "seed": {"type": ["integer", "null"]}})


def _deal(game: Game, number: Schema, *, first: bool) -> Schema:
    kept = decided(game, lasting=False) + (decided(game, lasting=True) if first else [])
    drawn = {one.name: owned(game, one, value_of(game, one.type)) for one in kept}
    dealt = {zone.name: owned(game, zone, ref("cards")) for zone in dealt_to(game)}
    return exactly({"hand": number, "dealt": exactly(dealt), "drawn": exactly(drawn)})


def _end(rules: Rules) -> Schema:
    game = rules.game
    number: Schema = {"type": "integer"}
    text: Schema = {"type": "string"}
    owner: Schema = {"enum": game.teams} if scoring(game) is Owner.TEAM else ref("seat")
    entry = exactly(
        {
            "name": {"enum": game.scores} if game.scores else {"not": {}},
            "of": owner,
            "points": number,
            "clauses": list_of(text),
        }
    )
    return exactly(
        {
            "ended": {"type": "integer", "minimum": 1},
            "sheet": list_of(entry),
            "scores": list_of(number),
            "last": {"type": "boolean"},
        }
    )
