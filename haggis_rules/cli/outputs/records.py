"""What is printed as it is kept elsewhere: the record of a match, and JSON Schemas."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from haggis_rules.cli.outputs.typed_schema import GamePart, WrittenBy
from haggis_rules.notation.schema import DIALECT

MatchJson: TypeAlias = Annotated[object, GamePart("match")]
SchemaJson: TypeAlias = Annotated[
    object, WrittenBy(lambda: {"$ref": DIALECT, "required": ["$schema"]})
]
