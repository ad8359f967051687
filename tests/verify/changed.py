"""Heron with a clause more, for proofs that come out in each possible way."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from tests.engine.games import PLACES

_TEXT = """language 1
variant changed extends heron
  "Heron with a clause more."

source us "Made up for a test"

add extra because "to see what comes of it"
  "What is tried."
  cites us "Test"
  {items}
"""


@cache
def heron_with(items: str) -> Game:
    """Add some items to Heron."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "heron.haggis").write_text(PLACES["heron"].read_text("utf-8"), "utf-8")
        changed = folder / "changed.haggis"
        changed.write_text(_TEXT.format(items=items), "utf-8")
        return load_game(changed)


def heron_promising(promise: str) -> Game:
    """Let Heron make a promise more, by the name `tried`."""
    return heron_with(f"promise tried {promise}")
