"""A game of a test with one thing said otherwise."""

from pathlib import Path

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game


def changed(path: Path, old: str, new: str, folder: Path) -> Game:
    """Load a text in which something that stands there once is said otherwise."""
    text, small_old, small_new = (
        " ".join(one.split()) for one in (path.read_text("utf-8"), old, new)
    )
    assert text.count(small_old) == 1
    other = folder / "changed.haggis"
    other.write_text(text.replace(small_old, small_new), "utf-8")
    return load_game(other)
