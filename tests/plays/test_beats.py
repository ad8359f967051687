"""What beats what: the exported relation of both texts against the oracle."""

from collections import Counter

import pytest

from haggis_rules.semantics.evaluate import Environment, call
from haggis_rules.semantics.state import GameState
from tests.plays.hands import GAMES, HANDS, seeded, table


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_text_and_the_oracle_agree_on_what_beats_what(game: str) -> None:
    at, rng = table(game), seeded(f"readings of {game}")
    scene = Environment(at.game, GameState((), ()))
    alike: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for reading in at.patterns.readings:
        alike.setdefault(reading[:-1], []).append(reading)
    seen = Counter[bool]()
    for _ in range(3 * HANDS if game == "heron" else 20 * HANDS):
        higher, lower = rng.choices(at.patterns.readings, k=2)
        if rng.random() < 0.5:  # few of all pairs differ in the last field alone
            lower = rng.choice(alike[higher[:-1]])
        says = at.rules.beats(at.reading(higher), at.reading(lower))
        assert call("beats", (higher, lower), scene) == says, (higher, lower)
        seen[says] += 1
    assert min(seen.values()) > HANDS // 20
