"""Effects, actions and steps: what may be done, and what follows."""

from __future__ import annotations

from dataclasses import field

from haggis_rules.diagnostics.source import Span
from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir.nodes import Binder, Expr, OneZone, OwnedZone
from haggis_rules.ir.types import ChoiceType, Plain

# Effects: all of them read the state before; what none of them names stays as it is


@dataclass(frozen=True, slots=True)
class Let:
    """A state variable gets a value, when ``when`` holds. A breach when it is out of bounds."""

    state: int
    owner: Expr | None
    value: Expr
    when: Expr | None
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Everything:
    """All cards of the source."""


@dataclass(frozen=True, slots=True)
class Move:
    """Cards go from one zone to another, when ``when`` holds.

    ``thing`` is everything, or an expression for one card or a combination. Moves of one action add
    up. A breach when more cards would leave a zone than are in it. Those who see the cards in the
    source or in the target see what moves; everybody does when ``shown`` holds.
    """

    thing: Everything | Expr
    source: OneZone | OwnedZone
    target: OneZone | OwnedZone
    when: Expr | None
    shown: Expr | None
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """An effect for each value for which ``where`` holds."""

    binder: Binder
    where: Expr | None
    effect: Effect
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Openly:
    """An effect that may reveal what was hidden from those who see it.

    It does what ``effect`` does. Only the proof of secrecy looks at the difference.
    """

    effect: Let | Move
    span: Span | None = field(default=None, compare=False, repr=False)


Effect = Let | Move | ForEach | Openly


# Actions and steps


@dataclass(frozen=True, slots=True)
class Guarded:
    """A condition or an effect, and the clause that it comes from."""

    clause: str
    expr: Expr


@dataclass(frozen=True, slots=True)
class Effected:
    """An effect and the clause that it comes from."""

    clause: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class CombinationParam:
    """A combination whose cards lie in a zone, with any reading that they have."""

    name: str
    zone: OneZone | OwnedZone


@dataclass(frozen=True, slots=True)
class CardParam:
    """A card of which a copy lies in a zone."""

    name: str
    zone: OneZone | OwnedZone


@dataclass(frozen=True, slots=True)
class FreeParam:
    """Any value of a type."""

    name: str
    type: Plain | ChoiceType


ActionParam = CombinationParam | CardParam | FreeParam


@dataclass(frozen=True, slots=True)
class InTurn:
    """The one seat that may act; nobody, when it is none. Its type is a seat or none."""

    seat: Expr


@dataclass(frozen=True, slots=True)
class AnySeat:
    """Every seat for which it holds, with the seat as the variable ``actor``, may act."""

    where: Expr


ACTOR = "actor"  # the variable that stands for whoever acts, in guards, effects and domains


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """What a player can do, and when. ``secret`` hides the choices from all but the actor.

    ``by_chance``: the actor begins it, and chance makes its one choice, a card or a free one. Among
    the choices with which it is legal, all free ones are equally likely, and a card is as likely as
    it has copies in the zone. The choice itself is hidden from everyone, including the actor: what
    anybody sees of it follows from the effects.
    """

    name: str
    clause: str
    secret: bool
    params: tuple[ActionParam, ...]
    actor: InTurn | AnySeat
    guards: tuple[Guarded, ...]
    effects: tuple[Effected, ...]
    by_chance: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What follows by itself, as soon as ``when`` holds. No two steps wait at the same time.

    A state in which a step waits is not at rest, and nobody can act in it.
    """

    name: str
    clause: str
    when: Expr
    effects: tuple[Effected, ...]
