"""Ends of hands and tables set by hand, move by move, as the engine and the reference have them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from haggis_rules import Position
from tests.classic.in_step import InStep, compare_cards, compare_moves, compare_sheet
from tests.classic.said import TABLES, said
from tests.reference.cards import COURTS, Card, Deck
from tests.reference.hand import BIG, LITTLE, NO_BET, Bets, Gives, Hand, Lays, Move, Passes
from tests.reference.happenings import RARE_IN_A_HAND
from tests.reference.plays import meant

if TYPE_CHECKING:
    from collections.abc import Sequence

ADAM, BRENDA, CAROL = 0, 1, 2
BOTH_BET = (Bets(ADAM, LITTLE), Bets(BRENDA, LITTLE))
MOSTLY_SLOW = [t if t == "two" else pytest.param(t, marks=pytest.mark.slow) for t in TABLES]


@pytest.mark.parametrize("table", MOSTLY_SLOW)
def test_ends_of_hands_go_as_in_the_reference(table: str) -> None:
    happened = play_ends(table, range(300))
    assert {what for what in RARE_IN_A_HAND[table] if not happened[what]} == set(), happened


@pytest.mark.slow
@pytest.mark.long  # the same is asked of 300 ends of hands each time
@pytest.mark.parametrize("table", TABLES)
def test_ends_of_hands_by_the_thousand_go_as_in_the_reference(table: str) -> None:
    happened = play_ends(table, range(1000, 11_000))
    assert min(happened[what] for what in RARE_IN_A_HAND[table]) >= 20, happened


def play_ends(table: str, seeds: range, hands: type[Hand] = Hand) -> Counter[str]:
    """Play from few cards to the end of the hand, so that what is rare happens often."""
    happened = Counter[str]()
    for seed in seeds:
        rng = Random(f"end {seed} for {table}")
        both = InStep(said(table), rng)
        position, hand = set_out(table, some_hands(rng, table), rng.randrange(2), hands)
        over = both.play(position, hand)
        compare_cards(said(table), over, hand)
        compare_sheet(over, hand)
        happened += both.happened
    return happened


def some_hands(rng: Random, table: str) -> list[set[Card]]:
    """Draw hands of a few cards, as they are near the end of a hand."""
    deck = Deck(said(table).players)
    pips = rng.sample(deck.pips, len(deck.pips))
    hands: list[set[Card]] = []
    for _ in range(deck.players):
        courts = rng.sample(COURTS, rng.randint(0, 3))
        fewest = 0 if courts else 1
        hands.append({*courts, *(pips.pop() for _ in range(rng.randint(fewest, 4)))})
    return hands


def set_out(
    table: str, hands: Sequence[set[Card]], turn: int, kind: type[Hand] = Hand
) -> tuple[Position, Hand]:
    """Seat the players of both with these cards; all others lie in the haggis."""
    here = said(table)
    held = Counter(card for hand in hands for card in hand)
    haggis = list((Counter(Deck(here.players).cards) - held).elements())
    hand = kind([set(cards) for cards in hands], haggis, turn, here.is_tournament)
    return here.arranged(hands, turn), hand


def follow(
    table: str, hands: Sequence[str], *script: Move | tuple[int, str]
) -> tuple[Position, Hand]:
    """Go through moves, or seats with the cards they play, and compare all on the way."""
    here = said(table)
    position, hand = set_out(table, [set(cards.split()) for cards in hands], ADAM)
    for one in script:
        move = one if not isinstance(one, tuple) else laid(hand, *one)
        position = position.apply(compare_moves(here, position, hand)[move])
        hand.make(move)
        compare_cards(here, position, hand)
    return position, hand


def laid(hand: Hand, seat: int, words: str) -> Lays:
    """Return the play of some cards that is meant without a word."""
    cards, top = sorted(words.split()), hand.laid[-1][1].reading if hand.laid else None
    reading = meant(cards, top)
    (move,) = [
        move
        for move in hand.moves(seat)
        if isinstance(move, Lays) and move.play == (tuple(cards), reading)
    ]
    return move


def sheet(table: Position, hand: Hand) -> list[tuple[int, int, int]]:
    """Return the score sheet, which is the same in both."""
    compare_sheet(table, hand)
    return hand.sheet()


def test_the_rulebooks_example_of_betting_holds() -> None:
    first_trick = ((ADAM, "2r"), Passes(BRENDA), Passes(CAROL))
    second_trick = ((BRENDA, "2o"), Passes(CAROL), (BRENDA, "4g"))
    hands = ["2r", "2o 4g", "2y 4y"]
    found = sheet(*follow("three", hands, *BOTH_BET, *first_trick, *second_trick))
    assert [paid for _, _, paid in found] == [30, 0, 15]


def test_the_end_of_that_example_holds_as_corrected() -> None:
    # The rulebook pays for the bets of "Adam and Carol"; Adam and Brenda are the ones who bet.
    first_trick = ((ADAM, "2r"), Passes(BRENDA), (CAROL, "4y"), Passes(ADAM), Passes(BRENDA))
    hands = ["2r 3r", "2o 4g", "4y"]
    found = sheet(*follow("three", hands, *BOTH_BET, *first_trick, (ADAM, "3r")))
    assert [paid for _, _, paid in found] == [0, 0, 30]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("lower", "higher"),
    [("10r", "J"), ("8r 9r 10r", "9o 10o J"), ("9r 9o 10r 10o", "10y 10g J Q")],
)
def test_the_rulebooks_examples_of_courts_hold(table: str, lower: str, higher: str) -> None:
    rest = ["2y"] * (said(table).players - 2)
    hands = [f"{lower} 2r", f"{higher} 2o", *rest]
    follow(table, hands, (ADAM, lower), (BRENDA, higher))


def test_nobody_bets_when_the_hand_is_over_and_a_taker_is_still_chosen() -> None:
    hands = ["9r", "J Q", "3y 4y"]
    found = sheet(*follow("three", hands, (ADAM, "9r"), (BRENDA, "J Q"), Gives(BRENDA, ADAM)))
    assert found == [(10, 50, 0), (10, 0, 0), (0, 0, 0)]


def test_a_bet_may_be_declared_while_a_taker_is_chosen_and_the_hand_goes_on() -> None:
    trick = ((ADAM, "9r"), (BRENDA, "J Q"), Passes(CAROL))
    after = (Bets(CAROL, BIG), Gives(BRENDA, CAROL), (BRENDA, "2o"))
    found = sheet(*follow("three", ["9r", "J Q 2o", "3y 4y"], *trick, *after))
    assert [paid for _, _, paid in found] == [30, 30, 0]


def test_a_declared_no_bet_is_final_and_paid_like_none() -> None:
    bets = (Bets(BRENDA, NO_BET), Bets(CAROL, BIG))
    first_trick = ((ADAM, "9r"), Passes(BRENDA), Passes(CAROL))
    second_trick = ((BRENDA, "2o"), Passes(CAROL), (BRENDA, "5o"))
    hands = ["9r", "5o 2o", "3y 4y"]
    found = sheet(*follow("three", hands, *bets, *first_trick, *second_trick))
    assert [paid for _, _, paid in found] == [30, 30, 0]
