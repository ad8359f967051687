"""Pieces of English that know where they need brackets."""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

from haggis_rules.diagnostics.nouns import counted as counted  # noqa: PLC0414 (found here too)
from haggis_rules.diagnostics.nouns import with_article as with_article  # noqa: PLC0414


class Level(IntEnum):
    """How tightly the words of a phrase hold together, the loosest first."""

    SENTENCE = 0  # if this, then that
    OR = 1
    AND = 2
    CLAIM = 3  # this is that
    SUM = 4
    PRODUCT = 5
    NOUN = 6


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words, and what has to be known to put them into other words.

    ``runs_on``: it ends in a claim, which would take in whatever followed it; ``closed`` has that
    end in brackets. ``denied`` says the opposite, where English has a way to. ``noun`` names a
    truth, rather than claiming it. ``perhaps`` names a value that may be none.
    """

    text: str
    level: Level = Level.NOUN
    runs_on: bool = False
    closed: str = ""
    denied: str = ""
    noun: str = ""
    perhaps: str = ""

    def fit(self, level: Level, *, last: bool = False) -> str:
        """Return the words, in brackets where they would fall apart or run on."""
        if self.level < level:
            return f"({self.text})"
        if self.runs_on and not last:
            return self.closed or f"({self.text})"
        return self.text

    def maybe(self) -> Self:
        """Return the phrase for a value that may be none."""
        return replace(self, text=self.perhaps or self.text)


def value_phrase(name: str) -> Phrase:
    """Name a value."""
    return Phrase(name, perhaps=f"{name} (if any)")


def truth_phrase(name: str) -> Phrase:
    """Claim a truth that has a name."""
    return Phrase(f"{name} holds", Level.CLAIM, denied=f"{name} does not hold", noun=name)


def agreement_phrase(name: str) -> Phrase:
    """Claim that the players agreed on an option that is there or not."""
    claim = f"the option {name} is agreed on"
    return Phrase(
        claim,
        Level.CLAIM,
        denied=claim.replace("is agreed", "is not agreed"),
        noun=f"the option {name}",
    )


def claim_phrase(subject: Phrase, verb: str, denial: str, thing: Phrase | None = None) -> Phrase:
    """Claim something of a subject; the verb may stand with a thing."""
    left = subject.fit(Level.SUM)
    right = "" if thing is None else f" {thing.fit(Level.SUM, last=True)}"
    runs_on = thing is not None and thing.runs_on
    return Phrase(
        f"{left} {verb}{right}", Level.CLAIM, runs_on=runs_on, denied=f"{left} {denial}{right}"
    )


def join_claims(left: Phrase, word: str, right: Phrase, level: Level) -> Phrase:
    """Join two claims by a word; a left side that is such a chain goes on."""
    start = f"{left.fit(level if left.level is level else Level.CLAIM)} {word}"
    end = right.fit(Level.CLAIM, last=True)
    closed = f"{start} {right.fit(Level.CLAIM)}" if right.runs_on else ""
    return Phrase(f"{start} {end}", level, runs_on=right.runs_on, closed=closed)
