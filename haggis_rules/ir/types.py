"""What a value can be. All that a quantifier ranges over is finite."""

from dataclasses import dataclass
from enum import Enum


class Plain(Enum):
    """Types whose values the table and the deck give."""

    TRUTH = "truth"
    SEAT = "seat"
    TEAM = "team"
    RANK = "rank"
    SUIT = "suit"
    CARD = "card"
    READING = "reading"
    COMBINATION = "combination"


class Unit(Enum):
    """What a number counts. Numbers of different units do not mix."""

    SEATS = "seats"
    CARDS = "cards"
    POINTS = "points"
    RANKS = "ranks"
    TEAMS = "teams"
    SUITS = "suits"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class NumberType:
    """Whole numbers from ``low`` to ``high``; without a unit they take the other side's.

    ``high`` is None where there is no highest: what a match adds up has no bound.
    """

    low: int
    high: int | None
    unit: Unit | None = None

    def __str__(self) -> str:
        unit = f" {self.unit.value}" if self.unit else ""
        if self.high is None:
            return f"{self.low} or more{unit}"
        return f"{self.low} to {self.high}{unit}"


@dataclass(frozen=True, slots=True)
class ChoiceType:
    """One of a few words, from the lowest to the highest."""

    name: str
    choices: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class OptionType:
    """A value of the inner type, or none."""

    inner: "Plain | NumberType | ChoiceType"

    def __str__(self) -> str:
        return f"{show(self.inner)} or none"


Type = Plain | NumberType | ChoiceType | OptionType


# What a count of the values of a type counts.
UNITS = {
    Plain.SEAT: Unit.SEATS,
    Plain.TEAM: Unit.TEAMS,
    Plain.CARD: Unit.CARDS,
    Plain.RANK: Unit.RANKS,
    Plain.SUIT: Unit.SUITS,
}


def show(kind: Type) -> str:
    """Return a type in the words of the language."""
    return kind.value if isinstance(kind, Plain) else str(kind)
