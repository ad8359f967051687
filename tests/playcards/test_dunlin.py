"""Dunlin, whose rules look at the cards of a play: it plays as its sheet says, and is proved."""

from itertools import combinations
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.game import Game
from haggis_rules.semantics.state import Cards, Combination, counts
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved
from tests.small_games import changed as changed_game
from tests.verify.asking import result_of

DUNLIN = Path(__file__).parent / "dunlin.haggis"

FALSE = [
    "always every seat s where (3d in hand of s) has (spades of s is 1)",
    "always total for every seat s of (spades of s) is at most 1",
    "after each move before (led is true) implies not led is true",
]


def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(DUNLIN))


@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted_with_a_match(promise: str, tmp_path: Path) -> None:
    old = "  promise ends measure"
    game = changed(old, f"  promise tried {promise}\n{old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=40).verdict, Refuted)


def test_no_card_moves_to_a_combination(tmp_path: Path) -> None:
    with pytest.raises(SeveralFaultsError, match="a combination is no zone"):
        changed("move p from hand of actor to pile", "move all from pile to p", tmp_path)


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Dunlin with one thing said otherwise."""
    return changed_game(DUNLIN, old, new, folder)


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Referee each hand beside the engine, from names of cards alone."""
    rules = rules_of(DUNLIN)
    for seed in range(40):
        chance, hand = Random(seed), rules.new_match(seed).position
        spades, led = [0, 0], False
        while not hand.finished:
            (seat,) = hand.to_act
            held = names(rules, cast("tuple[Cards, ...]", hand.state.zones[0])[seat])
            actions = hand.actions(seat)
            laid = [names(rules, cast("Combination", one.arguments[0]).cards) for one in actions]
            assert sorted(laid) == sorted(allowed(held))
            choice = chance.randrange(len(actions))
            spades[seat] += sum(card[1] == "s" for card in laid[choice])
            led = led or "3d" in laid[choice]
            hand = hand.apply(actions[choice])
            assert hand.value("spades") == tuple(spades)
            assert hand.value("led") is led


def allowed(held: list[str]) -> list[list[str]]:
    """Return each play of a hand that the sheet allows, by its cards."""
    plays = [sorted(some) for size in (1, 2, 3) for some in combinations(held, size)]
    return [play for play in plays if is_play(play) and ("3d" in play or "3d" not in held)]


def is_play(cards: list[str]) -> bool:
    ranks = [int(card[0]) for card in cards]
    if len(ranks) < 3:
        return len(set(ranks)) == 1
    return ranks == list(range(ranks[0], ranks[0] + 3))


def names(rules: Ruleset, cards: Cards) -> list[str]:
    """Name some cards, which are there once."""
    return sorted(rules.game.card_name(card) for card, _ in counts(cards))
