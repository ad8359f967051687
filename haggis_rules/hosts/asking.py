"""Who is asked, one seat after another, where several of them can act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.legal_actions import ActionOptions
from haggis_rules.players.player import turn_actions
from haggis_rules.semantics.state import GameState

Offers: TypeAlias = Mapping[int, Mapping[str, ActionOptions]]
"""Of each seat that can act, each action that it can take, with all choices for it."""


class AskedSeat(NamedTuple):
    """A seat that is asked what it does, and whether it may let others act first."""

    seat: int
    may_wait: bool


def offers_in(rules: Ruleset, state: GameState) -> Offers:
    """Return what each seat can do in a state at rest, the lowest seat first."""
    begun: dict[int, list[int]] = {}
    for seat, number in rules.actor_actions(state.values, state.zones):
        begun.setdefault(seat, []).append(number)
    every = {
        seat: dict(rules.choices.offers(state.values, state.zones, seat, begun[seat]))
        for seat in sorted(begun)
    }
    return {seat: found for seat, found in every.items() if found}


def asking_order(rules: Ruleset, offers: Offers) -> tuple[AskedSeat, ...]:
    """Return the seats that are asked, in order, as ``next_action`` asks its players.

    Those who may act out of turn come first, and each of them may wait. The seat in turn is the
    last and has to act; where none is in turn, that is the lowest seat that can act.
    """
    in_turn = turn_actions(rules.game)
    awaited = [seat for seat, offered in offers.items() if not in_turn.isdisjoint(offered)]
    awaited = awaited or [*offers]
    early = [AskedSeat(seat, may_wait=True) for seat in offers if seat not in awaited]
    return (*early, *(AskedSeat(seat, may_wait=False) for seat in awaited[:1]))
