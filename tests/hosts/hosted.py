"""The games that hosts are tested with: all seatings, and texts that are not Haggis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from haggis_rules import Rules
from haggis_rules.engine.match import MatchState
from tests.games import SEATINGS, TESTS, rules_of

_ELSEWHERE: Mapping[str, tuple[str | Path, int | None]] = {
    "heron": ("heron", None),
    "dunlin": (TESTS / "hosts" / "dunlin.haggis", None),
    "widgeon": (TESTS / "wings" / "widgeon.haggis", None),
    "president": (TESTS / "tablegames" / "president.haggis", 4),
}
TWELVE = tuple(f"{name} for {players}" for name, players in SEATINGS if name != "neeps-core")
FAST = ("heron", "classic for 2", "president")
EVERY = (*TWELVE, *_ELSEWHERE)
SLOW = tuple(name for name in EVERY if name not in FAST)


def hosted(name: str) -> Rules:
    """Return the rules of a game by its name here."""
    place, players = _ELSEWHERE.get(name, (name, None))
    return rules_of(place, players)


def states(rules: Rules, seed: int, most: int) -> Iterator[MatchState]:
    """Yield a match by chance from action to action, so many times at most."""
    match, chance = rules.new_match(seed), Random(seed)
    for _ in range(most):
        yield match
        if match.finished:
            return
        seat = chance.choice(match.to_act)
        match = match.apply(chance.choice(match.decisions(seat)))
