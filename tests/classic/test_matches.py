"""Whole matches, move by move, as the engine and the reference play them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.classic.in_step import play_in_step
from tests.classic.said import TABLES, said
from tests.reference.happenings import RARE_IN_A_HAND, RARE_IN_A_MATCH

if TYPE_CHECKING:
    from collections.abc import Iterable

# Matches by target and seed, in which all happens that seldom does between hands.
CHOSEN = {
    "two": [(350, 1), (150, 19), (83, 0)],
    "three": [(350, 1), (350, 10), (1, 10), (350, 25)],
    "tournament": [(350, 17), (350, 71), (1, 175)],
}

MOSTLY_SLOW = [t if t == "two" else pytest.param(t, marks=pytest.mark.slow) for t in TABLES]

# From the deal this takes a player who has not played a card when another is out; the ends of
# hands have it.
TOO_RARE = {"a bet is declared when somebody is out"}


@pytest.mark.parametrize("table", MOSTLY_SLOW)
def test_matches_go_as_in_the_reference(table: str) -> None:
    happened = play(table, CHOSEN[table])
    assert happened["matches"] == len(CHOSEN[table])
    assert {what for what in RARE_IN_A_MATCH if not happened[what]} == set(), happened


@pytest.mark.slow
@pytest.mark.long  # the same is asked of a few matches, in which all happens, each time
@pytest.mark.parametrize("table", TABLES)
def test_very_many_matches_go_as_in_the_reference(table: str) -> None:
    long = ((350, seed) for seed in range(1000, 1090))
    short = ((1, seed) for seed in range(2000, 2100))
    happened = play(table, [*long, *short, *CHOSEN[table]])
    rare = (RARE_IN_A_HAND[table] | RARE_IN_A_MATCH) - TOO_RARE
    assert {what for what in rare if not happened[what]} == set(), happened
    assert happened["hands"] > 600


def play(table: str, matches: Iterable[tuple[int, int]]) -> Counter[str]:
    """Play matches by target and seed, and count what happened."""
    happened = Counter[str]()
    for target, seed in matches:
        happened += play_in_step(said(table, target), seed)
    return happened
