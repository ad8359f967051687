"""The file: its variant, its clauses and all that can stand in one."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.syntax.ast.base import Ledger, Name, Node, Whole, Words
from haggis_rules.syntax.ast.cards import Deck, Option, Ranks, Suits, Table, Teams, Without
from haggis_rules.syntax.ast.cases import Example, Question
from haggis_rules.syntax.ast.definitions import Define, Except, Score
from haggis_rules.syntax.ast.flow import Action, Between, May, On, Step, Until
from haggis_rules.syntax.ast.guards import Guard
from haggis_rules.syntax.ast.patterns import AnySuit, LineNeed, Need, Pattern, Wild, WildAsAny
from haggis_rules.syntax.ast.promises import Breaks, Promise
from haggis_rules.syntax.ast.state import Choice, DealEach, DealRest, DealSome, State, Zone


@dataclass(frozen=True, slots=True)
class File(Node):
    """A whole file: the language version, the variant, its sources and its entries."""

    language: Whole
    variant: Variant
    sources: tuple[Source, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Variant(Node):
    """The name, the parent and the words of a variant."""

    name: Name
    parent: Name | None
    words: Words


@dataclass(frozen=True, slots=True)
class Source(Node):
    """A document that clauses cite."""

    name: Name
    words: Words


@dataclass(frozen=True, slots=True)
class Chapter(Node):
    """A heading over the clauses that follow."""

    words: Words


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """A source and the section of it."""

    source: Name
    section: Words


@dataclass(frozen=True, slots=True)
class Status(Node):
    """Why a clause is a ruling or an erratum."""

    kind: Name
    because: Words


class Derived(Node):
    """A clause follows from the others."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """The unit of the rules."""

    name: Name
    ledgers: tuple[Ledger, ...]
    guard: Guard | None
    words: Words
    cites: tuple[Cite, ...]
    status: Status | Derived | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Replace(Node):
    """A clause that stands in the place of the parent's."""

    name: Name
    ledgers: tuple[Ledger, ...]
    guard: Guard | None
    because: Words
    words: Words
    cites: tuple[Cite, ...]
    status: Status | Derived | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Add(Node):
    """A clause that the parent does not have."""

    name: Name
    ledgers: tuple[Ledger, ...]
    guard: Guard | None
    because: Words
    words: Words
    cites: tuple[Cite, ...]
    status: Status | Derived | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """A clause of the parent that does not hold."""

    name: Name
    because: Words


@dataclass(frozen=True, slots=True)
class Note(Node):
    """A remark to whoever reads the file."""

    words: Words


Entry = Chapter | Clause | Replace | Add | Remove
Item = (
    Table
    | Option
    | Without
    | Teams
    | Ranks
    | Suits
    | Deck
    | AnySuit
    | Wild
    | WildAsAny
    | Need
    | LineNeed
    | Pattern
    | Zone
    | Choice
    | State
    | DealEach
    | DealSome
    | DealRest
    | Define
    | Score
    | Except
    | Action
    | May
    | Step
    | On
    | Between
    | Until
    | Promise
    | Breaks
    | Example
    | Question
    | Note
)
