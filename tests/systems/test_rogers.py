"""Roger's options: which plays there are with each, and how long a match is."""

from itertools import accumulate, product
from random import Random

import pytest

from haggis_rules import load
from tests.reference.cards import Card, rank_of, suit_of
from tests.systems.hands import Shown, of_classic, played, some_hand

HANDS = 12
BOMBS = ("3r", "5o", "7y", "9g", "9r", "7r", "5r", "J", "Q", "K")
OPTIONS = list(product((False, True), repeat=2))


def unsuited(hand: tuple[Card, ...]) -> set[Shown]:
    """Return every 3-5-7-9 that is not of one suit."""
    ranks = [[card for card in hand if rank_of(card) == rank] for rank in (3, 5, 7, 9)]
    return {
        (tuple(sorted(some)), "bomb:unsuited")
        for some in product(*ranks)
        if len(set(map(suit_of, some))) > 1
    }


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("sets", "rainbow"), OPTIONS)
def test_the_options_add_sets_and_ask_for_four_suits(
    players: int, *, sets: bool, rainbow: bool
) -> None:
    rules = load("rogers", players=players, sets=sets, rainbow=rainbow)
    chance, seen = Random(f"{players} {sets} {rainbow}"), set[str]()
    for hand in (BOMBS, *(some_hand(chance, players) for _ in range(HANDS))):
        wanted = {one for one in of_classic(hand) if sets or not one[1].startswith("set")}
        if not rainbow:
            wanted = {one for one in wanted if one[1] != "bomb:rainbow"} | unsuited(hand)
        plays = played(rules, hand)
        assert plays == wanted, hand
        seen |= {reading.partition("@")[0] for _, reading in plays}
    assert ("set2" in seen) is sets
    assert ("bomb:rainbow" in seen) is rainbow
    assert ("bomb:unsuited" in seen) is not rainbow


@pytest.mark.parametrize("deals", [1, 3])
def test_a_match_of_so_many_hands_ends_after_them_unless_both_have_as_many_points(
    deals: int,
) -> None:
    for seed in range(8):
        match, chance = load("rogers", players=2, deals=deals).new_match(seed), Random(seed)
        while not match.finished:
            assert match.query("winner") is None
            seat = chance.choice(match.to_act)
            match = match.apply(chance.choice(match.actions(seat)))
        ahead = list(accumulate(one.total(0) - one.total(1) for one in match.sheet))
        assert len(ahead) >= deals
        assert ahead[-1] != 0
        assert not any(ahead[deals - 1 : -1])
        assert match.query("winner") == (0 if ahead[-1] > 0 else 1)


def test_each_side_of_the_bet_cards_has_its_amounts() -> None:
    for side, amounts in (("haggis-side", "zero little big"), ("neeps-side", "baby little big")):
        rules = load("rogers", players=2, bets=side)
        shown = map(rules.show_action, rules.new_hand(1).actions(0))
        assert [one for one in shown if "bet" in one] == [f"bet {word}" for word in amounts.split()]
