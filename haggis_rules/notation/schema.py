"""The form of what is written down, as JSON Schema: exactly what these rules can give.

The schema of a variant names its cards, its actions and its words, so any validator can tell
whether an action, a position, a hand or a match is one of this variant. Whether it can come about
in play is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from haggis_rules.ir.game import ActionSchema, Game, Owner, Pattern, StateVariable, Zone
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.notation.values import Json, field_key

Schema = dict[str, Json]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class SchemaKind(Enum):
    """What there is a form of."""

    ACTION = "action"
    POSITION = "position"
    HAND = "hand"
    MATCH = "match"


def schema(game: Game, head: Mapping[str, Json], form: SchemaKind) -> Schema:
    """Return the JSON Schema of what ``to_json`` writes and what is read back from it.

    ``head`` is what every record of these rules begins with.
    """
    return {
        "$schema": DIALECT,
        "$id": f"urn:haggis-rules:{game.name}:{head['rules']}:{form.value}",
        "title": f"{form.value} of {game.name} for {game.seats} players",
        "$ref": f"#/$defs/{form.value}",
        "$defs": _definitions(game, head),
    }


def owned(game: Game, declared: StateVariable | Zone, one: Schema) -> Schema:
    """Return the form of what each owner has, in a list; of the one thing, if it is there once."""
    if declared.owner is Owner.NOBODY:
        return one
    owners = game.owners(declared.owner)
    return {"type": "array", "items": one, "minItems": owners, "maxItems": owners}


def value_of(game: Game, kind: Type) -> Schema:
    """Return the form of a value of a type."""
    match kind:
        case OptionType(inner=inner):
            return {"anyOf": [{"type": "null"}, value_of(game, inner)]}
        case NumberType(low=low, high=high):
            most: Schema = {} if high is None else {"maximum": high}
            return {"type": "integer", "minimum": low, **most}
        case ChoiceType(choices=choices):
            return {"enum": choices}
        case Plain.TRUTH:
            return {"type": "boolean"}
        case Plain.SEAT | Plain.CARD | Plain.READING | Plain.COMBINATION:
            return ref(kind.value)
        case Plain.TEAM:
            return {"enum": game.teams}
        case Plain.RANK:
            return {"enum": game.ranks}
        case Plain.SUIT:
            return {"enum": [suit.name for suit in game.suits]}


def ref(name: str) -> Schema:
    """Refer to a form by its name."""
    return {"$ref": f"#/$defs/{name}"}


def list_of(items: Schema) -> Schema:
    """Return the form of a list."""
    return {"type": "array", "items": items}


def exactly(parts: Mapping[str, Json]) -> Schema:
    """Return the form of a mapping that has all of these and nothing else."""
    return {
        "type": "object",
        "properties": dict(parts),
        "required": list(parts),
        "additionalProperties": False,
    }


def _definitions(game: Game, heading: Mapping[str, Json]) -> Schema:
    start = {"start": ref("position"), "actions": list_of(ref("action"))}
    head = {name: {"const": value} for name, value in heading.items()}
    hands: Schema = {"type": "array", "items": ref("match-hand"), "minItems": 1}
    return {
        "card": {"enum": [game.card_name(card) for card in range(len(game.cards))]},
        "cards": {**list_of(ref("card")), "maxItems": sum(card.copies for card in game.cards)},
        "seat": {"type": "integer", "minimum": 0, "maximum": game.seats - 1},
        "reading": _any(_reading(game, one, {}) for one in game.patterns),
        "combination": _any(_reading(game, one, _CARDS) for one in game.patterns),
        "action": _any(_action(game, one) for one in game.actions),
        "position": _position(game),
        "hand": exactly(head | start),
        "match-hand": exactly(start),
        "match": exactly({**head, "seed": {"type": ["integer", "null"]}, "hands": hands}),
    }


def _any(forms: Iterable[Schema]) -> Schema:
    """Return a choice of forms; without one of them, nothing fits."""
    found = list(forms)
    return {"anyOf": found} if found else {"not": {}}


def _reading(game: Game, pattern: Pattern, more: Mapping[str, Json]) -> Schema:
    fields = {field_key(one.name): value_of(game, one.type) for one in pattern.fields}
    return exactly({**more, "kind": {"const": pattern.name}, **fields})


def _action(game: Game, action: ActionSchema) -> Schema:
    choices = {param.name: value_of(game, param_type(param)) for param in action.params}
    named: Schema = {"const": action.name}
    return exactly({"action": named, "seat": ref("seat"), "choices": exactly(choices)})


def _position(game: Game) -> Schema:
    values = {one.name: owned(game, one, value_of(game, one.type)) for one in game.states}
    zones = {one.name: owned(game, one, ref("cards")) for one in game.zones}
    return exactly({"values": exactly(values), "zones": exactly(zones)})


_CARDS: Schema = {"cards": {**ref("cards"), "minItems": 1}}
