"""The clauses on which it rests what cards are, and whether one play beats another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.engine.trace import in_order
from haggis_rules.ir.game import Game
from haggis_rules.semantics.evaluate import Environment, call
from haggis_rules.semantics.state import Combination, GameState, StateValues, counts


def beats_clauses(
    rules: Rules, play: Combination, other: Combination, values: StateValues
) -> tuple[str, ...]:
    """Return the clauses by which the one play beats the other or does not, in order."""
    trail: set[str] = set()
    state = GameState(values, ())  # no cards lie anywhere
    call(BEATS, (play.reading, other.reading), Environment(rules.game, state, trail=trail))
    return in_order(rules.game, {*trail, *play_clauses(rules.game, (play, other))})


def play_clauses(game: Game, plays: Iterable[Combination]) -> Iterator[str]:
    """Yield the clauses that make plays what they are."""
    for reading, cards in plays:
        pattern, groups = reading[0], {game.cards[card].group for card, _ in counts(cards)}
        yield game.patterns[pattern].clause
        for wild in game.wilds:
            if pattern in wild.patterns and wild.group in groups:
                yield wild.clause
