"""Gang of Four: its promises are proved, and what breaks them is refuted."""

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
PLANTED = [
    (
        "irreflexive",
        "strength of a is above strength of b as true",
        "strength of a is at least strength of b as true",
    ),
    ("gangs.size", "ranked by size, top", "ranked by top, size"),
    ("played.better", "otherwise 0)) is above colors", "otherwise 0)) is at least colors"),
    (
        "winner.leads",
        "on close let top be none",
        "on close let turn be 1 seats after turn let top be none",
    ),
    (
        "lost",
        "first seat s after victor where (penalty of s is most for every seat t of (penalty of t))",
        "1 seats after victor",
    ),
    (
        "last.single",
        "is 1 implies the card c where (c in p) is highest of actor",
        "is 2 implies the card c where (c in p) is highest of actor",
    ),
]
LEAKS = [
    ("at first openly (starter when", "at first (starter when"),
    ("let colors be 0", "let colors be (1 when dragonr in hand of turn otherwise 0)"),
    (
        "let passes be passes + 1 let turn be 1 seats after actor",
        """let passes be passes + 1
        let turn be (actor when dragonr in hand of 1 seats after actor otherwise 1 seats after
          actor)""",
    ),
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


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.planted("broken rule")
@pytest.mark.parametrize(("promise", "old", "new"), PLANTED)
def test_a_planted_fault_breaks_its_promise(
    promise: str, old: str, new: str, tmp_path: Path
) -> None:
    game = changed(GANG_OF_FOUR, old, new, tmp_path, players=4)
    assert isinstance(result_of(game, promise, hands=20).verdict, Refuted)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.planted("broken rule")
@pytest.mark.parametrize(("old", "new"), LEAKS)
def test_a_leak_is_found(old: str, new: str, tmp_path: Path) -> None:
    game = changed(GANG_OF_FOUR, old, new, tmp_path, players=4)
    assert isinstance(result_of(game, "auto.secret", hands=20).verdict, Refuted)
