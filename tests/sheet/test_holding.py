"""What hands can make is found exactly: beside every hand of small decks, one after the other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_rules.analysis.sheet.dealt_hands import Hand, hands
from haggis_rules.analysis.sheet.holding import HoldingBounds
from haggis_rules.ir.game import Game
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns, show_reading
from tests.games import rules_of
from tests.plays.hands import reduced
from tests.plays.made_up import TEXTS, chance_games, made_up
from tests.sheet.hands import can_hold, readings_made


def hand_of(game: Game, named: dict[str, int], drawn: dict[str, int]) -> Hand:
    """Make a hand of these cards by name, and of so many of each group from what is left."""
    names = [game.card_name(card) for card in range(len(game.cards))]
    own = tuple(named.get(name, 0) for name in names)
    stock = tuple(card.copies - n for card, n in zip(game.cards, own, strict=True))
    return Hand(0, own, tuple(drawn.get(group.name, 0) for group in game.groups), stock)


def differ(patterns: Patterns, hand: Hand) -> list[str]:
    """Return the readings on which the search and the look at every hand do not agree."""
    game, counting = patterns.game, Counting(patterns)
    held = list(HoldingBounds(patterns, hand).held(patterns.readings))
    for play in held:
        assert counting.makes(play.reading, play.cards)
        assert can_hold(game, hand, play.cards)
    wrong = {play.reading for play in held} ^ readings_made(patterns, hand)
    return [show_reading(game, reading) for reading in sorted(wrong)]


SMALL: dict[str, tuple[str, str, int, dict[str, int], dict[str, int]]] = {
    "two ranks that fill a hand": (
        "neeps", "9r 9o 9y 10r 10o 10y J Q", 2, {"J": 1, "Q": 1}, {"pip": 5},
    ),
    "a run with a gap": ("neeps", "6r 7r 9r 10r 6o 7o J K", 1, {"J": 1, "K": 1}, {"pip": 3}),
    "courts that are drawn": ("neeps", "8r 9r 10r 10o J Q", 2, {}, {"pip": 3, "court": 2}),
    "four suits of classic": (
        "classic for 2", "8r 8o 8y 9r 9g 10o J Q K", 1, {"J": 1, "K": 1}, {"pip": 4},
    ),
    "the cards of bombs": (
        "classic for 3", "3r 5r 7r 9r 3b 5o 7y 9g J Q K", 1, {"J": 1, "Q": 1, "K": 1}, {"pip": 4},
    ),
    "Heron": ("heron", "3c 3d 4c 4h 5s", 2, {}, {"plain": 5}),
    "Heron with cards by name": ("heron", "8c 8d 8h 8s 9c", 2, {"8c": 1, "9c": 2}, {"plain": 3}),
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
def test_hands_of_a_small_deck_hold_what_looking_at_every_hand_finds(name: str) -> None:
    text, cards, copies, named, drawn = SMALL[name]
    game = reduced(text, dict.fromkeys(cards.split(), copies)).game
    patterns = Patterns(game)
    assert differ(patterns, hand_of(game, named, drawn)) == []


def test_fewer_cards_that_are_dealt_make_fewer_plays() -> None:
    text, cards, copies, *_ = SMALL["two ranks that fill a hand"]
    game = reduced(text, dict.fromkeys(cards.split(), copies)).game
    patterns = Patterns(game)
    many = [
        len(list(HoldingBounds(patterns, hand_of(game, {}, {"pip": n})).held(patterns.readings)))
        for n in range(6)
    ]
    assert many[0] == 0
    assert many == sorted(set(many))


DEALS: tuple[tuple[dict[str, int], dict[str, int]], ...] = (
    ({"2r": 1, "5": 1}, {"plain": 2, "loose": 1, "star": 1}),
    ({"1r": 1, "2r": 2, "2b": 1, "4": 1}, {"plain": 2, "ghost": 1}),
    ({"4r": 1, "5": 2}, {"plain": 3}),
)


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_hands_hold_what_looking_at_every_hand_finds_in_made_up_patterns(text: str) -> None:
    patterns = Patterns(made_up(text))
    hands = [hand_of(patterns.game, *deal) for deal in DEALS]
    assert any(list(HoldingBounds(patterns, hand).held(patterns.readings)) for hand in hands)
    assert [differ(patterns, hand) for hand in hands] == [[], [], []]


@pytest.mark.slow
@pytest.mark.long  # the same is asked of patterns that were made up each time
@settings(max_examples=settings().max_examples // 2)
@given(chance_games(), st.data())
def test_hands_hold_what_looking_at_every_hand_finds_in_patterns_of_chance(
    game: Game, data: st.DataObject
) -> None:
    patterns = Patterns(game)
    few = st.integers(0, 1)
    named = tuple(min(data.draw(few), card.copies) for card in game.cards)
    stock = tuple(card.copies - n for card, n in zip(game.cards, named, strict=True))
    drawn = tuple(
        min(
            data.draw(st.integers(0, 2)),
            sum(stock[c] for c, card in enumerate(game.cards) if card.group == group),
        )
        for group in range(len(game.groups))
    )
    assert differ(patterns, Hand(0, named, drawn, stock)) == []


@pytest.mark.parametrize(
    "reading", ["stair10x2@10", "stair9x2@3", "stair2x10@J", "set15@9", "sequence12@K"]
)
def test_what_shows_a_reading_has_as_few_wild_cards_as_can_be(reading: str) -> None:
    rules = rules_of("neeps", 6)
    (hand,) = hands(rules.game)
    holding = HoldingBounds(rules.patterns, hand)
    (play,) = holding.held(r for r in rules.patterns.readings if rules.show(r) == reading)
    shown = holding.fewest_wild(play)
    courts = sum(word in {"J", "Q", "K"} for word in rules.show(shown).split())
    assert courts == {"stair10x2@10": 2, "stair2x10@J": 2, "set15@9": 3, "sequence12@K": 3}.get(
        reading, 0
    )
    without = replace(hand, named=tuple(0 for _ in hand.named))
    assert (HoldingBounds(rules.patterns, without).cards(play.reading) is None) == (courts > 0)


def test_where_nothing_is_laid_from_a_hand_the_whole_deck_is_looked_at() -> None:
    patterns = Patterns(made_up("a flush"))
    (hand,) = hands(patterns.game)
    assert hand.zone is None
    assert hand.size == sum(card.copies for card in patterns.game.cards)
    assert list(HoldingBounds(patterns, hand).held(patterns.readings))
