"""Heron with a clause more, for proofs that come out in each possible way.

Long Heron is Heron played hand after hand.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from tests.engine.games import PLACES

_TEXT = """language 2
variant changed extends {parent}
  "The parent with a clause more."

source us "Made up for a test"

add extra because "to see what comes of it"
  "What is tried."
  cites us "Test"
  {items}
"""


@cache
def heron_with(items: str, parent: str = "heron") -> Game:
    """Add some items to Heron, or to Long Heron."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for each in ("heron", "long-heron"):
            (folder / f"{each}.haggis").write_text(PLACES[each].read_text("utf-8"), "utf-8")
        changed = folder / "changed.haggis"
        changed.write_text(_TEXT.format(items=items, parent=parent), "utf-8")
        return load_game(changed)


def heron_promising(promise: str) -> Game:
    """Let Heron make a promise more, by the name `tried`."""
    return heron_with(f"promise tried {promise}")


def long_heron_with(items: str) -> Game:
    """Add some items to Long Heron."""
    return heron_with(items, "long-heron")
