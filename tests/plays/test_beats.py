"""What beats what: the exported relation of both texts against the oracle."""

import random
from collections import Counter

import pytest

from haggis_rules.run.evaluate import Scene, call
from haggis_rules.run.state import State
from tests.plays.hands import GAMES, HANDS, table


@pytest.mark.parametrize("game", GAMES)
def test_the_text_and_the_oracle_agree_on_what_beats_what(game: str) -> None:
    at, rng = table(game), random.Random(f"readings of {game}")
    scene = Scene(at.game, State((), ()))
    seen = Counter[bool]()
    for _ in range(20 * HANDS if game == "neeps" else 3 * HANDS):
        higher, lower = rng.choices(at.patterns.readings, k=2)
        if rng.random() < 0.5:  # most pairs are of one kind but for their last field
            alike = [r for r in at.patterns.readings[:40] if r[:-1] == higher[:-1]]
            lower = rng.choice([*alike, lower])
        says = at.rules.beats(at.reading(higher), at.reading(lower))
        assert call("beats", (higher, lower), scene) == says, (higher, lower)
        seen[says] += 1
    assert min(seen.values()) > HANDS // 20
