"""The names of the functions that a host calls. No import of it brings the lowering along."""

from typing import Final

ACTIONS, TAKE = "actions", "take"
DEAL, RESET = "deal", "reset"
PLAYOUT, PLY, PLAYOUTS, OVER = "playout", "ply", "playouts", "over"
ABLE, ENTRIES, SETTLE = "able", "entries", "settle"
BEGIN_MATCH, TAKE_IN_MATCH = "begin match", "take in match"
PERFT: Final = "perft"
MOST_DEPTH: Final = 32  # that it takes
OBSERVE: Final = "observe"
DETERMINIZE, DETERMINIZE_FURTHER = "determinize", "determinize further"
SAMPLED_PLAYOUTS: Final = "sampled playouts"
BEGIN_BATCH, STEP_BATCH, LOOK_BATCH = "begin batch", "step batch", "look batch"
