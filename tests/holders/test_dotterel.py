"""Dotterel: one action gives a card to each other player, and the king's holder is opened after."""

from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules.semantics.action import IllegalAction
from haggis_rules.semantics.state import count_of
from haggis_rules.verdicts.model import Proved
from haggis_rules.verdicts.show import is_green
from tests.games import game_of, rules_of
from tests.verify.asking import results_of

DOTTEREL = Path(__file__).parent / "dotterel.haggis"
KING = 9  # the last card of the deck


@pytest.mark.rotates
@pytest.mark.slow
def test_every_promise_is_proved_by_both_solvers() -> None:
    results = {one.promise: one.verdict for one in results_of(game_of(DOTTEREL))}
    assert all(map(is_green, results.values())), results
    proved = ("kept", "holder", "auto.secret", "auto.bounds", "auto.defined")
    assert all(isinstance(results[name], Proved) for name in proved)


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Pass the cards on paper, and look who has the king."""
    rules = rules_of(DOTTEREL)
    for seed in range(40):
        chance, table = Random(seed), rules.new_hand(seed)
        hands = [_each(hand) for hand in cast("tuple[int, ...]", table.state.zones[0])]
        after = [list(hand) for hand in hands]
        for seat in chance.sample(range(4), 4):
            action = chance.choice(table.actions(seat))
            for card, away in zip(action.arguments, (1, 2, 3), strict=True):
                hands[seat].remove(cast("int", card))  # which fails where it was not held
                after[seat].remove(cast("int", card))
                after[(seat + away) % 4].append(cast("int", card))
            table = table.apply(action)
        held = [_each(hand) for hand in cast("tuple[int, ...]", table.state.zones[0])]
        assert held == [sorted(hand) for hand in after]
        assert table.value("turn") == next(s for s in range(4) if KING in after[s])


def test_a_card_that_is_there_once_cannot_go_to_two_players() -> None:
    rules = rules_of(DOTTEREL)
    table = rules.new_hand(0)
    hand = cast("tuple[int, ...]", table.state.zones[0])[0]
    offered = table.actions(0)
    for action in offered:
        cards = [cast("int", card) for card in action.arguments]
        assert all(cards.count(card) <= count_of(hand, card) for card in cards)
    once = next(card for card in range(10) if count_of(hand, card) == 1)
    with pytest.raises(IllegalAction):
        table.apply(offered[0]._replace(arguments=(once, once, once)))


def test_nobody_else_learns_what_is_passed_until_it_arrives() -> None:
    rules = rules_of(DOTTEREL)
    for seed in range(4):
        chance, table = Random(seed), rules.new_hand(seed)
        while not table.finished:
            for seat in range(4):
                view = table.view(seat)
                other = rules.determinize(view, chance)
                assert other.view(seat) == view
                known = [event.arguments for event in view.seen if event.name == "pass"]
                actors = [event.actor for event in view.seen if event.name == "pass"]
                pairs = zip(known, actors, strict=True)
                assert all((chosen is None) == (actor != seat) for chosen, actor in pairs)
            table = table.apply(chance.choice(table.actions(chance.choice(table.to_act))))


def _each(hand: int) -> list[int]:
    return [card for card in range(10) for _ in range(count_of(hand, card))]
