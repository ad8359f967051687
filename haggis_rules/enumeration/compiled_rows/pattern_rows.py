"""Patterns as rows: what makes each play, as plain numbers and nothing else.

A *row* says: to make this reading, take some natural cards from each of these boxes, and let wild
cards fill the rest. ``row_compiler`` makes the rows from the typed patterns, once for a game (and
once for each setting of the states on which it rests what is wild).

- A card of a pattern is *natural* when it keeps its rank there, and *wild* otherwise
  (``WildRoles``). Cards are packed numbers, a byte for each card class (``semantics.state``).
- A ``RowBox`` says which natural cards may be taken together: of each card as many as ``each``
  has, ``least`` to ``most`` in all. The boxes of a row share no card. What is taken from a box has
  a *height*: how often the card is there that is taken most often.
- A ``RowFilling`` says which wild cards complete them. Take k of them, from ``least`` to ``most``.
  They have to fill the cells ``fixed + (k - size(fixed)) * unit``, which are counted by slot: a
  slot is a lot of ranks for which the same wild cards can stand. ``WildRoles.stands`` and
  ``slots`` say which those are, and ``counting.can_stand`` whether they fill the cells.
- A ``PatternRow`` is the place of a reading among all readings in order, how many cards its plays
  have, its boxes, its filling, and, where suits match, how high the boxes may be together: each
  box is a suit then, and its height is how many lines it needs.

Each play of a reading comes from exactly one row and one choice of cards there: so plays need not
be compared, and counting them is adding up. What a box gives is a polynomial in two variables,
whose coefficients count choices by their size and their height, and so is what a filling gives, in
size alone; the plays of a row are a few coefficients of the product of them all.

Patterns that no such rows describe, or that would need too many of them, are ``general``: their
plays are found by a search (``search``).
"""

from dataclasses import dataclass

from haggis_rules.enumeration.wild import WildRoles
from haggis_rules.semantics.state import Cards


@dataclass(frozen=True, slots=True)
class RowBox:
    """Natural cards of which ``least`` to ``most`` lie in a play.

    ``each`` packs how many copies of each may lie there.
    """

    each: Cards
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class RowFilling:
    """The wild cards of a play: ``least`` to ``most`` of them.

    ``fixed`` packs by slot the cells that lack a natural card in each play, and ``unit`` is the
    slot of every other cell that lacks one, packed as well; 0 when none can. ``role`` is the place
    in ``RowTable.roles`` of what wild cards stand for.
    """

    role: int
    fixed: Cards
    unit: Cards
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class RowLines:
    """How high all boxes of a row are together: ``least`` to ``most``."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PatternRow:
    """A way to make the reading at ``place``, with ``size`` cards.

    ``boxes`` and ``filling`` are places in the lists of ``RowTable``. ``lines`` is None where it
    makes no difference how high the boxes are.
    """

    place: int
    size: int
    boxes: tuple[int, ...]
    filling: int
    lines: RowLines | None


@dataclass(frozen=True, slots=True)
class RowTable:
    """The rows of all readings, in the order of their places.

    ``general`` has the patterns that have none here; their plays are found otherwise.
    """

    rows: tuple[PatternRow, ...]
    boxes: tuple[RowBox, ...]
    fillings: tuple[RowFilling, ...]
    roles: tuple[WildRoles, ...]
    general: frozenset[int]
