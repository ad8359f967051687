"""Cards that make nothing are told apart from a play by what is wrong, and what would do."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from haggis_rules import NoPlayError, Rules, UnclearPlayError
from haggis_rules.semantics.state import pack
from tests.games import TESTS, rules_of
from tests.near_misses.slipped import slipped_plays

GAMES = (
    *("classic for 2", "cats for 2", "neeps for 4", "heron", "every-word"),
    TESTS / "playcards" / "teal.haggis",  # a pair has the suit of its highest card
    TESTS / "wasm" / "dabchick.haggis",
    TESTS / "wasm" / "godwit.haggis",  # ranks that no field keeps, and a name with a dot
)
BITTERN = TESTS / "levels" / "bittern.haggis"
ODD = TESTS / "ask" / "odd.haggis"


@pytest.mark.parametrize(
    ("rules", "cards", "because"),
    [
        ("classic for 2", "9r 10g J", "9r and 10g differ in suit"),
        ("classic for 2", "4r 5r", "2 cards are too few: a sequence has at least 3"),
        ("classic for 2", "4r 5r 7r 8r", "a 6 is missing"),
        ("classic for 2", "4r 8g", "4r and 8g differ in rank"),
        ("classic for 2", "5g 9g Q", "the ranks 5 and 9 are not consecutive"),
        ("classic for 2", "5g 9o Q", "5g and 9o differ in rank"),
        ("classic for 2", "8r 8g 9r 9o", "the suits of 8r 8g and 9r 9o do not match"),
        ("classic for 2", "8r 8g 8o 9r 9g", "another 9 is missing"),
        ("classic for 2", "3r 5o 7y J", "J cannot stand for a 9 there"),
        ("classic for 3", "3r 5r 7g 9b", "3r and 5r share a suit"),
        ("classic for 2", "J J", "it holds no pip, and has to hold at least 1"),
        ("cats for 2", "8s 8h 9s 9h 10s 10h J Q K", "each line has to hold at least 1 pip"),
        ("heron", "5c 5d 5h 6d 7d", "6d does not belong to it, and another 7 is missing"),
        ("heron", "5c 5d 6h", "5c, 5d and 6h differ in rank"),
        ("rogers for 2", "2r 5r 9r", "the ranks 2, 5 and 9 are not consecutive"),
    ],
)
def test_what_is_wrong_is_said(rules: str, cards: str, because: str) -> None:
    near = rules_of(rules).near_miss(cards)
    assert near is not None
    assert near.because == because


def test_a_wild_card_of_another_level_is_not_wild() -> None:
    rules = rules_of(BITTERN)
    near = rules.near_miss("5r 6b 7b", state={"level": "3"})
    assert near is not None
    assert near.because == "5r, 6b and 7b differ in suit"
    assert rules.near_miss("5r 6b 7b", state={"level": "5"}) is None


def test_too_many_wild_cards_break_the_clause_that_bounds_them() -> None:
    near = rules_of(ODD, 2).near_miss("8r 8b X Y 2r 2b")
    assert near is not None
    assert all(reason.words for reason in near.reasons)


@pytest.mark.slow
def test_a_change_that_is_named_makes_the_play() -> None:
    changes = 0
    for one in slipped_plays(7, 20):
        near = one.rules.near_miss(one.cards)
        assert near is not None
        if near.change is not None:
            changes += 1
            removed, added, play = near.change
            assert play.cards == one.cards - removed + added
            assert play.reading in one.rules.readings(play.cards)
            one.rules.parse_play(one.rules.show(play))  # the deck has these cards
    assert changes > 15


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_cards_nearly_make_a_play_when_they_make_none(name: str | Path) -> None:
    rules, rng = rules_of(name), Random(3)
    deck = [card for card, kind in enumerate(rules.game.cards) for _ in range(kind.copies)]
    outcomes = set[bool]()
    for _ in range(60):
        cards = pack((card, 1) for card in rng.sample(deck, rng.randint(1, 4)))
        near = rules.near_miss(cards)
        assert (near is None) is bool(rules.readings(cards))
        assert near is None or near.because in str(near)
        outcomes.add(near is None)
    assert outcomes == {True, False}


def test_no_cards_are_near_nothing() -> None:
    assert rules_of("classic for 2").near_miss("") is None


def test_a_refused_text_carries_the_near_miss() -> None:
    rules = rules_of("classic for 2")
    with pytest.raises(NoPlayError, match="9r and 10g differ in suit") as caught:
        rules.parse_play("9r 10g J")
    assert caught.value.near_miss is not None
    assert caught.value.near_miss.clause == "combinations.sequence"
    with pytest.raises(NoPlayError, match="a Q and a K are missing"):
        rules.parse_play("9r 10r J = sequence3@K")


def test_a_refused_action_says_what_is_wrong_with_its_cards() -> None:
    rules = rules_of("classic for 2")
    table = rules.new_hand(1)
    play = rules.parse_play("9r 10r J = sequence3@J")
    forged = play._replace(cards=rules.parse_cards("9r 10g J"))
    action = rules.parse_action("1: play 9r 10r J = sequence3@J")
    wrong = [
        reason.wrong
        for actor in range(rules.players)
        for reason in table.why_not(action._replace(actor=actor, arguments=(forged,)))
    ]
    assert any("9r and 10g differ in suit" in one for one in wrong), wrong


def test_an_answer_that_is_the_same_for_all_readings_needs_none() -> None:
    rules = rules_of("classic for 2")
    assert not rules.beats("8g 9g 10g", "10r J Q")
    assert rules.beats("Q K", "8r 9r J Q")
    with pytest.raises(UnclearPlayError) as caught:
        rules.beats("8g 9g 10g", "8r J Q")
    assert caught.value.choices[0] == "8r J Q = set3@8"


def test_what_is_drawn_is_no_play() -> None:
    for one in slipped_plays(11, 10):
        rules: Rules = one.rules
        assert not rules.readings(one.cards)
        assert one.meant.cards != one.cards


def test_a_play_that_is_too_low_is_refused_with_the_clause_that_decides() -> None:
    rules = rules_of("classic for 2")
    table = rules.new_hand(3)
    after = next(
        table.apply(action)
        for seat in table.to_act
        for action in table.actions(seat)
        if rules.show_action(action) == "play K"
    )
    (seat,) = {each for each in range(2) if any(a.name == "pass" for a in after.actions(each))}
    wrong = [one.wrong for one in after.why_not(rules.parse_action(f"{seat + 1}: play J"))]
    assert wrong == ["it needs `top is none or p beats top`: top J is below K (`beats.higher`)"]
    assert after.why_not(rules.parse_action(f"{seat + 1}: play J K")) == []
