"""What a hand as dealt can hold of each type of play, as the pages show it."""

from dataclasses import dataclass

from haggis_rules.semantics.state import Reading


@dataclass(frozen=True, slots=True)
class TypeHeld:
    """A type of play: readings of one pattern that are compared with each other.

    ``readings`` are those that some hand can hold, the lowest first, and ``plain`` counts the
    groups of cards in the whole deck that make them without a wild card; None when these are too
    many to go through. ``lowest`` and
    ``highest`` are plays as they are written, with as few wild cards as can be.
    """

    pattern: int
    readings: tuple[Reading, ...]
    cards: int
    plain: int | None
    lowest: str
    highest: str


@dataclass(frozen=True, slots=True)
class ZoneTypes:
    """All types of play that can be laid from a zone, or from the whole deck if it has no name."""

    zone: str
    cards: int
    types: tuple[TypeHeld, ...]
