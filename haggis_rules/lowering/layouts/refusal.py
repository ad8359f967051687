"""What the lowering does not reach: refused with the clause, and never lowered otherwise."""

from enum import IntEnum
from typing import ClassVar

from haggis_rules.diagnostics.source import Span


class NotLoweredError(Exception):
    """A game asks for something that is not lowered. The Python engine runs it."""

    name: ClassVar[str] = "not-lowered"

    def __init__(self, what: str, clause: str = "", span: Span | None = None) -> None:
        super().__init__(what, clause, span)
        self.what, self.clause, self.span = what, clause, span

    @property
    def reason(self) -> str:
        """What is not lowered, and in which clause: for readers who see no rules file."""
        return f"{self.what} in the clause {self.clause}" if self.clause else self.what

    def __str__(self) -> str:
        place = "" if self.span is None else f" ({self.span.source.path}:{self.span.line})"
        return f"{self.reason}{place} is not lowered; the Python engine runs it"


class BreachCode(IntEnum):
    """Why a lowered function has failed. The numbers are part of what a module promises."""

    NO_VALUE = 1
    OVERLAP = 2
    OUT_OF_BOUNDS = 3
    NOT_ENOUGH_CARDS = 4
    ENDLESS = 5
    TOO_LARGE = 6  # a number that 64 bits do not hold: the Python engine has no such limit
    NO_SUCH_READING = 7  # a reading with fields beyond their types, which has no number
