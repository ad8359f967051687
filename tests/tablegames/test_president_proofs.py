"""President: faults that are planted in its rules are refuted by the proofs."""

from pathlib import Path

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.model import Refuted
from tests.verify.asking import result_of

PRESIDENT = Path(__file__).parent / "president.haggis"
PLANTED = [
    ("order.irreflexive", "tops reading b as a outranks b", "tops reading b as not b outranks a"),
    ("climbs", "top is none or p beats top", "top is none or top of p is at least top of top"),
    ("lead.first", "the seat s where (3c in hand", "the seat s where (3d in hand"),
]


@pytest.mark.slow
@pytest.mark.planted("broken rule")
@pytest.mark.parametrize(("promise", "old", "new"), PLANTED)
def test_a_planted_fault_breaks_its_promise(
    promise: str, old: str, new: str, tmp_path: Path
) -> None:
    verdict = result_of(changed(old, new, tmp_path), promise, hands=5).verdict
    assert isinstance(verdict, Refuted)


def changed(old: str, new: str, folder: Path) -> Game:
    """Load President for four players with one thing said otherwise."""
    text = " ".join(PRESIDENT.read_text("utf-8").split())
    assert text.count(old) == 1
    path = folder / "changed.haggis"
    path.write_text(text.replace(old, new), "utf-8")
    return load_game(path, players=4)
