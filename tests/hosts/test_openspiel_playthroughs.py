"""Playthroughs as OpenSpiel writes them, one for each game, kept as goldens."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib import import_module

import pytest

from tests.games import TESTS
from tests.hosts.test_openspiel_game import FAST, SLOW, game_named

LINES, LETTERS = 300, 160  # of a playthrough, and of a line of it, are kept; the rest as a hash
LONGEST = "neeps/6"
EVERY_BY_PACE = [
    *FAST,
    *(
        pytest.param(name, marks=[pytest.mark.slow, *[pytest.mark.long] * (name == LONGEST)])
        for name in SLOW
    ),
]


@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY_BY_PACE)
def test_a_playthrough_is_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    playthrough = import_module("open_spiel.python.algorithms.generate_playthrough").playthrough
    text: str = playthrough(str(game_named(name)), None, seed=1)
    text = text.replace(f"{TESTS}/", "")
    golden(f"hosts/{name.replace('/', '-')}.txt", shortened(text))


def shortened(text: str) -> str:
    """Return the beginning of a text, and a hash of what comes after it."""
    lines = text.splitlines()
    rest = "\n".join(lines[LINES:])
    return "\n".join([*map(short, lines[:LINES]), f"{len(lines)} lines, {hashed(rest)}", ""])


def short(line: str) -> str:
    """Return a line; of a long one its beginning, and a hash of it all."""
    return line if len(line) <= LETTERS else f"{line[:LETTERS]} ... {hashed(line)}"


def hashed(text: str) -> str:
    """Return a short hash of a text."""
    return sha256(text.encode()).hexdigest()[:16]
