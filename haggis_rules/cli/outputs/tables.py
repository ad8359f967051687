"""What the commands that play at random print: deal, simulate, count and sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from haggis_rules.cli.outputs.records import GameHand, GameMatch

Options: TypeAlias = Annotated[
    Mapping[str, object], "what is agreed on, by the name of each option"
]


class DealtHand(TypedDict):
    """A hand played at random."""

    seed: int
    finished: bool
    moves: int
    queries: Annotated[Mapping[str, object], "what the rules export, with its value at the end"]
    table: GameHand


class DealtHandsJson(TypedDict):
    """Hands played at random."""

    form: Literal[1]
    hands: Sequence[DealtHand]


class DealtMatchJson(TypedDict):
    """A match played at random."""

    form: Literal[1]
    seed: int
    finished: bool
    moves: int
    scores: Annotated[Sequence[int], "points of each seat or team"]
    match: GameMatch


class Spread(TypedDict):
    """How some numbers are distributed."""

    mean: float
    sd: Annotated[float, "standard deviation"]
    min: float
    max: float


class EntryPoints(Spread):
    """The points of an entry of the score sheet."""

    entry: str
    owner: Annotated[int | str | None, "a seat from 0 or a team; null for the total"]


class Interval(TypedDict):
    """An estimate, and bounds that hold in 95 of 100 runs."""

    value: float
    low: float
    high: float


Estimated: TypeAlias = Annotated[Interval | None, "null where there was nothing to count"]


class SeatedScorer(TypedDict):
    """A seat or a team of named players."""

    owner: Annotated[int | str, "a seat from 0, or a team"]
    player: str
    points: Annotated[Estimated, "in a hand"]
    best: Annotated[Estimated, "the share of hands in which it scores most"]


class SimulateJson(TypedDict):
    """What hands score, played at random or by named players."""

    form: Literal[1]
    variant: str
    players: int
    options: Options
    seed: int
    hands: Annotated[int, "fewer than asked for after Ctrl-C"]
    points: Sequence[EntryPoints]
    moves: Annotated[Spread, "in a hand"]
    choices: Annotated[Spread, "actions to choose from"]
    seats: Annotated[Sequence[str] | None, "who plays each seat; null if random players do"]
    most: Annotated[Sequence[SeatedScorer], "empty without named players"]


class DepthCount(TypedDict):
    """The number of action sequences of a certain length."""

    depth: int
    sequences: int
    every_order: Annotated[int, "with each order of actions whose order is free"]


class CountJson(TypedDict):
    """The ways that a hand can go."""

    form: Literal[1]
    variant: str
    players: int
    options: Options
    seed: Annotated[int | None, "null with a position"]
    position: Annotated[str | None, "null with a seed"]
    counts: Sequence[DepthCount]


class SweptEntry(TypedDict):
    """The points of an entry of the score sheet in a hand."""

    entry: str
    leader: Estimated
    others: Estimated
    counts: Annotated[Estimated, "the share in which it is not 0"]


class SweptOwner(TypedDict):
    """A seat or a team of named players in a sweep."""

    owner: Annotated[int | str, "a seat from 0, or a team"]
    player: str
    points: Annotated[Estimated, "in a hand"]
    wins: Annotated[Estimated, "the share of matches that it wins"]


class SweptTableJson(TypedDict):
    """What the matches at one table come to."""

    variant: str
    players: int
    options: Options
    matches: int
    hands: Annotated[Estimated, "in a match"]
    actions: Annotated[Estimated, "in a hand"]
    leader_best: Annotated[Estimated, "the share of hands in which the leader scores most"]
    winner_led_first: Annotated[Estimated, "the share of matches whose winner led the first hand"]
    entries: Sequence[SweptEntry]
    seats: Annotated[Sequence[str] | None, "who plays each seat; null if random players do"]
    owners: Annotated[Sequence[SweptOwner], "empty without named players"]


class SweepJson(TypedDict):
    """What random matches at many tables come to."""

    form: Literal[1]
    matches: Annotated[int, "asked for at each table"]
    seed: int
    tables: Sequence[SweptTableJson]
