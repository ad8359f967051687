"""In which clauses two variants differ, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from haggis_rules.ir.game import Clause, Game


@dataclass(frozen=True, slots=True)
class OneSidedClause:
    """A clause that only one of the two has, and why, empty when nobody says."""

    clause: Clause
    reason: str


@dataclass(frozen=True, slots=True)
class ChangedClause:
    """A clause that says one thing in the first and another in the second, and why."""

    first: Clause
    second: Clause
    reason: str


@dataclass(frozen=True, slots=True)
class Difference:
    """All in which two variants differ, in the order of the first and then of the second.

    ``same`` is how many clauses they have in common.
    """

    only_first: tuple[OneSidedClause, ...]
    only_second: tuple[OneSidedClause, ...]
    changed: tuple[ChangedClause, ...]
    same: int


def compare_clauses(first: Iterable[Game], second: Iterable[Game]) -> Difference:
    """Compare the clauses of two variants, each given at all of its tables that are meant.

    Two clauses of one name are the same when their words, their rule, the table they are for,
    their sources and their standing are. Where they are written does not count, and neither does
    a source that confirms a clause which both have from one variant.
    """
    mine, without_mine = _gathered(first)
    theirs, without_theirs = _gathered(second)
    both = [name for name in mine if name in theirs]
    changed = tuple(
        ChangedClause(mine[name], theirs[name], _reason(mine[name], theirs[name]))
        for name in both
        if not _same(mine[name], theirs[name])
    )
    return Difference(
        _alone(mine, theirs, without_theirs),
        _alone(theirs, mine, without_mine),
        changed,
        len(both) - len(changed),
    )


def _gathered(games: Iterable[Game]) -> tuple[dict[str, Clause], dict[str, str]]:
    """Return the clauses of all tables by their names, and why others were removed."""
    clauses: dict[str, Clause] = {}
    removed: dict[str, str] = {}
    for game in games:
        clauses = game.clauses | clauses
        removed |= dict(game.removed)
    return clauses, removed


def _alone(
    having: Mapping[str, Clause], lacking: Mapping[str, Clause], removed: Mapping[str, str]
) -> tuple[OneSidedClause, ...]:
    return tuple(
        OneSidedClause(clause, removed.get(name) or clause.edit)
        for name, clause in having.items()
        if name not in lacking
    )


def _same(first: Clause, second: Clause) -> bool:
    if first.variant == second.variant and (first.confirmed or second.confirmed):
        return (first.words, first.formal, first.guard) == (
            second.words,
            second.formal,
            second.guard,
        )
    return _said(first) == _said(second)


def _said(clause: Clause) -> tuple[object, ...]:
    return (
        clause.words,
        clause.formal,
        clause.guard,
        clause.citations,
        clause.status,
        clause.because,
    )


def _reason(first: Clause, second: Clause) -> str:
    """Return why the one took the place of the other; of strangers, what each of them says."""
    for new, old in ((second, first), (first, second)):
        if new.replaces == old.variant:
            return new.edit
    return "; ".join(dict.fromkeys(filter(None, (first.edit, second.edit))))
