"""Look for the plays in which variants differ, and keep them beside the rules for the pages.

python tools/keep_differences.py          after a change of a rule; it takes about a minute
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from haggis_rules.analysis.comparison.clause_effects import EffectSearch
from haggis_rules.analysis.comparison.kept_differences import (
    FILE,
    KeptDifference,
    clauses_about,
    look_for,
    written,
)
from haggis_rules.analysis.comparison.topics import stances
from haggis_rules.ir.game import Game
from haggis_rules.ir.ledger import shipped_numbers
from haggis_rules.ir.load import load_game, seatings_of

HANDS = 60  # for each clause


def differences() -> Iterator[KeptDifference]:
    """Yield a play for each clause by which variants say different things of a topic."""
    numbers = shipped_numbers()
    games = {name: tables_of(name) for name in numbers.variants}
    searches: dict[tuple[str, str, int], EffectSearch] = {}
    done: set[tuple[str, str, int, str]] = set()
    for number in numbers.numbers:
        first_of = {one.saying: one for one in reversed(stances(number, games))}
        for saying, one in sorted(first_of.items()):
            for other in (first_of[earlier] for earlier in range(saying)):
                for mine, theirs in pairs(games[other.variant], games[one.variant]):
                    key = mine.name, theirs.name, mine.seats
                    clauses = [
                        name for name in clauses_about(other, one) if (*key, name) not in done
                    ]
                    done |= {(*key, name) for name in clauses}
                    if key not in searches:
                        searches[key] = EffectSearch(*key, HANDS)
                    yield from look_for(mine, theirs, clauses, searches[key])


def tables_of(variant: str) -> list[Game]:
    """Return a variant at each of its tables."""
    return [load_game(variant, players=seats) for seats in seatings_of(variant)]


def pairs(first: list[Game], second: list[Game]) -> Iterator[tuple[Game, Game]]:
    """Yield two variants at each table that both have."""
    yield from ((mine, theirs) for mine in first for theirs in second if mine.seats == theirs.seats)


if __name__ == "__main__":
    Path("spec", FILE).write_text(written(differences()), encoding="utf-8")
