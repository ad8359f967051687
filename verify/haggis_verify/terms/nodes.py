"""Terms that any solver can read: whole numbers and truths, linear, without quantifiers.

Terms are made by ``haggis_verify.terms.build`` alone. There is one and the same object for the same
term, so terms are compared with ``is`` and shared parts are shared. Every whole number knows bounds
of its value; None stands where there is none. The bounds of a variable are part of its meaning:
whoever asks a solver states them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TypeVar
from weakref import WeakValueDictionary

# Whole numbers


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class IntConst:
    """A whole number."""

    serial: int
    value: int


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class IntVar:
    """A whole number that a solver may choose, from ``low`` to ``high`` or without an end."""

    serial: int
    name: str
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class IntSum:
    """``constant`` and so many times each part; parts are in the order of their serials."""

    serial: int
    parts: tuple[tuple[int, IntVar | IntIte], ...]
    constant: int
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class IntIte:
    """``value`` when ``when`` holds, and ``other`` when not."""

    serial: int
    when: BoolTerm
    value: IntTerm
    other: IntTerm
    low: int | None
    high: int | None


# Truths


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class BoolConst:
    """True or false."""

    serial: int
    value: bool


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class BoolVar:
    """A truth that a solver may choose."""

    serial: int
    name: str


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class LeZero:
    """The number is 0 or less. Its first part has a positive factor."""

    serial: int
    number: IntTerm


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class EqZero:
    """The number is 0. Its first part has a positive factor."""

    serial: int
    number: IntTerm


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class BoolNot:
    """The inner one does not hold."""

    serial: int
    inner: BoolTerm


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class BoolAnd:
    """Each part holds."""

    serial: int
    parts: tuple[BoolTerm, ...]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class BoolOr:
    """At least one part holds."""

    serial: int
    parts: tuple[BoolTerm, ...]


IntTerm = IntConst | IntVar | IntSum | IntIte
BoolTerm = BoolConst | BoolVar | LeZero | EqZero | BoolNot | BoolAnd | BoolOr
Term = IntTerm | BoolTerm

_T = TypeVar("_T", bound=Term)
_known: WeakValueDictionary[tuple[object, ...], Term] = WeakValueDictionary()
_serials = count()


def hash_cons(kind: Callable[..., _T], *parts: object) -> _T:
    """Return the one term of a kind with these parts.

    Hash consing (Ershov 1958): constant time, since parts are compared by identity. Entries are
    weak, so a term goes when nobody holds it.
    """
    key = (kind, *parts)
    found = _known.get(key)
    if found is None:
        found = kind(next(_serials), *parts)
        _known[key] = found
    return found  # type: ignore[return-value]  # the key names the kind


# Reading terms


def children(term: Term) -> tuple[Term, ...]:
    """Return the terms that a term is made of."""
    match term:
        case IntConst() | IntVar() | BoolConst() | BoolVar():
            return ()
        case IntSum(parts=parts):
            return tuple([part for _, part in parts])  # a list is quicker than a generator
        case IntIte(when=when, value=value, other=other):
            return (when, value, other)
        case LeZero(number=number) | EqZero(number=number):
            return (number,)
        case BoolNot(inner=inner):
            return (inner,)
        case BoolAnd(parts=truths) | BoolOr(parts=truths):
            return truths


def term_children(roots: Iterable[Term]) -> dict[Term, tuple[Term, ...]]:
    """Return all terms that these are made of, each with its children, parts before wholes.

    A depth-first search in post-order, linear in terms and their parts; a loop, because terms
    may be deeper than Python's recursion bears.
    """
    done: dict[Term, tuple[Term, ...]] = {}
    opened: dict[Term, tuple[Term, ...]] = {}
    stack: list[Term] = [*roots]
    stack.reverse()
    while stack:
        term = stack[-1]
        if term not in done and term not in opened:
            opened[term] = parts = children(term)
            waiting = [part for part in reversed(parts) if part not in done]
            if waiting:
                stack += waiting
                continue
        del stack[-1]
        if term not in done:
            done[term] = opened.pop(term)
    return done


def topological_terms(roots: Iterable[Term]) -> list[Term]:
    """List all terms that these are made of, each once, parts before wholes."""
    return list(term_children(roots))


def free_variables(roots: Iterable[Term]) -> list[IntVar | BoolVar]:
    """List what a solver may choose in these terms."""
    return [term for term in topological_terms(roots) if isinstance(term, IntVar | BoolVar)]


Assignment = Mapping[str, int | bool]


def evaluate_terms(roots: Iterable[Term], chosen: Assignment) -> list[int | bool]:
    """Return the value of each term, with values for all that may be chosen.

    Linear in the terms, shared ones worked out once. Raises ``KeyError`` for a variable that has
    no value.
    """
    listed = list(roots)
    known = evaluate_all(term_children(listed), chosen)
    return [known[root] for root in listed]


def evaluate_all(terms: Iterable[Term], chosen: Assignment) -> dict[Term, int | bool]:
    """Return the value of each of these terms, which are listed with all parts before wholes.

    Raises ``KeyError`` for a variable that has no value.
    """
    known: dict[Term, int | bool] = {}
    for term in terms:
        known[term] = _value(term, known, chosen)
    return known


def _value(term: Term, known: Mapping[Term, int], chosen: Assignment) -> int:
    match term:
        case IntConst(value=value) | BoolConst(value=value):
            return value
        case IntVar(name=name) | BoolVar(name=name):
            return chosen[name]
        case IntSum(parts=parts, constant=constant):
            return constant + sum(factor * known[part] for factor, part in parts)
        case IntIte(when=when, value=yes, other=no):
            return known[yes] if known[when] else known[no]
        case LeZero(number=number):
            return known[number] <= 0
        case EqZero(number=number):
            return known[number] == 0
        case BoolNot(inner=inner):
            return not known[inner]
        case BoolAnd(parts=parts):
            return all(known[part] for part in parts)
        case BoolOr(parts=parts):
            return any(known[part] for part in parts)
