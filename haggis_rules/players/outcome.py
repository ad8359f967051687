"""How well a hand has ended for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import cast

from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.zones_of_choice import zones_of_choice
from haggis_rules.semantics.between_hands import scoring
from haggis_rules.semantics.state import GameState, size


def lead_of(game: Game, seat: int, points: Sequence[int]) -> float:
    """Return by how many points a seat, or its team, is ahead of the others on average."""
    own = game.team_of(seat) if scoring(game) is Owner.TEAM else seat
    others = [each for owner, each in enumerate(points) if owner != own]
    return points[own] - fmean(others) if others else float(points[own])


def cards_ahead(game: Game, seat: int, state: GameState) -> float:
    """Return how many cards fewer a seat holds than the others: for rules without points.

    Cards that a seat holds are those in zones of its own from which actions choose.
    """
    held = [0] * game.seats
    for zone in zones_of_choice(game):
        for owner, cards in enumerate(cast("tuple[int, ...]", state.zones[zone])):
            held[owner] += size(cards)
    others = [cards for owner, cards in enumerate(held) if owner != seat]
    return fmean(others) - held[seat] if others else -float(held[seat])
