"""One variant with a clause of another: what it needs besides, and the game that comes of it.

A clause is exchanged with as few others as make a whole: those that give a meaning to its words,
and those that need a word which is gone. What only checks a text (examples, promises) is left out
on both sides, so it stands in nobody's way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.ir.descent.flattening import FlatClause
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import clauses_at, lower
from haggis_rules.ir.lower.declared import names_of
from haggis_rules.ir.lower.dependencies import names_in
from haggis_rules.syntax import ast

MOST_EXCHANGED = 12  # clauses that are exchanged at once; beyond it is another game

_CHECKS = ast.Promise | ast.Breaks | ast.Example | ast.Question | ast.Note
_Clauses = Mapping[str, ast.Clause]


@dataclass(frozen=True, slots=True)
class ExchangedClause:
    """A variant in which the clauses of these names are as in another, or gone as there.

    ``before`` is the variant with all of them exchanged but the first, or as it is where that makes
    no game.
    """

    names: tuple[str, ...]
    before: Game
    game: Game


class ClauseExchanger:
    """Makes games of the clauses of two variants, for one number of players."""

    def __init__(self, first: str, second: str, players: int) -> None:
        self._lines = [lineage(source_of(name)) for name in (first, second)]
        self._clauses = [_bare(clauses_at(line, players=players)) for line in self._lines]
        self.players = players

    @cached_property
    def games(self) -> tuple[Game, Game]:
        """Both variants, without what only checks their texts."""
        first, second = self._clauses
        return self._lowered(0, first), self._lowered(1, second)

    def rules_differ(self, name: str) -> bool:
        """Whether a clause of this name says something else of play by its formal text."""
        return self._rule(0, name) != self._rule(1, name)

    def exchanged(self, name: str, *, into: int = 0) -> ExchangedClause | None:
        """Return one of the two with this clause of the other; None where that makes no game."""
        names: tuple[str, ...] | None = (name,)
        made = self._exchanged_game(into, (name,))
        if made is None:
            names = _clauses_to_exchange(name, self._clauses[into], self._clauses[1 - into])
            made = None if names is None else self._exchanged_game(into, names)
        if names is None or made is None:
            return None
        for one in names[1:]:  # leave out what is not needed, one after the other
            fewer = tuple(each for each in names if each != one)
            less = self._exchanged_game(into, fewer)
            if less is not None:
                names, made = fewer, less
        before = self._exchanged_game(into, names[1:]) if names[1:] else None
        return ExchangedClause(names, before or self.games[into], made)

    def has(self, name: str) -> bool:
        """Whether a clause of this name holds in one of the two."""
        return any(name in clauses for clauses in self._clauses)

    def _exchanged_game(self, into: int, names: tuple[str, ...]) -> Game | None:
        mixed = _mixed(self._clauses[into], self._clauses[1 - into], names)
        try:
            return self._lowered(into, mixed)
        except (RuleError, SeveralFaultsError):
            return None

    def _rule(self, side: int, name: str) -> object:
        clause = self._clauses[side].get(name)
        return clause and clause.items

    def _lowered(self, side: int, clauses: _Clauses) -> Game:
        line = self._lines[side]
        sources = {
            one.name.text: one for each in self._lines for file in each for one in file.sources
        }
        head = replace(line[-1].variant, parent=None)
        file = replace(
            line[-1],
            variant=head,
            sources=tuple(sources.values()),
            entries=tuple(one for one in clauses.values() if one.items),
        )
        return replace(lower([file], players=self.players), seatings=(self.players,))


def _bare(flat: Iterable[FlatClause]) -> dict[str, ast.Clause]:
    """Return clauses without guards, which hold, and without what only checks a text."""
    found: dict[str, ast.Clause] = {}
    for one in flat:
        if isinstance(one.written.status, ast.Derived):
            continue
        named: dict[str, Any] = {
            each.name: getattr(one.written, each.name) for each in fields(ast.Clause)
        }
        items = tuple(item for item in one.written.items if not isinstance(item, _CHECKS))
        named.update(guard=None, items=items)
        found[one.clause.name] = ast.Clause(**named)
    return found


def _mixed(mine: _Clauses, theirs: _Clauses, names: Sequence[str]) -> dict[str, ast.Clause]:
    """Return the clauses of the one, those of these names as the other has them."""
    found = {
        name: theirs[name] if name in names else clause
        for name, clause in mine.items()
        if name not in names or name in theirs
    }
    return found | {name: theirs[name] for name in names if name in theirs}


def _clauses_to_exchange(name: str, mine: _Clauses, theirs: _Clauses) -> tuple[str, ...] | None:
    """Return which clauses have to be exchanged with this one; None when these are too many.

    Each round mends what the last one broke, until nothing is broken: a search without a way back,
    at most ``MOST_EXCHANGED`` rounds.
    """
    names = [name]
    while len(names) <= MOST_EXCHANGED:
        mixed = _mixed(mine, theirs, names)
        more = dict.fromkeys(
            one
            for one in _broken(mixed, mine, theirs)
            if one not in names and _differs(one, mine, theirs)
        )
        if not more:
            return tuple(names)
        names += more
    return None


def _differs(name: str, mine: _Clauses, theirs: _Clauses) -> bool:
    first, second = mine.get(name), theirs.get(name)
    return first is None or second is None or first.items != second.items


def _broken(mixed: _Clauses, mine: _Clauses, theirs: _Clauses) -> Iterator[str]:
    """Name the clauses whose exchange would give names a meaning again, or only one."""
    known = _declared([*mine.values(), *theirs.values()])
    here: dict[str, str] = {}
    for clause in mixed.values():
        for one in _declared([clause]):
            other = here.setdefault(one, clause.name.text)
            if _is_of(clause, theirs) is not _is_of(mixed[other], theirs):
                yield from (other, clause.name.text)
    for clause in mixed.values():
        # The clause that declares it comes from the side of the one that needs it, or that goes.
        for one in (one for one in names_in(clause.items) if one in known and one not in here):
            origin = theirs if _is_of(clause, theirs) else mine
            yield from (n for n, each in origin.items() if one in _declared([each]))
            yield clause.name.text


def _is_of(clause: ast.Clause, side: _Clauses) -> bool:
    return side.get(clause.name.text) is clause


def _declared(clauses: Iterable[ast.Clause]) -> set[str]:
    """Name what clauses give a meaning."""
    return {name.text for clause in clauses for item in clause.items for name in names_of(item)}
