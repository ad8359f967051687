"""What the names in an example mean: those of its game, seats by number, and plays in quotes."""

from __future__ import annotations

from haggis_rules.cases.quoted import QuotedReader
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import nodes
from haggis_rules.ir.clause_names import clauses_by_name
from haggis_rules.ir.game import Case, Game
from haggis_rules.ir.lower.options.agreement import Agreement
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.state import counts
from haggis_rules.syntax import ast


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
    return Scope(_world(game, case.span), example=ClaimPlays(quoted))


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
