"""Plays that the lowered search finds are those of the engine: each one, in order.

Games whose plays are found by rows are searched as well, which no module does.
"""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from haggis_rules.codegen.lowered.form import LoweredModule
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game
from haggis_rules.lowering.bodies.body import context_of
from haggis_rules.lowering.rows.play_choice import PLAY
from haggis_rules.lowering.rows.plays import HELD
from haggis_rules.lowering.rows.reading_counts import COUNT
from haggis_rules.lowering.search.searched_plays import lower_search
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, Combination, pack
from tests.games import SEATINGS, TESTS, game_of
from tests.wasm.running import READERS, Running, Start, interpreted

SMALL = (
    "levels/bittern",
    "orders/whimbrel",
    "playcards/teal",
    "semantics/holding",
    "wasm/dabchick",
    "wings/widgeon",
)


class SearchedHand:
    """The plays of cards, by a lowered search and by the engine."""

    def __init__(self, game: Game, start: Start) -> None:
        context = context_of(game)
        self.setting = context.memory.room(4)
        lower_search(context, self.setting)
        self.layout, self.hand = context.layout, context.memory.end
        self.target = self.hand + 8 * self.layout.words
        module = LoweredModule(tuple(context.functions), context.memory.data, self.target + 4096)
        self.running: Running = start(module)
        self.engine = [Enumerator(one) for one in Patterns(game).everywhere]
        self.readings = self.engine[0].readings

    def lowered(self, hand: Cards, setting: int) -> list[Combination]:
        """Return every play, in order."""
        self.running.write(self.setting, setting.to_bytes(4, "little"))
        self.running.write(self.hand, hand.to_bytes(8 * self.layout.words, "little"))
        self.running.call(HELD, self.hand)
        return [
            self._play(place, which)
            for place in range(len(self.readings))
            for which in range(self.running.call(COUNT, place))
        ]

    def _play(self, place: int, which: int) -> Combination:
        self.running.call(PLAY, place, which, self.target)
        content = self.running.read(self.target, 8 + 8 * self.layout.words)
        return self.layout.found_combination(content)

    def agree(self, hand: Cards) -> bool:
        """Tell whether both find the same plays in the same order, with every setting."""
        return all(
            self.lowered(hand, setting) == [Combination(*play) for play in engine.plays(hand)]
            for setting, engine in enumerate(self.engine)
        )


@cache
def searched(name: str | Path, start: Start) -> SearchedHand:
    return SearchedHand(game_of(name), start)


def dealt(game: Game, chance: Random, size: int) -> Cards:
    deck = [card for card, one in enumerate(game.cards) for _ in range(one.copies)]
    return sum(pack([(card, 1)]) for card in chance.sample(deck, min(size, len(deck))))


def agrees(name: str | Path, start: Start, sizes: tuple[int, ...], seed: int) -> None:
    chance = Random(seed)
    for size in sizes:
        hand = dealt(game_of(name), chance, size)
        assert searched(name, start).agree(hand), hand


@pytest.mark.parametrize("name", SMALL)
def test_searched_plays_are_those_of_the_engine(name: str) -> None:
    agrees(TESTS / f"{name}.haggis", READERS[-1], (1, 3, 4, 5, 6, 7, 8, 9, 10), 5)


def test_interpreted_plays_are_those_of_the_engine() -> None:
    agrees(TESTS / "levels/bittern.haggis", interpreted, (4,), 6)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", [f"{name} for {players}" for name, players in SEATINGS])
def test_searched_plays_of_every_seating_are_those_of_the_engine(name: str) -> None:
    agrees(name, READERS[-1], (1, 3, 6, 10, 12, 14), 7)
