from unittest import TestCase

import pyspiel

class EnforceAPIOnPartialTreeBase(TestCase):
    game_name: str
    game: pyspiel.Game

class EnforceAPIOnFullTreeBase(TestCase):
    game_name: str
    game: pyspiel.Game

TOTAL_NUM_STATES: dict[str, tuple[int, int, int]]
PERFECT_RECALL_NUM_STATES: dict[str, int]
