"""The engine's answer about cards as a sentence: yes, no, or yes as one play and no as another."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from haggis_rules.diagnostics.nouns import listed, with_article
from haggis_rules.finder.cards_asked import CardsAnswer
from haggis_rules.ir.game import Game
from haggis_rules.semantics.state import Reading
from haggis_rules.wording.plays import play_words, rank_words, say_play


class CardsSaid:
    """Says what the cards of one game are; ``called`` has the rank by each word for it."""

    def __init__(self, game: Game, called: Mapping[str, str]) -> None:
        self.game, self._ranks = game, rank_words(game, called)
        self._words = play_words(game, self._ranks)

    def play(self, reading: Reading) -> str:
        """Return what a play is called: ``a sequence of three, up to the jack``."""
        return say_play(self.game, self._words, self._ranks, reading)

    def verdict(self, cards: CardsAnswer) -> str:
        """Return whether the one play beats the other; empty where only examples tell it."""
        if cards.is_settled_by_reading:
            yes, no = (one.readings for one in cards.compared)
            return f"Yes as {self._as(yes, no)}; no as {self._as(no, yes)}."
        if len(cards.compared) != 1:
            return ""
        (one,) = cards.compared
        however = ", however it is read" if len(one.readings) > 1 else ""
        return f"{'Yes' if one.beats else 'No'}{however}."

    def _as(self, readings: Sequence[Reading], others: Collection[Reading]) -> str:
        """Name readings that have one answer: by their pattern where the others have none of it."""
        apart = {reading[0] for reading in others}
        by_pattern: dict[int, list[Reading]] = {}
        for reading in readings:
            by_pattern.setdefault(reading[0], []).append(reading)
        said = [
            [with_article(self._words[pattern].name)]
            if len(some) > 1 and pattern not in apart
            else [self.play(reading) for reading in some]
            for pattern, some in by_pattern.items()
        ]
        return listed([one for some in said for one in some], "or")
