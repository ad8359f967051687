"""The table and the cards: seats, options, teams, ranks, suits and the deck."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node, Rank, Whole
from haggis_rules.syntax.ast.types import NumberRange


@dataclass(frozen=True, slots=True)
class Table(Node):
    """How many seats there can be."""

    seats: tuple[Whole, ...]


@dataclass(frozen=True, slots=True)
class Option(Node):
    """What players agree on before a match: its values and the usual one."""

    name: Name
    type: Name | NumberRange
    usual: Name | Whole


@dataclass(frozen=True, slots=True)
class Without(Node):
    """Two options of which one has to be as usual."""

    name: Name
    other: Name


@dataclass(frozen=True, slots=True)
class Teams(Node):
    """The teams, which sit alternately."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Ranks(Node):
    """All ranks, from the lowest."""

    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class RankSpan(Node):
    """All ranks from one to another, in the order of the ranks."""

    lowest: Rank
    highest: Rank


@dataclass(frozen=True, slots=True)
class Runs(Node):
    """The ranks that belong to runs, in the order in which they follow one another there."""

    ranks: tuple[Rank | RankSpan, ...]


@dataclass(frozen=True, slots=True)
class Suit(Node):
    """A suit, its letter, and others by which it is known as well."""

    name: Name
    letter: Name
    others: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Suits(Node):
    """All suits, from the lowest."""

    suits: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class SomeSuits(Node):
    """Some of the suits."""

    suits: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Deck(Node):
    """Cards of a group: their ranks, their suits and how many of each, perhaps for each seat."""

    name: Name
    ranks: tuple[Rank | RankSpan, ...]
    suits: Name | SomeSuits
    copies: Whole
    each_seat: bool
