"""What a planted fault is: the text, the change, and what has to notice it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["mutant", "broken-rule", "misreading", "leak", "dead-clause", "changed-rule"]
Pace = Literal["quick", "slow", "long"]
Sight = Literal["too much", "too little"]
Options = tuple[tuple[str, int | bool | str], ...]

KINDS: tuple[Kind, ...] = get_args(Kind)
PACES: tuple[Pace, ...] = get_args(Pace)
SIGHTS: tuple[Sight, ...] = get_args(Sight)


# Changes


@dataclass(frozen=True, slots=True)
class Reworded:
    """``new`` stands for ``old``, which a text has so many times, whatever blanks are between."""

    old: str
    new: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Edited:
    """A variant of the text replaces, adds or removes clauses, written as in a rules file."""

    clauses: str


Change = Reworded | Edited


# Witnesses


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A promise is refuted.

    ``obligation`` is what is not met; ``replay`` and ``told`` are parts of what the replay and the
    first line of the verdict say. A promise of the variant's ``own`` is proved of the text as it
    stands. ``searched`` says in how many hands a breach is looked for; None where nothing is known
    of that. Play does not come to a breach that is ``far``.
    """

    name: str
    obligation: str = ""
    replay: str = ""
    told: str = ""
    own: bool = False
    searched: int | None = None
    far: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """An example with these words turns red at one table at least."""

    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with these words is answered otherwise at each table where it is asked."""

    words: str


@dataclass(frozen=True, slots=True)
class Seen:
    """Seats see too much or too little, beside a ledger that is kept card by card."""

    sight: Sight


@dataclass(frozen=True, slots=True)
class DeadPart:
    """A part of the clause that is added is found dead, by this name."""

    part: str


@dataclass(frozen=True, slots=True)
class MatchCheck:
    """The check of this kind finds something wrong in matches by chance."""

    kind: str


Witness = Promise | Example | Question | Seen | DeadPart | MatchCheck


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedFault:
    """A text changed in one place, and one thing that has to notice it.

    ``file`` is where a mutant is written for those who ask for files, without its ending.
    ``players`` is None where the text is for one number of players, or where all are meant.
    """

    text: str
    kind: Kind
    name: str
    change: Change
    witness: Witness
    players: int | None = None
    options: Options = ()
    pace: Pace = "slow"
    file: str = ""

    def __str__(self) -> str:
        match self.witness:
            case Promise(name=name):
                by = "" if name == self.name else name
            case Example():
                by = "example"
            case Question():
                by = "question"
            case Seen() | DeadPart() | MatchCheck():
                by = ""
        parts = (self.text, self.players, self.name, by)
        return "-".join(str(part).replace(" ", "-") for part in parts if part)
