"""What each variant says about a number of the ledger, and which of them say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from haggis_rules.ir.game import ClauseStatus, Game
from haggis_rules.ir.ledger import LedgerNumber, Naming, clauses_naming


@dataclass(frozen=True, slots=True)
class Stance:
    """What a variant says about a number: the clauses that name it, and which saying it is.

    ``saying`` counts from 0, in the order of the variants. Two that say the same have the same.
    """

    variant: str
    named: tuple[Naming, ...]
    saying: int


def stances(number: LedgerNumber, games: Mapping[str, Sequence[Game]]) -> tuple[Stance, ...]:
    """Return the stance of each variant of which a number speaks, and of which a clause names it.

    ``games`` has the tables of each variant, as they are usually agreed on. A variant says the same
    as an earlier one when the formal text of their clauses is the same at each of its tables, or,
    at a table that the earlier one lacks, the same as at each table that it has.
    What has no formal text is compared by its words, and what follows from other clauses is left
    aside.
    """
    found: list[Stance] = []
    applicable = {
        variant: [game for game in tables if number.speaks_for(game.name, game.seats)]
        for variant, tables in games.items()
    }
    for variant, there in applicable.items():
        named = clauses_naming(number.name, there)
        if named:
            first = {one.saying: one.variant for one in reversed(found)}
            alike = (
                saying for saying, one in first.items() if _same(number, there, applicable[one])
            )
            found.append(Stance(variant, named, min(alike, default=len(first))))
    return tuple(found)


def _same(number: LedgerNumber, first: Sequence[Game], second: Sequence[Game]) -> bool:
    """Whether the tables of a variant say about a number what those of an earlier one say."""
    mine, theirs = ({game.seats: _said(number, game) for game in each} for each in (first, second))
    return all(
        all(said == other for other in ([theirs[seats]] if seats in theirs else theirs.values()))
        for seats, said in mine.items()
    )


def _said(number: LedgerNumber, game: Game) -> frozenset[str]:
    """Return what the clauses of a game that name a number say."""
    return frozenset(
        clause.rule or clause.words
        for clause in game.clauses.values()
        if number.name in clause.ledgers and clause.status is not ClauseStatus.DERIVED
    )
