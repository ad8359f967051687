"""Of a hundred plays that are not legal, the right clause is named for at least 95.

Seventy are legal plays spoilt by one known slip, and thirty were written by hand from the ledger.
`pytest -s` prints the share and each play that is named otherwise.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from haggis_rules import Rules
from tests.games import rules_of
from tests.near_misses.slipped import slipped_plays

BY_HAND = Path(__file__).with_name("by_hand.toml")
SEED, DRAWN, BY_HAND_COUNT, WANTED = 20, 70, 30, 95
UNCLEAR = 10  # of a hundred that are drawn, at least so many may have been several plays


@pytest.mark.slow
@pytest.mark.rotates
def test_the_right_clause_is_named_for_95_of_100_plays() -> None:
    plays = [(one.rules, one.cards, one.clause) for one in slipped_plays(SEED, DRAWN)]
    by_hand = tomllib.loads(BY_HAND.read_text(encoding="utf-8"))["play"]
    for one in by_hand:
        rules = rules_of(one["rules"])
        plays.append((rules, rules.parse_cards(one["cards"]), one["clause"]))
    assert len(by_hand) == BY_HAND_COUNT
    assert len(plays) == 100
    otherwise = [line for play in plays for line in _named_otherwise(*play)]
    print(f"\n{len(plays) - len(otherwise)} of {len(plays)}", *otherwise, sep="\n")  # noqa: T201 (with `pytest -s`)
    assert len(plays) - len(otherwise) >= WANTED, otherwise


@pytest.mark.slow
@pytest.mark.rotates
def test_a_play_that_may_have_been_several_is_given_the_clause_of_one_as_near() -> None:
    plays = slipped_plays(SEED + 1, 100, also_unclear=True)
    assert sum(len(one.clauses) > 1 for one in plays) > UNCLEAR
    named = [(one, one.rules.near_miss(one.cards)) for one in plays]
    otherwise = [
        f"{one.rules.name} {one.rules.show(one.cards)}: {sorted(one.clauses)} expected, {near}"
        for one, near in named
        if near is None or near.clause not in one.clauses
    ]
    print(f"\n{len(plays) - len(otherwise)} of {len(plays)}", *otherwise, sep="\n")  # noqa: T201 (with `pytest -s`)
    assert len(plays) - len(otherwise) >= WANTED, otherwise


def _named_otherwise(rules: Rules, cards: int, clause: str) -> list[str]:
    near = rules.near_miss(cards)
    assert near is not None, rules.show(cards)  # these cards make no play
    if near.clause == clause:
        return []
    return [f"{rules.name} {rules.show(cards)}: {clause} expected, {near}"]
