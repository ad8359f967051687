"""What a number of the ledger is about, and the clauses that name it, variant by variant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from haggis_rules.cli.outputs.clauses import ExplainedNumberJson
from haggis_rules.cli.terminal.output import table
from haggis_rules.ir.game import Game
from haggis_rules.ir.ledger import LedgerNumber, LedgerNumbers, Naming, clauses_naming

_NUMBER = re.compile(r"[0-9]+\.[0-9]+[a-z]?")
MARKS = "S stated by a source, P from the parent, R our ruling, E a source is wrong, D follows"


@dataclass(frozen=True, slots=True)
class NumberUse:
    """A variant, for which of its numbers of seats a number speaks, and who names it there."""

    variant: str
    seats: tuple[int, ...]
    named: tuple[Naming, ...]
    everywhere: bool  # whether these are all numbers of seats that the variant has


def is_number(name: str) -> bool:
    """Whether a name is written as a number of the ledger is."""
    return _NUMBER.fullmatch(name) is not None


def number_uses(
    number: str,
    variants: Iterable[str],
    games_of: Callable[[str], Sequence[Game]],
    listed: LedgerNumbers,
) -> list[NumberUse]:
    """Return each variant of which a number speaks, or in which a clause names it."""
    found: list[NumberUse] = []
    known = listed.find(number)
    for variant in variants:
        games = games_of(variant)
        tables = sorted({game.seats for game in games})
        seats = [s for s in tables if known is not None and known.speaks_for(games[0].name, s)]
        named = clauses_naming(number, games)
        if seats or named:
            found.append(NumberUse(games[0].name, tuple(seats), named, seats == tables))
    return found


def number_lines(
    number: str, known: LedgerNumber | None, found: Sequence[NumberUse]
) -> Iterator[str]:
    """Tell it to people, line by line."""
    yield f"{number}  {known.title}" if known else number
    yield ""
    yield table([row for place in found for row in _rows(place)], left=3)
    yield f"\n  {MARKS}.\n  `haggis explain NAME --in VARIANT` shows a clause."


def _rows(place: NumberUse) -> Iterator[Sequence[str]]:
    name = place.variant if place.everywhere else f"{place.variant} {_players(place.seats)}".strip()
    for naming_ in place.named:
        guard = naming_.clause.guard
        yield name, naming_.mark.value, f"{naming_.clause.name} {guard}".strip()
        name = ""
    if not place.named:
        yield name, "-", "no clause names it"


def _players(seats: Sequence[int]) -> str:
    return f"({' and '.join(map(str, seats))} players)" if seats else ""


def record(
    number: str, known: LedgerNumber | None, found: Sequence[NumberUse]
) -> ExplainedNumberJson:
    """Tell it to programs."""
    return {
        "form": 1,
        "number": number,
        "chapter": known.chapter if known else None,
        "title": known.title if known else None,
        "variants": [
            {
                "variant": place.variant,
                "seats": place.seats,
                "clauses": [
                    {
                        "name": one.clause.name,
                        "mark": one.mark.value,
                        "standing": one.clause.status.value,
                        "variant": one.clause.variant,
                        "guard": one.clause.guard,
                        "seats": one.seats,
                    }
                    for one in place.named
                ],
            }
            for place in found
        ],
    }
