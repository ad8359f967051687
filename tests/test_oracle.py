"""The oracle against examples worked by hand, and against a search that is blunter still."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, permutations, product

import pytest

from tests.oracle import (
    HERON,
    NEEPS,
    Heron,
    Neeps,
    all_plays,
    beats,
    heron_beats,
    heron_readings,
    neeps_readings,
    neeps_readings_of_large,
)

SMALL = Neeps(pips=("8", "9", "10"), suits=("r", "o"), copies=3)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def read(cards: str) -> set[str]:
    return set(neeps_readings(cards.split()))


def read_heron(cards: str) -> set[str]:
    return set(heron_readings(cards.split()))


@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("10r", "single@10"),
        ("J", "single@J"),
        ("K", "single@K"),
        ("7r 7r", "set2@7"),
        ("7r 7o 7o", "set3@7"),
        ("10r K", "set2@10"),
        ("2r J", "set2@2"),
        ("10r J Q", "set3@10 sequence3@10 sequence3@J sequence3@Q"),
        ("9r 10r J", "sequence3@10 sequence3@J"),
        ("9r 10r Q", "sequence3@10 sequence3@J"),
        ("8r 10r J", "sequence3@10"),
        ("2r J Q", "set3@2 sequence3@4"),
        (
            "10r J Q K",
            "set4@10 sequence4@10 sequence4@J sequence4@Q sequence4@K stair2x2@10 stair2x2@J",
        ),
        ("9r J J", "set3@9 sequence3@9 sequence3@10 sequence3@J"),
        ("10r J J", "set3@10 sequence3@10 sequence3@J"),
        ("10r Q Q", "set3@10 sequence3@10 sequence3@J sequence3@Q"),
        (
            "9r J J Q",
            "set4@9 sequence4@9 sequence4@10 sequence4@J sequence4@Q stair2x2@9 stair2x2@10",
        ),
        ("10r 10o J Q", "set4@10 stair2x2@10 stair2x2@J"),
        ("10r 10o J K", "set4@10 stair2x2@10 stair2x2@J"),
        ("10r 10o Q K", "set4@10 stair2x2@10 stair2x2@J"),
        ("9r 10o J Q", "stair2x2@10"),
        ("9r 10r J Q", "stair2x2@10 sequence4@10 sequence4@J sequence4@Q"),
        ("7r 7r 8r 8r", "stair2x2@8"),
        ("7r 7r 8r J", "stair2x2@8"),
        ("7r 7r 7o 8r 8r 8o", "stair3x2@8"),
        ("7r 7o 8r 8o 9r 9o", "stair2x3@9"),
        ("7r 7o 8r J 9o K", "stair2x3@9"),
        ("3r 5o 7y 9g", "bomb:rainbow"),
        ("3g 5g 7g 9g", "bomb:suited"),
        ("K J", "bomb:JK"),
        ("J Q", "bomb:JQ"),
        ("Q K", "bomb:QK"),
        ("K Q J", "bomb:JQK"),
    ],
)
def test_a_worked_example_has_these_readings_and_no_others(cards: str, readings: str) -> None:
    assert read(cards) == set(readings.split())


@pytest.mark.parametrize(
    "cards",
    [
        "7r 8r",
        "7r 8r 9o",
        "7r 9r 10r",
        "9r 10r 2r",
        "J J",
        "J J Q",
        "J J Q K",
        "7r 7r 8r 8o",
        "7r 7o 7o 8r 8r 8o",
        "7r 7o 8r 8y 9r J",
        "7r 7o 9r 9o",
        "3r 5r 7o 9o",
        "3r 5o 7y 9y",
        "3r 5r 7r J",
        "3r 5r 7r 9r J",
    ],
)
def test_these_cards_are_no_play(cards: str) -> None:
    assert read(cards) == set()


@pytest.mark.parametrize("cards", ["10r J Q K", "10r 10o J Q", "9r J J Q", "7r 7o 8r J K"])
def test_the_order_of_the_cards_does_not_matter(cards: str) -> None:
    assert {neeps_readings(order) for order in permutations(cards.split())} == {
        neeps_readings(cards.split())
    }


def test_the_largest_set_is_twelve_pips_and_three_courts() -> None:
    cards = ["8r", "8o", "8y", "8g"] * 3 + ["J", "Q", "K"]
    assert "set15@8" in neeps_readings_of_large(cards)
    assert not neeps_readings_of_large([*cards, "9r"])


def test_eighteen_pips_and_two_courts_are_a_stair_of_two_ten_of_a_kinds() -> None:
    cards = [rank + suit for rank in "78" for suit in "roy"] * 3 + ["J", "K"]
    assert neeps_readings_of_large(cards) == {"stair10x2@8"}


def test_twenty_one_cards_can_be_a_stair_with_a_row_of_courts_at_either_end() -> None:
    cards = [rank + suit for rank in RANKS[3:9] for suit in "rro"] + ["J", "Q", "K"]
    assert neeps_readings_of_large(cards) == {"stair3x7@10", "stair3x7@J"}


def test_one_strange_suit_spoils_a_stair_of_twenty_one_cards() -> None:
    cards = [rank + suit for rank in RANKS[2:9] for suit in "rro"]
    assert neeps_readings_of_large(cards) == {"stair3x7@10"}
    assert not neeps_readings_of_large([*cards[:-1], "10y"])


@pytest.mark.slow
@pytest.mark.parametrize("size", range(1, 7))
def test_a_small_deck_reads_as_when_courts_are_replaced_by_cards(size: int) -> None:
    cards = (*sorted(set(SMALL.dealt())), *SMALL.courts)
    for some in combinations_with_replacement(cards, size):
        if sum(card in SMALL.courts for card in some) <= 3:
            assert SMALL.readings(some) - {"bomb:JQ", "bomb:JK", "bomb:QK", "bomb:JQK"} == (
                by_replacing_courts(SMALL, some)
            ), some


def test_the_full_deck_reads_as_when_courts_are_replaced_by_cards() -> None:
    draw = random.Random(14)
    rules = Neeps()
    for _ in range(150):
        lowest, length = draw.randrange(7), draw.choice([1, 1, 2, 3, 4])
        near = [c for c in rules.dealt() if c[:-1] in RANKS[lowest : lowest + length]]
        suited = [card for card in near if card[-1] in draw.choice(["r", "ro", "roy"])]
        pips = draw.sample(suited, min(len(suited), draw.randint(1, 7)))
        cards = (*pips, *draw.sample(rules.courts, draw.randint(0, 2)))
        assert rules.readings(cards) == by_replacing_courts(rules, cards), cards


def by_replacing_courts(rules: Neeps, cards: tuple[str, ...]) -> set[str]:
    """All readings but bombs: each court becomes each card that it may stand for, in turn."""
    names = rules.pips + rules.courts
    if len(cards) == 1:
        return {f"single@{cards[0].rstrip('royg')}"}
    if all(card in rules.courts for card in cards):
        return set()
    choices = [
        list(product(range(names.index(card) + 1), rules.suits))
        if card in rules.courts
        else [(names.index(card[:-1]), card[-1])]
        for card in cards
    ]
    return {
        f"{pattern}@{names[max(natural)[0]]}"
        for natural in product(*choices)
        if (pattern := natural_pattern(natural)) is not None
    }


def natural_pattern(cards: tuple[tuple[int, str], ...]) -> str | None:
    rows: dict[int, list[str]] = {}
    for rank, suit in sorted(cards):
        rows.setdefault(rank, []).append(suit)
    length, suits = len(rows), rows[min(rows)]
    if length == 1:
        return f"set{len(cards)}"
    if max(rows) - min(rows) != length - 1 or any(row != suits for row in rows.values()):
        return None
    if len(suits) == 1:
        return f"sequence{length}" if length >= 3 else None
    return f"stair{len(suits)}x{length}"


def test_a_hand_offers_every_choice_of_its_cards_with_every_reading() -> None:
    assert all_plays(["10r", "Q", "J"], neeps_readings) == {
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


def test_copies_of_a_card_make_one_play() -> None:
    assert all_plays(["7r", "7r", "7r"], neeps_readings) == {
        (("7r",), "single@7"),
        (("7r", "7r"), "set2@7"),
        (("7r", "7r", "7r"), "set3@7"),
    }


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("single@10", "single@9"),
        ("single@J", "single@10"),
        ("set3@10", "set3@2"),
        ("sequence4@Q", "sequence4@J"),
        ("stair2x3@K", "stair2x3@10"),
        ("bomb:rainbow", "stair3x7@J"),
        ("bomb:JQ", "bomb:rainbow"),
        ("bomb:JK", "bomb:JQ"),
        ("bomb:QK", "bomb:JK"),
        ("bomb:JQK", "bomb:QK"),
        ("bomb:suited", "bomb:JQK"),
        ("bomb:suited", "bomb:rainbow"),
    ],
)
def test_a_higher_reading_of_the_type_beats_a_lower_and_is_not_beaten_by_it(
    higher: str, lower: str
) -> None:
    assert beats(higher, lower)
    assert not beats(lower, higher)
    assert not beats(higher, higher)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("stair2x3@10", "stair3x2@5"),
        ("set4@10", "sequence4@5"),
        ("set3@10", "set2@5"),
        ("sequence4@10", "sequence3@5"),
        ("single@10", "set2@5"),
    ],
)
def test_readings_of_different_types_do_not_beat_each_other(one: str, other: str) -> None:
    assert not beats(one, other)
    assert not beats(other, one)


def test_only_the_cards_of_the_game_are_read() -> None:
    with pytest.raises(KeyError):
        NEEPS.readings(["10b", "9r"])
    with pytest.raises(ValueError, match="7r"):
        HERON.readings(["7r"])


@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("7h", "single@7h"),
        ("7h 7h", "pair@7"),
        ("7h 7c", "pair@7"),
        ("7h 7h 7c", ""),
        ("7h 8h", ""),
        ("7h 7c 7d 4s 4s", "full@7"),
        ("7h 7c 4d 4s 4s", "full@4"),
        ("7h 7c 4d 4s 5s", ""),
        ("7h 7c 7d 7s", "bomb4@7"),
        ("7h 7c 7d 7s 7s", "bomb5@7"),
        ("7h 7c 7d 7s 8s", ""),
        ("9c 9c 9d 9d 9h 9h 9s 9s", "bomb8@9"),
    ],
)
def test_cards_of_heron_have_these_readings_and_no_others(cards: str, readings: str) -> None:
    assert read_heron(cards) == set(readings.split())


def test_a_small_heron_deck_reads_as_its_ranks_are_numbered() -> None:
    rules = Heron(ranks=("3", "4", "5"), suits=("c", "d"))
    for size in range(1, 7):
        for some in combinations_with_replacement(sorted(set(rules.dealt())), size):
            numbers = Counter(card[:-1] for card in some).most_common()
            most = numbers[0][0]
            match [number for _, number in numbers]:
                case [1]:
                    expected = {f"single@{some[0]}"}
                case [2]:
                    expected = {f"pair@{most}"}
                case [3, 2]:
                    expected = {f"full@{most}"}
                case [number] if number >= 4:
                    expected = {f"bomb{number}@{most}"}
                case _:
                    expected = set[str]()
            assert rules.readings(some) == expected, some


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("single@7h", "single@6s"),
        ("single@7h", "single@7d"),
        ("pair@7", "pair@6"),
        ("full@9", "full@3"),
        ("bomb4@3", "full@9"),
        ("bomb4@4", "bomb4@3"),
        ("bomb5@3", "bomb4@9"),
        ("bomb5@3", "single@9s"),
    ],
)
def test_a_higher_reading_of_heron_beats_a_lower_and_is_not_beaten_by_it(
    higher: str, lower: str
) -> None:
    assert heron_beats(higher, lower)
    assert not heron_beats(lower, higher)
    assert not heron_beats(higher, higher)


def test_readings_of_different_kinds_of_heron_do_not_beat_each_other() -> None:
    kinds = ["single@9s", "pair@8", "full@7"]
    assert not any(heron_beats(one, other) for one, other in product(kinds, repeat=2))


def test_the_decks_have_their_numbers_of_cards() -> None:
    assert len(NEEPS.dealt()) == 108
    assert len(HERON.dealt()) == 56
