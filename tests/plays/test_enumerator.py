"""What ``Enumerator.plays`` promises besides the plays themselves."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from haggis_rules.enumeration import memo as memory_module
from haggis_rules.enumeration import plays as plays_module
from haggis_rules.enumeration import wild as wild_module
from haggis_rules.enumeration.compiled_rows import hand_bytes, row_counts, row_plays, row_selection
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.enumeration.search import searched_plays
from haggis_rules.enumeration.search import staged_search as search_module
from haggis_rules.ir.game import Game
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, count_of, counts, pack
from tests.games import game_of
from tests.plays.hands import GAMES, holds_all, random_hand, seeded, some_cards, table

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("game", GAMES)
def test_plays_come_sorted_and_once(game: str) -> None:
    at, rng = table(game), seeded("order")
    for _ in range(20):
        plays = at.enumerator.plays(random_hand(at, rng, 12))
        assert plays == sorted(set(plays))


def test_the_order_of_plays_does_not_hang_on_what_was_asked_before() -> None:
    at, rng = table("neeps"), seeded("before")
    hands = [random_hand(at, rng, 15) for _ in range(6)]
    fresh = [Enumerator(at.patterns).plays(hand) for hand in hands]
    again = [at.enumerator.plays(hand) for hand in reversed(hands)]
    assert fresh == again[::-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_loses_cards_has_the_plays_that_are_left(game: str) -> None:
    at, rng = table(game), seeded("losing")
    thinned = 0
    for _ in range(6):
        hands = {place: random_hand(at, rng, 16) for place in range(3)}
        plays = {place: at.enumerator.plays(hand) for place, hand in hands.items()}
        for turn in range(18):
            place = turn % 3
            before, hand = hands[place], _less(hands[place], rng)
            readings = rng.sample(at.patterns.readings, 40) if rng.random() < 0.5 else None
            spans = None if readings is None else at.enumerator.spans(frozenset(readings))
            left = [one for one in plays[place] if holds_all(hand, one[1])]
            wanted = [one for one in left if readings is None or one[0] in readings]
            packed = at.enumerator.packed(hand, spans, place if rng.random() < 0.8 else 0)
            assert at.enumerator.combinations(packed) == wanted, (at.words(before), at.words(hand))
            hands[place], plays[place] = hand, left
            thinned += any(count_of(hand, card) for card, _ in counts(before - hand))
    assert thinned or not any(card.copies > 1 and card.suit for card in at.game.cards)


def _less(hand: Cards, rng: random.Random) -> Cards:
    """Take a few cards from a hand."""
    held = [card for card, count in counts(hand) for _ in range(count)]
    return hand - pack(Counter(rng.sample(held, min(len(held), rng.randint(0, 4)))).items())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_of_other_hands_changes_no_plays(game: str) -> None:
    at, rng = table(game), seeded("remembered")
    for _ in range(60):
        at.enumerator.plays(random_hand(at, rng, 17))
    hands = [random_hand(at, rng, 17) for _ in range(20)]
    fresh = Enumerator(at.patterns)
    assert [at.enumerator.plays(hand) for hand in hands] == [fresh.plays(hand) for hand in hands]


@pytest.mark.slow
def test_the_order_of_plays_is_the_same_in_every_process() -> None:
    code = (
        "import random; from tests.plays.hands import *; at = table('neeps');"
        "print(at.enumerator.plays(random_hand(at, random.Random(1), 14)))"
    )
    shown = {
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(shown) == 1


@pytest.mark.parametrize("game", GAMES)
def test_plays_with_some_readings_are_those_of_all_plays(game: str) -> None:
    at, rng = table(game), seeded("some")
    readings = at.patterns.readings
    for _ in range(25):
        hand = random_hand(at, rng, 14)
        some = rng.sample(readings, rng.randint(0, 60))
        wanted = [play for play in at.enumerator.plays(hand) if play[0] in some]
        assert at.enumerator.plays(hand, some) == wanted
        assert at.enumerator.plays(hand, frozenset(some)) == wanted


def test_an_empty_hand_and_an_empty_choice_of_readings_have_no_plays() -> None:
    at = table("neeps")
    assert at.enumerator.plays(0) == []
    assert at.enumerator.plays(at.pack("10r J Q K"), ()) == []
    assert at.enumerator.plays(at.pack("10r J Q K"), [(0, 0)]) == []


@pytest.mark.parametrize("game", GAMES)
def test_cards_fit_a_reading_exactly_when_the_definition_says_so(game: str) -> None:
    at, rng = table(game), seeded("fits")
    for _ in range(30):
        cards = some_cards(at, rng, rng.randint(1, 5))
        for reading in at.patterns.readings:
            assert at.enumerator.fits(reading, cards) == at.patterns.makes(reading, cards)


SOME_SEARCHED = TESTS / "tablegames" / "gang_of_four.haggis"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size"), [("neeps", 13), (SOME_SEARCHED, 9)])
def test_forgetting_what_was_found_out_changes_nothing(
    game: str | Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    patterns, rng = Patterns(_game(game)), seeded("forget")
    deck = [i for i, card in enumerate(patterns.game.cards) for _ in range(card.copies)]
    hands = [pack(Counter(rng.sample(deck, size)).items()) for _ in range(8)]
    wanted = [Enumerator(patterns).plays(hand) for hand in hands]
    monkeypatch.setattr(searched_plays, "MOST_HANDS", 1)
    monkeypatch.setattr(plays_module, "MOST_SPANS", 1)
    monkeypatch.setattr(memory_module, "MOST_KEPT", 3)
    monkeypatch.setattr(search_module, "MOST_HOLDINGS", 3)
    monkeypatch.setattr(wild_module, "MOST_KEPT", 1)
    monkeypatch.setattr(hand_bytes, "MOST_HELD", 1)
    monkeypatch.setattr(hand_bytes, "MOST_LOTS", 1)
    monkeypatch.setattr(row_counts, "MOST_SHAPES", 1)
    monkeypatch.setattr(row_counts, "MOST_WILD", 1)
    monkeypatch.setattr(row_plays, "MOST_TAKEN", 3)
    monkeypatch.setattr(row_plays, "MOST_MADE", 3)
    monkeypatch.setattr(row_selection, "MOST_PROGRAMS", 1)
    forgetful = Enumerator(patterns)
    assert [forgetful.plays(hand) for hand in hands] == wanted
    assert [
        forgetful.plays(hand, [r for r, _ in w]) for hand, w in zip(hands, wanted, strict=True)
    ] == wanted


def _game(name: str | Path) -> Game:
    return table(name).game if isinstance(name, str) else game_of(name, 4)


@pytest.mark.parametrize("game", [*GAMES, SOME_SEARCHED])
def test_plays_are_counted_and_taken_one_by_one_as_they_are_listed(game: str | Path) -> None:
    enumerator, rng = Enumerator(Patterns(_game(game))), seeded("counted")
    cards, readings = enumerator.patterns.game.cards, enumerator.readings
    deck = [i for i, card in enumerate(cards) for _ in range(card.copies)]
    seen = 0
    for size in (0, 1, 5, 11, 14):
        hand = pack(Counter(rng.sample(deck, size)).items())
        every = enumerator.packed(hand)
        for some in (None, *(rng.sample(readings, number) for number in (0, 2, 60))):
            spans = None if some is None else enumerator.spans(frozenset(some))
            wanted = [
                play for play in every if some is None or readings[play >> enumerator.shift] in some
            ]
            assert enumerator.count(hand, spans) == len(wanted)
            assert enumerator.packed(hand, spans) == wanted
            for number in rng.sample(range(len(wanted)), min(len(wanted), 25)):
                assert enumerator.nth(hand, number, spans) == wanted[number]
            with pytest.raises(IndexError):
                enumerator.nth(hand, len(wanted), spans)
            seen += len(wanted)
    assert seen > 100


# The hand for which climbing found the most plays. They were all compared once with the oracle's,
# which takes some minutes.
FULL = "2y 2g 3y 3g 4y 4g 5y 5g 6y 6g 7y 7g 8y 8g 9y 9g 10y 10g J Q K"


def test_the_fullest_hand_known_has_as_many_plays_as_ever() -> None:
    at = table("neeps")
    assert len(at.enumerator.plays(at.pack(FULL))) == 15_269
