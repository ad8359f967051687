"""What can only be seen by working a text out: patterns of which the deck makes nothing."""

from __future__ import annotations

from haggis_rules.diagnostics.errors import ImpossiblePatternError, RuleError
from haggis_rules.ir.game import Game
from haggis_rules.semantics.patterns import Patterns


def empty_pattern_faults(game: Game, patterns: Patterns) -> tuple[RuleError, ...]:
    """Return a fault for each pattern that no cards of the deck make."""
    makeable = {reading[0] for reading in patterns.readings}
    found: list[RuleError] = []
    for index, pattern in enumerate(game.patterns):
        span = game.clauses[pattern.clause].span
        if index not in makeable and span is not None:
            found.append(
                ImpossiblePatternError(
                    f"no cards of this deck make a `{pattern.name}`",
                    span,
                    hint="compare its ranks, its suits and the number of its cards with the deck",
                )
            )
    return tuple(found)
