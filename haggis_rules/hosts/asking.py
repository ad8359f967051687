"""Who is asked, one seat after another: the order of ``asking_order`` where nothing ever changes.

A tree has many nodes that go on from one, so who has waited is a value here. What seats can do is
found once for a node and serves for its options as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.legal_actions import ActionOptions
from haggis_rules.hosts.asking_order import Asked
from haggis_rules.ir.game import Game
from haggis_rules.players.player import turn_actions
from haggis_rules.semantics.state import GameState

Offers: TypeAlias = Mapping[int, Mapping[str, ActionOptions]]
"""Of each seat that can act, each action that it can take, with all choices for it."""


def offers_in(rules: Ruleset, state: GameState) -> Offers:
    """Return what each seat can do in a state at rest, the lowest seat first."""
    begun: dict[int, list[int]] = {}
    for seat, number in rules.actor_actions(state.values, state.zones):
        begun.setdefault(seat, []).append(number)
    known = state.values, state.zones
    every = {seat: rules.choices.offers(*known, seat, begun[seat])[0] for seat in sorted(begun)}
    return {seat: dict(found) for seat, found in every.items() if found}


class AskedBefore(NamedTuple):
    """The seats that have waited, and that have acted, as far as it matters who is asked next."""

    waited: frozenset[int] = frozenset()
    acted: frozenset[int] = frozenset()

    def asked(self, game: Game, offers: Offers) -> Asked | None:
        """Return which seat is asked; None when nobody can act."""
        turned = _in_turn(game, offers)
        left = [seat for seat in offers if seat not in self.waited and seat not in turned]
        if left:
            return Asked(left[0], may_wait=bool(turned) or left[0] in self.acted)
        last = turned or [*offers]
        return Asked(last[0], may_wait=False) if last else None

    def after_wait(self, seat: int) -> AskedBefore:
        """Return this when a seat has waited."""
        return self._replace(waited=self.waited | {seat})

    def after_action(self, game: Game, offers: Offers, seat: int) -> AskedBefore:
        """Return this when a seat has acted where these seats could."""
        turned = _in_turn(game, offers)
        forgotten = seat in turned or {*offers} <= self.waited
        return AskedBefore(
            frozenset() if forgotten else self.waited,
            frozenset() if turned else self.acted | {seat},
        )


def _in_turn(game: Game, offers: Offers) -> list[int]:
    names = turn_actions(game)
    return [seat for seat, offered in offers.items() if not names.isdisjoint(offered)]
