"""The questions on patterns as files: each text once, and lists that say what asks it.

In the folder is ``patterns``, with a file of SMT-LIB for each text, and for each seating a list of
its readings, what is asked of each, and in which file.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from haggis_rules.ir.game import Game
from haggis_rules.ir.option_labels import label
from haggis_rules.semantics.patterns import show_reading
from haggis_rules.semantics.state import Reading


class Export:
    """The folder for the questions of one game. What was listed before is listed anew."""

    def __init__(self, game: Game, folder: Path) -> None:
        self._game, self._folder = game, folder / "patterns"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._list = self._folder / f"{label(game)}.tsv"
        self._list.write_text("reading\tasked\tfile\n", encoding="utf-8")

    def keep(self, reading: Reading, question: str, text: str) -> None:
        """Keep the text of a question, and list it."""
        name = f"{sha256(text.encode()).hexdigest()[:20]}.smt2"
        place = self._folder / name
        if not place.exists():
            place.write_text(text, encoding="utf-8")
        with self._list.open("a", encoding="utf-8") as lines:
            lines.write(f"{show_reading(self._game, reading)}\t{question}\t{name}\n")
