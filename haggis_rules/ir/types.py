"""What a value can be. All that a quantifier ranges over is finite."""

from enum import Enum

from haggis_rules.frozen_dataclass import dataclass


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

    ``low`` is None if there is no lowest number, and ``high`` if there is no highest: a running
    total of a match has no bound.
    """

    low: int | None
    high: int | None
    unit: Unit | None = None

    def __str__(self) -> str:
        unit = f" {self.unit.value}" if self.unit else ""
        match self.bounds:
            case None, None:
                return f"any number of{unit}" if unit else "any number"
            case None, high:
                return f"{high} or less{unit}"
            case low, None:
                return f"{low} or more{unit}"
            case low, high:
                return f"{low} to {high}{unit}"

    def values(self) -> range:
        """Return all values, in order. Raises ``ValueError`` where there is no end of them."""
        if self.low is None or self.high is None:
            message = f"{self} has no end"
            raise ValueError(message)
        return range(self.low, self.high + 1)

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The lowest and the highest, None where there is none."""
        return self.low, self.high


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

    @staticmethod
    def of(kind: "Type") -> "OptionType":
        """Return a type with none added. Of a combination it is that of its reading."""
        if isinstance(kind, OptionType):
            return kind
        return OptionType(Plain.READING if kind is Plain.COMBINATION else kind)


Type = Plain | NumberType | ChoiceType | OptionType


# What a count of the values of a type counts.
UNITS = {
    Plain.SEAT: Unit.SEATS,
    Plain.TEAM: Unit.TEAMS,
    Plain.CARD: Unit.CARDS,
    Plain.RANK: Unit.RANKS,
    Plain.SUIT: Unit.SUITS,
}


def pair_type(seats: int) -> NumberType:
    """Return the type of the index of an ordered pair of seats."""
    return NumberType(0, seats**2 - 1)


def missing_end(kind: NumberType) -> str:
    """Say which end a range of numbers lacks. It lacks one, or both."""
    if kind.low is not None:
        return "highest"
    return "lowest and highest" if kind.high is None else "lowest"


def show(kind: Type) -> str:
    """Return a type in the words of the language."""
    return kind.value if isinstance(kind, Plain) else str(kind)
