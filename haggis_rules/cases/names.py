"""What the names in an example mean: those of its game, seats by number, and plays in quotes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from haggis_rules.cases.quoted import QuotedReader
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Case, Game
from haggis_rules.ir.lower.options.agreement import Agreement
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.state import counts
from haggis_rules.syntax import ast


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


class ClaimPlays:
    """Reads the plays that are written out in a claim."""

    def __init__(self, quoted: QuotedReader) -> None:
        self._quoted = quoted

    def play(self, text: ast.Words) -> nodes.Written:
        """Read a play. Raises a ``RuleError`` when it is none, or several."""
        (pattern, *fields), cards = self._quoted.play(text)
        card_counts = tuple(counts(cards))
        return nodes.Written(Plain.COMBINATION, pattern, tuple(fields), card_counts, text.span)


def scope_of(game: Game, case: Case, quoted: QuotedReader) -> Scope:
    """Return what the names in an example of a game mean."""
    return Scope(_world(game, case.written.span), example=ClaimPlays(quoted))


def _world(game: Game, here: Span) -> World:
    """Know again what the text of a game declares."""
    return World(
        items=(),
        agreement=Agreement(game.seats, game.options),
        removed={},
        absent={},
        here=here,
        places=_places(game, here),
        declared=game.declared,
        seats=game.seats,
        teams=game.teams,
        ranks=game.ranks,
        suits=game.suits,
        groups=list(game.groups),
        cards=list(game.cards),
        choices={choice.name: choice for choice in game.choices},
        zones=list(game.zones),
        states=list(game.states),
        patterns=list(game.patterns),
        definition=game.definitions.get,
        definition_names=tuple(game.definitions),
        score_names=game.scores,
    )


def _places(game: Game, here: Span) -> dict[str, Span]:
    """Say of each name that is taken where its clause stands."""
    return {name: _name_in(game, clause, here) for name, clause in clauses_by_name(game).items()}


def _name_in(game: Game, clause: str, here: Span) -> Span:
    found = game.clauses[clause].span if clause in game.clauses else None
    return found or here


def clause_head(game: Game, clause: str) -> Span | None:
    """Return the first line of a clause, if it is one that is written somewhere."""
    span = game.clauses[clause].span if clause in game.clauses else None
    if span is None:
        return None
    return Span(span.source, span.start, span.start + len(span.text.partition("\n")[0]))
