"""Every hand of small decks, against the oracle. Nothing is left to chance here."""

import pytest

from haggis_rules.semantics.state import size
from tests.plays.hands import Table, hands_up_to, part_of, reduced


def _of(cards: str, copies: int) -> dict[str, int]:
    return dict.fromkeys(cards.split(), copies)


# The name of the game, the cards of the deck, and the size of the largest hand.
DECKS = {
    "two ranks, two suits, every court twice": ("neeps", _of("9r 9o 10r 10o J Q K", 2), 7),
    "a run in one suit and one stray": ("neeps", _of("7r 8r 9r 10r 10o J K", 2), 6),
    "three suits that repeat": ("neeps", _of("5r 5o 5y 6r 6o 6y", 2) | _of("J Q", 1), 8),
    "three copies of two ranks": ("neeps", _of("2r 3r 3o", 3) | _of("J", 3), 9),
    "the cards of bombs": ("neeps", _of("3r 5r 7r 9r 3o 5o 7y 9g 9y J Q K", 1), 5),
    "classic, two ranks in four suits": ("classic for 2", _of("9r 9o 9y 9g 10r 10y J Q K", 1), 9),
    "classic, five suits": ("classic for 3", _of("8r 9r 9o 9y 9g 9b 10b J K", 1), 9),
    "classic, the cards of bombs": (
        "classic for 3",
        _of("3r 5r 7r 9r 3b 5o 7y 9g", 1) | _of("J K", 3),
        5,
    ),
    "three ranks of Heron": ("heron", _of("3c 3d 4c 4h 5s", 2), 10),
    "two ranks of Heron": ("heron", _of("8c 8d 8h 8s 9c 9s", 2), 8),
}


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_every_hand_of_a_small_deck_has_the_plays_of_the_oracle(deck: str) -> None:
    game, copies, most = DECKS[deck]
    at = reduced(game, copies)
    readings = {hand: at.rules.readings(at.words(hand)) for hand in hands_up_to(at, most)}
    assert any(len(found) > 1 for found in readings.values()) or game == "heron"
    for hand in readings:
        plays = at.enumerator.plays(hand)
        wanted = {(at.reading(r), c) for r, c in plays}
        assert len(wanted) == len(plays), at.words(hand)
        assert wanted == {(r, c) for c in part_of(hand) for r in readings[c]}, at.words(hand)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("deck", DECKS)
def test_definition_counting_and_oracle_agree_on_every_hand_of_a_small_deck(deck: str) -> None:
    game, copies, most = DECKS[deck]
    at = reduced(game, copies)
    for cards in hands_up_to(at, most):
        if size(cards) <= 6:
            assert _read(at, cards) == at.rules.readings(at.words(cards)), at.words(cards)


def _read(at: Table, cards: int) -> frozenset[str]:
    """Read cards by counting, after seeing that the definition says the same."""
    for reading in at.patterns.readings:
        counted = at.counting.makes(reading, cards)
        assert at.patterns.makes(reading, cards) == counted, (at.words(cards), reading)
    readings = [r for r in at.patterns.readings if at.counting.makes(r, cards)]
    return frozenset(map(at.reading, readings))
