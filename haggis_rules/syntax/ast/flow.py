"""What may be done, and what follows: actions, steps, effects, and the end of a hand."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node
from haggis_rules.syntax.ast.expressions import Binder, Expr, ZoneOf


@dataclass(frozen=True, slots=True)
class CombinationParam(Node):
    """A combination chosen from the cards in a zone."""

    name: Name
    zone: ZoneOf


@dataclass(frozen=True, slots=True)
class CardParam(Node):
    """A card chosen from a zone."""

    name: Name
    zone: ZoneOf


@dataclass(frozen=True, slots=True)
class FreeParam(Node):
    """A value of a type, freely chosen."""

    type: Name
    name: Name


@dataclass(frozen=True, slots=True)
class AnySeat(Node):
    """All seats that may act, each for himself."""

    name: Name
    where: Expr


@dataclass(frozen=True, slots=True)
class Action(Node):
    """Something that a player can do, or that chance does for a player."""

    secret: bool
    name: Name
    params: tuple[ActionParam, ...]
    by_chance: bool
    actor: Expr | AnySeat


@dataclass(frozen=True, slots=True)
class May(Node):
    """A condition on an action."""

    action: Name
    when: Expr


@dataclass(frozen=True, slots=True)
class Step(Node):
    """Something that follows by itself."""

    name: Name
    when: Expr


@dataclass(frozen=True, slots=True)
class On(Node):
    """What an action or a step does."""

    name: Name
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    """A new value."""

    name: Name
    index: Expr | None
    value: Expr
    when: Expr | None


class Everything(Node):
    """All cards of a zone."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Shown(Node):
    """Who is shown cards that move."""

    when: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    """Cards that go from one zone to another."""

    thing: Name | Everything
    source: ZoneOf
    target: ZoneOf
    when: Expr | None
    shown: Shown | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """An effect for each of several."""

    binder: Binder
    where: Expr | None
    effect: Effect


@dataclass(frozen=True, slots=True)
class Openly(Node):
    """An effect from which players may learn what was hidden from them."""

    effect: Let | Move


@dataclass(frozen=True, slots=True)
class Between(Node):
    """What happens between two hands of a match."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Until(Node):
    """When the match is over."""

    claim: Expr


ActionParam = CombinationParam | CardParam | FreeParam
Effect = Let | Move | ForEach | Openly
