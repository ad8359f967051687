"""What the engine reads in cards, and what it lets beat what, against the reference."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from haggis_rules import NoPlayError, UnclearPlayError
from tests.classic.said import TABLES, Said, said
from tests.reference.cards import COURTS, Card, Deck, rank_of, suit_of
from tests.reference.cases import APART, BEATS, FIVE_SUITS, FOUR_SUITS
from tests.reference.layouts import laid_out
from tests.reference.plays import Play, Reading, all_plays, beats, meant, readings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

DECKS = ("two", "three")


@pytest.mark.parametrize("table", TABLES)
def test_cards_have_the_readings_that_were_worked_out_by_hand(table: str) -> None:
    five = () if table == "two" else FIVE_SUITS
    for cards, wanted in (*FOUR_SUITS, *five):
        assert shown(said(table), cards) == sorted(wanted.split()), cards


@pytest.mark.parametrize("table", TABLES)
def test_readings_beat_one_another_as_was_worked_out_by_hand(table: str) -> None:
    rules = said(table).rules
    for higher, lower in BEATS:
        assert rules.beats(higher, lower), (higher, lower)
        assert not rules.beats(lower, higher), (higher, lower)
    for one, other in APART:
        assert not rules.beats(one, other), (one, other)
        assert not rules.beats(other, one), (one, other)


@pytest.mark.parametrize("table", DECKS)
def test_any_cards_have_the_readings_of_the_reference(table: str) -> None:
    assert compare_readings(table, 800) >= {"single", "set", "sequence", "stair", "bomb"}


@pytest.mark.parametrize("table", DECKS)
def test_a_small_hand_has_the_plays_found_by_trying(table: str) -> None:
    assert compare_plays(table, 40, (6, 7, 8, 9), all_plays) >= {"set", "sequence", "stair", "bomb"}


@pytest.mark.parametrize("table", DECKS)
def test_a_whole_hand_has_the_plays_that_are_built_up(table: str) -> None:
    assert compare_plays(table, 20, (17,), laid_out) >= {"set", "sequence", "stair", "bomb"}


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("table", DECKS)
def test_readings_that_hands_hold_beat_those_that_the_reference_says(table: str) -> None:
    here, rng = said(table), Random(f"beats for {table}")
    hands = [some_hand(rng, here, 17) for _ in range(4)]
    found = sorted({play.reading for hand in hands for play in laid_out(hand)}, key=str)
    for one, other in product(found, repeat=2):
        assert here.rules.beats(str(one), str(other)) == beats(one, other), (one, other)


@pytest.mark.parametrize("table", DECKS)
def test_the_plays_on_another_are_those_that_beat_it(table: str) -> None:
    here, rng = said(table), Random(f"on another for {table}")
    for _ in range(10):
        top = rng.choice(sorted(laid_out(some_hand(rng, here, 17)), key=str)).reading
        hand = some_hand(rng, here, 17)
        wanted = {play for play in laid_out(hand) if beats(play.reading, top)}
        assert set(map(here.play, here.rules.plays(" ".join(hand), on=str(top)))) == wanted, hand


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("table", DECKS)
def test_a_play_without_a_word_is_the_one_that_the_reference_takes_it_for(table: str) -> None:
    seen = compare_words(table, 800)
    assert min(seen[what] for what in ("nothing", "unclear", "one type", "asked for")) > 20, seen


@pytest.mark.slow
@pytest.mark.long  # the same is asked of fewer each time
@pytest.mark.parametrize("table", DECKS)
def test_any_cards_of_very_many_have_the_readings_of_the_reference(table: str) -> None:
    compare_readings(table, 20_000)


@pytest.mark.slow
@pytest.mark.long  # the same is asked of fewer each time
@pytest.mark.parametrize("table", DECKS)
def test_small_hands_by_the_thousand_have_the_plays_found_by_trying(table: str) -> None:
    compare_plays(table, 1000, (7, 8, 9, 10), all_plays)


@pytest.mark.slow
@pytest.mark.long  # the same is asked of fewer each time
@pytest.mark.parametrize("table", DECKS)
def test_whole_hands_by_the_thousand_have_the_plays_that_are_built_up(table: str) -> None:
    compare_plays(table, 1000, (17,), laid_out)


@pytest.mark.slow
@pytest.mark.long  # smaller hands are tried each time
@pytest.mark.parametrize("table", DECKS)
def test_a_whole_hand_has_the_plays_found_by_trying(table: str) -> None:
    compare_plays(table, 1, (17,), all_plays)


def compare_readings(table: str, times: int) -> set[str]:
    """Compare the readings of random cards, and give the kinds that were there."""
    here, rng, kinds = said(table), Random(f"readings for {table}"), set[str]()
    for _ in range(times):
        cards = near_combination(rng, here)
        wanted = sorted(map(str, readings(cards)))
        assert shown(here, " ".join(cards)) == wanted, cards
        kinds.update(map(kind, wanted))
    return kinds


def compare_plays(
    table: str,
    times: int,
    sizes: Sequence[int],
    wanted: Callable[[Sequence[Card]], frozenset[Play]],
) -> set[str]:
    """Compare the plays of random hands, and give the kinds that were there."""
    here, rng, kinds = said(table), Random(f"plays of {sizes} for {table}"), set[str]()
    for _ in range(times):
        hand = some_hand(rng, here, rng.choice(sizes))
        offered = list(map(here.play, here.rules.plays(" ".join(hand))))
        assert len(offered) == len(set(offered)), hand
        assert set(offered) == wanted(hand), hand
        kinds.update(kind(str(play.reading)) for play in offered)
    return kinds


def compare_words(table: str, times: int) -> Counter[str]:
    """Compare plays that are written without a reading, and count what they are."""
    here, rng, seen = said(table), Random(f"words for {table}"), Counter[str]()
    tops = sorted({play.reading for play in laid_out(some_hand(rng, here, 17))}, key=str)
    for _ in range(times):
        cards = near_combination(rng, here)
        made = sorted(readings(cards), key=str)
        on = rng.choice([None, rng.choice(tops), *made])
        assert written(here, " ".join(cards), on) == str(meant(cards, on)), (cards, on)
        seen[what_it_is(made, on)] += 1
    return seen


def what_it_is(made: Iterable[Reading], on: Reading | None) -> str:
    kinds = {kind_and_size(one) for one in made}
    if not kinds:
        return "nothing"
    if len(kinds) == 1:
        return "one type"
    return "asked for" if kind_and_size(on) in kinds else "unclear"


def written(here: Said, cards: str, on: Reading | None) -> str:
    """Return what the engine takes cards without a reading for."""
    try:
        play = here.rules.parse_play(cards, None if on is None else str(on))
    except (NoPlayError, UnclearPlayError):
        return "None"
    return here.rules.show(play.reading)


def shown(here: Said, cards: str) -> list[str]:
    return sorted(map(here.rules.show, here.rules.readings(cards)))


def kind_and_size(reading: Reading | None) -> str:
    return re.split("[@:]", str(reading))[0]


def kind(reading: str) -> str:
    return re.split("[@:]", reading)[0].rstrip("0123456789x")


def some_hand(rng: Random, here: Said, size: int) -> list[Card]:
    """Draw a hand with some courts; a whole one has all three."""
    courts = rng.sample(COURTS, 3 if size == 17 else rng.randint(0, 3))
    pips: Sequence[Card] = Deck(here.players).pips
    if size < 17 and rng.random() < 0.6:
        near = neighbours(rng, here, 3)
        pips = near if len(near) >= size else pips
    return [*rng.sample(pips, size - len(courts)), *courts]


def near_combination(rng: Random, here: Said) -> list[Card]:
    """Draw cards that are often a combination or nearly one, sometimes with two courts alike."""
    courts = rng.sample(COURTS, rng.randint(0, 3))
    if rng.random() < 0.1:
        courts += rng.sample(COURTS, 1)
    match rng.randrange(4):
        case 0:
            pips = [card for card in Deck(here.players).pips if rank_of(card) in {3, 5, 7, 9}]
        case 1:
            rank = rng.randint(2, 10)
            pips = [card for card in Deck(here.players).pips if rank_of(card) == rank]
        case _:
            pips = neighbours(rng, here, rng.randint(1, 3))
    most = min(len(pips), 9)
    return [*rng.sample(pips, rng.randint(0 if courts else 1, most)), *courts]


def neighbours(rng: Random, here: Said, suits: int) -> list[Card]:
    """Draw the pips of some ranks that follow one another, in so many suits."""
    deck = Deck(here.players)
    lowest, chosen = rng.randint(2, 8), rng.sample(deck.suits, suits)
    return [
        pip for pip in deck.pips if lowest <= rank_of(pip) < lowest + 4 and suit_of(pip) in chosen
    ]
