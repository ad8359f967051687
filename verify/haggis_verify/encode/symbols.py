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
from haggis_verify.terms.nodes import Bool, Int, Whole

Counts = tuple[Int, ...]  # for each card


class NotEncodableError(Exception):
    """Something that has no form in terms, in words, and the clause that uses it if it is known."""

    clause = ""


@contextmanager
def at(clause: str) -> Generator[None, None, None]:
    """Tell of what has no form that this clause uses it. Raises that ``NotEncodableError``."""
    try:
        yield
    except NotEncodableError as fault:
        fault.clause = fault.clause or clause
        raise


@dataclass(frozen=True, slots=True)
class Read:
    """A reading: the number of the pattern, and the slots."""

    pattern: Int
    slots: tuple[Int, ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value, unless there is none."""

    none: Bool
    value: "Int | Bool | Read"


@dataclass(frozen=True, slots=True)
class Played:
    """A combination: how it is read, and how many of each card it has."""

    reading: Read
    cards: Counts


Inner = Int | Bool | Read
Symbol = Inner | Maybe | Played


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A state. Values and zones by index and then by owner; what is there once has owner 0."""

    values: tuple[tuple[Symbol, ...], ...]
    zones: tuple[tuple[Counts, ...], ...]


def number(symbol: Symbol) -> Int:
    """Take a symbol for a whole number. Raises ``NotEncodableError`` for another."""
    if not isinstance(symbol, Int):
        raise NotEncodableError("something else stands where a number belongs")
    return symbol


def truth(symbol: Symbol) -> Bool:
    """Take a symbol for a truth. Raises ``NotEncodableError`` for another."""
    if not isinstance(symbol, Bool):
        raise NotEncodableError("something else stands where a truth belongs")
    return symbol


def reading(symbol: Symbol) -> Read:
    """Take a symbol for a reading. Raises ``NotEncodableError`` for another."""
    if not isinstance(symbol, Read):
        raise NotEncodableError("something else stands where a reading belongs")
    return symbol


def combination(symbol: Symbol) -> Played:
    """Take a symbol for a combination. Raises ``NotEncodableError`` for another."""
    if not isinstance(symbol, Played):
        raise NotEncodableError("something else stands where a combination belongs")
    return symbol


def option(symbol: Symbol) -> Maybe:
    """Take a symbol for an option; what is no option is one with a value.

    Raises ``NotEncodableError`` for a combination.
    """
    if isinstance(symbol, Played):
        raise NotEncodableError("a combination stands where an option belongs")
    return symbol if isinstance(symbol, Maybe) else Maybe(build.FALSE, symbol)


def choose(when: Bool, value: Symbol, other: Symbol) -> Symbol:
    """Give ``value`` when ``when`` holds, and ``other`` when not. Both have one form."""
    if when is build.TRUE:
        return value
    if when is build.FALSE:
        return other
    if isinstance(value, Maybe) or isinstance(other, Maybe):
        return _choose_option(when, option(value), option(other))
    if isinstance(value, Played):
        cards = zip(value.cards, combination(other).cards, strict=True)
        return Played(
            _choose_reading(when, value.reading, combination(other).reading),
            tuple(build.choose(when, a, b) for a, b in cards),
        )
    return _choose_inner(when, value, other)


def _choose_option(when: Bool, value: Maybe, other: Maybe) -> Maybe:
    none = build.choose_truth(when, value.none, other.none)
    if value.none is build.TRUE:  # what it holds means nothing
        return Maybe(none, other.value)
    if other.none is build.TRUE:
        return Maybe(none, value.value)
    return Maybe(none, _choose_inner(when, value.value, other.value))


def _choose_inner(when: Bool, value: Inner, other: Symbol) -> Inner:
    if isinstance(value, Read):
        return _choose_reading(when, value, reading(other))
    if isinstance(value, Bool):
        return build.choose_truth(when, value, truth(other))
    return build.choose(when, value, number(other))


def _choose_reading(when: Bool, value: Read, other: Read) -> Read:
    return Read(
        build.choose(when, value.pattern, other.pattern),
        tuple(build.choose(when, a, b) for a, b in zip(value.slots, other.slots, strict=True)),
    )


def pick(index: Int, choices: Sequence[Symbol]) -> Symbol:
    """Give the choice with this index; the last one when no other has it."""
    if isinstance(index, Whole):  # as below, without going through all
        return choices[index.value if 0 <= index.value < len(choices) else -1]
    picked = choices[-1]
    for at in range(len(choices) - 2, -1, -1):
        picked = choose(build.equal(index, build.whole(at)), choices[at], picked)
    return picked


def pick_number(index: Int, choices: Sequence[Int]) -> Int:
    """Give the number with this index; the last one when no other has it."""
    return number(pick(index, choices))


def pick_counts(index: Int, choices: Sequence[Counts]) -> Counts:
    """Give the counts with this index, card by card."""
    return tuple(pick_number(index, each) for each in zip(*choices, strict=True))
