"""Cards in what tools say of a position: each run of cards is drawn among the words around it."""

from collections.abc import Iterable
from itertools import groupby

from haggis_rules.ir.game import Game
from haggis_rules.site.drawing.cards import Pictures
from haggis_rules.site.markdown import bullets, plain


def drawn(pictures: Pictures, line: str) -> str:
    """Write a line in which cards, and a play with its reading, are drawn."""
    words = line.split()
    kinds = [
        pictures.is_card(word) and before != "seat"
        for before, word in zip(["", *words], words, strict=False)
    ]
    for place, word in enumerate(words):
        if word == "=" and place and kinds[place - 1]:
            kinds[place : place + 2] = [True] * len(kinds[place : place + 2])
    pieces = groupby(zip(kinds, words, strict=True), key=lambda each: each[0])
    return " ".join(
        (pictures.row if are_cards else plain)(" ".join(word for _, word in piece))
        for are_cards, piece in pieces
    )


def all_drawn(game: Game, lines: Iterable[str]) -> str:
    """Write lines below each other."""
    pictures = Pictures(game)
    return bullets(drawn(pictures, line) for line in lines)
