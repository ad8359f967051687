"""The encyclopaedia's courts stand for any rank, and that changes no play: ledger 2.7."""

from random import Random

import pytest

from haggis_rules import load
from tests.systems.hands import of_classic, played, some_hand

HANDS = 20


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_courts_of_any_rank_make_the_plays_of_classic(players: int) -> None:
    rules, classic = load("wikipedia", players=players), load("classic", players=players)
    chance = Random(f"courts for {players}")
    for _ in range(HANDS):
        hand = some_hand(chance, players)
        plays = played(rules, hand)
        assert plays == of_classic(hand), hand
        assert plays == played(classic, hand), hand


def test_it_is_so_because_nobody_holds_two_equal_courts() -> None:
    rules, classic = load("wikipedia", players=2), load("classic", players=2)
    assert {*map(rules.show, rules.readings("10r J J"))} == {
        *("set3@10", "sequence3@10", "sequence3@J", "sequence3@Q")
    }
    assert {*map(classic.show, classic.readings("10r J J"))} == {
        *("set3@10", "sequence3@10", "sequence3@J")
    }
