"""Expressions and zones, which hold one another: one recursive union, so one module."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node, Whole, Words
from haggis_rules.syntax.ast.types import NumberType, NumberUpTo, OpenNumber


@dataclass(frozen=True, slots=True)
class PlainZone(Node):
    """A zone that is there once."""

    name: Name


@dataclass(frozen=True, slots=True)
class OwnedZone(Node):
    """The zone of a seat or a team, or of a pair of seats."""

    name: Name
    owner: Expr | SeatPair


@dataclass(frozen=True, slots=True)
class EveryZone(Node):
    """All zones of a name together."""

    name: Name


class AllZones(Node):
    """All zones together."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """A name for each value of a type in turn."""

    type: Name
    name: Name


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """An expression made of one other."""

    inner: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """An expression made of two others, one on each side."""

    left: Expr
    right: Expr


class Implies(Binary):
    """If the left holds, so does the right."""

    __slots__ = ()


class Or(Binary):
    """One of the two holds."""

    __slots__ = ()


class And(Binary):
    """Both hold."""

    __slots__ = ()


class Not(Unary):
    """It does not hold."""

    __slots__ = ()


class Is(Binary):
    """The two are equal, or the left is what the right says."""

    __slots__ = ()


class IsNot(Binary):
    """They are not equal, or it is not what the right says."""

    __slots__ = ()


class AtLeast(Binary):
    """``left >= right``."""

    __slots__ = ()


class AtMost(Binary):
    """``left <= right``."""

    __slots__ = ()


class Above(Binary):
    """``left > right``."""

    __slots__ = ()


class Below(Binary):
    """``left < right``."""

    __slots__ = ()


class Outranks(Binary):
    """Alike, and ranked higher."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Related(Node):
    """A relation that the text defines."""

    left: Expr
    name: Name
    right: Expr


class Plus(Binary):
    """``left + right``."""

    __slots__ = ()


class Minus(Binary):
    """``left - right``."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Times(Node):
    """A number of times something."""

    factor: Expr
    inner: Expr


@dataclass(frozen=True, slots=True)
class PointsEach(Node):
    """Points for each of a number."""

    points: Whole
    inner: Expr


@dataclass(frozen=True, slots=True)
class CopiesIn(Node):
    """How many copies of a card lie in a zone."""

    card: Expr
    zone: ZoneOf


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number as written."""

    value: Whole


@dataclass(frozen=True, slots=True)
class CardLiteral(Node):
    """A card as written."""

    text: Name


@dataclass(frozen=True, slots=True)
class SeatLiteral(Node):
    """A seat by its number from 1, in an example."""

    number: Whole


@dataclass(frozen=True, slots=True)
class PlayLiteral(Node):
    """A play or cards in their notation, in an example."""

    text: Words


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name that stands for a value."""

    name: Name


@dataclass(frozen=True, slots=True)
class Of(Node):
    """A name of something: a field, a state, a word of the text."""

    name: Name
    inner: Expr


class NoneValue(Node):
    """No value."""

    __slots__ = ()


class TrueValue(Node):
    """It holds."""

    __slots__ = ()


class FalseValue(Node):
    """It does not hold."""

    __slots__ = ()


class RankOf(Unary):
    """The rank of a card."""

    __slots__ = ()


class SuitOf(Unary):
    """The suit of a card."""

    __slots__ = ()


class TeamOf(Unary):
    """The team of a seat."""

    __slots__ = ()


class CopiesOf(Unary):
    """How many copies of a card the deck has."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SeatsAfter(Node):
    """The seat so many places on, clockwise."""

    count: Whole
    inner: Expr


@dataclass(frozen=True, slots=True)
class SeatsBefore(Node):
    """The seat so many places back."""

    count: Whole
    inner: Expr


@dataclass(frozen=True, slots=True)
class CardsIn(Node):
    """How many cards lie in a zone."""

    zone: ZoneOf


@dataclass(frozen=True, slots=True)
class GroupIn(Node):
    """How many cards of a group lie in a zone."""

    group: Name
    zone: ZoneOf


class Before(Unary):
    """The value before the move, or before what happens between two hands."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    """How many there are for which something holds."""

    many: Name
    name: Name
    where: Expr


@dataclass(frozen=True, slots=True)
class Total(Node):
    """The sum over all."""

    binder: Binder
    inner: Expr


class TotalScore(Unary):
    """All entries of the score sheet of one seat or team, added up."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MostFor(Node):
    """The largest number over all of those."""

    binder: Binder
    where: Expr | None
    inner: Expr


@dataclass(frozen=True, slots=True)
class LeastFor(Node):
    """The smallest number over all of those."""

    binder: Binder
    where: Expr | None
    inner: Expr


@dataclass(frozen=True, slots=True)
class MostOf(Node):
    """The largest of some numbers."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class LeastOf(Node):
    """The smallest of some numbers."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class LookupRow(Node):
    """What is looked up, a value or a range of numbers, and the number that it gives."""

    key: LookupKey
    gives: Whole


@dataclass(frozen=True, slots=True)
class Lookup(Node):
    """The number that a table gives for a value."""

    inner: Expr
    rows: tuple[LookupRow, ...]


@dataclass(frozen=True, slots=True)
class Every(Node):
    """It holds for all."""

    binder: Binder
    where: Expr | None
    claim: Expr


@dataclass(frozen=True, slots=True)
class Some(Node):
    """It holds for one at least."""

    binder: Binder
    where: Expr | None
    claim: Expr


@dataclass(frozen=True, slots=True)
class SomeCombination(Node):
    """Whether the cards in a zone make a combination for which something holds."""

    name: Name
    zone: ZoneOf
    where: Expr | None
    claim: Expr


@dataclass(frozen=True, slots=True)
class FirstSeat(Node):
    """The first seat clockwise for which something holds."""

    name: Name
    start: Name
    seat: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class First(Node):
    """The lowest for which something holds."""

    type: Name
    name: Name
    where: Expr


@dataclass(frozen=True, slots=True)
class TheOne(Node):
    """The only one for which something holds. There has to be exactly one."""

    binder: Binder
    where: Expr


@dataclass(frozen=True, slots=True)
class FieldValue(Node):
    """The value of a field."""

    field: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class CombinationOf(Node):
    """A combination of one card."""

    card: Expr
    pattern: Name
    fields: tuple[FieldValue, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """One value or another."""

    value: Expr
    when: Expr
    other: Expr


class SeatPair(Binary):
    """Two seats, of which the first has a zone for the second. Only a zone is of a pair."""

    __slots__ = ()


LookupKey = Name | Whole | NumberType | OpenNumber | NumberUpTo
ZoneOf = PlainZone | OwnedZone | EveryZone | AllZones
Expr = (
    Implies
    | Or
    | And
    | Not
    | Is
    | IsNot
    | AtLeast
    | AtMost
    | Above
    | Below
    | Outranks
    | Related
    | Plus
    | Minus
    | Times
    | PointsEach
    | CopiesIn
    | Number
    | CardLiteral
    | SeatLiteral
    | PlayLiteral
    | Word
    | Of
    | NoneValue
    | TrueValue
    | FalseValue
    | RankOf
    | SuitOf
    | TeamOf
    | CopiesOf
    | SeatsAfter
    | SeatsBefore
    | CardsIn
    | GroupIn
    | Before
    | NumberOf
    | Total
    | TotalScore
    | MostFor
    | LeastFor
    | MostOf
    | LeastOf
    | Lookup
    | Every
    | Some
    | SomeCombination
    | FirstSeat
    | First
    | TheOne
    | CombinationOf
    | If
)
