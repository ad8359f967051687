"""The values and states of a game in terms, whether known or for a solver to choose.

A truth is a truth, and numbers, seats, teams, ranks, suits, cards and choices are whole numbers.
An option is a truth, whether there is nothing, and a value that means nothing when there is not.
A reading is the number of its pattern and one slot for each field name of the game; a slot that
the pattern does not have means nothing. A combination is a reading and a count for each card.
A zone has a count for each card, for each owner.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntConst, IntTerm

CardCounts = tuple[IntTerm, ...]  # for each card


class NotEncodableError(Exception):
    """Something that has no form in terms, in words, and the clause that uses it if it is known."""

    clause = ""


@contextmanager
def at_clause(clause: str) -> Generator[None, None, None]:
    """Tell of what has no form that this clause uses it. Raises that ``NotEncodableError``."""
    try:
        yield
    except NotEncodableError as fault:
        fault.clause = fault.clause or clause
        raise


@dataclass(frozen=True, slots=True)
class SymbolicReading:
    """A reading: the number of the pattern, and the slots."""

    pattern: IntTerm
    slots: tuple[IntTerm, ...]


@dataclass(frozen=True, slots=True)
class SymbolicOption:
    """A value, unless there is none."""

    none: BoolTerm
    value: "IntTerm | BoolTerm | SymbolicReading"


@dataclass(frozen=True, slots=True)
class SymbolicCombination:
    """A combination: how it is read, and how many of each card it has."""

    reading: SymbolicReading
    cards: CardCounts


Inner = IntTerm | BoolTerm | SymbolicReading
Symbol = Inner | SymbolicOption | SymbolicCombination


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicState:
    """A state. Values and zones by index and then by owner; what is there once has owner 0."""

    values: tuple[tuple[Symbol, ...], ...]
    zones: tuple[tuple[CardCounts, ...], ...]


def number(symbol: Symbol) -> IntTerm:
    """Take a symbol for a whole number. Raises ``NotEncodableError`` for another."""
    if not isinstance(symbol, IntTerm):
        raise NotEncodableError("something else stands where a number belongs")
    return symbol


def truth(symbol: Symbol) -> BoolTerm:
    """Take a symbol for a truth. Raises ``NotEncodableError`` for another."""
    if not isinstance(symbol, BoolTerm):
        raise NotEncodableError("something else stands where a truth belongs")
    return symbol


def reading(symbol: Symbol) -> SymbolicReading:
    """Take a symbol for a reading. Raises ``NotEncodableError`` for another."""
    if not isinstance(symbol, SymbolicReading):
        raise NotEncodableError("something else stands where a reading belongs")
    return symbol


def combination(symbol: Symbol) -> SymbolicCombination:
    """Take a symbol for a combination. Raises ``NotEncodableError`` for another."""
    if not isinstance(symbol, SymbolicCombination):
        raise NotEncodableError("something else stands where a combination belongs")
    return symbol


def option(symbol: Symbol) -> SymbolicOption:
    """Take a symbol for an option; what is no option is one with a value.

    Raises ``NotEncodableError`` for a combination.
    """
    if isinstance(symbol, SymbolicCombination):
        raise NotEncodableError("a combination stands where an option belongs")
    return symbol if isinstance(symbol, SymbolicOption) else SymbolicOption(build.FALSE, symbol)


def choose(when: BoolTerm, value: Symbol, other: Symbol) -> Symbol:
    """Return ``value`` when ``when`` holds, and ``other`` when not. Both have one form."""
    if when is build.TRUE:
        return value
    if when is build.FALSE:
        return other
    if isinstance(value, SymbolicOption) or isinstance(other, SymbolicOption):
        return _choose_option(when, option(value), option(other))
    if isinstance(value, SymbolicCombination):
        cards = zip(value.cards, combination(other).cards, strict=True)
        return SymbolicCombination(
            _choose_reading(when, value.reading, combination(other).reading),
            tuple(build.int_ite(when, a, b) for a, b in cards),
        )
    return _choose_inner(when, value, other)


def _choose_option(when: BoolTerm, value: SymbolicOption, other: SymbolicOption) -> SymbolicOption:
    none = build.bool_ite(when, value.none, other.none)
    if value.none is build.TRUE:  # what it holds means nothing
        return SymbolicOption(none, other.value)
    if other.none is build.TRUE:
        return SymbolicOption(none, value.value)
    return SymbolicOption(none, _choose_inner(when, value.value, other.value))


def _choose_inner(when: BoolTerm, value: Inner, other: Symbol) -> Inner:
    if isinstance(value, SymbolicReading):
        return _choose_reading(when, value, reading(other))
    if isinstance(value, BoolTerm):
        return build.bool_ite(when, value, truth(other))
    return build.int_ite(when, value, number(other))


def _choose_reading(
    when: BoolTerm, value: SymbolicReading, other: SymbolicReading
) -> SymbolicReading:
    return SymbolicReading(
        build.int_ite(when, value.pattern, other.pattern),
        tuple(build.int_ite(when, a, b) for a, b in zip(value.slots, other.slots, strict=True)),
    )


def pick(index: IntTerm, choices: Sequence[Symbol]) -> Symbol:
    """Return the choice with this index; the last one when no other has it."""
    if isinstance(index, IntConst):  # as below, without going through all
        return choices[index.value if 0 <= index.value < len(choices) else -1]
    # A chain of len(choices) - 1 choices. The last needs no test: an index is within its type.
    picked = choices[-1]
    for at in range(len(choices) - 2, -1, -1):
        picked = choose(build.eq(index, build.int_const(at)), choices[at], picked)
    return picked


def pick_number(index: IntTerm, choices: Sequence[IntTerm]) -> IntTerm:
    """Return the number with this index; the last one when no other has it."""
    return number(pick(index, choices))


def pick_counts(index: IntTerm, choices: Sequence[CardCounts]) -> CardCounts:
    """Return the counts with this index, card by card."""
    return tuple(pick_number(index, each) for each in zip(*choices, strict=True))
