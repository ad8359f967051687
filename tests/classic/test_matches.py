"""Whole matches, move by move, as the engine and the reference play them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.classic.in_step import play_in_step
from tests.classic.said import TABLES, said
from tests.reference.happenings import RARE, RARE_WITH_A_CHOICE, RARE_WITH_THREE

RARE_AT = {
    "two": RARE,
    "three": RARE | RARE_WITH_THREE | RARE_WITH_A_CHOICE,
    "tournament": RARE | RARE_WITH_THREE,
}


def play(table: str, seeds: range, target: int) -> Counter[str]:
    happened = Counter[str]()
    for seed in seeds:
        happened += play_in_step(said(table, target), seed)
    return happened


@pytest.mark.parametrize("table", TABLES)
def test_matches_go_as_in_the_reference(table: str) -> None:
    happened = play(table, range(6), 350)
    assert happened["matches"] == 6


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_very_many_matches_go_as_in_the_reference(table: str) -> None:
    happened = play(table, range(1000, 1200), 350)
    happened += play(table, range(2000, 2300), 1)
    assert {what for what in RARE_AT[table] if not happened[what]} == set(), happened
