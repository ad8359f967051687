"""The table and the cards: what a game declares, and how it deals."""

from __future__ import annotations

from enum import Enum

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir.nodes import Expr
from haggis_rules.ir.types import ChoiceType, NumberType, Plain, Type

# The table and the cards

MOST_CARDS = 127  # in a deck, so that any sum of counts fits eight bits


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit, the letter that stands for it in notation, and others that are read as well."""

    name: str
    letter: str
    others: tuple[str, ...] = ()


def names_of(rank: str, suit: Suit | None) -> tuple[str, ...]:
    """Return all that a card of a rank and a suit may be called, its own name first."""
    return (rank,) if suit is None else tuple(rank + one for one in (suit.letter, *suit.others))


@dataclass(frozen=True, slots=True)
class CardClass:
    """A class of equal cards. ``suit`` is None for a card without one."""

    rank: int
    suit: int | None
    group: int
    copies: int


@dataclass(frozen=True, slots=True)
class Group:
    """A group of cards, such as the pips. ``any_suit`` names the clause that frees its suit.

    Where the text adds cards to it in several lines, ``lines`` has the clause of each and how many
    classes of cards it adds; they stand in that order.
    """

    name: str
    clause: str
    any_suit: str | None
    lines: tuple[tuple[str, int], ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that say which cards it has, each once."""
        return tuple(dict.fromkeys(clause for clause, _ in self.lines)) or (self.clause,)


class Owner(Enum):
    """Whether a zone or state variable exists once, for each seat or for each team.

    A zone may also exist for each ordered pair of seats, including a seat paired with itself.
    """

    NOBODY = "nobody"
    SEAT = "seat"
    TEAM = "team"
    PAIR = "seat for each seat"


class Audience(Enum):
    """Who sees something: everyone, nobody, its owner, or everyone on its owner's team.

    Of two seats the first is the owner, and the second is the other.
    """

    ALL = "all"
    NOBODY = "nobody"
    OWNER = "owner"
    TEAM = "team"
    OTHER = "other"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. ``sights`` has the audience of each group of cards, by its index."""

    name: str
    clause: str
    owner: Owner
    audiences: tuple[Audience, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """A value that is drawn at random when the cards are dealt."""


@dataclass(frozen=True, slots=True)
class StateVariable:
    """A value that a state keeps. ``initial`` may refer to earlier variables and to the deal.

    A ``lasting`` variable keeps its value from hand to hand: ``initial`` is its value in the first
    hand, before the deal, and only what happens between hands gives it another. All lasting
    variables have their values before any other gets its first. When it is ``opened``, the first
    value may reveal what was hidden from those who see it; only the proof of secrecy looks at that.
    """

    name: str
    clause: str
    owner: Owner
    type: Type
    initial: Expr | Chance
    audience: Audience
    lasting: bool = False
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """Something that the players agree on before a match: its values, the usual and the agreed one.

    Its type is a truth, a choice or a number. A value is True or False, a number, or the index of a
    choice. It ``selects`` if some clause applies only for some of its values. If its value is not
    the usual one, the options that it is ``without`` must keep theirs.
    """

    name: str
    clause: str
    type: NumberType | ChoiceType | Plain
    usual: int | bool
    value: int | bool
    selects: bool = False
    without: tuple[str, ...] = ()


# Dealing, in the order of the text


@dataclass(frozen=True, slots=True)
class DealEach:
    """One of each of these cards goes to the zone, or to every owner's zone."""

    clause: str
    cards: tuple[int, ...]
    zone: int


@dataclass(frozen=True, slots=True)
class DealSome:
    """This number of cards of a group goes to the zone, or to every owner's zone, at random.

    ``more`` has the other groups that are shuffled together with it.
    """

    clause: str
    count: int
    group: int
    zone: int
    more: tuple[int, ...] = ()

    @property
    def groups(self) -> tuple[int, ...]:
        """All groups that are shuffled together here, in the order of the deck."""
        return tuple(sorted((self.group, *self.more)))


@dataclass(frozen=True, slots=True)
class DealRest:
    """What is left of a group goes to the zone, or is dealt round one by one to every owner's.

    ``more`` has the other groups that are shuffled together with it. The first card goes to the
    owner that ``start`` names, which may depend on lasting values, or else to the first owner.
    """

    clause: str
    group: int
    zone: int
    more: tuple[int, ...] = ()
    start: Expr | None = None

    @property
    def groups(self) -> tuple[int, ...]:
        """All groups that are shuffled together here, in the order of the deck."""
        return tuple(sorted((self.group, *self.more)))


Deal = DealEach | DealSome | DealRest
