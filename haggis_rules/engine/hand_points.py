"""What a hand that is over brings, by the generated code; and again by evaluation at a breach."""

from __future__ import annotations

from typing import TypeAlias, cast

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.semantics.between_hands import is_over, points, values_after_hand
from haggis_rules.semantics.state import GameState

HandPoints: TypeAlias = tuple[tuple[int, ...], ...]
"""The points of each entry of the score sheet, and of it each owner's."""


def points_of_hand(rules: Ruleset, state: GameState) -> HandPoints:
    """Return what each entry is worth in the state at the end. Raises a ``Breach``."""
    entries = [rules.code.definitions[name] for name in rules.game.scores]
    owners = range(rules.scorers)
    return tuple(
        tuple(cast("int", of(state.values, state.zones, owner)) for owner in owners)
        for of in entries
    )


def score_again(rules: Ruleset, state: GameState) -> None:
    """Do the same by evaluation, which names the clause of a breach, and raises it."""
    for name in rules.game.scores:
        for owner in range(rules.scorers):
            points(rules.game, state, name, owner)
    is_over(rules.game, values_after_hand(rules.game, state))
