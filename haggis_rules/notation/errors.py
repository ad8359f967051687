"""What is refused from outside, by name: cards, plays and records that mean nothing here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from haggis_rules.near_misses.near_miss import NearMiss


class NotationError(ValueError):
    """A text or JSON value that means nothing in this game.

    ``line`` is where it stands in a record, None when it comes from none.
    """

    name: ClassVar[str] = "notation"  # what `haggis explain` knows; each kind declares its own
    line: int | None = None

    def __init_subclass__(cls, *, name: str) -> None:
        super().__init_subclass__()
        cls.name = name

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.args[0]}"


class UnknownCardError(NotationError, name="unknown-card"):
    """A card that is not in this deck: ``card`` as it was written."""

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class TooManyCopiesError(NotationError, name="too-many-copies"):
    """A card that is there more often than in the deck: ``card`` by its name."""

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class MissingCardError(NotationError, name="missing-card"):
    """A card of the deck that lies nowhere in a position: ``card`` by its name."""

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class UnknownReadingError(NotationError, name="unknown-reading"):
    """A reading that is written in a way that no pattern of these rules is."""


class NoPlayError(NotationError, name="no-play"):
    """Cards that make nothing, or not what they are said to make.

    ``near_miss`` has the play that they miss by least, and the clauses that stand against it; it
    is None when there are no cards.
    """

    def __init__(self, message: str, near_miss: NearMiss | None = None) -> None:
        super().__init__(message)
        self.near_miss = near_miss


class UnclearPlayError(NotationError, name="unclear-play"):
    """Cards of which several things can be made: ``choices`` has the plays, written out."""

    def __init__(self, message: str, choices: Iterable[str]) -> None:
        self.choices = tuple(choices)
        super().__init__(message, self.choices)


class MalformedError(NotationError, name="malformed"):
    """Text or JSON of another form: something wrong in type, out of bounds, missing or unknown."""


class OtherRulesError(NotationError, name="other-rules"):
    """A record that was made with other rules."""


class OtherDealError(NotationError, name="other-deal"):
    """A record of a match in which a hand begins otherwise than its seed has it."""


class ImpossibleDealError(NotationError, name="impossible-deal"):
    """Cards that are laid out as these rules never deal them."""


class ImpossibleViewError(NotationError, name="impossible-view"):
    """What a seat is said to have seen, when no hand by these rules shows it that."""


class NoRecordError(NotationError, name="no-record"):
    """A file that does not begin as the record of a match does."""


class OtherFormError(NotationError, name="other-form"):
    """A record in another version of its form."""


class DamagedRecordError(NotationError, name="damaged-record"):
    """A line of a record that is no event: no text, no JSON, too long, or with something twice."""


class MisplacedEventError(NotationError, name="misplaced-event"):
    """An event of a record that cannot stand where it does: too early, too late or once more."""


class OtherScoreError(NotationError, name="other-score"):
    """The end of a hand in a record with another score than the rules give."""
