"""What an example says, typed: how it begins, what is done, and what then has to hold."""

from __future__ import annotations

from dataclasses import dataclass, field

from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Case
from haggis_rules.semantics.state import Cards, GameState, Reading, Value


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """Cards of which several things can be made, when an action does not say which is meant."""

    cards: Cards
    readings: tuple[Reading, ...]


ScriptChoice = Value | OpenPlay


@dataclass(frozen=True, slots=True)
class ScriptAction:
    """An action by its name, the seat that takes it, and its choices in order."""

    action: str
    seat: int
    choices: tuple[ScriptChoice, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Holds:
    """An expression has to be true."""

    claim: nodes.Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MayDo:
    """An action has to be allowed in one reading at least; with ``negated`` in none."""

    action: ScriptAction
    negated: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MakesOnly:
    """Cards have to make exactly these readings."""

    cards: Cards
    readings: frozenset[Reading]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeesOnly:
    """A seat has to see exactly these cards in a zone, by the indices of the zone and its owner."""

    seat: int
    cards: Cards
    zone: int
    owner: int
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Knows:
    """A seat has to see a state variable, by its index and its owner's; with ``negated`` not."""

    seat: int
    negated: bool
    state: int
    owner: int
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SawOnly:
    """A seat has to have been shown exactly these cards in what was done, each named once."""

    seat: int
    cards: frozenset[int]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """An expression has to be true of what lasts, once the hand is over."""

    claim: nodes.Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GoesOn:
    """Another hand has to follow; with ``negated`` none."""

    negated: bool
    span: Span = field(compare=False, repr=False)


TypedClaim = Holds | MayDo | MakesOnly | SeesOnly | Knows | SawOnly | LeftBehind | GoesOn


@dataclass(frozen=True, slots=True)
class ScriptStage:
    """What is done, and what has to hold after it."""

    actions: tuple[ScriptAction, ...]
    claims: tuple[TypedClaim, ...]


@dataclass(frozen=True, slots=True)
class TypedCase:
    """An example or a question, typed.

    ``start`` is where it begins, before any step is taken, and None when nothing is given.
    """

    case: Case
    start: GameState | None
    stages: tuple[ScriptStage, ...]
