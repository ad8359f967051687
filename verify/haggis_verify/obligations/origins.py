"""What the facts of an obligation can speak of besides states and moves.

Values, cards, cards of a state, or two states that look the same to a seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from haggis_rules.ir import game as ir
from haggis_verify.encode.expressions import SymbolicEnvironment
from haggis_verify.encode.symbols import CardCounts
from haggis_verify.encode.transitions import Transition


@dataclass(frozen=True, slots=True)
class AnyValues:
    """Any values of some parameters. The view names them; its state is any state."""

    view: SymbolicEnvironment
    params: tuple[ir.Param, ...]


@dataclass(frozen=True, slots=True)
class AnyCards:
    """Any cards that the deck has, as many as ``counts`` says of each."""

    counts: CardCounts


@dataclass(frozen=True, slots=True)
class AnyTakenCards:
    """Any state, and any cards, as many as ``counts`` says of each."""

    view: SymbolicEnvironment
    counts: CardCounts


class ComparedAspect(Enum):
    """What is compared of two states that look the same to a seat."""

    OPENING = "when the match opens"
    FIRSTS = "first values"
    STEPS = "what follows"
    RIGHTS = "who may act"
    CHOICES = "what it may do"
    MOVE = "what it sees of a move"
    OVER = "the end of the hand"


@dataclass(frozen=True, slots=True)
class StatePair:
    """Two states that look the same to a seat; and the same move in both, where one is made."""

    ask: ComparedAspect
    seat: int
    one: SymbolicEnvironment
    other: SymbolicEnvironment
    moves: tuple[Transition, Transition] | None = None
