"""The file: its variant, its clauses and all that can stand in one."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Ledger, Name, Node, Whole, Words
from haggis_rules.syntax.ast.cards import Deck, Option, Ranks, Runs, Suits, Table, Teams, Without
from haggis_rules.syntax.ast.cases import Example, Question
from haggis_rules.syntax.ast.definitions import Define, Except, Score
from haggis_rules.syntax.ast.expressions import Expr
from haggis_rules.syntax.ast.flow import Action, Between, May, On, Step, Until
from haggis_rules.syntax.ast.guards import Guard
from haggis_rules.syntax.ast.patterns import (
    AnySuit,
    LineNeed,
    Need,
    Pattern,
    Wild,
    WildAsAny,
    WildWhen,
)
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
    """The name, the parent and the words of a variant, and whether it is an experiment."""

    name: Name
    parent: Name | None
    experimental: bool
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
    title: Words | None
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
    title: Words | None
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
    title: Words | None
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
class Change(Node):
    """A clause of the parent that stands as it is but for some edits."""

    name: Name
    because: Words
    title: Words | None
    words: Words | None
    cites: tuple[Cite, ...]
    status: Status | Derived | None
    edits: tuple[Edit, ...]


class Clear(Node):
    """A source leaves nothing of a clause open, so that no ruling or erratum is needed."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Confirm(Node):
    """Clauses of the parent that a source of the variant states as well."""

    names: tuple[Name, ...]
    cites: tuple[Cite, ...]
    status: Clear | Status | None


@dataclass(frozen=True, slots=True)
class AddFrom(Node):
    """Clauses of another variant that the parent does not have."""

    names: tuple[Name, ...]
    variant: Name
    because: Words


@dataclass(frozen=True, slots=True)
class ReplaceFrom(Node):
    """Clauses of another variant that stand in the place of the parent's."""

    names: tuple[Name, ...]
    variant: Name
    because: Words


@dataclass(frozen=True, slots=True)
class Exchange(Node):
    """A value that stands in the place of another, or a phrase of a clause's words."""

    old: Expr
    new: Expr


@dataclass(frozen=True, slots=True)
class ItemExchange(Node):
    """An item that stands in the place of another."""

    old: Part
    new: Item


@dataclass(frozen=True, slots=True)
class LeaveOut(Node):
    """An item of the parent's clause that does not hold."""

    part: Part


@dataclass(frozen=True, slots=True)
class Also(Node):
    """An item that the parent's clause lacks."""

    item: Item


@dataclass(frozen=True, slots=True)
class ItemName(Node):
    """An item of a clause by the word that it begins with, and its name."""

    kind: Name
    name: Name


@dataclass(frozen=True, slots=True)
class CaseName(Node):
    """An example or a question of a clause by its words."""

    kind: Name
    words: Words


@dataclass(frozen=True, slots=True)
class DefiniteName(Node):
    """A zone, an option or a deal of a clause: `the zone kitty` or `the deal to hand`."""

    kind: Name
    name: Name


@dataclass(frozen=True, slots=True)
class SoleName(Node):
    """What a clause has one of: `the table`."""

    kind: Name


@dataclass(frozen=True, slots=True)
class Note(Node):
    """A remark to whoever reads the file."""

    words: Words


Taking = AddFrom | ReplaceFrom
Entry = Chapter | Clause | Replace | Add | Remove | Change | Confirm | Taking
Item = (
    Table
    | Option
    | Without
    | Teams
    | Ranks
    | Runs
    | Suits
    | Deck
    | AnySuit
    | Wild
    | WildAsAny
    | WildWhen
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
# The runs of a clause are named alone: written out, they would go on at the `to` of an edit.
Part = ItemName | CaseName | DefiniteName | SoleName | Item
Edit = Exchange | ItemExchange | LeaveOut | Also


def items_in(entry: Entry) -> tuple[Item, ...]:
    """Return the items that an entry writes: those of its clause, or those that its edits add."""
    match entry:
        case Clause(items=items) | Replace(items=items) | Add(items=items):
            return items
        case Change(edits=edits):
            return tuple(
                edit.new if isinstance(edit, ItemExchange) else edit.item
                for edit in edits
                if isinstance(edit, ItemExchange | Also)
            )
        case Chapter() | Remove() | Confirm() | AddFrom() | ReplaceFrom():
            return ()


def clauses_in(entry: Entry) -> tuple[Name, ...]:
    """Return the names of the clauses that an entry writes, edits or takes from elsewhere.

    To confirm a clause is no edit: its rule stays as it is.
    """
    match entry:
        case Chapter() | Confirm():
            return ()
        case AddFrom(names=names) | ReplaceFrom(names=names):
            return names
        case Clause() | Replace() | Add() | Remove() | Change():
            return (entry.name,)
