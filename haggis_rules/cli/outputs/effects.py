"""What `haggis diff` prints of a clause that differs: the shortest play in which it matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from haggis_rules.analysis.comparison.clause_effects import SameReason
from haggis_rules.analysis.comparison.in_step import Ground
from haggis_rules.cli.outputs.plays import WrittenPlayJson, WrittenReadingJson
from haggis_rules.cli.outputs.records import GameAction, GamePosition
from haggis_rules.cli.outputs.replays import RefusalReason
from haggis_rules.notation.schema_marks import OneOf

EffectPlace = TypedDict(
    "EffectPlace",
    {
        "players": int,
        "alike": Annotated[Sequence[int], "other numbers of players with no more"],
        "in": Annotated[str | None, "the variant in which the clause was exchanged"],
        "beside": Annotated[Sequence[str], "clauses exchanged on both sides"],
        "lasting": Annotated[bool, "whether both variants as they are differ there, too"],
    },
)
EffectPlace.__doc__ = "Where a clause was exchanged to see whether it matters."


class RenamedJson(TypedDict):
    """A thing with one name in the one variant, and another in the other."""

    kind: str
    first: str
    second: str


class SameEffectJson(EffectPlace):
    """A clause that leaves play the same."""

    kind: Literal["same"]
    reason: Annotated[str, OneOf(SameReason)]
    renamed: Sequence[RenamedJson]


class UnknownEffectJson(EffectPlace):
    """A clause for which no play was found in which it matters."""

    kind: Literal["unknown"]
    hands: Annotated[int, "how many were played"]
    readings: Annotated[int, "how many readings the plays had that were looked at"]
    all_plays: Annotated[bool, "whether these are all plays"]


class EffectDetail(TypedDict):
    """A thing that differs, and what it is by each of the two."""

    what: str
    first: str
    second: str
    entry: Annotated[str | None, "the entry of the score sheet that it is"]
    reasons: Sequence[RefusalReason]


class TableEffectJson(EffectPlace):
    """A clause that changes what is on the table before anything is done."""

    kind: Literal["table"]
    differences: Sequence[EffectDetail]


class PlayEffectJson(EffectPlace):
    """Cards that are a play in only one of the two."""

    kind: Literal["play"]
    only: str
    play: WrittenPlayJson
    other: Annotated[Sequence[WrittenReadingJson], "what they are in the other"]


class BeatsEffectJson(EffectPlace):
    """Two plays of which the one beats the other in only one of the two."""

    kind: Literal["beats"]
    only: str
    over: WrittenPlayJson
    under: WrittenPlayJson


class HandEffectJson(EffectPlace):
    """A hand that goes on or scores differently."""

    kind: Literal["hand"]
    ground: Annotated[str, OneOf(Ground)]
    played_by: str
    start: GamePosition | None
    actions: Sequence[GameAction]
    shown: Annotated[Sequence[str], "the actions as people write them"]
    differences: Sequence[EffectDetail]


EffectJson: TypeAlias = (
    SameEffectJson
    | UnknownEffectJson
    | TableEffectJson
    | PlayEffectJson
    | BeatsEffectJson
    | HandEffectJson
)
