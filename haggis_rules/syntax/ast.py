"""The tree of a rules file, one class for each rule of the grammar."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from haggis_rules.diagnostics.source import Span

# Words


@dataclass(frozen=True, slots=True)
class Name:
    """A name as written."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number as written."""

    value: int
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Words:
    """A text in quotes, its white space folded."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A number of the rules ledger, such as 5.3."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RankNumber:
    """A rank that is written as a number."""

    value: Whole
    span: Span = field(compare=False, repr=False)


# The file


@dataclass(frozen=True, slots=True)
class File:
    """A whole file: the language version, the variant, its sources and its entries."""

    language: Whole
    variant: Variant
    sources: tuple[Source, ...]
    entries: tuple[Entry, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variant:
    """The name, the parent and the words of a variant."""

    name: Name
    parent: Name | None
    words: Words
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Source:
    """A document that clauses cite."""

    name: Name
    words: Words
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading over the clauses that follow."""

    words: Words
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cite:
    """A source and the section of it."""

    source: Name
    section: Words
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Status:
    """Why a clause is a ruling or an erratum."""

    kind: Name
    because: Words
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Derived:
    """A clause follows from the others."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Clause:
    """The unit of the rules."""

    name: Name
    ledgers: tuple[Ledger, ...]
    guard: Guard | None
    words: Words
    cites: tuple[Cite, ...]
    status: Status | Derived | None
    items: tuple[Item, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Replace:
    """A clause that stands in the place of the parent's."""

    name: Name
    ledgers: tuple[Ledger, ...]
    guard: Guard | None
    because: Words
    words: Words
    cites: tuple[Cite, ...]
    status: Status | Derived | None
    items: tuple[Item, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Add:
    """A clause that the parent does not have."""

    name: Name
    ledgers: tuple[Ledger, ...]
    guard: Guard | None
    because: Words
    words: Words
    cites: tuple[Cite, ...]
    status: Status | Derived | None
    items: tuple[Item, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Remove:
    """A clause of the parent that does not hold."""

    name: Name
    because: Words
    span: Span = field(compare=False, repr=False)


# For which table something is there


@dataclass(frozen=True, slots=True)
class SeatsAre:
    """The table has one of these numbers of seats."""

    counts: tuple[Whole, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionOn:
    """An option is agreed on."""

    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionOff:
    """An option is not agreed on."""

    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionIs:
    """An option has this value."""

    name: Name
    value: Name | Whole
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Guard:
    """For which tables and options something is there: all conditions hold."""

    conditions: tuple[Condition, ...]
    span: Span = field(compare=False, repr=False)


# The table and the cards


@dataclass(frozen=True, slots=True)
class Table:
    """How many seats there can be."""

    seats: tuple[Whole, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Option:
    """What players agree on before a match: its values and the usual one."""

    name: Name
    type: Name | NumberType | OpenNumber
    usual: Name | Whole
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Without:
    """Two options of which one has to be as usual."""

    name: Name
    other: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams, which sit alternately."""

    names: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ranks:
    """All ranks, from the lowest."""

    ranks: tuple[Rank, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit, its letter, and others by which it is known as well."""

    name: Name
    letter: Name
    others: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Suits:
    """All suits, from the lowest."""

    suits: tuple[Suit, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Deck:
    """A group of cards: its ranks, its suits and how many of each, perhaps for each seat."""

    name: Name
    lowest: Rank
    highest: Rank
    suits: Name
    copies: Whole
    each_seat: bool
    span: Span = field(compare=False, repr=False)


# Combinations


@dataclass(frozen=True, slots=True)
class AnySuit:
    """A group whose cards take whatever suit is needed."""

    group: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Wild:
    """What the cards of a group stand for inside some patterns."""

    group: Name
    card: Name
    patterns: tuple[Name, ...]
    rank: Name
    when: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class WildAsAny:
    """The cards of a group stand for any rank inside some patterns."""

    group: Name
    patterns: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Need:
    """How many cards of a group a combination must or may hold."""

    bound: Name
    count: Whole
    group: Name
    patterns: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LineNeed:
    """How many cards of a group each line of a combination must or may hold."""

    bound: Name
    count: Whole
    group: Name
    patterns: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NumberField:
    """A field that is a number between two others."""

    name: Name
    low: Whole
    high: Whole
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OpenField:
    """A field that is a number with no upper end but the deck's."""

    name: Name
    low: Whole
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardField:
    """A field that is a rank or a suit."""

    kind: Name
    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A field that is one of some words, from the lowest."""

    name: Name
    choices: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OfRank:
    """The cards have the rank in a field."""

    rank: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AnotherRank:
    """The cards have a rank of their own, which no field keeps."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RunOfRanks:
    """The cards stand on consecutive ranks."""

    length: Name | Whole
    top: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ListedRanks:
    """The cards stand on these ranks."""

    ranks: tuple[Rank, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SuitRule:
    """How the suits of some cards hang together."""

    words: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SuitOfField:
    """The cards have the suit in a field."""

    field: Name
    span: Span = dataclasses.field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MadeWhen:
    """The case of a choice in which some cards are wanted."""

    field: Name
    choice: Name
    span: Span = dataclasses.field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Made:
    """Some cards that a combination is made of."""

    amount: Name | Whole
    place: Place
    suits: SuitRule | SuitOfField | None
    when: MadeWhen | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of combination."""

    name: Name
    fields: tuple[Field, ...]
    mades: tuple[Made, ...]
    alike: tuple[Name, ...]
    ranked: tuple[Name, ...]
    written: Words
    span: Span = field(compare=False, repr=False)


# What the table holds


@dataclass(frozen=True, slots=True)
class Sight:
    """Who sees a group of cards, or all that is not named."""

    group: Name | None
    audience: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards, one in all or one for each seat or team."""

    name: Name
    owner: Name | None
    sights: tuple[Sight, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """A type that has a few words for values."""

    name: Name
    choices: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NumberType:
    """Numbers from one to another, with their unit."""

    low: Whole
    high: Whole
    unit: Name | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """Numbers from one up without an end, with their unit."""

    low: Whole
    unit: Name | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionType:
    """A type and the value none."""

    inner: Name | NumberType | OpenNumber
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AnyValue:
    """A value that chance decides."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """Something that the players keep in mind, for the hand or, when lasting, for the match."""

    lasting: bool
    name: Name
    owner: Name | None
    type: Type
    initial: Initial
    sights: tuple[Sight, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ZoneEach:
    """A place for cards, or all places of one name."""

    name: Name
    owner: Name | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealEach:
    """Cards that everybody gets."""

    ranks: tuple[Rank, ...]
    to: ZoneEach
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealSome:
    """A number of cards, drawn by chance."""

    count: Whole
    group: Name
    to: ZoneEach
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealRest:
    """What is left of a group of cards."""

    group: Name
    to: ZoneEach
    span: Span = field(compare=False, repr=False)


# Words that the text gives a meaning


@dataclass(frozen=True, slots=True)
class Param:
    """A name for a value of a type."""

    type: Name
    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Constant:
    """A word by itself."""

    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Function:
    """A word of something."""

    name: Name
    param: Param
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Predicate:
    """Something is a word."""

    param: Param
    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PairPredicate:
    """Something is a word of something."""

    param: Param
    name: Name
    other: Param
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RelationOf:
    """Something word something."""

    left: Param
    name: Name
    right: Param
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Define:
    """What a word means."""

    export: bool
    signature: Signature
    value: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Score:
    """An entry of the score sheet."""

    name: Name
    param: Param
    value: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Except:
    """A case in which a word means something else."""

    name: Name
    when: Expr
    value: Expr
    span: Span = field(compare=False, repr=False)


# What may be done, and what follows


@dataclass(frozen=True, slots=True)
class CombinationParam:
    """A combination chosen from the cards in a zone."""

    name: Name
    zone: ZoneOf
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardParam:
    """A card chosen from a zone."""

    name: Name
    zone: ZoneOf
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FreeParam:
    """A value of a type, freely chosen."""

    type: Name
    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AnySeat:
    """All seats that may act, each for himself."""

    name: Name
    where: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a player can do."""

    secret: bool
    name: Name
    params: tuple[ActionParam, ...]
    actor: Expr | AnySeat
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class May:
    """A condition on an action."""

    action: Name
    when: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """Something that follows by itself."""

    name: Name
    when: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class On:
    """What an action or a step does."""

    name: Name
    effects: tuple[Effect, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Let:
    """A new value."""

    name: Name
    index: Expr | None
    value: Expr
    when: Expr | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Everything:
    """All cards of a zone."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """Who is shown cards that move."""

    when: Expr | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Move:
    """Cards that go from one zone to another."""

    thing: Name | Everything
    source: ZoneOf
    target: ZoneOf
    when: Expr | None
    shown: Shown | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """An effect for each of several."""

    binder: Binder
    where: Expr | None
    effect: Effect
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Between:
    """What happens between two hands of a match."""

    effects: tuple[Effect, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Until:
    """When the match is over."""

    claim: Expr
    span: Span = field(compare=False, repr=False)


# What is promised


@dataclass(frozen=True, slots=True)
class Always:
    """It holds in every state."""

    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AtRest:
    """It holds whenever no step waits."""

    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EachMove:
    """It holds between each state and the one before."""

    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EachHand:
    """It holds of what lasts between a hand and the next, and of the state in which it ended."""

    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Measure:
    """It falls with every move, the first part that changes."""

    parts: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SomeCard:
    """A card that a witness may name."""

    name: Name
    where: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ProgressCase:
    """When somebody can act, and how."""

    when: Expr
    card: SomeCard | None
    action: Name
    arguments: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Progress:
    """Somebody can act, unless it is over."""

    unless: Expr | None
    cases: tuple[ProgressCase, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ForAny:
    """It holds for all values of the parameters, whatever the state."""

    params: tuple[Param, ...]
    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Apart:
    """No cards make a combination of the one pattern and of one of the others."""

    pattern: Name
    others: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AnyMade:
    """It holds of each combination that can be made from one zone, when the state is so."""

    pattern: Name
    name: Name
    zone: Name
    when: Expr | None
    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Promise:
    """What the rules are said to keep."""

    name: Name
    form: PromiseForm
    using: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Breaks:
    """What the rules as written do not keep, and why."""

    promises: tuple[Name, ...]
    because: Words
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Note:
    """A remark to whoever reads the file."""

    words: Words
    span: Span = field(compare=False, repr=False)


# Examples and questions


@dataclass(frozen=True, slots=True)
class Setting:
    """What a zone holds, or what a state variable is, where an example begins."""

    name: Name
    owner: Expr | None
    value: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TheRest:
    """Where all cards lie that no setting names."""

    zone: ZoneOf
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TheDeal:
    """The cards lie as they are dealt, the first of the deck first."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Given:
    """How an example begins."""

    parts: tuple[Setting | TheRest | TheDeal, ...]
    span: Span = field(compare=False, repr=False)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Give what is said of single zones and state variables."""
        return tuple(part for part in self.parts if isinstance(part, Setting))

    @property
    def rest(self) -> ZoneOf | None:
        """Give where the cards lie that are not named; None when that is not said."""
        return next((part.zone for part in self.parts if isinstance(part, TheRest)), None)

    @property
    def dealt(self) -> TheDeal | None:
        """Give where it is said that the cards lie as they are dealt; None when it is not."""
        return next((part for part in self.parts if isinstance(part, TheDeal)), None)


@dataclass(frozen=True, slots=True)
class Done:
    """A seat takes an action, with these choices."""

    seat: Whole
    action: Name
    arguments: tuple[Argument, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Can:
    """Whether a seat can take an action with these choices."""

    seat: Whole
    negated: bool
    action: Name
    arguments: tuple[Argument, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Makes:
    """Which readings some cards have: exactly these, or none."""

    play: Words
    readings: Words | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeesCards:
    """Which cards a seat sees in a zone: exactly these, or none."""

    seat: Whole
    cards: Words | None
    zone: ZoneOf
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeesValue:
    """Whether a seat knows what a state variable is."""

    seat: Whole
    negated: bool
    name: Name
    owner: Expr | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SawCards:
    """Which cards a seat was shown in what was done: exactly these, or none."""

    seat: Whole
    cards: Words | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BetweenHands:
    """What holds of what lasts, once the hand is over and has left it behind."""

    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MoreHands:
    """Whether another hand follows once this one is over."""

    negated: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """What is done in an example, and what then holds."""

    done: tuple[Done, ...]
    claims: tuple[Claim, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Example:
    """A case that shows what a clause means."""

    words: Words
    guard: Guard | None
    given: Given | None
    turns: tuple[Turn, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is asked at the table, its answer, and a case that shows it."""

    words: Words
    answer: Words
    guard: Guard | None
    given: Given | None
    turns: tuple[Turn, ...]
    span: Span = field(compare=False, repr=False)


# Expressions


@dataclass(frozen=True, slots=True)
class Implies:
    """If the left holds, so does the right."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Or:
    """One of the two holds."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class And:
    """Both hold."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Not:
    """It does not hold."""

    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Is:
    """The two are equal, or the left is what the right says."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IsNot:
    """They are not equal, or it is not what the right says."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """``left >= right``."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AtMost:
    """``left <= right``."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Above:
    """``left > right``."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Below:
    """``left < right``."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outranks:
    """Alike, and ranked higher."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Related:
    """A relation that the text defines."""

    left: Expr
    name: Name
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Plus:
    """``left + right``."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Minus:
    """``left - right``."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Times:
    """A number of times something."""

    factor: Whole
    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PointsEach:
    """Points for each of a number."""

    points: Whole
    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CopiesIn:
    """How many copies of a card lie in a zone."""

    card: Expr
    zone: ZoneOf
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written."""

    value: Whole
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardLiteral:
    """A card as written."""

    text: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatLiteral:
    """A seat by its number from 1, in an example."""

    number: Whole
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PlayLiteral:
    """A play or cards in their notation, in an example."""

    text: Words
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A name that stands for a value."""

    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Of:
    """A name of something: a field, a state, a word of the text."""

    name: Name
    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NoneValue:
    """No value."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TrueValue:
    """It holds."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FalseValue:
    """It does not hold."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RankOf:
    """The rank of a card."""

    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SuitOf:
    """The suit of a card."""

    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TeamOf:
    """The team of a seat."""

    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CopiesOf:
    """How many copies of a card the deck has."""

    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatsAfter:
    """The seat so many places on, clockwise."""

    count: Whole
    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatsBefore:
    """The seat so many places back."""

    count: Whole
    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardsIn:
    """How many cards lie in a zone."""

    zone: ZoneOf
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GroupIn:
    """How many cards of a group lie in a zone."""

    group: Name
    zone: ZoneOf
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Before:
    """The value before the move, or before what happens between two hands."""

    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Binder:
    """A name for each value of a type in turn."""

    type: Name
    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NumberOf:
    """How many there are for which something holds."""

    many: Name
    name: Name
    where: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Total:
    """The sum over all."""

    binder: Binder
    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TotalScore:
    """All entries of the score sheet of one seat or team, added up."""

    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MostFor:
    """The largest number over all of those."""

    binder: Binder
    where: Expr | None
    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LeastFor:
    """The smallest number over all of those."""

    binder: Binder
    where: Expr | None
    inner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Every:
    """It holds for all."""

    binder: Binder
    where: Expr | None
    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Some:
    """It holds for one at least."""

    binder: Binder
    where: Expr | None
    claim: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FirstSeat:
    """The first seat clockwise for which something holds."""

    name: Name
    start: Name
    seat: Expr
    where: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class First:
    """The lowest for which something holds."""

    type: Name
    name: Name
    where: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FieldValue:
    """The value of a field."""

    field: Name
    value: Expr
    span: Span = dataclasses.field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CombinationOf:
    """A combination of one card."""

    card: Expr
    pattern: Name
    fields: tuple[FieldValue, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    """One value or another."""

    value: Expr
    when: Expr
    other: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PlainZone:
    """A zone that is there once."""

    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OwnedZone:
    """The zone of a seat or a team."""

    name: Name
    owner: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EveryZone:
    """All zones of a name together."""

    name: Name
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AllZones:
    """All zones together."""

    span: Span = field(compare=False, repr=False)


Rank = Name | RankNumber
Entry = Chapter | Clause | Replace | Add | Remove
Field = NumberField | OpenField | CardField | ChoiceField
Place = OfRank | AnotherRank | RunOfRanks | ListedRanks
Condition = SeatsAre | OptionOn | OptionOff | OptionIs
Type = Name | NumberType | OpenNumber | OptionType
Signature = Constant | Function | Predicate | PairPredicate | RelationOf
ActionParam = CombinationParam | CardParam | FreeParam
Effect = Let | Move | ForEach
PromiseForm = Always | AtRest | EachMove | EachHand | Measure | Progress | ForAny | Apart | AnyMade
ZoneOf = PlainZone | OwnedZone | EveryZone | AllZones
Expr = (
    Implies
    | Or
    | And
    | Not
    | Is
    | IsNot
    | AtLeast
    | AtMost
    | Above
    | Below
    | Outranks
    | Related
    | Plus
    | Minus
    | Times
    | PointsEach
    | CopiesIn
    | Number
    | CardLiteral
    | SeatLiteral
    | PlayLiteral
    | Word
    | Of
    | NoneValue
    | TrueValue
    | FalseValue
    | RankOf
    | SuitOf
    | TeamOf
    | CopiesOf
    | SeatsAfter
    | SeatsBefore
    | CardsIn
    | GroupIn
    | Before
    | NumberOf
    | Total
    | TotalScore
    | MostFor
    | LeastFor
    | Every
    | Some
    | FirstSeat
    | First
    | CombinationOf
    | If
)
Initial = Expr | AnyValue
Argument = PlayLiteral | CardLiteral | SeatLiteral | Word | Number
Claim = Can | Makes | SeesCards | SeesValue | SawCards | BetweenHands | MoreHands | Expr
Item = (
    Table
    | Option
    | Without
    | Teams
    | Ranks
    | Suits
    | Deck
    | AnySuit
    | Wild
    | WildAsAny
    | Need
    | LineNeed
    | Pattern
    | Zone
    | Choice
    | State
    | DealEach
    | DealSome
    | DealRest
    | Define
    | Score
    | Except
    | Action
    | May
    | Step
    | On
    | Between
    | Until
    | Promise
    | Breaks
    | Example
    | Question
    | Note
)
