"""What came of an example: each claim, what was found instead, and what all of it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field

from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.trace import Trace
from haggis_rules.ir.game import Case
from haggis_rules.semantics.action import Action, Reason
from haggis_rules.semantics.state import GameState

# What was found where a claim does not hold.


@dataclass(frozen=True, slots=True)
class Operand:
    """A part of a claim in the words of the text, and its value as a player would write it."""

    words: str
    value: str


@dataclass(frozen=True, slots=True)
class FalseOperands:
    """The values of the parts on which a claim turns; none when there is nothing to tell."""

    operands: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """An action is not allowed: the clauses against it, with their words, and the places in them.

    A place is a condition that does not hold, or says whose turn it is; not every reason has one.
    """

    reasons: tuple[Reason, ...]
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Allowed:
    """An action is allowed after all, written out."""

    action: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """An action can be meant in several ways, written out."""

    plays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadeReadings:
    """Cards make exactly these readings, written out, and the claim says otherwise.

    ``clauses`` are those of the patterns about which the two disagree.
    """

    readings: tuple[str, ...]
    clauses: tuple[str, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ObservedWords:
    """What a seat sees, or saw, in words."""

    words: str


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The hand is not over, so that nothing is left behind yet."""


@dataclass(frozen=True, slots=True)
class Follows:
    """Whether another hand follows."""

    another: bool


@dataclass(frozen=True, slots=True)
class Undefined:
    """The rules break down: what is wrong, and the clause and the place at fault if known."""

    breach: str
    clause: str
    place: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Differ:
    """The definition of the words and the Python made from them disagree: a fault of ours."""

    defined: str
    generated: str


ClaimFinding = (
    FalseOperands
    | Refused
    | Allowed
    | Unclear
    | MadeReadings
    | ObservedWords
    | Unfinished
    | Follows
    | Undefined
    | Differ
)


@dataclass(frozen=True, slots=True)
class TakenAction:
    """An action that was taken, written out, and what it and its consequences rest on."""

    action: Action
    words: str
    trace: Trace


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim that was looked at: ``found`` is None when it holds.

    ``clauses`` are those that the answer rests on, in the order of the rules.
    """

    words: str
    found: ClaimFinding | None
    clauses: tuple[str, ...]
    span: Span = field(compare=False, repr=False)

    @property
    def passed(self) -> bool:
        """Whether it holds."""
        return self.found is None


@dataclass(frozen=True, slots=True)
class PlayedStage:
    """What was done, the positions at rest before and after, and the claims after it.

    There are no positions where an example gives none. ``stopped`` is the action that could not
    be taken; nothing was looked at after it.
    """

    done: tuple[TakenAction, ...]
    before: GameState | None
    after: GameState | None
    claims: tuple[CheckedClaim, ...]
    stopped: CheckedClaim | None = None


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """What came of an example. ``start`` is where it begins, before any step is taken.

    ``opening`` has the clauses of the steps that are taken there by themselves. ``stopped`` says
    how the rules break down in them; nothing was looked at then.
    """

    case: Case
    start: GameState | None
    stages: tuple[PlayedStage, ...]
    opening: tuple[str, ...] = ()
    stopped: CheckedClaim | None = None

    @property
    def looked(self) -> tuple[CheckedClaim, ...]:
        """All that was looked at, in order."""
        first = [] if self.stopped is None else [self.stopped]
        for stage in self.stages:
            first += stage.claims if stage.stopped is None else [stage.stopped]
        return tuple(first)

    @property
    def failed(self) -> tuple[CheckedClaim, ...]:
        """What does not hold."""
        return tuple(one for one in self.looked if not one.passed)

    @property
    def passed(self) -> bool:
        """Whether all that it claims holds."""
        return not self.failed

    @property
    def clauses(self) -> frozenset[str]:
        """All clauses that the example rests on."""
        clauses = {*self.opening, *(clause for one in self.looked for clause in one.clauses)}
        for stage in self.stages:
            for done in stage.done:
                clauses.update(done.trace.clauses)
        return frozenset(clauses)
