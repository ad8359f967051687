"""Gang of Four: its promises are proved, and others are refuted."""

from pathlib import Path

import pytest

from haggis_rules.verdicts.model import Refuted
from tests.games import game_of
from tests.small_games import assert_all_are_proved, changed
from tests.verify.asking import result_of

GANG_OF_FOUR = Path(__file__).parent / "gang_of_four.haggis"

FALSE = [
    "for any reading a, reading b has (a beats b or b beats a or a is b)",
    "any single a from one hand has (top of a is not dragon)",
    "after each move before (top) is not none implies top is not none",
    "always champion is none implies not finished",
]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_every_promise_is_proved_by_both_solvers(players: int) -> None:
    assert_all_are_proved(game_of(GANG_OF_FOUR, players))


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted(promise: str, tmp_path: Path) -> None:
    old = "promise kept always"
    game = changed(GANG_OF_FOUR, old, f"promise tried {promise} {old}", tmp_path, players=4)
    assert isinstance(result_of(game, "tried", hands=20).verdict, Refuted)
