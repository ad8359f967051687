"""Every number of the rules ledger that speaks of these rules is named by a clause of theirs.

The numbers are written out here, each with what it is about.
"""

from __future__ import annotations

import pytest

from haggis_rules import load
from tests.classic.said import said

CLASSIC = {
    "1.1": "the order of the ranks",
    "1.2": "the names of the suits",
    "1.3": "everybody's own courts, face up, part of his hand",
    "1.4": "the haggis is set aside unseen",
    "1.6": "seats: everybody plays alone",
    "2.1": "a court alone has its printed rank",
    "2.2": "inside a combination a court may stand for a lower card",
    "2.3": "or be itself",
    "2.4": "and takes any suit",
    "2.5": "a combination with a court has a pip",
    "2.7": "nobody holds two equal courts",
    "3.0": "a play is declared where its cards have several readings",
    "3.1": "singles",
    "3.2": "sets",
    "3.3": "sequences",
    "3.4": "stairs",
    "3.5": "the suits of a stair may repeat",
    "3.7": "bombs",
    "4.1": "higher plays of the same type",
    "4.2": "bombs beat what is no bomb, and lower bombs",
    "4.3": "suits never matter",
    "4.4": "a bomb may be led",
    "5.1": "playing and passing",
    "5.2": "who passed may come back",
    "5.3": "the end of a trick",
    "5.4": "the winner leads",
    "6.1": "the winner captures",
    "6.2": "but not when he won by a bomb",
    "7.1": "the end of the hand",
    "7.2": "nobody plays after that",
    "7.3": "cards left in hands",
    "7.4": "the haggis is captured",
    "8.1": "points for going out",
    "8.3": "points for captured cards",
    "8.4": "bets are scored",
    "9.1": "the amounts of bets",
    "9.2": "when a bet is made",
    "9.4": "when it succeeds",
    "9.5": "who is paid",
    "9.5b": "the slip in the example of betting",
    "11.1": "the first dealer and the first lead",
    "11.2": "the next dealer",
    "11.3": "the next first lead",
    "11.4": "the target",
    "11.5": "most points win, and a tie plays on",
}
OTHERS = {
    "1.5": "wikipedia and rogers for two",
    "2.6": "a slip of neeps",
    "3.6": "rogers has no sets",
    "3.8": "the lists of neeps and tatties",
    "5.5": "handing on the lead in neeps and tatties",
    "8.2": "the slams of neeps and tatties",
    "9.0": "no bets in tatties",
    "9.3": "one bettor a team in neeps",
    "9.6": "a finding about rogers",
}
# What tournament states itself: that three play it, and who captures.
TOURNAMENT = {"1.6", "6.2"}


def named(table: str) -> set[str]:
    return {number for one in said(table).rules.game.clauses.values() for number in one.ledgers}


@pytest.mark.parametrize("number", CLASSIC)
def test_a_number_of_the_ledger_is_named_by_a_clause(number: str) -> None:
    assert number in named("two") | named("three"), CLASSIC[number]


@pytest.mark.parametrize("table", ["two", "three", "tournament"])
def test_no_clause_names_a_number_that_speaks_of_other_rules(table: str) -> None:
    assert named(table) <= set(CLASSIC)
    assert not named(table) & set(OTHERS)


def test_tournament_states_its_table_and_who_captures_and_that_alone() -> None:
    own = [one for one in load("tournament").game.clauses.values() if one.variant == "tournament"]
    assert {number for one in own for number in one.ledgers} == TOURNAMENT
    assert named("tournament") == named("three")
