"""The numbers of the ledger: what each is about, for which rules it speaks, and who names it.

The list is data, ``numbers.toml`` beside the rules. Clauses name numbers after their own name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypedDict, cast

from haggis_rules.diagnostics.errors import MissingNumberError, RuleError, StrayNumberError
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.game import Clause, ClauseStatus, Game
from haggis_rules.ir.lower.options.agreement import either
from haggis_rules.storage import package_data
from haggis_rules.syntax import ast

FILE = "numbers.toml"


@dataclass(frozen=True, slots=True)
class LedgerNumber:
    """A number, the chapter that it stands in, its title, and for whom it speaks.

    ``speaks`` has variants, and variants with a number of seats, as ``neeps/6``.
    """

    name: str
    chapter: str
    title: str
    speaks: tuple[str, ...]

    def speaks_for(self, variant: str, seats: int) -> bool:
        """Whether it says something of a variant with so many seats."""
        return variant in self.speaks or f"{variant}/{seats}" in self.speaks


@dataclass(frozen=True, slots=True)
class LedgerNumbers:
    """All numbers in their order, and the variants of which they speak."""

    variants: tuple[str, ...]
    numbers: tuple[LedgerNumber, ...]

    def find(self, name: str) -> LedgerNumber | None:
        """Find a number by its name."""
        return next((one for one in self.numbers if one.name == name), None)


class NamingReason(Enum):
    """Why a clause that names a number holds in a variant."""

    STATED = "S"
    PARENT = "P"
    TAKEN = "T"
    RULING = "R"
    ERRATUM = "E"
    DERIVED = "D"


@dataclass(frozen=True, slots=True)
class Naming:
    """A clause that names a number, why it holds in this variant, and with how many seats."""

    clause: Clause
    mark: NamingReason
    seats: tuple[int, ...]


class _Chapter(TypedDict):
    title: str
    numbers: dict[str, dict[str, object]]


class _File(TypedDict):
    variants: list[str]
    chapter: list[_Chapter]


@lru_cache(maxsize=1)
def shipped_numbers() -> LedgerNumbers:
    """Read the list that comes with the project."""
    return numbers_of(package_data.read("spec", FILE))


def numbers_of(text: str) -> LedgerNumbers:
    """Read a list of numbers."""
    data = cast("_File", tomllib.loads(text))
    everybody = data["variants"]
    numbers = tuple(
        LedgerNumber(
            name,
            chapter["title"],
            cast("str", entry["title"]),
            tuple(cast("list[str]", entry.get("for", everybody))),
        )
        for chapter in data["chapter"]
        for name, entry in chapter["numbers"].items()
    )
    return LedgerNumbers(tuple(everybody), numbers)


def clauses_naming(number: str, games: Iterable[Game]) -> tuple[Naming, ...]:
    """Return the clauses that name a number in the games of one variant, in their order."""
    clauses: dict[str, Clause] = {}
    marks: dict[str, NamingReason] = {}
    seats: dict[str, set[int]] = {}
    for game in games:
        for name, clause in game.clauses.items():
            if number in clause.ledgers:
                clauses.setdefault(name, clause)
                marks.setdefault(name, naming_reason(clause, game))
                seats.setdefault(name, set()).add(game.seats)
    return tuple(
        Naming(clause, marks[name], tuple(sorted(seats[name]))) for name, clause in clauses.items()
    )


def naming_reason(clause: Clause, game: Game) -> NamingReason:
    """Say why a clause holds: by its own standing, or because the variant has it from another.

    What the variant has from another and confirms with its own source stands by itself.
    """
    if clause.confirmed is not None and clause.confirmed.variant == game.name:
        return _reason_of_status(clause)
    if clause.taken is not None and clause.taken.variant == game.name != clause.variant:
        return NamingReason.TAKEN
    if clause.variant != game.name:
        return NamingReason.PARENT
    return _reason_of_status(clause)


def _reason_of_status(clause: Clause) -> NamingReason:
    match clause.status:
        case ClauseStatus.STATED:
            return NamingReason.STATED
        case ClauseStatus.RULING:
            return NamingReason.RULING
        case ClauseStatus.ERRATUM:
            return NamingReason.ERRATUM
        case ClauseStatus.DERIVED:
            return NamingReason.DERIVED


def unnamed_seats(number: LedgerNumber, games: Sequence[Game]) -> tuple[int, ...]:
    """Return each number of seats for which a number speaks, and no clause names it there."""
    named = {seats for one in clauses_naming(number.name, games) for seats in one.seats}
    tables = sorted({(game.name, game.seats) for game in games})
    return tuple(
        seats for name, seats in tables if number.speaks_for(name, seats) and seats not in named
    )


def ledger_faults(
    file: ast.File, games: Sequence[Game], numbers: LedgerNumbers
) -> Iterator[RuleError]:
    """Tell which numbers no clause of a variant names, and which say nothing of who names them.

    ``games`` are those of the file, at every table.
    """
    name = file.variant.name
    for number in numbers.numbers:
        seats = unnamed_seats(number, games)
        if seats:
            yield MissingNumberError(
                f"no clause of `{name.text}` for {either(seats)} players names {number.name}",
                name.span,
                hint=f"it is about this: {_small(number.title)}",
            )
    for entry in file.entries:
        if isinstance(entry, ast.Clause | ast.Replace | ast.Add):
            for ledger in entry.ledgers:
                yield from _stray(ledger, name.text, games, numbers)


def _stray(
    ledger: ast.Ledger, variant: str, games: Sequence[Game], numbers: LedgerNumbers
) -> Iterator[RuleError]:
    """Look at one number after the name of a clause."""
    number = numbers.find(ledger.text)
    if number is None:
        known = did_you_mean(ledger.text, [one.name for one in numbers.numbers])
        yield StrayNumberError(
            f"{ledger.text} is not a number of the ledger", ledger.span, hint=known
        )
    elif not any(number.speaks_for(variant, game.seats) for game in games):
        yield StrayNumberError(
            f"{number.name} says nothing of `{variant}`",
            ledger.span,
            hint=f"it speaks for {', '.join(number.speaks)}",
        )


def _small(title: str) -> str:
    return title[:1].lower() + title[1:]
