"""What is printed as it is kept elsewhere: actions, positions, hands and matches, and JSON Schemas.

``haggis schema VARIANT match`` has the same with the cards and words of one game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeAlias, TypedDict

from haggis_rules.cli.outputs.typed_schema import GamePart, WrittenBy
from haggis_rules.notation.schema import DIALECT


class ActionFields(TypedDict):
    """What a seat did."""

    seat: Annotated[int, "counted from 0"]
    action: str
    choices: Annotated[Mapping[str, object], "by the names of the parameters"]


class PositionFields(TypedDict):
    """What is kept in mind, and what lies where."""

    values: Annotated[Mapping[str, object], "each variable, or a list with one for each owner"]
    zones: Annotated[Mapping[str, object], "names of cards, or a list with those of each owner"]


ActionJson: TypeAlias = Annotated[ActionFields, GamePart("action")]
PositionJson: TypeAlias = Annotated[PositionFields, GamePart("position")]


class PlayedHand(TypedDict):
    """How a hand began, and all actions in it."""

    start: PositionJson
    actions: Sequence[ActionJson]


class RulesHead(TypedDict):
    """By which rules something was played."""

    version: Annotated[int, "the number of the form"]
    variant: str
    players: int
    options: Mapping[str, object]
    rules: Annotated[str, "a digest of the rules"]


class HandFields(RulesHead, PlayedHand):
    """A hand, and by which rules it was played."""


class MatchFields(RulesHead):
    """A match, hand by hand."""

    seed: Annotated[int | None, "null where the cards were dealt elsewhere"]
    hands: Sequence[PlayedHand]


HandJson: TypeAlias = Annotated[HandFields, GamePart("hand")]
MatchJson: TypeAlias = Annotated[MatchFields, GamePart("match")]
SchemaJson: TypeAlias = Annotated[
    object, WrittenBy(lambda: {"$ref": DIALECT, "required": ["$schema"]})
]
