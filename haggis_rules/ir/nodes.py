"""Every expression of the typed form, with its meaning in words.

A value is a whole number (numbers; indices of seats, teams, ranks, suits, cards and choices), a
truth, None, a reading (a tuple: the index of the pattern and then its fields) or a combination.
An expression that is undefined in a state is a fault of the rules there: ``evaluate`` and the
generated code stop with a breach, and the verifier proves that it cannot happen.

Expressions, and the zones that they speak of, hold one another: one recursive union, so one module.
"""

from __future__ import annotations

import dataclasses

from haggis_rules.diagnostics.source import Span
from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir.types import Plain, Type


@dataclass(frozen=True, slots=True)
class Binder:
    """A name for each seat, team, card, rank or suit in turn."""

    name: str
    type: Plain


# Zones


@dataclass(frozen=True, slots=True)
class OneZone:
    """A zone that exists only once."""

    zone: int


@dataclass(frozen=True, slots=True)
class OwnedZone:
    """The zone of one seat or team, or of a pair of seats, which a ``SeatPair`` names."""

    zone: int
    owner: Expr


@dataclass(frozen=True, slots=True)
class EveryZone:
    """All zones of one name, of every owner, taken together."""

    zone: int


@dataclass(frozen=True, slots=True)
class AllZones:
    """All zones of the game taken together."""


@dataclass(frozen=True, slots=True)
class CardsOf:
    """The cards of a combination, wherever they lie, treated like those in a zone."""

    combination: Expr


ZoneRef = OneZone | OwnedZone | EveryZone | AllZones | CardsOf


@dataclass(frozen=True, slots=True)
class Unary:
    """An expression made of one other. Those that add no field say so by their empty slots."""

    type: Type
    inner: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """An expression made of two others, one on each side."""

    type: Type
    left: Expr
    right: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


# Values as written


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number. Its type has only that number, without a unit."""

    type: Type
    value: int
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    type: Type
    value: bool
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Constant:
    """A rank, suit, card, seat, team or choice, by its index from 0."""

    type: Type
    index: int
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """The value none of an option."""

    type: Type
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


# Names


@dataclass(frozen=True, slots=True)
class Variable:
    """What a binder, a parameter or the actor stands for."""

    type: Type
    name: str
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Get:
    """The value of a state variable; of one kept for each seat or team, its owner's."""

    type: Type
    state: int
    owner: Expr | None
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the players agreed on for an option of the rules, by the index of the option."""

    type: Type
    option: int
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """The value of a definition.

    Exactly one exception whose condition holds gives it, or else the base. Undefined when two
    exceptions hold.
    """

    type: Type
    definition: str
    arguments: tuple[Expr, ...]
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


# Options


class The(Unary):
    """The value of an option. Undefined on none."""

    __slots__ = ()


class Just(Unary):
    """A value, as one of an option."""

    __slots__ = ()


class IsNothing(Unary):
    """Whether an option is none."""

    __slots__ = ()


# Numbers


class Plus(Binary):
    """The sum. Both sides have the same unit."""

    __slots__ = ()


class Minus(Binary):
    """The difference, which may be negative. Both sides have the same unit."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Times:
    """A fixed number of times a number, in its unit."""

    type: Type
    factor: int
    inner: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


class Product(Binary):
    """The product of two numbers, at most one of which has a unit; the product has that unit."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PointsEach:
    """A fixed number of points for each thing that a number counts."""

    type: Type
    points: int
    inner: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MostOf:
    """The largest of two or more numbers of the same unit."""

    type: Type
    parts: tuple[Expr, ...]
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LeastOf:
    """The smallest of some numbers, as in MostOf."""

    type: Type
    parts: tuple[Expr, ...]
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LookupRow:
    """What a table gives from ``low`` to ``high``, for words of a choice by their index.

    Either is None where there is no end.
    """

    low: int | None
    high: int | None
    gives: int


@dataclass(frozen=True, slots=True)
class Lookup:
    """The number that a table gives for a number or a choice.

    Each value that the type of ``inner`` allows lies in exactly one of the ``rows``.
    """

    type: Type
    inner: Expr
    rows: tuple[LookupRow, ...]
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


# Comparisons


class Equal(Binary):
    """Whether both sides are the same value.

    For options, none equals only none. Readings are equal when their patterns and all their fields
    are.
    """

    __slots__ = ()


class AtMost(Binary):
    """``left <= right``, for numbers of the same unit, or ranks, suits or choices in order."""

    __slots__ = ()


class Below(Binary):
    """``left < right``, as in AtMost."""

    __slots__ = ()


# Truths: the right side is looked at only when the left does not decide


class And(Binary):
    """Both hold."""

    __slots__ = ()


class Or(Binary):
    """One of the two holds."""

    __slots__ = ()


class Not(Unary):
    """It does not hold."""

    __slots__ = ()


class Implies(Binary):
    """The left does not hold, or the right does."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class If:
    """``value`` when ``when`` holds, and ``other`` when it does not; only that one is looked at."""

    type: Type
    when: Expr
    value: Expr
    other: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


# Cards


@dataclass(frozen=True, slots=True)
class CopiesIn:
    """How many copies of a card lie in a zone."""

    type: Type
    card: Expr
    zone: ZoneRef
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardsIn:
    """How many cards lie in a zone, of one group or of all."""

    type: Type
    zone: ZoneRef
    group: int | None
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DeckCopies:
    """How many copies of a card the deck has."""

    type: Type
    card: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RankOf:
    """The rank of a card."""

    type: Type
    card: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SuitOf:
    """The suit of a card. Undefined for a card without one."""

    type: Type
    card: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class InGroup:
    """Whether a card is one of a group."""

    type: Type
    card: Expr
    group: int
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


# The table


@dataclass(frozen=True, slots=True)
class TeamOf:
    """The team of a seat."""

    type: Type
    seat: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatsAfter:
    """The seat that many places clockwise, or counterclockwise when the count is negative."""

    type: Type
    count: int
    seat: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


class SeatPair(Binary):
    """Two seats, as the owner of a zone: all pairs with the first seat come before the next's.

    Its value is the index of the pair: the index of the left seat times the number of seats, plus
    the index of the right seat.
    """

    __slots__ = ()


# Over all values of a type, in the order of their indices


@dataclass(frozen=True, slots=True)
class NumberOf:
    """For how many values it holds. The unit is that of the type."""

    type: Type
    binder: Binder
    where: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Total:
    """The sum over all values."""

    type: Type
    binder: Binder
    inner: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Most:
    """The largest number over the values for which ``where`` holds; without it, over all.

    Undefined when it holds for none.
    """

    type: Type
    binder: Binder
    where: Expr | None
    inner: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Least:
    """The smallest number, as in Most."""

    type: Type
    binder: Binder
    where: Expr | None
    inner: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Every:
    """It holds for all values. Stops at the first for which it does not."""

    type: Type
    binder: Binder
    claim: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Some:
    """It holds for a value. Stops at the first for which it does."""

    type: Type
    binder: Binder
    claim: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SomePlay:
    """Whether some of the cards in a zone make a reading for which it holds.

    The binder stands for the reading. Only readings that the cards make are checked, in the order
    of the patterns and then of their fields, up to the first for which it holds.
    """

    type: Type
    binder: Binder
    zone: OneZone | OwnedZone
    claim: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class First:
    """The lowest value for which it holds, or none."""

    type: Type
    binder: Binder
    where: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TheOne:
    """The one value for which it holds. Undefined when it holds for none, or for several."""

    type: Type
    binder: Binder
    where: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FirstSeat:
    """Going clockwise once round, the first seat for which it holds, or none.

    Starts with the seat itself when ``inclusive``, and otherwise leaves it out.
    """

    type: Type
    binder: Binder
    seat: Expr
    inclusive: bool
    where: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


# Combinations


@dataclass(frozen=True, slots=True)
class ReadingOf:
    """The reading of a combination."""

    type: Type
    combination: Expr
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IsPattern:
    """Whether a reading is of a pattern."""

    type: Type
    reading: Expr
    pattern: int
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field of a reading. Undefined when its pattern has no such field."""

    type: Type
    reading: Expr
    field: str
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


class Outranks(Binary):
    """Whether two readings are alike and the left one is ranked higher.

    They are alike when they have the same pattern and equal values in the fields that it compares
    as ``alike``. The first ranked field that differs decides.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CombinationOf:
    """The combination that is one card, read as a pattern with these fields, in its order.

    Whether the card makes it is decided by the domain of the action.
    """

    type: Type
    card: Expr
    pattern: int
    fields: tuple[Expr, ...]
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Written:
    """A combination written out in an example: its reading and its cards.

    ``fields`` are the fields of the reading in the pattern's order, ``cards`` pairs each card with
    how many copies of it there are, by card. That the cards make the reading has been checked.
    """

    type: Type
    pattern: int
    fields: tuple[int, ...]
    cards: tuple[tuple[int, int], ...]
    span: Span | None = dataclasses.field(default=None, compare=False, repr=False)


# Two states


class Before(Unary):
    """The value in the state before a move, or before what happens between two hands.

    Variables keep theirs.
    """

    __slots__ = ()


Expr = (
    Number
    | Truth
    | Constant
    | Nothing
    | Variable
    | Get
    | Agreed
    | Call
    | The
    | Just
    | IsNothing
    | Plus
    | Minus
    | Times
    | Product
    | PointsEach
    | MostOf
    | LeastOf
    | Lookup
    | Equal
    | AtMost
    | Below
    | And
    | Or
    | Not
    | Implies
    | If
    | CopiesIn
    | CardsIn
    | DeckCopies
    | RankOf
    | SuitOf
    | InGroup
    | TeamOf
    | SeatsAfter
    | SeatPair
    | NumberOf
    | Total
    | Most
    | Least
    | Every
    | Some
    | SomePlay
    | First
    | TheOne
    | FirstSeat
    | ReadingOf
    | IsPattern
    | FieldOf
    | Outranks
    | CombinationOf
    | Written
    | Before
)
