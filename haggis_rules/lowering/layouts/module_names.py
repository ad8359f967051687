"""The names of the functions that a host calls. No import of it brings the lowering along."""

from typing import Final

ACTIONS, TAKE = "actions", "take"
DEAL, RESET = "deal", "reset"
PLAYOUT, PLY, PLAYOUTS, OVER = "playout", "ply", "playouts", "over"
ABLE, ENTRIES, SETTLE = "able", "entries", "settle"
BEGIN_MATCH, TAKE_IN_MATCH = "begin match", "take in match"
NOT_THERE: Final = -1  # of `take in match`, for an action that a seat does not have
PERFT: Final = "perft"
MOST_DEPTH: Final = 32  # that it takes
OBSERVE: Final = "observe"
DETERMINIZE, DETERMINIZE_FURTHER = "determinize", "determinize further"
SAMPLED_PLAYOUTS: Final = "sampled playouts"
LOOK_AHEAD: Final = "look ahead"
MOST_AHEAD: Final = 64  # actions of one seat that it looks at
LEFT_TO_CHANCE: Final = -1  # instead of a number of actions, where it does not
BEGIN_BATCH, STEP_BATCH, LOOK_BATCH = "begin batch", "step batch", "look batch"


def ahead_at(seats: int) -> int:
    """Return where digests begin in what looking ahead writes, behind a number for each seat."""
    return -(-4 * seats // 8) * 8
