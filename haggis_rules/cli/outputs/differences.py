"""What `haggis diff` prints: clauses that differ, and what is proved the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from haggis_rules.cli.outputs.clauses import GuardText, Standing
from haggis_rules.cli.outputs.effects import EffectJson


class SourceSection(TypedDict):
    """A section of a document, by the name of its source."""

    source: str
    section: str


class ComparedClause(TypedDict):
    """A clause as one of the two variants has it."""

    name: str
    variant: str
    guard: GuardText
    words: str
    sources: Sequence[SourceSection]
    standing: Standing
    because: str
    formal: str


FoundEffectJson: TypeAlias = Annotated[EffectJson | None, "null where nobody looked"]


class OneSidedJson(TypedDict):
    """A clause that only one variant has."""

    clause: ComparedClause
    reason: str
    effect: FoundEffectJson


class ChangedJson(TypedDict):
    """A clause that the two variants have in different forms."""

    name: str
    first: ComparedClause
    second: ComparedClause
    reason: str
    effect: FoundEffectJson


class OneSidedPlay(TypedDict):
    """A play that only one of the two variants has."""

    variant: str
    reading: str
    cards: str


class PlaysCompared(TypedDict):
    """Whether both have the same plays. ``reason``: why that is unknown."""

    verdict: Literal["same", "different", "unknown"]
    readings: NotRequired[int]
    resting: NotRequired[Annotated[Sequence[str], "the promises that the proof rests on"]]
    without: NotRequired[Annotated[OneSidedPlay | None, "what would differ without these"]]
    play: NotRequired[OneSidedPlay]
    reason: NotRequired[str]


class OrderCompared(TypedDict):
    """Whether the same plays beat each other in both."""

    pairs: Annotated[int, "how many pairs of plays were compared"]
    apart: Annotated[tuple[str, str, str] | None, "a play, one that it beats, and where alone"]


class SamenessJson(TypedDict):
    """What is proved the same, for one number of players."""

    players: int
    plays: PlaysCompared
    order: Annotated[OrderCompared | None, "null where it cannot be compared"]
    apart: Annotated[Sequence[str], "what is not compared"]
    same: bool


class DiffJson(TypedDict):
    """How two variants differ."""

    form: Literal[1]
    first: str
    second: str
    players: Annotated[int | None, "the number asked for"]
    same: Annotated[int, "how many clauses are alike"]
    only_first: Sequence[OneSidedJson]
    only_second: Sequence[OneSidedJson]
    changed: Sequence[ChangedJson]
    seatings: Annotated[Sequence[int], "the numbers of players that both are for"]
    seeds: Annotated[int, "how many hands were played for each clause"]
    proofs: Annotated[Sequence[SamenessJson] | None, "null without `--prove`"]
    proved_same: Annotated[Sequence[str], "clauses without a play, which change nothing"]
