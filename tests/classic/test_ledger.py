"""Which numbers of the ledger the tournament rule states itself, and which it has from classic.

That every number is named by a clause is seen in ``tests/systems/test_numbers.py``.
"""

from __future__ import annotations

from haggis_rules import load
from tests.classic.said import said

# What tournament states itself: that three play it, and who captures.
TOURNAMENT = {"1.6", "6.2"}


def named(table: str) -> set[str]:
    return {number for one in said(table).rules.game.clauses.values() for number in one.ledgers}


def test_tournament_states_its_table_and_who_captures_and_that_alone() -> None:
    own = [one for one in load("tournament").game.clauses.values() if one.variant == "tournament"]
    assert {number for one in own for number in one.ledgers} == TOURNAMENT
    assert named("tournament") == named("three")
