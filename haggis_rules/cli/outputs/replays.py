"""What replay prints: how a record stands by its own rules and by others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypedDict

from haggis_rules.cli.outputs.records import GamePosition
from haggis_rules.notation.schema_marks import OneOf
from haggis_rules.records.other_rules import PartingGround


class RecordedTable(TypedDict):
    """What a record says about its table."""

    variant: str
    players: int
    options: Mapping[str, object]
    seed: Annotated[int | None, "null where the cards were dealt elsewhere"]
    rules: Annotated[str, "a digest of the rules"]


class RefusalReason(TypedDict):
    """A clause that forbids an action, and what is wrong."""

    clause: str
    words: str
    wrong: str


class PartingJson(TypedDict):
    """Where two matches part."""

    line: int
    hand: int
    ground: Annotated[str, OneOf(PartingGround)]
    words: str
    reasons: Sequence[RefusalReason]


class MatchOutcome(TypedDict):
    """How a match stands; null where that is not known."""

    finished: bool | None
    scores: Sequence[int] | None


class PartingMoveJson(TypedDict):
    """The position and the action on which two matches part."""

    position: GamePosition
    action: Annotated[str, "as people write it"]


class ComparedEntry(TypedDict):
    """An entry of the score sheet by the record's rules and by the others."""

    entry: str
    of: Annotated[int, "a seat or a team, from 0"]
    first: int
    second: int


class UnderOtherRules(MatchOutcome):
    """The match under the other rules; null where the cards cannot be dealt by them."""

    variant: str | None
    players: int | None
    options: Mapping[str, object] | None
    actions: Annotated[int, "how many were taken"]
    then: Annotated[Sequence[int] | None, "the scores by the record's rules after that many"]
    parting: PartingJson | None
    stop: Annotated[PartingJson | None, "what ended the match under the other rules"]
    at: Annotated[PartingMoveJson | None, "the move on which they part"]
    entries: Annotated[Sequence[ComparedEntry], "of the hand in which they part, if they differ"]


class ReplayJson(MatchOutcome):
    """A recorded match, checked again. What is not known is null."""

    form: Literal[1]
    record: RecordedTable
    torn: Annotated[int, "bytes that were cut off"]
    hands: int | None
    actions: int | None
    under: UnderOtherRules | None
