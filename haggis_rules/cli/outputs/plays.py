"""What the commands print that ask about cards: readings, plays and beats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from haggis_rules.notation.schema_marks import OtherKeys

OrderState: TypeAlias = Annotated[
    Mapping[str, object], "the states that the answer rests on, and the value it is for"
]
CardNames: TypeAlias = Annotated[Sequence[str], "cards in notation"]


class WrittenReading(TypedDict):
    """A reading of some cards."""

    written: Annotated[str, "the reading in notation, such as `set3@10`"]
    kind: Annotated[str, "the name of its pattern"]


class WrittenPlay(TypedDict):
    """Cards with their reading."""

    written: Annotated[str, "the play in notation, such as `10r J = set2@10`"]
    cards: CardNames
    kind: Annotated[str, "the name of its pattern"]


_FIELDS = OtherKeys("and a key for each field of the reading")
WrittenReadingJson: TypeAlias = Annotated[WrittenReading, _FIELDS]
WrittenPlayJson: TypeAlias = Annotated[WrittenPlay, _FIELDS]


class ReasonJson(TypedDict):
    """A clause that forbids something."""

    name: str
    words: Annotated[str, "what the clause says"]
    wrong: Annotated[str, "what is wrong by it"]


class CardChangeJson(TypedDict):
    """A change of cards that makes a play of them."""

    removed: CardNames
    added: CardNames
    play: str


class NearMissJson(TypedDict):
    """The play that cards nearly make, and what forbids it."""

    pattern: str
    nearest: Annotated[str, "a reading in notation"]
    because: str
    clauses: Sequence[ReasonJson]
    change: CardChangeJson | None


class ReadingsJson(TypedDict):
    """What some cards can be played as."""

    form: Literal[1]
    variant: str
    players: int
    state: NotRequired[OrderState]
    cards: CardNames
    readings: Sequence[WrittenReadingJson]
    why_not: NotRequired[NearMissJson]


class PlaysJson(TypedDict):
    """The plays in a hand, or those that beat another play."""

    form: Literal[1]
    variant: str
    players: int
    state: NotRequired[OrderState]
    hand: CardNames
    on: Annotated[WrittenPlayJson | None, "the play to beat"]
    count: Annotated[int, "the number of all plays, also of those beyond `--limit`"]
    plays: Sequence[WrittenPlayJson]


class BeatsAnswer(TypedDict):
    """Whether one play beats another, each read in one way."""

    beats: bool
    play: WrittenPlayJson
    other: WrittenPlayJson
    why_not: NotRequired[ReasonJson]


class NamedClause(TypedDict):
    """A clause that an answer depends on."""

    name: str
    words: str


class BeatsHead(TypedDict):
    """What each answer to whether one play beats another begins with."""

    form: Literal[1]
    variant: str
    players: int
    state: NotRequired[OrderState]
    clauses: Sequence[NamedClause]


class BeatsJson(BeatsHead, BeatsAnswer):
    """Whether one play beats another, where each can be read in one way."""


class BeatsReadingsJson(BeatsHead):
    """Whether one play beats another, for each way to read the two."""

    beats: Annotated[bool | None, "null where the readings differ"]
    readings: Sequence[BeatsAnswer]
