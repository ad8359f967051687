"""What is printed as it is kept elsewhere: actions, positions, hands and matches, and JSON Schemas.

``haggis schema VARIANT match`` has the same with the cards and words of one game.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from haggis_rules.notation.json_types import ActionJson, HandJson, MatchJson, PositionJson
from haggis_rules.notation.schema import DIALECT
from haggis_rules.notation.schema_marks import GamePart, WrittenBy

GameAction: TypeAlias = Annotated[ActionJson, GamePart("action")]
GamePosition: TypeAlias = Annotated[PositionJson, GamePart("position")]
GameHand: TypeAlias = Annotated[HandJson, GamePart("hand")]
GameMatch: TypeAlias = Annotated[MatchJson, GamePart("match")]
SchemaJson: TypeAlias = Annotated[
    object, WrittenBy(lambda: {"$ref": DIALECT, "required": ["$schema"]})
]
