"""What the table holds: zones, state variables, and the deal."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node, Rank, Whole
from haggis_rules.syntax.ast.expressions import Expr
from haggis_rules.syntax.ast.types import Type


@dataclass(frozen=True, slots=True)
class SeenBy(Node):
    """Who sees a group of cards, or all that is not named."""

    group: Name | None
    audience: Name


@dataclass(frozen=True, slots=True)
class Zone(Node):
    """A place for cards, one in all or one for each seat or team."""

    name: Name
    owner: Name | None
    visibility: tuple[SeenBy, ...]


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """A type that has a few words for values."""

    name: Name
    choices: tuple[Name, ...]


class AnyValue(Node):
    """A value that chance decides."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OpenedValue(Node):
    """A first value that may reveal what was hidden from those who see it."""

    value: Expr


@dataclass(frozen=True, slots=True)
class State(Node):
    """Something that the players keep in mind, for the hand or, when lasting, for the match."""

    lasting: bool
    name: Name
    owner: Name | None
    type: Type
    initial: Initial
    visibility: tuple[SeenBy, ...]


@dataclass(frozen=True, slots=True)
class ZoneEach(Node):
    """A place for cards, or all places of one name."""

    name: Name
    owner: Name | None


@dataclass(frozen=True, slots=True)
class DealEach(Node):
    """Cards that everybody gets."""

    ranks: tuple[Rank, ...]
    to: ZoneEach


@dataclass(frozen=True, slots=True)
class DealSome(Node):
    """A number of cards, drawn by chance from groups that are shuffled together."""

    count: Whole
    groups: tuple[Name, ...]
    to: ZoneEach


@dataclass(frozen=True, slots=True)
class DealRest(Node):
    """What is left of groups of cards: in one place, or dealt round from an owner on."""

    groups: tuple[Name, ...]
    to: ZoneEach
    start: Expr | None


Initial = Expr | AnyValue | OpenedValue
