"""Examples and questions: how they begin, what is done, and what then holds."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node, Whole, Words
from haggis_rules.syntax.ast.expressions import (
    CardLiteral,
    Expr,
    Number,
    PlayLiteral,
    SeatLiteral,
    SeatPair,
    Word,
    ZoneOf,
)
from haggis_rules.syntax.ast.guards import Guard


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """What a zone holds, or what a state variable is, where an example begins."""

    name: Name
    owner: Expr | SeatPair | None
    value: Expr


@dataclass(frozen=True, slots=True)
class TheRest(Node):
    """Where all cards lie that no setting names."""

    zone: ZoneOf


class TheDeal(Node):
    """The cards lie as they are dealt, the first of the deck first."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Given(Node):
    """How an example begins."""

    parts: tuple[Setting | TheRest | TheDeal, ...]

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Return what is said of single zones and state variables."""
        return tuple(part for part in self.parts if isinstance(part, Setting))

    @property
    def rest(self) -> ZoneOf | None:
        """Return where the cards lie that are not named; None when that is not said."""
        return next((part.zone for part in self.parts if isinstance(part, TheRest)), None)

    @property
    def dealt(self) -> TheDeal | None:
        """Return where it is said that the cards lie as they are dealt; None when it is not."""
        return next((part for part in self.parts if isinstance(part, TheDeal)), None)


@dataclass(frozen=True, slots=True)
class Done(Node):
    """A seat takes an action, with these choices."""

    seat: Whole
    action: Name
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Can(Node):
    """Whether a seat can take an action with these choices."""

    seat: Whole
    negated: bool
    action: Name
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Makes(Node):
    """Which readings some cards have: exactly these, or none."""

    play: Words
    readings: Words | None


@dataclass(frozen=True, slots=True)
class SeesCards(Node):
    """Which cards a seat sees in a zone: exactly these, or none."""

    seat: Whole
    cards: Words | None
    zone: ZoneOf


@dataclass(frozen=True, slots=True)
class SeesValue(Node):
    """Whether a seat knows what a state variable is."""

    seat: Whole
    negated: bool
    name: Name
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class SawCards(Node):
    """Which cards a seat was shown in what was done: exactly these, or none."""

    seat: Whole
    cards: Words | None


@dataclass(frozen=True, slots=True)
class BetweenHands(Node):
    """What holds of what lasts, once the hand is over and has left it behind."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class MoreHands(Node):
    """Whether another hand follows once this one is over."""

    negated: bool


@dataclass(frozen=True, slots=True)
class Turn(Node):
    """What is done in an example, and what then holds."""

    done: tuple[Done, ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Example(Node):
    """A case that shows what a clause means."""

    words: Words
    guard: Guard | None
    given: Given | None
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Question(Node):
    """A question as it is asked at the table, its answer, and a case that shows it."""

    words: Words
    answer: Words
    guard: Guard | None
    given: Given | None
    turns: tuple[Turn, ...]


Argument = PlayLiteral | CardLiteral | SeatLiteral | Word | Number
Claim = Can | Makes | SeesCards | SeesValue | SawCards | BetweenHands | MoreHands | Expr
