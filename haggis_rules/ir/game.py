"""A whole game in typed form: what it declares, what may be done, what follows, what is promised.

Every part that comes from a clause names it. Indices count from 0 in the order of the text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.nodes import Binder, Expr, OneZone, OwnedZone
from haggis_rules.ir.types import ChoiceType, NumberType, Plain, Type
from haggis_rules.syntax import ast

MOST_CARDS = 127  # in a deck, so that any sum of counts fits eight bits

# The table and the cards


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit, the letter that stands for it in notation, and others that are read as well."""

    name: str
    letter: str
    others: tuple[str, ...] = ()


def names_of(rank: str, suit: Suit | None) -> tuple[str, ...]:
    """Give all that a card of a rank and a suit may be called, its own name first."""
    return (rank,) if suit is None else tuple(rank + one for one in (suit.letter, *suit.others))


@dataclass(frozen=True, slots=True)
class Card:
    """A class of equal cards. ``suit`` is None for a card without one."""

    rank: int
    suit: int | None
    group: int
    copies: int


@dataclass(frozen=True, slots=True)
class Group:
    """A group of cards, such as the pips. ``any_suit`` names the clause that frees its suit."""

    name: str
    clause: str
    any_suit: str | None


class Owner(Enum):
    """Whether there is a zone or state variable once, for each seat or for each team."""

    NOBODY = "nobody"
    SEAT = "seat"
    TEAM = "team"


class Audience(Enum):
    """Who sees something: all, nobody, its owner, or all of its owner's team."""

    ALL = "all"
    NOBODY = "nobody"
    OWNER = "owner"
    TEAM = "team"


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. ``sights`` has the audience of each group of cards, by its index."""

    name: str
    clause: str
    owner: Owner
    sights: tuple[Audience, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """A value that chance decides when the cards are dealt."""


@dataclass(frozen=True, slots=True)
class StateVariable:
    """Something kept in mind. ``initial`` may speak of variables before it and of the deal.

    What is ``lasting`` keeps its value from hand to hand: ``initial`` is its value in the first
    hand, before the deal, and only what happens between hands gives it another. All lasting
    variables have their values before any other gets its first.
    """

    name: str
    clause: str
    owner: Owner
    type: Type
    initial: Expr | Chance
    audience: Audience
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """Something that the players agree on before a match: its values, the usual and the agreed.

    Its type is a truth, a choice or a number. A value is True or False, a number, or the index of
    a choice. It ``selects`` when some clause is there only with some of its values. When it is not
    as usual, those that it is ``without`` have to be.
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
    """So many cards of a group, by chance, go to the zone, or to every owner's zone."""

    clause: str
    count: int
    group: int
    zone: int


@dataclass(frozen=True, slots=True)
class DealRest:
    """What is left of a group goes to a zone without owner."""

    clause: str
    group: int
    zone: int


Deal = DealEach | DealSome | DealRest


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
class Run:
    """``length`` rows on consecutive ranks, the last of them the rank in a field."""

    length: int | FieldRef
    top: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A row on each of these ranks."""

    ranks: tuple[int, ...]


Place = AtField | Another | Run | Listed


class SuitRule(Enum):
    """How the suits of a part's cards hang together."""

    ANY = "any suits"
    ONE = "one suit"  # all cards have one suit
    DIFFERENT = "different suits"  # no two cards have one suit
    MIXED = "mixed suits"  # not all cards have one suit
    MATCHING = "matching suits"  # every row has the same multiset of suits
    MATCHING_DIFFERENT = "matching different suits"  # and no suit occurs twice in a row


WITH_LINES = frozenset({SuitRule.MATCHING, SuitRule.MATCHING_DIFFERENT})


@dataclass(frozen=True, slots=True)
class Part:
    """``amount`` cards on each row of ``place``.

    ``suit_field`` is the field that holds the suit of all its cards, if there is one. ``case`` is
    a field and the index of the choice with which alone the part is wanted.
    """

    amount: int | FieldRef
    place: Place
    suits: SuitRule
    suit_field: int | None
    case: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of combination: its fields, its parts, and how its readings are ranked.

    No two rows of a combination have one rank. ``alike`` and ``ranked`` are indices of fields.
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

    ``when`` speaks of the card and the rank alone, never of the state.
    """

    clause: str
    group: int
    patterns: tuple[int, ...]
    card: str
    rank: str
    when: Expr


@dataclass(frozen=True, slots=True)
class Need:
    """A combination of some patterns holds at least, or at most, so many cards of a group.

    With ``each_line``, each of its lines does. Where a part wants matching suits, its cards lie in
    as many lines as each row is wide: a line has one card of every row, all of one suit.
    """

    clause: str
    at_least: bool
    count: int
    group: int
    patterns: tuple[int, ...]
    each_line: bool = False


# Definitions


class Form(Enum):
    """How a definition is written where it is used."""

    CONSTANT = "NAME"
    FUNCTION = "NAME of X"
    PREDICATE = "X is NAME"
    PAIR_PREDICATE = "X is NAME of Y"
    RELATION = "X NAME Y"


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a definition."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Exception_:  # noqa: N801
    """A case in which a definition has another value, and the clause that says so."""

    clause: str
    when: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Definition:
    """What a word means: a base, and exceptions to it."""

    name: str
    clause: str
    form: Form
    params: tuple[Param, ...]
    type: Type
    base: Expr
    exceptions: tuple[Exception_, ...]
    exported: bool


# Effects: all of them read the state before; what none of them names stays as it is


@dataclass(frozen=True, slots=True)
class Let:
    """A state variable gets a value, when ``when`` holds. A breach when it is out of bounds."""

    state: int
    owner: Expr | None
    value: Expr
    when: Expr | None
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Everything:
    """All cards of the source."""


@dataclass(frozen=True, slots=True)
class Move:
    """Cards go from one zone to another, when ``when`` holds.

    ``thing`` is everything, or an expression for one card or a combination. Moves of one action
    add up. A breach when a zone would hold fewer cards than none. Whoever sees the cards in the
    source or in the target sees what moves; everybody does when ``shown`` holds.
    """

    thing: Everything | Expr
    source: OneZone | OwnedZone
    target: OneZone | OwnedZone
    when: Expr | None
    shown: Expr | None
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """An effect for each value for which ``where`` holds."""

    binder: Binder
    where: Expr | None
    effect: Effect
    span: Span | None = field(default=None, compare=False, repr=False)


Effect = Let | Move | ForEach


# Actions and steps


@dataclass(frozen=True, slots=True)
class Guarded:
    """A condition or an effect, and the clause that it comes from."""

    clause: str
    expr: Expr


@dataclass(frozen=True, slots=True)
class Effected:
    """An effect and the clause that it comes from."""

    clause: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class CombinationParam:
    """A combination whose cards lie in a zone, with any reading that they have."""

    name: str
    zone: OneZone | OwnedZone


@dataclass(frozen=True, slots=True)
class CardParam:
    """A card of which a copy lies in a zone."""

    name: str
    zone: OneZone | OwnedZone


@dataclass(frozen=True, slots=True)
class FreeParam:
    """Any value of a type."""

    name: str
    type: Plain | ChoiceType


ActionParam = CombinationParam | CardParam | FreeParam


@dataclass(frozen=True, slots=True)
class InTurn:
    """The one seat that may act; nobody, when it is none. Its type is a seat or none."""

    seat: Expr


@dataclass(frozen=True, slots=True)
class AnySeat:
    """Every seat for which it holds, as the variable ``actor``, may act."""

    where: Expr


ACTOR = "actor"  # the variable that stands for whoever acts, in guards, effects and domains


@dataclass(frozen=True, slots=True)
class Action:
    """What a player can do, and when. ``secret`` hides the choices from all but the actor."""

    name: str
    clause: str
    secret: bool
    params: tuple[ActionParam, ...]
    actor: InTurn | AnySeat
    guards: tuple[Guarded, ...]
    effects: tuple[Effected, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What follows by itself, as soon as ``when`` holds. No two steps wait at one time.

    A state in which a step waits is not at rest, and nobody can act in it.
    """

    name: str
    clause: str
    when: Expr
    effects: tuple[Effected, ...]


# Promises


@dataclass(frozen=True, slots=True)
class Always:
    """It holds in every state that play can reach, at rest or not."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class AtRest:
    """It holds in every state that play can reach and in which no step waits."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class EachMove:
    """It holds between each state and the one before; one action or one step is a move."""

    claim: Expr


@dataclass(frozen=True, slots=True)
class EachHand:
    """It holds between the state in which a hand ended and what lasts after it.

    Outside ``before`` it speaks of lasting variables and options alone.
    """

    claim: Expr


@dataclass(frozen=True, slots=True)
class Measure:
    """With each move the first part that changes falls; no part is ever negative."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """When ``when`` holds at rest, some seat may take the action with these arguments.

    With ``card``, there is a seat whose turn it is to act and a card that satisfies ``where``, and
    every such seat can take the action with every such card. ``where`` and the arguments may
    speak of the variable ``actor``, the seat that acts.
    """

    when: Expr
    card: Binder | None
    where: Expr | None
    action: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """In every state at rest that play can reach, ``unless`` or the case of a witness holds."""

    unless: Expr | None
    witnesses: tuple[Witness, ...]


@dataclass(frozen=True, slots=True)
class ForAny:
    """It holds for all values of the parameters, whatever the state.

    A reading is any whose fields lie within their bounds, whether or not some cards make it.
    """

    params: tuple[Param, ...]
    claim: Expr


@dataclass(frozen=True, slots=True)
class Apart:
    """No cards make both a combination of the pattern and one of the others."""

    pattern: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnyMade:
    """It holds of each reading of the pattern that cards from one owner's zone make.

    It does in every state that play can reach and in which ``when`` holds. ``name`` is the reading,
    of which the claim speaks, and of options; ``when`` speaks of the state.
    """

    name: str
    pattern: int
    zone: int
    when: Expr | None
    claim: Expr


PromiseForm = Always | AtRest | EachMove | EachHand | Measure | Progress | ForAny | Apart | AnyMade


@dataclass(frozen=True, slots=True)
class Broken:
    """The clause that says of a promise that the rules break it, and why they do."""

    clause: str
    because: str


@dataclass(frozen=True, slots=True)
class Promise:
    """What the rules keep, or break and say so.

    ``using`` names the promises that its proof may rest on.
    """

    name: str
    clause: str
    form: PromiseForm
    using: tuple[str, ...]
    broken: Broken | None = None
    span: Span | None = field(default=None, compare=False, repr=False)


# Clauses and the whole


class Standing(Enum):
    """Whether a source states a clause, we had to rule, or the source is in error.

    What is derived is none of these: it follows from the other clauses.
    """

    STATED = "stated"
    RULING = "ruling"
    ERRATUM = "erratum"
    DERIVED = "derived"


@dataclass(frozen=True, slots=True)
class Citation:
    """A source, by its name in the file and in words, and the section."""

    source: str
    title: str
    section: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as its readers know it. ``formal`` is its text in the one canonical form.

    ``rule`` is that text without examples and questions, some of which are for other tables.

    ``variant`` and ``path`` say where it is written; ``replaces`` whose clause it took the place
    of, and ``edit`` why. ``guard`` is the condition on the table under which it holds, in the
    words of the text, such as ``with 2 seats``; empty when it always does.
    """

    name: str
    ledgers: tuple[str, ...]
    words: str
    citations: tuple[Citation, ...]
    standing: Standing
    because: str
    chapter: str
    formal: str
    rule: str
    variant: str
    path: str
    replaces: str | None
    edit: str
    guard: str = ""
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Case:
    """An example beside its clause, or a question with its answer, as it was written.

    ``answer`` is None for an example. Its body is typed and looked at by ``haggis_rules.cases``,
    for only there can plays that are written out be read.
    """

    clause: str
    words: str
    answer: str | None
    written: ast.Example | ast.Question


@dataclass(frozen=True, slots=True)
class Game:
    """A variant for one number of seats and some agreed options, flat and typed.

    ``seatings`` has every number of seats that the rules are for, and ``seats`` the one at hand.
    ``removed`` pairs each clause taken out with the reason. ``scores`` names the definitions that
    are the entries of the score sheet, in order; all are of a seat, or all of a team. ``between``
    is what happens between two hands: values for lasting state variables, all read from the state
    in which the hand ended. ``until`` says, by lasting variables and options alone, when the match
    is over; it is looked at after that.
    """

    name: str
    words: str
    lineage: tuple[str, ...]
    seatings: tuple[int, ...]
    seats: int
    options: tuple[Option, ...]
    teams: tuple[str, ...]
    ranks: tuple[str, ...]
    suits: tuple[Suit, ...]
    groups: tuple[Group, ...]
    cards: tuple[Card, ...]
    zones: tuple[Zone, ...]
    choices: tuple[ChoiceType, ...]
    states: tuple[StateVariable, ...]
    deals: tuple[Deal, ...]
    patterns: tuple[Pattern, ...]
    wilds: tuple[Wild, ...]
    needs: tuple[Need, ...]
    definitions: dict[str, Definition]
    scores: tuple[str, ...]
    actions: tuple[Action, ...]
    steps: tuple[Step, ...]
    between: tuple[Effected, ...]
    until: Guarded | None
    promises: tuple[Promise, ...]
    cases: tuple[Case, ...]
    clauses: dict[str, Clause]
    removed: tuple[tuple[str, str], ...]
    declared: dict[str, str]

    def action(self, name: str) -> Action:
        """Find an action by its name, which is one of the game's."""
        return next(action for action in self.actions if action.name == name)

    def card_name(self, card: int) -> str:
        """Write a card as its rank and the letter of its suit."""
        shown = self.cards[card]
        letter = "" if shown.suit is None else self.suits[shown.suit].letter
        return f"{self.ranks[shown.rank]}{letter}"

    def card_names(self, card: int) -> tuple[str, ...]:
        """Give all that a card may be called, its own name first."""
        shown = self.cards[card]
        suit = None if shown.suit is None else self.suits[shown.suit]
        return names_of(self.ranks[shown.rank], suit)

    def owners(self, owner: Owner) -> int:
        """Count the seats, the teams, or 1 for what is there once."""
        match owner:
            case Owner.NOBODY:
                return 1
            case Owner.SEAT:
                return self.seats
            case Owner.TEAM:
                return len(self.teams)

    def team_of(self, seat: int) -> int:
        """Give the team of a seat."""
        return seat % len(self.teams)

    def size(self, kind: Plain) -> int:
        """Count the values of a type that a binder can range over."""
        sizes = {
            Plain.SEAT: self.seats,
            Plain.TEAM: len(self.teams),
            Plain.CARD: len(self.cards),
            Plain.RANK: len(self.ranks),
            Plain.SUIT: len(self.suits),
            Plain.TRUTH: 2,
        }
        return sizes[kind]
