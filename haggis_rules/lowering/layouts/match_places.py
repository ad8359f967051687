"""Where matches stand in the memory of a module, and what stands behind the state of each.

Behind its state a match has what is no state: its seed, a generator, the number of its hand,
whether it is over, and what has been scored in the hands that are over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from haggis_rules.ir.game import Game
from haggis_rules.lowering.layouts.observation_layout import ObservationLayout
from haggis_rules.lowering.layouts.reading_numbers import ReadingNumbers
from haggis_rules.lowering.layouts.state_layout import NUMBER, StateLayout
from haggis_rules.semantics.between_hands import scorers

SEED_AT, RANDOM_AT, HAND_AT, PLIES_AT, ENDED_AT, TOTALS_AT = 0, 8, 16, 20, 24, 32  # behind it
ALIGNED: Final = 64  # bytes; where matches begin


@dataclass(frozen=True, slots=True)
class MatchPlaces:
    """What a host knows of the memory of a module.

    ``layout``: the layout of a state; ``matches``: where the first match stands; ``size``: how many
    bytes a match takes, its state and what stands behind it; ``observation``: what a seat sees.
    """

    game: Game
    layout: StateLayout
    observation: ObservationLayout
    matches: int
    size: int


def places_of(game: Game, matches: int) -> MatchPlaces:
    """Return the places of a game whose first match stands at an address."""
    layout = StateLayout(game, ReadingNumbers(game))
    size = match_size(game, layout)
    return MatchPlaces(game, layout, ObservationLayout(game, layout), matches, size)


def match_size(game: Game, layout: StateLayout) -> int:
    """Return how many bytes a match takes: its state, and what stands behind it."""
    return -(-(layout.size + TOTALS_AT + NUMBER * scorers(game)) // ALIGNED) * ALIGNED
