"""Which clause of a game gives each name its meaning, and where a clause begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.game import Game


class NamedPart(Protocol):
    """A part of the rules that has a name, and a clause that gives it its meaning."""

    @property
    def name(self) -> str:
        """How the rules call it."""
        ...

    @property
    def clause(self) -> str:
        """The clause by its name."""
        ...


def clauses_by_name(game: Game) -> dict[str, str]:
    """Return the clause that gives each name of a game its meaning."""
    parts: tuple[Iterable[NamedPart], ...] = (
        game.zones, game.states, game.patterns, game.actions, game.steps, game.options,
        game.groups, game.definitions.values(),
    )  # fmt: skip
    return {part.name: part.clause for several in parts for part in several}


def clause_head(game: Game, clause: str) -> Span | None:
    """Return the first line of a clause, if it is one that is written somewhere."""
    span = game.clauses[clause].span if clause in game.clauses else None
    if span is None:
        return None
    return Span(span.source, span.start, span.start + len(span.text.partition("\n")[0]))
