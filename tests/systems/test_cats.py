"""Stairs whose rows are sequences: the plays of cats, picked out of those of classic."""

from random import Random

import pytest

from haggis_rules import load
from haggis_rules.wording.names import GameNames
from tests.reference.cards import COURTS, Card, suit_of
from tests.reference.layouts import laid_out
from tests.reference.plays import Grid, Play
from tests.systems.hands import played, some_hand

HANDS = 60
FRENCH = str.maketrans("royg", "cdhs")


def in_french(card: Card) -> Card:
    """Return a card with the letter of a French suit."""
    return card if card in COURTS else card.translate(FRENCH)


def is_made_of_sequences(play: Play) -> bool:
    """Whether each row of a stair is a sequence: of three cards, with a pip, in its own suit.

    The suits of the pips are then the suits of the rows, each of which has one.
    """
    reading = play.reading
    if not isinstance(reading, Grid) or reading.kind != "stair":
        return True
    suits = {suit_of(card) for card in play.cards if card not in COURTS}
    return reading.length >= 3 and len(suits) == reading.width


@pytest.mark.rotates
@pytest.mark.slow
def test_a_hand_has_the_plays_of_classic_whose_stairs_are_made_of_sequences() -> None:
    rules, chance, long = load("cats"), Random("cats"), 0
    for _ in range(HANDS):
        hand = some_hand(chance, 2)
        kept = [play for play in laid_out(hand) if is_made_of_sequences(play)]
        wanted = {(tuple(sorted(map(in_french, play.cards))), str(play.reading)) for play in kept}
        assert played(rules, map(in_french, hand)) == wanted, hand
        long += sum("stair" in str(play.reading) for play in kept)
    assert long > HANDS


def test_a_row_of_courts_alone_is_no_sequence() -> None:
    play = Play(("5r", "6r", "7r", "J", "K", "Q"), Grid(2, 3, 7))
    assert play in laid_out(play.cards)
    assert not is_made_of_sequences(play)
    rules = load("cats")
    assert "stair2x3@7" not in map(rules.show, rules.readings("5c 6c 7c J Q K"))
    assert "stair2x3@7" in map(rules.show, rules.readings("5c 6c 7s J Q K"))


def test_the_letters_of_a_haggis_deck_are_read_and_those_of_the_pack_written() -> None:
    rules = load("cats")
    assert rules.show(rules.parse_cards("2r 3o 4Y 5g K")) == "2c 3d 4h 5s K"
    assert rules.parse_cards("2r") == rules.parse_cards("2C")


def test_an_example_of_classic_is_shown_with_the_letters_of_the_pack() -> None:
    names = GameNames.of(load("cats").game)
    assert names.own_letters("10r 10G J = stair2x2@J") == "10c 10s J = stair2x2@J"
