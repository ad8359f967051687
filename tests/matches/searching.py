"""Matches of one seating, played until something is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.matches.playing import Found, play
from tests.matches.reached import Reached
from tests.matches.seatings import seating_of

if TYPE_CHECKING:
    from haggis_rules import Rules
    from tests.matches.playing import Apply

SEEDS = 12


def found_in_matches(name: str, rules: Rules, *, apply: Apply | None = None) -> Found | None:
    """Play matches of a seating, and return the first thing that is found to be wrong."""
    for seed in range(SEEDS):
        told = play(seating_of(name), rules, seed, Reached(), apply=apply)
        if told.found is not None:
            return told.found
    return None
