"""Promises: what is said of every state, move, hand or reading."""

from __future__ import annotations

from dataclasses import field

from haggis_rules.diagnostics.source import Span
from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir.game.definitions import Param
from haggis_rules.ir.nodes import Binder, Expr

# Promises


@dataclass(frozen=True, slots=True)
class Always:
    """It holds in every state that play can reach, at rest or not."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class AtRest:
    """It holds in every state that play can reach and in which no step waits."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class EachMove:
    """It holds between each state and the one before; one action or one step is a move."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class EachHand:
    """It holds between the state in which a hand ended and what lasts after it.

    Outside ``before`` it refers only to lasting variables and options.
    """

    claim: Expr


@dataclass(frozen=True, slots=True)
class Measure:
    """With each move the first part that changes falls; no part is ever negative."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """When ``when`` holds at rest, some seat may take the action with these arguments.

    With ``card``, there is a seat whose turn it is to act and a card that satisfies ``where``, and
    every such seat can take the action with every such card. ``where`` and the arguments may refer
    to the variable ``actor``, the seat that acts.
    """

    when: Expr
    card: Binder | None
    where: Expr | None
    action: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """In every state at rest that play can reach, ``unless`` or the case of a witness holds."""

    unless: Expr | None
    witnesses: tuple[Witness, ...]


@dataclass(frozen=True, slots=True)
class ForAny:
    """It holds for all values of the parameters, whatever the state.

    A reading is any whose fields lie within their bounds, whether or not some cards make it.
    """

    params: tuple[Param, ...]
    claim: Expr


@dataclass(frozen=True, slots=True)
class Apart:
    """No cards make both a combination of the pattern and one of the others."""

    pattern: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnyMade:
    """It holds for each reading of the pattern that cards from one owner's zone make.

    It does so in every state that play can reach and in which ``when`` holds. ``name`` is the
    reading; the claim refers to it and to options, and ``when`` refers to the state.
    """

    name: str
    pattern: int
    zone: int
    when: Expr | None
    claim: Expr


PromiseForm = Always | AtRest | EachMove | EachHand | Measure | Progress | ForAny | Apart | AnyMade


@dataclass(frozen=True, slots=True)
class ExpectedBreak:
    """The clause that declares that the rules break a promise, and why they do."""

    clause: str
    because: str


@dataclass(frozen=True, slots=True)
class Promise:
    """What the rules keep, or declare that they break.

    ``using`` names the promises that its proof may rest on.
    """

    name: str
    clause: str
    form: PromiseForm
    using: tuple[str, ...]
    broken: ExpectedBreak | None = None
    span: Span | None = field(default=None, compare=False, repr=False)
