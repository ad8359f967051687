"""The form of what is written down, as JSON Schema: exactly what these rules can give.

The schema of a variant names its cards, its actions and its words, so any validator can tell
whether an action, a position, a hand or a match is one of this variant. Whether it can come about
in play is for the rules to say.
"""

from __future__ import annotations

from enum import Enum

from haggis_rules.ir.game import Game
from haggis_rules.notation import forms
from haggis_rules.notation.forms import Schema
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.json_types import RulesHeadJson
from haggis_rules.notation.match_forms import MatchForms
from haggis_rules.notation.position import position_form

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class SchemaKind(Enum):
    """What there is a form of."""

    ACTION = "action"
    POSITION = "position"
    HAND = "hand"
    MATCH = "match"


def schema(game: Game, head: RulesHeadJson, form: SchemaKind) -> Schema:
    """Return the JSON Schema of what ``to_json`` writes and what is read back from it.

    ``head`` is what every record of these rules begins with.
    """
    return {
        "$schema": DIALECT,
        "$id": f"urn:haggis-rules:{game.name}:{head['rules']}:{form.value}",
        "title": f"{form.value} of {game.name} for {game.seats} players",
        **forms.ref(form.value),
        "$defs": _definitions(game, head),
    }


def _definitions(game: Game, head: RulesHeadJson) -> Schema:
    """Return the schema of each form that another refers to by its name."""
    of_game, matches = game_forms(game), MatchForms(game, head)
    return {
        "card": of_game.card.schema,
        "cards": of_game.cards.schema,
        "seat": of_game.seat.schema,
        "reading": of_game.reading.schema,
        "combination": of_game.combination.schema,
        "action": of_game.action.schema,
        "position": position_form(game).schema,
        "hand": matches.hand.schema,
        "match-hand": matches.match_hand.schema,
        "match": matches.match.schema,
    }
