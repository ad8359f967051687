"""The games that pages are made of in these tests, and quick random expressions."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import cast

from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from tests.expressions import Kind, Maker, all_kinds
from tests.games import game_of
from tests.strategies import names_of

TESTS = Path(__file__).parents[1]
TEXTS = ("neeps-core", "heron/heron.haggis", "texts/every-word.haggis")


def game(text: str) -> Game:
    """Return the game of a shipped variant by name, or of a text of the tests by its path."""
    return game_of(TESTS / text if text.endswith(".haggis") else text)


def pages_game(seats: int, **options: int | str) -> Game:
    """Return the game of the text that has every kind of clause, for a number of seats."""
    return game_of("pages", seats, **options)


class Quick(Maker):
    """Makes expressions without Hypothesis: many, small, and not to be shrunk."""

    def __init__(self, game: Game, random: Random) -> None:
        super().__init__(game, cast("st.DrawFn", None), before=True)
        self.random = random

    def below(self, size: int) -> int:
        """Draw a number from 0 to less than ``size``."""
        return self.random.randrange(size)


def expressions(game: Game, seed: int, count: int) -> Iterator[tuple[Kind, nodes.Expr]]:
    """Yield random expressions with their kinds."""
    random = Random(seed)
    kinds, names = all_kinds(game), names_of(game)
    for _ in range(count):
        kind, depth = random.choice(kinds), random.choice([1, 1, 2, 2, 3])
        yield kind, Quick(game, random).make(kind, names, depth)


def meaning(part: object) -> object:
    """Return what an expression is made of, without the types, and without ``Just``.

    Types follow from the rest, and ``Just`` changes no value.
    """
    if isinstance(part, nodes.Just):
        return meaning(part.inner)
    if isinstance(part, nodes.Expr | nodes.OwnedZone):
        inside = [getattr(part, f.name) for f in fields(part) if f.name not in {"type", "span"}]
        return (type(part).__name__, *map(meaning, inside))
    if isinstance(part, tuple):
        return tuple(meaning(each) for each in cast("tuple[object, ...]", part))
    return part
