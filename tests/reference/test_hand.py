"""The reference's hands: every rule once, on small tables set by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.reference.cards import Deck
from tests.reference.hand import (
    BIG,
    LITTLE,
    NO_BET,
    Bets,
    Gives,
    Hand,
    Lays,
    Move,
    Passes,
    at_the_table,
)
from tests.reference.players import choose, dealt, some_leanings

ADAM, BRENDA, CAROL = 0, 1, 2


def table(*hands: str, turn: int = 0, haggis: str = "", tournament: bool = False) -> Hand:
    return at_the_table(
        [hand.split() for hand in hands], turn=turn, haggis=haggis.split(), tournament=tournament
    )


def lay(hand: Hand, seat: int, words: str) -> None:
    """Play cards, as the reading that is named where there are several."""
    cards, _, reading = words.partition(" = ")
    found = [
        move
        for move in hand.moves(seat)
        if isinstance(move, Lays)
        and move.play.cards == tuple(sorted(cards.split()))
        and reading in {"", str(move.play.reading)}
    ]
    (move,) = found
    hand.make(move)


def passes(hand: Hand, *seats: int) -> None:
    for seat in seats:
        hand.make(Passes(seat))


def to_act(hand: Hand) -> set[int]:
    """Return who may do something else than bet."""
    return {
        seat for seat in hand.seats if any(not isinstance(move, Bets) for move in hand.moves(seat))
    }


def test_the_leader_plays_and_may_not_pass() -> None:
    hand = table("3r 4r", "5r 6r")
    assert Passes(0) not in hand.moves(0)
    assert to_act(hand) == {0}
    lay(hand, 0, "3r")
    assert to_act(hand) == {1}
    assert Passes(1) in hand.moves(1)


def test_who_passed_may_come_back_into_the_trick() -> None:
    hand = table("3r 9r", "2o 8o", "4y 5y")
    lay(hand, 0, "3r")
    passes(hand, 1)
    lay(hand, 2, "4y")
    passes(hand, 0)
    lay(hand, 1, "8o")
    assert hand.winner == 1


def test_a_trick_ends_when_all_others_with_cards_have_passed_and_its_winner_leads() -> None:
    hand = table("3r 9r", "2o 8o", "4y 5y")
    lay(hand, 0, "3r")
    passes(hand, 1, 2)
    assert hand.captured == [["3r"], [], []]
    assert to_act(hand) == {0}
    assert Passes(0) not in hand.moves(0)


def test_when_the_winner_is_out_the_next_with_cards_leads() -> None:
    hand = table("10r", "2o 8o", "4y 5y")
    lay(hand, 0, "10r")
    passes(hand, 1, 2)
    assert hand.out == [0]
    assert to_act(hand) == {1}


def test_a_trick_on_a_player_who_is_out_goes_on_among_the_others() -> None:
    hand = table("3r", "2o 8o", "4y 5y")
    lay(hand, 0, "3r")
    passes(hand, 1)
    lay(hand, 2, "4y")
    lay(hand, 1, "8o")
    passes(hand, 2)
    assert hand.captured == [[], ["3r", "4y", "8o"], []]
    assert to_act(hand) == {1}


def test_going_out_pays_five_for_each_card_of_the_largest_hand_then() -> None:
    hand = table("10r", "2o 8o", "4y J Q", turn=1)
    lay(hand, 1, "8o")
    passes(hand, 2)
    lay(hand, 0, "10r")
    assert hand.for_cards == [15, 0, 0]
    passes(hand, 1, 2)
    lay(hand, 1, "2o")
    assert hand.is_over
    assert hand.for_cards == [15, 15, 0]


def test_two_may_go_out_in_one_trick() -> None:
    hand = table("9r", "10o", "4y J Q", haggis="K")
    lay(hand, 0, "9r")
    lay(hand, 1, "10o")
    assert (hand.is_over, hand.out) == (True, [0, 1])
    assert hand.for_cards == [15, 15, 0]
    assert sorted(hand.captured[0]) == ["4y", "J", "K", "Q"]
    assert hand.captured[1] == ["9r", "10o"]
    assert hand.sheet() == [(15, 10, 0), (15, 1, 0), (0, 0, 0)]


def test_with_two_a_trick_won_by_a_bomb_goes_to_the_opponent() -> None:
    hand = table("9r 4r", "J Q 2o")
    lay(hand, 0, "9r")
    lay(hand, 1, "J Q")
    passes(hand, 0)
    assert hand.captured == [["9r", "J", "Q"], []]
    assert to_act(hand) == {1}


def test_with_three_the_winner_of_a_bombed_trick_chooses_an_opponent() -> None:
    hand = table("9r", "J Q 2o", "3y 4y")
    lay(hand, 0, "9r")
    lay(hand, 1, "J Q")
    passes(hand, 2)
    assert to_act(hand) == {1}
    assert {move for move in hand.moves(1) if isinstance(move, Gives)} == {Gives(1, 0), Gives(1, 2)}
    assert not any(isinstance(move, Lays | Passes) for move in hand.moves(1))
    hand.make(Gives(1, 0))
    assert hand.captured == [["9r", "J", "Q"], [], []]


def test_on_the_last_trick_a_winner_who_is_out_still_chooses() -> None:
    hand = table("9r", "J Q", "3y 4y")
    lay(hand, 0, "9r")
    lay(hand, 1, "J Q")
    assert hand.moves(2) == []
    assert hand.moves(1) == [Gives(1, 0), Gives(1, 2)]
    hand.make(Gives(1, 2))
    assert hand.is_over
    assert list(map(sorted, hand.captured)) == [["3y", "4y"], [], ["9r", "J", "Q"]]


def test_in_a_tournament_a_bombed_trick_goes_to_the_next_highest_play() -> None:
    hand = table("9r 4r", "10o 2o", "J Q 2y", tournament=True)
    lay(hand, 0, "9r")
    lay(hand, 1, "10o")
    lay(hand, 2, "J Q")
    passes(hand, 0, 1)
    assert hand.captured == [[], ["9r", "10o", "J", "Q"], []]


def test_in_a_tournament_a_bomb_under_the_bomb_is_the_next_highest_play() -> None:
    hand = table("J Q 4r", "Q K 2o", "2y 3y", tournament=True)
    lay(hand, 0, "J Q")
    lay(hand, 1, "Q K")
    passes(hand, 2, 0)
    assert len(hand.captured[0]) == 4


@pytest.mark.parametrize(("leader", "right"), [(0, 2), (1, 0), (2, 1)])
def test_in_a_tournament_a_bomb_that_was_led_goes_to_the_right(leader: int, right: int) -> None:
    hand = table("J Q 4r", "J Q 4o", "J Q 4y", turn=leader, tournament=True)
    lay(hand, leader, "J Q")
    passes(hand, (leader + 1) % 3, (leader + 2) % 3)
    assert hand.captured[right] == ["J", "Q"]


def test_a_bomb_beats_what_is_no_bomb_and_lower_bombs_alone() -> None:
    hand = table("3r 5o 7y 9g 2r", "3o 5o 7o 9o J Q K 10o")
    lay(hand, 0, "3r 5o 7y 9g")
    offered = {str(move.play.reading) for move in hand.moves(1) if isinstance(move, Lays)}
    assert offered == {"bomb:JQ", "bomb:JK", "bomb:QK", "bomb:JQK", "bomb:suited"}


def test_first_out_captures_what_is_left_in_hands_and_the_haggis() -> None:
    hand = table("9r", "3o K", haggis="5g 6g")
    lay(hand, 0, "9r")
    assert sorted(hand.captured[0]) == ["3o", "5g", "6g", "9r", "K"]
    assert hand.sheet() == [(10, 8, 0), (0, 0, 0)]
    assert hand.scores() == [18, 0]


def test_a_bet_may_be_made_out_of_turn_until_the_first_card_and_only_once() -> None:
    hand = table("3r 4r", "5r 6r", "7y 8y")
    hand.make(Bets(CAROL, LITTLE))
    assert not any(isinstance(move, Bets) for move in hand.moves(CAROL))
    lay(hand, ADAM, "3r")
    assert not any(isinstance(move, Bets) for move in hand.moves(ADAM))
    passes(hand, BRENDA)
    assert {Bets(BRENDA, amount) for amount in (NO_BET, LITTLE, BIG)} <= set(hand.moves(BRENDA))
    hand.make(Bets(BRENDA, NO_BET))
    assert not any(isinstance(move, Bets) for move in hand.moves(BRENDA))


def test_a_bet_may_still_be_made_when_another_is_out_but_not_when_the_hand_is_over() -> None:
    hand = table("9r", "5r 6r", "7y 8y")
    lay(hand, 0, "9r")
    hand.make(Bets(2, BIG))
    assert Bets(1, LITTLE) in hand.moves(1)
    over = table("9r", "5r 6r")
    lay(over, 0, "9r")
    assert over.moves(1) == []


def betting(first_out: int, *bets: tuple[int, int]) -> list[int]:
    """Return what three players get for bets when this one is out first."""
    hands = ["2r", "2o", "2y"]
    for seat in {ADAM, BRENDA, CAROL} - {first_out}:
        hands[seat] += " 4g"
    hand = table(*hands, turn=first_out)
    for seat, amount in bets:
        hand.make(Bets(seat, amount))
    lay(hand, first_out, "2" + "roy"[first_out])
    passes(hand, *((first_out + step) % 3 for step in (1, 2)))
    leader = (first_out + 1) % 3
    lay(hand, leader, "2" + "roy"[leader])
    passes(hand, (first_out + 2) % 3)
    lay(hand, leader, "4g")
    return [bets for _, _, bets in hand.sheet()]


def test_the_rulebooks_example_of_betting_holds_and_its_last_sentence_as_corrected() -> None:
    both = ((ADAM, LITTLE), (BRENDA, LITTLE))
    assert betting(ADAM, *both) == [30, 0, 15]
    # The rulebook pays for "Adam and Carol"; Adam and Brenda are the ones who bet.
    assert betting(CAROL, *both) == [0, 0, 30]


@pytest.mark.parametrize(
    ("first_out", "bets", "paid"),
    [
        (ADAM, (), [0, 0, 0]),
        (ADAM, ((ADAM, BIG),), [30, 0, 0]),
        (ADAM, ((BRENDA, BIG),), [30, 0, 30]),
        (ADAM, ((BRENDA, BIG), (CAROL, NO_BET)), [30, 0, 30]),
        (ADAM, ((BRENDA, BIG), (CAROL, LITTLE)), [45, 0, 0]),
        (ADAM, ((ADAM, BIG), (BRENDA, BIG), (CAROL, LITTLE)), [75, 0, 0]),
        (BRENDA, ((ADAM, LITTLE), (BRENDA, NO_BET)), [0, 15, 15]),
    ],
)
def test_bets_pay_the_bettor_or_else_first_out_and_opponents_without_a_bet(
    first_out: int, bets: tuple[tuple[int, int], ...], paid: list[int]
) -> None:
    assert betting(first_out, *bets) == paid


@pytest.mark.parametrize("move", [Passes(0), Passes(1), Gives(0, 1), Bets(0, 20)])
def test_a_move_that_is_not_offered_is_refused(move: Move) -> None:
    with pytest.raises(ValueError, match="not allowed"):
        table("3r 4r", "5r 6r").make(move)


@pytest.mark.parametrize(("players", "points"), [(2, 36), (3, 50)])
def test_a_hand_gives_out_all_cards_and_their_points(players: int, points: int) -> None:
    rng = Random(f"all cards of {players}")
    hands, haggis = dealt(rng, players)
    hand = at_the_table(hands, haggis=haggis)
    leanings = some_leanings(rng, players)
    while not hand.is_over:
        hand.make(choose(rng, hand, leanings))
    captured = [card for cards in hand.captured for card in cards]
    assert sorted(captured) == sorted(Deck(players).cards)
    assert sum(won for _, won, _ in hand.sheet()) == points


def test_a_hand_is_not_scored_before_it_is_over() -> None:
    with pytest.raises(ValueError, match="when it is over"):
        table("3r 4r", "5r 6r").sheet()
