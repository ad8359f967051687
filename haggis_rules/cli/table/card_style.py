"""How cards look to one reader: in the colours of their suits, or in words to be read aloud.

Nothing rests on a colour alone: the letter of the suit stays.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from haggis_rules.cli.terminal.output import is_terminal
from haggis_rules.ir.game import CardClass, Game

# How a terminal writes a colour (ECMA-48, "select graphic rendition"). Suits that are called
# something else, as spades are, take the spare ones in order.
_COLOURS = {
    "black": "90", "blue": "94", "brown": "38;5;130", "cyan": "36", "gold": "33", "green": "32",
    "grey": "90", "orange": "38;5;208", "pink": "95", "purple": "35", "red": "31", "silver": "37",
    "violet": "35", "white": "97", "yellow": "93",
}  # fmt: skip
_SPARE = ("36", "31", "35", "32", "94", "33")
_OF_NO_SUIT = "1"  # bold
_PLAIN_TERMINAL = "dumb"


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How texts with cards are shown; ``plain`` is for those who have them read aloud."""

    plain: bool
    _cards: re.Pattern[str]  # one card or several side by side
    _words: Mapping[str, str]
    _colours: Mapping[str, str]

    def in_words(self, text: str) -> str:
        """Return a text with its cards in words, where it is to be read aloud."""
        if not self.plain:
            return text
        return self._cards.sub(lambda found: self._said(found[0]), text)

    def painted(self, text: str) -> str:
        """Return a text with its cards in colour, where there are colours."""
        if not self._colours:
            return text
        return self._cards.sub(
            lambda found: " ".join(map(self._in_colour, found[0].split(" "))), text
        )

    def _said(self, cards: str) -> str:
        return ", ".join(self._words[card] for card in cards.split(" "))

    def _in_colour(self, card: str) -> str:
        return f"\x1b[{self._colours[card]}m{card}\x1b[0m"


def card_style(game: Game, *, plain: bool, aside: bool = False) -> CardStyle:
    """Return how the cards of a game are shown here.

    There are colours on a terminal, unless ``NO_COLOR`` is set (no-color.org), it is a plain one,
    or all talk goes aside.
    """
    cards = {game.card_name(number): one for number, one in enumerate(game.cards)}
    obeys = os.name != "nt" or "WT_SESSION" in os.environ  # which older consoles of Windows do not
    coloured = obeys and not (plain or aside or os.environ.get("NO_COLOR")) and is_terminal()
    one = f"(?:{'|'.join(sorted(map(re.escape, cards), key=len, reverse=True))})"
    pattern = re.compile(rf"(?<![\w.@-]){one}(?: {one})*(?![\w@-]|\.\w)")
    return CardStyle(
        plain,
        pattern,
        {name: card_words(game, card) for name, card in cards.items()},
        {name: _colour(game, card) for name, card in cards.items()} if coloured else {},
    )


def is_plain_terminal() -> bool:
    """Whether the terminal says that it can only write line after line."""
    return os.environ.get("TERM") == _PLAIN_TERMINAL


def card_words(game: Game, card: CardClass) -> str:
    """Return a card in words: ``red 9``, ``9 of spades`` where a suit is no colour, or ``J``."""
    rank = game.ranks[card.rank]
    if card.suit is None:
        return rank
    suit = game.suits[card.suit].name
    return f"{suit} {rank}" if suit in _COLOURS else f"{rank} of {suit}"


def _colour(game: Game, card: CardClass) -> str:
    if card.suit is None:
        return _OF_NO_SUIT
    return _COLOURS.get(game.suits[card.suit].name, _SPARE[card.suit % len(_SPARE)])
