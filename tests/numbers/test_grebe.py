"""Grebe, in which scores go below zero: it plays as its sheet says, and its promises are proved."""

from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.semantics.state import Combination
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved
from tests.small_games import changed as changed_game
from tests.verify.asking import result_of

GREBE = Path(__file__).parent / "grebe.haggis"
LOST = 100  # so many points below zero end a match
DOUBLED = {0: 1, 1: 2, 2: 4, 3: 8}

FALSE = [
    "between hands every seat s has (tally of s is at least before (tally of s) - 7)",
    "between hands every seat s has (tally of s is above -8)",
    "always multiplier times cards in every hand is at most 7",
    "always most of (bombs, 1) is 1",
    "after each move multiplier is at most 2 times before (multiplier) - 1",
]


def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(GREBE))


@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted_with_a_match(promise: str, tmp_path: Path) -> None:
    old = "  promise ends measure"
    game = changed(old, f"  promise tried {promise}\n{old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=20).verdict, Refuted)


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Grebe with one thing said otherwise."""
    return changed_game(GREBE, old, new, folder)


def test_matches_by_chance_go_as_the_sheet_says() -> None:
    """Score each hand beside the engine, from the cards that are left and the bombs laid."""
    rules = rules_of(GREBE)
    for seed in range(20):
        chance, match, tallies = Random(seed), rules.new_match(seed), [0, 0]
        while not match.finished:
            held, bombs, hand = [3, 3], 0, match.hand
            while match.hand == hand and not match.finished:
                (seat,) = match.to_act
                action = chance.choice(match.actions(seat))
                is_bomb = cast("Combination", action.arguments[0]).reading[0]
                held[seat] -= 1 + is_bomb
                bombs += is_bomb
                match = match.apply(action)
            for owner, cards in enumerate(held):
                tallies[owner] -= DOUBLED[bombs] * max(cards, 2) if cards else 0
            assert match.value("tally") == tuple(tallies)
        assert min(tallies) <= -LOST < max(tallies) + 24
        winners = [owner for owner in range(2) if match.query("winner", owner)]
        assert winners == [owner for owner in range(2) if tallies[owner] == max(tallies)]
