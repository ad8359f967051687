"""What can come of an attempt to prove a promise.

Green are a proof, a breach as declared, and that all is used. That something which every game has
to keep is not known is no fault of the text, and is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class How(Enum):
    """How an obligation was met."""

    UNTOUCHED = "untouched"  # the move writes nothing that the claim reads
    SAME = "same"  # both of two states give it the same term, as it speaks of what is seen alone
    SOLVED = "solved"  # both solvers find the denial unsatisfiable


@dataclass(frozen=True, slots=True)
class DischargedObligation:
    """An obligation that is met, and how long each solver took over it, in seconds."""

    name: str
    how: How
    z3: float = 0.0
    cvc5: float = 0.0


@dataclass(frozen=True, slots=True)
class ShrunkCase:
    """A position in words, the actions that are taken in it, and the breach that follows.

    ``line`` is the position as one line, which ``Rules.state_from_text`` reads.
    """

    position: tuple[str, ...]
    actions: tuple[str, ...]
    breach: str
    line: str


@dataclass(frozen=True, slots=True)
class Reached:
    """A match that comes to a breach: its seed, and its actions in notation.

    ``hand``: the number of the hand in which it does. ``small`` is what matters of it, None when
    the cards as they are dealt are a breach. ``record`` has the lines of the record of the match.
    """

    seed: int
    actions: tuple[str, ...]
    breach: str
    hand: int = 1
    small: ShrunkCase | None = None
    record: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotReached:
    """None of some hands, or matches, was seen to reach a breach; play may never get there.

    ``lacking`` are promises with which, as helpers, this obligation is met by both solvers.
    """

    hands: int
    lacking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A case that breaks a promise: the state in which the move is made, and the move.

    ``lines`` tell of it in words, and ``replay`` what the interpreter makes of it. ``play`` is
    None where a match begins with it, or where it is of no state, which needs no search.
    """

    obligation: str
    lines: tuple[str, ...]
    replay: str
    play: Reached | NotReached | None = None


@dataclass(frozen=True, slots=True)
class ConditionWitness:
    """A condition of a promise as the text has it, its place, and where play comes to it.

    There it holds after so many actions in a hand of the match of a seed; ``seed`` is None where it
    was not seen to hold, or holds of ``values`` whatever the state.
    """

    words: str
    place: str
    seed: int | None = None
    hand: int = 0
    actions: int = 0
    values: tuple[str, ...] = ()

    @property
    def is_seen(self) -> bool:
        """Whether it is known to hold anywhere."""
        return self.seed is not None or bool(self.values)


@dataclass(frozen=True, slots=True)
class PromiseConditions:
    """The conditions of a promise, as far as they were seen to hold."""

    conditions: tuple[ConditionWitness, ...]


@dataclass(frozen=True, slots=True)
class Proved:
    """The promise is kept, for every deal and any number of moves.

    ``helpers`` are the promises that the proof rests on, each proved itself. ``approximated``:
    combinations were taken for more than they can be, which only makes more to prove.
    ``conditions``: those under which it says something, each with where it holds, if that is known.
    """

    helpers: tuple[str, ...]
    approximated: bool
    obligations: tuple[DischargedObligation, ...]
    conditions: tuple[ConditionWitness, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuted:
    """Play comes to the breach: in a hand that was played, where a match begins, or in any state.

    The interpreter shows it. A case of no state, such as of any cards, needs no play.
    """

    case: Counterexample


@dataclass(frozen=True, slots=True)
class NotInductive:
    """There is no proof: a case breaks an obligation, but play may never come to its state.

    The interpreter shows the breach in the case, and ``case.play`` says how far it was looked for.
    ``using``: all promises with which both solvers prove it, none where there are no such.
    """

    case: Counterexample
    using: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither proved nor refuted, and why. There may be a case that was not believed."""

    reason: str
    case: Counterexample | None = None


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A clause uses something that has no form in terms."""

    clause: str
    what: str


@dataclass(frozen=True, slots=True)
class Disagree:
    """The solvers contradict each other, or one of them contradicts its own answer."""

    obligation: str
    z3: str
    cvc5: str


@dataclass(frozen=True, slots=True)
class Vacuous:
    """The promise says nothing here, since what it assumes never happens.

    Either no state satisfies the facts of an obligation, or a condition of the text, which stands
    at ``place``, holds in none to which play can come.
    """

    obligation: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Unfounded:
    """All its own obligations are met, but it rests on promises that are not proved."""

    rests_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectedBreach:
    """The promise is broken, as the text says, and the case shows it."""

    case: Counterexample
    because: str


@dataclass(frozen=True, slots=True)
class NotBroken:
    """The text says that the promise is broken, but it is proved."""

    clause: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a clause, such as an exception, in words; and whether it is one of its effects."""

    clause: str
    part: str
    effect: bool = False


@dataclass(frozen=True, slots=True)
class ClauseUse:
    """A part of a clause, and what uses it.

    ``seed`` is that of a match played by chance, and ``actions`` how many of it it takes; or else
    ``example`` has the words of an example of the text.
    """

    piece: Piece
    seed: int | None
    actions: int
    example: str = ""


@dataclass(frozen=True, slots=True)
class PromiseCoverage:
    """Each part of a clause that play can come to is used: here is where.

    ``idle`` are effects that nothing was found to have, of clauses that do something else.
    """

    uses: tuple[ClauseUse, ...]
    idle: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Dead:
    """A part of a clause, its place in the text, and that nothing was found that uses it."""

    piece: Piece
    place: str


@dataclass(frozen=True, slots=True)
class Unused:
    """Parts of clauses are used by none of so many matches, nor by an example of the text."""

    dead: tuple[Dead, ...]
    uses: tuple[ClauseUse, ...]
    matches: int
    examples: int


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The text does not promise it, no proof was found, and play was not seen to break it.

    ``looked`` says how far.
    """

    looked: str


Verdict = (
    Proved
    | Refuted
    | NotInductive
    | Unknown
    | Unsupported
    | Disagree
    | Vacuous
    | Unfounded
    | ExpectedBreach
    | NotBroken
    | PromiseCoverage
    | Unused
    | NotKnown
)


@dataclass(frozen=True, slots=True)
class PromiseResult:
    """A promise by its name, the clause that it comes from, and what came of it."""

    promise: str
    clause: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CountingResult:
    """A pattern, its clause, and for each of its readings whether counting is right."""

    pattern: str
    clause: str
    results: tuple[PromiseResult, ...]
