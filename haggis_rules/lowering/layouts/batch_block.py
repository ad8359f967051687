"""What a host tells a module of the arrays of a batch: a block of numbers with 32 bits each."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

COUNTS_SIZE: Final = 1024  # bytes for what was counted in one match, a multiple of 16


class BatchField(IntEnum):
    """What stands in a block: addresses, but for numbers where it says so."""

    MATCHES = 0
    """The first match; the others lie behind it."""
    COUNT = 1
    """How many matches there are, a number."""
    ONE_HAND = 2
    """Whether each starts again when a hand is over, not only when the match is, a number."""
    CHOICES = 3
    """The place of the action to take, 32 bits for each match."""
    LEGAL_COUNTS = 4
    """How many actions the seat has, 32 bits for each match."""
    SEATS = 5
    """Whose actions they are, 32 bits for each match."""
    ABLE = 6
    """Which seats can act, a bit each, 32 bits for each match."""
    REWARDS = 7
    """What the last action scored, 64 bits for each match and each seat or team."""
    DONE = 8
    """Whether the last action ended it, so that it starts again, a byte for each match."""
    OBSERVATIONS = 9
    """What the seat sees, one after the other."""
    BEFORE = 10
    """Room for a match: the one that was being played last as it was before its action."""
    PLAYING = 11
    """Which match was being played last, a number that the module writes."""
    COUNTS = 12
    """Room for what was counted, ``COUNTS_SIZE`` bytes for each match; nothing is kept at 0."""
