"""Playthroughs as OpenSpiel writes them, one for each game, kept as goldens."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib import import_module

import pytest

from tests.games import TESTS
from tests.hosts.test_openspiel_game import EVERY, game_named

LONGEST = 160  # letters of a line that are kept


@pytest.mark.parametrize("name", EVERY)
def test_a_playthrough_is_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    playthrough = import_module("open_spiel.python.algorithms.generate_playthrough").playthrough
    text: str = playthrough(str(game_named(name)), None, seed=1)
    text = text.replace(f"{TESTS}/", "")
    golden(
        f"hosts/{name.replace('/', '-')}.txt", "".join(map(short, text.splitlines(keepends=True)))
    )


def short(line: str) -> str:
    """Return a line; of a long one its beginning, and a hash of it all."""
    if len(line) <= LONGEST:
        return line
    return f"{line[:LONGEST]} ... {sha256(line.encode()).hexdigest()[:16]}\n"
