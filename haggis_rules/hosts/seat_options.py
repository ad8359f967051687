"""What each seat can do in a state, found once for a node of a tree and all its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.legal_actions import ActionOptions
from haggis_rules.semantics.state import GameState

SeatOptions: TypeAlias = Mapping[int, Mapping[str, ActionOptions]]
"""Of each seat that can act, each action that it can take, with all choices for it."""


def options_of_seats(rules: Ruleset, state: GameState) -> SeatOptions:
    """Return what each seat can do in a state at rest, the lowest seat first."""
    begun: dict[int, list[int]] = {}
    for seat, number in rules.actor_actions(state.values, state.zones):
        begun.setdefault(seat, []).append(number)
    known = state.values, state.zones
    every = {seat: rules.choices.options_of(*known, seat, begun[seat])[0] for seat in sorted(begun)}
    return {seat: dict(found) for seat, found in every.items() if found}
