"""Ranks and cards by how a text writes them."""

from __future__ import annotations

from haggis_rules.diagnostics.errors import UndeclaredCardError
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir import game as ir
from haggis_rules.ir.lower.symbols import World
from haggis_rules.syntax import ast


def rank_index(world: World, rank: ast.Rank) -> int:
    """Find a rank by how it is written. Raises ``UndeclaredCardError``."""
    text = rank_text(rank)
    if text not in world.ranks:
        raise UndeclaredCardError(
            f"there is no rank `{text}`", rank.span, hint=did_you_mean(text, world.ranks)
        )
    return world.ranks.index(text)


def rank_text(rank: ast.Rank) -> str:
    """Return a rank as the text has it, a number in its digits."""
    return str(rank.value.value) if isinstance(rank, ast.RankNumber) else rank.text


def card_named(world: World, text: str) -> int | None:
    """Find a card by its rank and the letter of its suit, in whichever case."""
    for index, card in enumerate(world.cards):
        suit = None if card.suit is None else world.suits[card.suit]
        if text.lower() in map(str.lower, ir.names_of(world.ranks[card.rank], suit)):
            return index
    return None
