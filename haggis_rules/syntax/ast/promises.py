"""Promises: what the rules are said to keep, or to break."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node, Words
from haggis_rules.syntax.ast.expressions import Expr
from haggis_rules.syntax.ast.types import Param


@dataclass(frozen=True, slots=True)
class Always(Node):
    """It holds in every state."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class AtRest(Node):
    """It holds whenever no step waits."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class EachMove(Node):
    """It holds between each state and the one before."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class EachHand(Node):
    """It holds of what lasts between a hand and the next, and of the state in which it ended."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class Measure(Node):
    """It falls with every move, the first part that changes."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SomeCard(Node):
    """A card that a witness may name."""

    name: Name
    where: Expr


@dataclass(frozen=True, slots=True)
class ProgressCase(Node):
    """When somebody can act, and how."""

    when: Expr
    card: SomeCard | None
    action: Name
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Progress(Node):
    """Somebody can act, unless it is over."""

    unless: Expr | None
    cases: tuple[ProgressCase, ...]


@dataclass(frozen=True, slots=True)
class ForAny(Node):
    """It holds for all values of the parameters, whatever the state."""

    params: tuple[Param, ...]
    claim: Expr


@dataclass(frozen=True, slots=True)
class Apart(Node):
    """No cards make a combination of the one pattern and of one of the others."""

    pattern: Name
    others: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class AnyMade(Node):
    """It holds of each combination that can be made from one zone, when the state is so."""

    pattern: Name
    name: Name
    zone: Name
    when: Expr | None
    claim: Expr


@dataclass(frozen=True, slots=True)
class Promise(Node):
    """What the rules are said to keep."""

    name: Name
    form: PromiseForm
    using: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Breaks(Node):
    """What the rules as written do not keep, and why."""

    promises: tuple[Name, ...]
    because: Words


PromiseForm = Always | AtRest | EachMove | EachHand | Measure | Progress | ForAny | Apart | AnyMade
