"""Random hands of the whole decks, against the oracle."""

import random
from collections import Counter

import pytest

from haggis_rules.semantics.state import Cards, counts, pack
from tests.oracle import all_plays
from tests.plays.hands import (
    GAMES,
    HANDS,
    differences,
    holds_all,
    random_hand,
    seeded,
    some_cards,
    table,
)

LARGE = {"neeps": 21, "heron": 15}  # the cards that a player is dealt

# Trying every combination of the largest deck takes half of the time of all these tests, and
# classic for three has the patterns of classic for two.
NIGHTLY = {"neeps", "classic for 3"}
MOSTLY = [pytest.param(one, marks=pytest.mark.long if one in NIGHTLY else ()) for one in GAMES]


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("game", MOSTLY)
def test_random_hands_have_the_plays_of_the_oracle(game: str) -> None:
    at, rng = table(game), seeded(f"hands of {game}")
    for _ in range(HANDS):
        size = rng.choice((7, 8, 9))
        draw = random_hand if rng.random() < 0.5 else some_cards
        hand = draw(at, rng, size)
        names = [name for card, count in counts(hand) for name in [at.game.card_name(card)] * count]
        plays, wanted = at.plays(hand), all_plays(names, at.rules.readings)
        assert len(plays) == len(set(plays)), at.words(hand)
        assert set(plays) == wanted, (at.words(hand), differences(plays, tuple(wanted)))


@pytest.mark.slow
@pytest.mark.parametrize("game", MOSTLY)
def test_definition_counting_and_oracle_agree_on_random_cards(game: str) -> None:
    at, rng = table(game), seeded(f"cards of {game}")
    seen = Counter[bool]()
    for _ in range(HANDS // 8):
        cards = some_cards(at, rng, rng.randint(2, 7))
        readings = at.rules.readings(at.words(cards))
        for reading in at.patterns.readings:
            says = at.reading(reading) in readings
            assert at.counting.makes(reading, cards) == says, (at.words(cards), reading)
            assert at.patterns.makes(reading, cards) == says, (at.words(cards), reading)
            seen[says] += 1
    assert min(seen[True], seen[False]) > HANDS // 100


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_play_of_a_large_hand_is_a_play_to_the_oracle(game: str) -> None:
    at, rng = table(game), seeded(f"large hands of {game}")
    for _ in range(8):
        hand = random_hand(at, rng, LARGE.get(game, 17))
        plays = at.plays(hand)
        assert len(plays) == len(set(plays))
        for cards, reading in rng.sample(plays, min(60, len(plays))):
            assert reading in at.rules.readings(cards), (at.words(hand), cards)
        assert all(holds_all(hand, cards) for _, cards in at.enumerator.plays(hand))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_play_of_a_large_hand_is_missing(game: str) -> None:
    at, rng = table(game), seeded(f"choices of {game}")
    found = 0
    for _ in range(8):
        hand = random_hand(at, rng, LARGE.get(game, 17))
        plays = set(at.plays(hand))
        for _ in range(HANDS // 2):
            chosen = _likely(hand, at.bare(), rng)
            for reading in at.rules.readings(at.words(chosen)):
                found += 1
                assert (at.words(chosen), reading) in plays, (at.words(hand), reading)
    assert found > HANDS // 2


def _likely(hand: Cards, bare: list[int], rng: random.Random) -> Cards:
    """Choose a few cards of a hand, most of them neighbours in the deck."""
    held = [card for card, count in counts(hand) for _ in range(count)]
    wild = [card for card in held if card in bare]
    rest = [card for card in held if card not in bare]
    size = rng.randint(1, 7)
    lowest = rng.randrange(max(1, len(rest) - size))
    near = rest[lowest : lowest + size + 2] + rng.sample(wild, rng.randint(0, len(wild)))
    return pack(Counter(rng.sample(near, min(size, len(near)))).items())
