"""What ask prints: the rules that answer a question, and what the engine says of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from haggis_rules.cli.outputs.clauses import CitedSection, FormalExample, Standing
from haggis_rules.cli.outputs.plays import CardNames, WrittenReadingJson


class ReadingsOfSuits(TypedDict):
    """What the cards of a question can be, in one choice of suits."""

    suits: str
    cards: CardNames
    readings: Sequence[WrittenReadingJson]


ComparedPlays = TypedDict(
    "ComparedPlays",
    {
        "beats": bool,
        "play": str,
        "other": str,
        "as": Annotated[Sequence[str], "each reading of the play with this answer"],
    },
)
ComparedPlays.__doc__ = "Two plays of a question, and whether the first beats the second."


class AskedCards(TypedDict):
    """What the engine says of the cards in a question."""

    asked: Annotated[Sequence[str], "the cards as they stand in the question"]
    readings: Sequence[ReadingsOfSuits]
    compared: Sequence[ComparedPlays]
    clauses: Annotated[Sequence[str], "the clauses that this rests on"]


class AnsweringRule(TypedDict):
    """A clause that answers, from the game asked about or from another."""

    clause: str
    title: str
    words: str
    chapter: str
    guard: str
    standing: Standing
    sources: Sequence[CitedSection]
    variant: str
    players: int
    own: Annotated[bool, "whether that is the game asked about"]
    question: Annotated[str | None, "a question that has been asked and answered"]
    answer: Annotated[str | None, "its answer; to what was asked, where that is the same"]
    sure: Annotated[bool, "whether that question asks the same as was asked"]
    opposite: Annotated[bool, "whether it does so the other way round: yes and no are exchanged"]
    example: FormalExample | None
    score: Annotated[int, "how well it fits; compare it within one answer only"]


UnderstoodWord = TypedDict(
    "UnderstoodWord",
    {"word": str, "as": Annotated[str, "the word that it was taken for"]},
)
UnderstoodWord.__doc__ = "A word of the question that was spelt otherwise."


class AskJson(TypedDict):
    """The rules that answer a question."""

    form: Literal[1]
    question: str
    variant: str
    players: int
    cards: AskedCards | None
    answers: Sequence[AnsweringRule]
    understood: Sequence[UnderstoodWord]
    topics: NotRequired[Annotated[Sequence[str], "where nothing is found: what there is"]]
