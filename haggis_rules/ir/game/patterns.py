"""Combinations: patterns, wild cards and what a combination needs."""

from __future__ import annotations

from enum import Enum

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir.nodes import Expr
from haggis_rules.ir.types import ChoiceType, NumberType, Plain

# Combinations


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a reading: a number, a rank, a suit or a choice."""

    name: str
    type: NumberType | ChoiceType | Plain


@dataclass(frozen=True, slots=True)
class FieldRef:
    """The value of a field of the reading, by its index."""

    field: int


@dataclass(frozen=True, slots=True)
class AtField:
    """One row, on the rank in a field."""

    field: int


@dataclass(frozen=True, slots=True)
class Another:
    """One row, on a rank that no field keeps and that no other row has."""


@dataclass(frozen=True, slots=True)
class Others:
    """``count`` rows on ranks that no other row has.

    With ``repeated``, a rank can be used several times, and all its cards then form one row.
    ``highest`` are fields that keep the highest of the ranks, the next below it and so on; no field
    keeps the others.
    """

    count: int | FieldRef
    repeated: bool
    highest: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """``length`` rows on consecutive ranks, the last of them the rank in a field.

    ``order`` has the ranks that belong to runs, in the order in which they follow one another,
    unless these are all ranks in their usual order. Its first rank may be repeated at the end.
    """

    length: int | FieldRef
    top: int
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """A row on each of these ranks."""

    ranks: tuple[int, ...]


Place = AtField | Another | Others | Run | Listed


class SuitRule(Enum):
    """How the suits of a part's cards are related."""

    ANY = "any suits"
    ONE = "one suit"  # all cards have the same suit
    DIFFERENT = "different suits"  # no two cards have the same suit
    MIXED = "mixed suits"  # not all cards have the same suit
    MATCHING = "matching suits"  # every row has the same multiset of suits
    MATCHING_DIFFERENT = "matching different suits"  # and no suit occurs twice in a row


WITH_LINES = frozenset({SuitRule.MATCHING, SuitRule.MATCHING_DIFFERENT})


@dataclass(frozen=True, slots=True)
class Part:
    """``amount`` cards on each row of ``place``.

    ``suit_field`` is the field that holds the suit of all its cards, if there is one. ``case`` is a
    field and the index of the only choice for which the part is needed. ``highest`` is the field
    that holds the highest suit on the highest row, if there is one.
    """

    amount: int | FieldRef
    place: Place
    suits: SuitRule
    suit_field: int | None
    case: tuple[int, int] | None
    highest: int | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of combination: its fields, its parts, and how its readings are ranked.

    No two rows of a combination share a rank. ``alike`` and ``ranked`` are indices of fields.
    ``notation`` names each field once, in braces.
    """

    name: str
    clause: str
    fields: tuple[Field, ...]
    parts: tuple[Part, ...]
    alike: tuple[int, ...]
    ranked: tuple[int, ...]
    notation: str

    def field(self, name: str) -> int | None:
        """Find a field by its name."""
        return next((i for i, f in enumerate(self.fields) if f.name == name), None)


@dataclass(frozen=True, slots=True)
class Wild:
    """Inside some patterns a card of a group stands for the ranks for which ``when`` holds.

    With ``applies``, only a card for which that holds is wild under this item, and it takes any
    suit too; any other card stays as it is. Both may refer to the card and to states that everyone
    sees, ``when`` also to the rank; so which cards are wild depends on the values of a position.
    """

    clause: str
    group: int
    patterns: tuple[int, ...]
    card: str
    rank: str
    when: Expr
    applies: Expr | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """A combination of some patterns holds at least, or at most, this number of cards of a group.

    With ``each_line``, each of its lines does. The cards of a part with matching suits lie in
    lines, one for each card of a row: a line has one card from every row, all of the same suit.
    """

    clause: str
    at_least: bool
    count: int
    group: int
    patterns: tuple[int, ...]
    each_line: bool = False
