"""The reference's plays: against cases worked by hand, a blunter search, and a search built up."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, permutations, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.reference import plays
from tests.reference.cards import COURTS, KING, LOWEST, NAMES, Card, Deck, Rank, rank_of, suit_of
from tests.reference.cases import APART, BEATS, FIVE_SUITS, FOUR_SUITS
from tests.reference.layouts import laid_out
from tests.reference.plays import Grid, Play, Reading, all_plays, beats, meant, readings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NEAR_PAIR = ("9r", "9o", "10r", "10o", *COURTS)
STAGGERED = ("8r", "9r", "9o", "10r", "10y", "J", "K")
SUITED_BOMB = ("3r", "5r", "7r", "9r", "9o", "Q")
TOP = ("8r", "9o", "10r", "10o", "10y", "J", "Q", "K")
LOW = ("2r", "3o", "4r", "J", "Q", "K")


def said(cards: str) -> set[str]:
    return set(map(str, readings(cards.split())))


@pytest.mark.parametrize(("cards", "wanted"), [*FOUR_SUITS, *FIVE_SUITS])
def test_a_case_worked_by_hand_has_these_readings_and_no_others(cards: str, wanted: str) -> None:
    assert said(cards) == set(wanted.split())


@pytest.mark.parametrize("cards", ["10r J Q K", "10r 10o J Q", "3r 5o 7y 9g", "7r 7o 8r J K"])
def test_the_order_of_the_cards_does_not_matter(cards: str) -> None:
    assert {readings(order) for order in permutations(cards.split())} == {readings(cards.split())}


def by_notation() -> dict[str, Reading]:
    """Return every reading that occurs in the cases, by its name."""
    found = {str(one): one for cards, _ in FOUR_SUITS for one in readings(cards.split())}
    grids = (Grid(w, n, t) for w, n, t in product(range(1, 6), range(1, 5), range(LOWEST, 14)))
    return {str(grid): grid for grid in grids} | found


@pytest.mark.parametrize(("higher", "lower"), BEATS)
def test_a_higher_reading_beats_a_lower_and_is_not_beaten_by_it(higher: str, lower: str) -> None:
    known = by_notation()
    assert beats(known[higher], known[lower])
    assert not beats(known[lower], known[higher])


@pytest.mark.parametrize(("one", "other"), APART)
def test_these_readings_do_not_beat_each_other(one: str, other: str) -> None:
    known = by_notation()
    assert not beats(known[one], known[other])
    assert not beats(known[other], known[one])


@pytest.mark.slow
@pytest.mark.parametrize("hand", [NEAR_PAIR, STAGGERED, SUITED_BOMB, LOW])
def test_readings_are_those_of_the_cards_that_the_courts_stand_for(hand: Sequence[Card]) -> None:
    for some in choices(hand):
        if len(some) > 1 and any(card not in COURTS for card in some):
            grids = {str(one) for one in readings(some) if isinstance(one, Grid)}
            assert grids == set(by_standing(some)), some


def by_standing(cards: Sequence[Card]) -> Iterator[str]:
    """Yield all readings but bombs: each court becomes each card that it may be, suit and all."""
    suits = sorted({suit_of(card) for card in cards if card not in COURTS} | {"b"})
    each = [
        list(product(range(LOWEST, rank_of(card) + 1), suits))
        if card in COURTS
        else [(rank_of(card), suit_of(card))]
        for card in cards
    ]
    for natural in product(*each):
        yield from natural_reading(natural)


def natural_reading(cards: Sequence[tuple[Rank, str]]) -> Iterator[str]:
    """Read cards that all stand for themselves."""
    ranks = sorted({rank for rank, _ in cards})
    rows = [sorted(suit for own, suit in cards if own == rank) for rank in ranks]
    top, consecutive = NAMES[ranks[-1]], ranks == list(range(ranks[0], ranks[-1] + 1))
    match len(rows), len(rows[0]), consecutive and all(row == rows[0] for row in rows):
        case 1, width, True:
            yield f"set{width}@{top}"
        case length, 1, True:
            yield from [f"sequence{length}@{top}"] if length >= 3 else []
        case length, width, True:
            yield f"stair{width}x{length}@{top}"
        case _:
            return


def choices(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    return chain.from_iterable(combinations(hand, size) for size in range(1, len(hand) + 1))


@pytest.mark.parametrize("players", [2, 3])
def test_plays_built_up_are_the_plays_found_by_trying(players: int) -> None:
    rng = Random(f"built up for {players}")
    kinds = Counter[str]()
    for _ in range(40):
        hand = some_hand(rng, players, rng.choice((6, 8, 9)))
        tried = all_plays(hand)
        assert laid_out(hand) == tried, hand
        kinds.update(str(play.reading).split("@")[0].rstrip("0123456789x") for play in tried)
    assert set(kinds) >= {"single", "set", "sequence", "stair", "bomb:JQ", "bomb:JQK"}, kinds


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("players", [2, 3])
def test_plays_built_up_are_the_plays_found_by_trying_in_many_hands(players: int) -> None:
    rng = Random(f"many for {players}")
    for _ in range(400):
        hand = some_hand(rng, players, rng.choice((7, 8, 9, 10, 11)))
        assert laid_out(hand) == all_plays(hand), hand


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
def test_plays_built_up_are_the_plays_found_by_trying_in_a_whole_hand(players: int) -> None:
    rng = Random(f"whole for {players}")
    hand = (*rng.sample(Deck(players).pips, 14), *COURTS)
    assert laid_out(hand) == all_plays(hand)


def some_hand(rng: Random, players: int, size: int) -> tuple[Card, ...]:
    """Draw a hand, often of neighbouring ranks and few suits, with some of the courts or all."""
    courts = rng.sample(COURTS, rng.randint(0, 3))
    pips: Sequence[Card] = Deck(players).pips
    if rng.random() < 0.6:
        lowest, suits = rng.randint(2, 8), rng.sample(Deck(players).suits, 3)
        near = [p for p in pips if lowest <= rank_of(p) < lowest + 4 and suit_of(p) in suits]
        pips = near if len(near) >= size else pips
    return (*rng.sample(pips, min(len(pips), size - len(courts))), *courts)


def any_ranks(courts: tuple[Card, ...]) -> frozenset[tuple[Rank, ...]]:
    """Let courts stand for any rank at all."""
    each = [range(LOWEST, KING + 1) for _ in courts]
    return frozenset(tuple(sorted(ranks)) for ranks in product(*each))


@pytest.mark.parametrize("hand", [NEAR_PAIR, STAGGERED, LOW, TOP])
def test_courts_that_may_stand_for_any_rank_make_the_same_plays(
    hand: Sequence[Card], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = all_plays(hand)
    monkeypatch.setattr(plays, "ways_to_stand", any_ranks)
    assert all_plays(hand) == wanted


def test_it_would_matter_if_somebody_held_two_equal_courts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "sequence3@Q" not in said("10r J J")
    monkeypatch.setattr(plays, "ways_to_stand", any_ranks)
    assert "sequence3@Q" in said("10r J J")


@pytest.mark.parametrize(
    ("cards", "on", "wanted"),
    [
        ("10r", None, "single@10"),
        ("10r J Q", None, None),
        ("10r J Q", Grid(1, 3, 5), "sequence3@Q"),
        ("10r J Q", Grid(3, 1, 5), "set3@10"),
        ("9r 10r J", None, "sequence3@J"),
        ("10r 10o J Q", Grid(2, 2, 9), "stair2x2@J"),
        ("10r 10o J Q", Grid(1, 1, 9), None),
        ("J Q", Grid(1, 1, 9), "bomb:JQ"),
        ("7r 8r", None, None),
    ],
)
def test_without_a_word_cards_are_the_highest_of_the_type_asked_for_or_of_their_only_one(
    cards: str, on: Reading | None, wanted: str | None
) -> None:
    found = meant(cards.split(), on)
    assert (None if found is None else str(found)) == wanted


def test_a_hand_offers_every_choice_of_its_cards_with_every_reading() -> None:
    assert {(play.cards, str(play.reading)) for play in all_plays(["10r", "Q", "J"])} == {
        (("10r",), "single@10"),
        (("J",), "single@J"),
        (("Q",), "single@Q"),
        (("10r", "J"), "set2@10"),
        (("10r", "Q"), "set2@10"),
        (("J", "Q"), "bomb:JQ"),
        (("10r", "J", "Q"), "set3@10"),
        (("10r", "J", "Q"), "sequence3@10"),
        (("10r", "J", "Q"), "sequence3@J"),
        (("10r", "J", "Q"), "sequence3@Q"),
    }


def test_a_hand_with_a_card_twice_is_not_built_up() -> None:
    with pytest.raises(ValueError, match="twice"):
        laid_out(["7r", "7r"])
    assert Play(("7r", "7r"), Grid(2, 1, 7)) in all_plays(["7r", "7r"])


def test_the_decks_have_their_numbers_of_cards() -> None:
    assert [len(Deck(players).pips) for players in (2, 3)] == [36, 45]
    assert [len(Deck(players).cards) for players in (2, 3)] == [42, 54]
