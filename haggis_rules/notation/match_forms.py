"""The JSON of hands and matches: what rules they are of, how each hand began, and all actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from haggis_rules.ir.game import Game
from haggis_rules.notation import forms
from haggis_rules.notation.forms import Json, JsonForm, Refusal, Schema
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.json_types import (
    HandJson,
    MatchJson,
    PlayedHandJson,
    RulesHeadJson,
)
from haggis_rules.notation.position import position_form
from haggis_rules.notation.typed_form import typed
from haggis_rules.semantics.random_streams import MOST_SEED


class MatchForms:
    """The forms of the hands and matches of a game.

    ``head`` is what each begins with, and says by which rules it was played. A hand has a start and
    its actions, a match a seed, if it has one, and its hands. Their parts are read one by one, as
    play goes on: ``postponed`` in ``hand``, ``match`` and ``match_hand``.
    """

    def __init__(self, game: Game, head: RulesHeadJson) -> None:
        headed = _always(head)
        self.start = position_form(game)
        self.seed = seed_form("match", "a whole number from 0 to 2^64 - 1")
        self.actions = forms.array(
            forms.shared("action", game_forms(game).action), _is_no_list("actions")
        )
        start = forms.postponed(forms.shared("position", self.start))
        hand = {"start": start, "actions": forms.postponed(self.actions)}
        self.match_hand = typed(PlayedHandJson, forms.mapping(hand, "hand"))
        self.hands = forms.array(
            forms.postponed(forms.shared("match-hand", self.match_hand)), _is_no_list("hands")
        )
        hands = replace(self.hands, schema={**self.hands.schema, "minItems": 1})
        self.hand = typed(HandJson, forms.mapping(headed | hand, "hand"))
        match = {"seed": forms.postponed(self.seed), "hands": forms.postponed(hands)}
        self.match = typed(MatchJson, forms.mapping(headed | match, "match"))


def seed_form(of: str, wanted: str) -> JsonForm[int | None]:
    """Return the form of a seed, or of none where cards are dealt elsewhere."""
    number = forms.whole_number(
        low=0,
        high=MOST_SEED,
        refusal=lambda data: f"the seed of a {of} is {wanted}, not {data!r:.40}",
    )
    schema: Schema = {**number.schema, "type": ["integer", "null"]}
    return replace(forms.nullable(number), schema=schema)


def _always(head: RulesHeadJson) -> dict[str, JsonForm[Any]]:
    """Return the form of each part of a head, which is always the same."""
    given = cast("Mapping[str, Json]", head)
    return {name: forms.raw({"const": one}) for name, one in given.items()}


def _is_no_list(what: str) -> Refusal:
    return lambda data: f"the {what} are a list, not {data!r:.40}"
