"""The games that these tests play, and random play."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from haggis_rules.engine.action import Action
from haggis_rules.engine.game import Rules, load
from haggis_rules.engine.table import Table

TESTS = Path(__file__).parents[1]
PLACES = {
    "heron": TESTS / "heron" / "heron.haggis",
    "every-word": TESTS / "texts" / "every-word.haggis",
}
NAMES = ("neeps-core", "heron")  # what is played


@cache
def rules_of(name: str) -> Rules:
    """Load a game of these tests, once."""
    return load(PLACES.get(name, name))


def random_hand(rules: Rules, seed: int) -> Iterator[tuple[Table, Action, Table]]:
    """Play one hand by chance: each position, what was done there, and what came of it."""
    chance, table = Random(seed), rules.new_hand(seed)
    while not table.finished:
        seat = chance.choice(table.to_act)
        action = chance.choice(table.actions(seat))
        after = table.apply(action)
        yield table, action, after
        table = after
