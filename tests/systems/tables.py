"""The tables at which things are refused, the match that begins there, and lines played in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import count
from typing import NamedTuple

from haggis_rules import MatchState, Rules
from haggis_rules.semantics.state import count_of
from tests.games import rules_of

Lines = tuple[str, ...]


class Seating(NamedTuple):
    """A table, and who deals the first hand there, the first seat being 1."""

    variant: str
    players: int
    dealer: int
    options: Mapping[str, int | str] = {}


SEATINGS = {
    "classic/2": Seating("classic", 2, 2),
    "classic/3": Seating("classic", 3, 3),
    "tournament": Seating("tournament", 3, 3),
    "cats": Seating("cats", 2, 2),
    "wikipedia/3": Seating("wikipedia", 3, 3),
    "rogers/2": Seating("rogers", 2, 2),
    "rogers/3": Seating("rogers", 3, 3),
    "rogers/2 by fives": Seating("rogers", 2, 2, {"bets": "neeps-side"}),
    "neeps/4": Seating("neeps", 4, 4),
    "neeps/6": Seating("neeps", 6, 6),
    "tatties/3": Seating("tatties", 3, 1),
    "tatties/5": Seating("tatties", 5, 1),
}


def rules_at(table: str) -> Rules:
    """Return the rules of a table."""
    seating = SEATINGS[table]
    return rules_of(seating.variant, seating.players, **seating.options)


@cache
def dealt(table: str) -> MatchState:
    """Return the first match in which the right seat deals."""
    rules, dealer = rules_at(table), SEATINGS[table].dealer - 1
    matches = (rules.new_match(seed) for seed in count(1))
    return next(match for match in matches if match.value("dealer") == dealer)


@cache
def after(table: str, lines: Lines) -> MatchState:
    """Return the match after some lines."""
    if not lines:
        return dealt(table)
    match = after(table, lines[:-1])
    return match.apply(match.rules.parse_action(filled(match, lines[-1])))


def filled(match: MatchState, line: str) -> str:
    """Put cards into the places of a line."""
    return re.sub(r"\{(\d)([abx])\}", lambda place: _card(match, int(place[1]), place[2]), line)


def _card(match: MatchState, seat: int, which: str) -> str:
    game = match.rules.game
    hands = match.state.zones[[zone.name for zone in game.zones].index("hand")]
    assert isinstance(hands, tuple)
    pips = [card for card, kind in enumerate(game.cards) if kind.suit is not None]
    held = [card for card in pips if count_of(hands[seat - 1], card)]
    unheld = next(card for card in pips if card not in held)
    return game.card_name({"a": held[0], "b": held[1], "x": unheld}[which])
