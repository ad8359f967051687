"""Patterns that were made up, against their definition: what is general must not be Neeps alone."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns, show_cards
from haggis_rules.semantics.state import Cards, Reading, pack
from tests.plays.hands import HANDS, part_of, seeded
from tests.plays.made_up import TEXTS, chance_games, made_up


class Defined:
    """What the definition says of any cards, remembered, after seeing that counting says it too."""

    def __init__(self, game: Game) -> None:
        self.game, self.patterns = game, Patterns(game)
        self.counting, self.known = Counting(self.patterns), dict[Cards, list[Reading]]()

    def readings(self, cards: Cards) -> list[Reading]:
        """Return what the definition reads in exactly these cards."""
        if cards not in self.known:
            readings = self.patterns.readings
            defined = [r for r in readings if self.patterns.makes(r, cards)]
            counted = [r for r in readings if self.counting.makes(r, cards)]
            assert defined == counted, show_cards(self.game, cards)
            self.known[cards] = defined
        return self.known[cards]

    def plays(self, hand: Cards) -> list[tuple[Reading, Cards]]:
        """Return what the definition makes of every choice of cards of a hand."""
        return sorted((r, cards) for cards in part_of(hand) for r in self.readings(cards))


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("text", TEXTS)
def test_made_up_patterns_have_the_plays_of_their_definition(text: str) -> None:
    game, rng = made_up(text), seeded(text)
    defined, enumerator = Defined(game), Enumerator(Patterns(game))
    deck = [i for i, card in enumerate(game.cards) for _ in range(card.copies)]
    found = set[Reading]()
    for _ in range(HANDS // 30):
        hand = pack(Counter(rng.sample(deck, rng.randint(3, 7))).items())
        plays = enumerator.plays(hand)
        assert plays == defined.plays(hand), show_cards(game, hand)
        found |= {reading for reading, _ in plays}
    assert {reading[0] for reading in found} == set(range(len(game.patterns)))


@pytest.mark.long  # patterns that were made up are looked at each time
@pytest.mark.slow
@given(chance_games(), st.data())
def test_patterns_of_chance_have_the_plays_of_their_definition(
    game: Game, data: st.DataObject
) -> None:
    defined = Defined(game)
    enumerator = Enumerator(defined.patterns)
    deck = [i for i, card in enumerate(game.cards) for _ in range(card.copies)]
    hands = st.lists(st.sampled_from(deck), min_size=1, max_size=7)
    for _ in range(3):
        drawn = Counter(data.draw(hands))
        hand = pack((card, min(n, game.cards[card].copies)) for card, n in drawn.items())
        assert enumerator.plays(hand) == defined.plays(hand), show_cards(game, hand)


@pytest.mark.slow
def test_a_card_in_each_line_needs_no_second_look_when_all_others_are_wild() -> None:
    whole, rng = made_up("a card in each line"), seeded("a card in each line")
    groups = [group.name for group in whole.groups]
    cards = [card for card in whole.cards if groups[card.group] in {"plain", "star"}]
    game = replace(whole, cards=tuple(cards))
    defined, enumerator = Defined(game), Enumerator(Patterns(game))
    assert not enumerator.rows.general
    assert not enumerator.plan.trees
    searched = Enumerator(Patterns(whole)).plan.trees
    assert len(searched) == len(whole.patterns)
    assert all(tree.checked for tree in searched)
    deck = [i for i, card in enumerate(game.cards) for _ in range(card.copies)]
    for _ in range(25):
        hand = pack(Counter(rng.sample(deck, 7)).items())
        assert enumerator.plays(hand) == defined.plays(hand), show_cards(game, hand)


BELOW, CASES = "every suit rule, wild below", "cases with other suits"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        (BELOW, "3r 3b 3g 3g 5 5"),
        (BELOW, "2r 2b 3b 3g 4 5 5"),
        (BELOW, "1r 1b 2b 2r 3r 5 5"),
        (CASES, "4r 2b 1g 3r"),
        (CASES, "4r 4b 2b 1g 3g 4"),
    ],
)
def test_every_choice_of_a_few_close_cards_is_played_as_defined(text: str, cards: str) -> None:
    game = made_up(text)
    names = [game.card_name(card) for card in range(len(game.cards))]
    hand = pack(Counter(names.index(name) for name in cards.split()).items())
    defined = Defined(game)
    plays = Enumerator(defined.patterns).plays(hand)
    assert plays
    assert plays == defined.plays(hand)
