"""Why a hand by chance did not end: the moves that repeat, or that nobody could act."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.analysis.simulate import chance_of, next_action
from haggis_rules.engine.rules import Rules
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.state import GameState

MOST_LOOKED_AT = 2_000  # moves among which a state is looked for that comes again


@dataclass(frozen=True, slots=True)
class EndlessHand:
    """A hand without end: after how many moves a state came again, and the moves between.

    Without moves nobody could act after so many; ``again`` tells the two from a hand of which
    neither was seen.
    """

    seed: int
    after: int
    moves: tuple[str, ...]
    again: bool


def endless_hand(rules: Rules, seed: int) -> EndlessHand:
    """Play the hand of a seed as ``simulate`` does, until a state comes again or nobody can act.

    Raises a ``Breach`` when the rules are not sound.
    """
    table, chance = rules.new_hand(seed), chance_of(seed)
    seen: dict[GameState, int] = {table.state: 0}
    moves: list[str] = []
    while len(moves) < MOST_LOOKED_AT:
        seats = () if FINISHED in rules.queries and table.finished else table.to_act
        if not seats:
            return EndlessHand(seed, len(moves), (), again=False)
        action = next_action(table, seats, chance)
        moves.append(f"seat {rules.show_action(action, seated=True)}")
        table = table.apply(action)
        first = seen.setdefault(table.state, len(moves))
        if first < len(moves):
            return EndlessHand(seed, first, tuple(moves[first:]), again=True)
    return EndlessHand(seed, len(moves), tuple(moves[-1:]), again=False)
