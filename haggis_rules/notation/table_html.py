"""What lies where and what is done as notebooks show it: ``table_text``, with drawings of cards."""

from __future__ import annotations

from collections.abc import Iterable

from haggis_rules.ir.game import Game
from haggis_rules.notation.shown_play import cards_shown, play_shown
from haggis_rules.notation.table_text import (
    ValueShown,
    Whose,
    ZoneShown,
    placed_cards,
    seat_name,
    value_parts,
)
from haggis_rules.rendering.card_html import (
    captioned,
    cards_html,
    hidden_html,
    line_html,
    rows_html,
    titled,
)
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Combination


def table_html(  # noqa: PLR0913 - what there is to show of a table
    game: Game,
    head: str,
    zones: Iterable[ZoneShown],
    values: Iterable[ValueShown],
    whose: Whose = seat_name,
    *,
    foot: str = "",
) -> str:
    """Draw a table under its head: a row for each place with cards, and what is kept in mind."""
    rows: list[tuple[str, str]] = []
    for name, cards, number, unseen in placed_cards(game, zones, whose, brief=True):
        drawn = [cards_html(card.drawn() for card in cards_shown(game, cards))] if cards else []
        drawn += [f"{number} cards"] if number else []
        drawn += [hidden_html(unseen)] if unseen else []
        rows.append((name, " ".join(drawn)))
    parts = value_parts(game, values, whose, brief=True)
    below = [one for one in ("; ".join(parts), foot) if one]
    return titled(head, rows_html(rows), *map(line_html, below))


def action_html(patterns: Patterns, action: Action, text: str) -> str:
    """Draw what somebody does: the cards of its plays, and what is done in notation."""
    plays = [one for one in action.arguments if isinstance(one, Combination)]
    return "".join([*(play_shown(patterns, one).picture() for one in plays), captioned("", text)])
