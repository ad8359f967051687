"""Combinations: their patterns, and what wild cards stand for inside them."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node, Rank, Whole, Words
from haggis_rules.syntax.ast.expressions import Expr


@dataclass(frozen=True, slots=True)
class AnySuit(Node):
    """A group whose cards take whatever suit is needed."""

    group: Name


@dataclass(frozen=True, slots=True)
class Wild(Node):
    """What the cards of a group stand for inside some patterns."""

    group: Name
    card: Name
    patterns: tuple[Name, ...]
    rank: Name
    when: Expr


@dataclass(frozen=True, slots=True)
class WildAsAny(Node):
    """The cards of a group stand for any rank inside some patterns."""

    group: Name
    patterns: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class WildWhen(Node):
    """Those cards of a group of which something holds stand for any rank, in any suit."""

    group: Name
    card: Name
    patterns: tuple[Name, ...]
    when: Expr


@dataclass(frozen=True, slots=True)
class Need(Node):
    """How many cards of a group a combination must or may hold."""

    bound: Name
    count: Whole
    group: Name
    patterns: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class LineNeed(Node):
    """How many cards of a group each line of a combination must or may hold."""

    bound: Name
    count: Whole
    group: Name
    patterns: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class NumberField(Node):
    """A field that is a number between two others."""

    name: Name
    low: Whole
    high: Whole


@dataclass(frozen=True, slots=True)
class OpenField(Node):
    """A field that is a number with no upper end but the deck's."""

    name: Name
    low: Whole


@dataclass(frozen=True, slots=True)
class CardField(Node):
    """A field that is a rank or a suit."""

    kind: Name
    name: Name


@dataclass(frozen=True, slots=True)
class ChoiceField(Node):
    """A field that is one of some words, from the lowest."""

    name: Name
    choices: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class OfRank(Node):
    """The cards have the rank in a field."""

    rank: Name


class AnotherRank(Node):
    """The cards have a rank of their own, which no field keeps."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OtherRanks(Node):
    """The cards stand on several ranks of their own, all different, which no field keeps."""

    count: Name | Whole


@dataclass(frozen=True, slots=True)
class AnyOtherRanks(Node):
    """The same, and a rank may be taken more than once."""

    count: Name | Whole


@dataclass(frozen=True, slots=True)
class RunOfRanks(Node):
    """The cards stand on consecutive ranks."""

    length: Name | Whole
    top: Name


@dataclass(frozen=True, slots=True)
class ListedRanks(Node):
    """The cards stand on these ranks."""

    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class SuitRule(Node):
    """How the suits of some cards hang together."""

    words: Name


@dataclass(frozen=True, slots=True)
class SuitOfField(Node):
    """The cards have the suit in a field."""

    field: Name


@dataclass(frozen=True, slots=True)
class HighestOfRanks(Node):
    """The highest of the cards, and those that come next, have the ranks in these fields.

    The highest can have the suit in a field too.
    """

    ranks: tuple[Name, ...]
    suit: Name | None


@dataclass(frozen=True, slots=True)
class HighestInSuit(Node):
    """The highest of the cards has the suit in a field."""

    suit: Name


@dataclass(frozen=True, slots=True)
class MadeWhen(Node):
    """The case of a choice in which some cards are wanted."""

    field: Name
    choice: Name


@dataclass(frozen=True, slots=True)
class Made(Node):
    """Some cards that a combination is made of."""

    amount: Name | Whole
    place: Place
    suits: SuitRule | SuitOfField | None
    highest: HighestOfRanks | HighestInSuit | None
    when: MadeWhen | None


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """A kind of combination."""

    name: Name
    fields: tuple[Field, ...]
    mades: tuple[Made, ...]
    alike: tuple[Name, ...]
    ranked: tuple[Name, ...]
    written: Words


Field = NumberField | OpenField | CardField | ChoiceField
Place = OfRank | AnotherRank | OtherRanks | AnyOtherRanks | RunOfRanks | ListedRanks
