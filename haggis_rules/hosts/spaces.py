"""The spaces of Gymnasium in which observations and actions of a game lie."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from haggis_rules.hosts.hosted_game import HostedGame
from haggis_rules.hosts.observation_vector import ObservationVector


def observation_space(game: HostedGame) -> Dict:
    """Return the space of observations with their masks."""
    size = game.encoding.size
    spaces = {"observation": vector_space(game.vector), "action_mask": Box(0, 1, (size,), np.int8)}
    return Dict(spaces)


def vector_space(vector: ObservationVector) -> Box:
    """Return the space of what a seat sees."""
    return Box(vector.low.astype(np.int32), vector.high.astype(np.int32), dtype=np.int32)


def action_space(game: HostedGame) -> Discrete:
    """Return the space of actions."""
    return Discrete(game.encoding.size)
