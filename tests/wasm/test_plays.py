"""The lowered plays of a hand are those of the engine: how many of each reading, and each one."""

from collections.abc import Iterator
from functools import cache
from random import Random
from struct import iter_unpack

import pytest

from haggis_rules.codegen.lowered.build import FALSE
from haggis_rules.codegen.lowered.form import LoweredExpression, LoweredModule
from haggis_rules.enumeration.compiled_rows.pattern_rows import PatternRow, RowTable
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game
from haggis_rules.lowering.bodies.body import context_of
from haggis_rules.lowering.rows.laned_rows import MOST_TERMS, LanedRow, laned_row
from haggis_rules.lowering.rows.play_choice import PLAY, lower_plays
from haggis_rules.lowering.rows.plays import HELD
from haggis_rules.lowering.rows.possible_lines import fewest_cards
from haggis_rules.lowering.rows.reading_counts import COUNT, COUNT_ALL
from haggis_rules.lowering.rows.row_lines import LaneStack
from haggis_rules.lowering.rows.row_runs import RowRun, Stack
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, Combination, pack
from tests.games import SEATINGS, game_of
from tests.wasm.running import READERS, Running, Start, interpreted

EVERY = [*(f"{name} for {players}" for name, players in SEATINGS), "long-heron"]


class PlaysOfHand:
    """The plays of cards, by a lowered module and by the engine."""

    def __init__(self, game: Game, start: Start) -> None:
        context = context_of(game)
        self.counts = lower_plays(context).counts
        self.layout, self.hand = context.layout, context.memory.end
        self.target = self.hand + 8 * self.layout.words
        module = LoweredModule(tuple(context.functions), context.memory.data, self.target + 4096)
        self.running: Running = start(module)
        patterns = Patterns(game)
        self.readings, self.enumerator = sorted(patterns.readings), Enumerator(patterns)

    def look_at(self, hand: Cards) -> None:
        """Look at a hand, and count the plays of all readings."""
        self.running.write(self.hand, hand.to_bytes(8 * self.layout.words, "little"))
        self.running.call(HELD, self.hand)
        self.running.call(COUNT_ALL)

    def known(self) -> list[int]:
        """Return how many plays each reading has, as all are counted together."""
        content = self.running.read(self.counts, 4 * len(self.readings))
        return [number for (number,) in iter_unpack("<i", content)]

    def lowered(self) -> Iterator[Combination]:
        """Yield every play, in order."""
        size = 8 + 8 * self.layout.words
        for place, count in enumerate(self.known()):
            for which in range(count):
                self.running.call(PLAY, place, which, self.target)
                yield self.layout.found_combination(self.running.read(self.target, size))

    def agrees(self, hand: Cards) -> bool:
        """Tell whether both find the same plays in the same order, counted in both ways."""
        self.look_at(hand)
        counts = [self.running.call(COUNT, place) for place in range(len(self.readings))]
        plays = [Combination(*play) for play in self.enumerator.plays(hand)]
        return counts == self.known() and sum(counts) == len(plays) and [*self.lowered()] == plays


@cache
def plays_of(name: str, start: Start) -> PlaysOfHand:
    return PlaysOfHand(game_of(name), start)


def dealt(game: Game, chance: Random, size: int) -> Cards:
    deck = [card for card, one in enumerate(game.cards) for _ in range(one.copies)]
    return sum(pack([(card, 1)]) for card in chance.sample(deck, size))


def test_interpreted_plays_are_those_of_the_engine() -> None:
    chance, plays = Random(1), plays_of("classic for 2", interpreted)
    for size in (1, 4, 6):
        assert plays.agrees(dealt(game_of("classic for 2"), chance, size))


@pytest.mark.parametrize("name", ["classic for 2", "heron"])
def test_plays_are_those_of_the_engine(name: str) -> None:
    chance, plays = Random(2), plays_of(name, READERS[-1])
    for _ in range(4):
        assert plays.agrees(dealt(game_of(name), chance, 9))


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_plays_of_every_seating_are_those_of_the_engine(name: str) -> None:
    chance, plays = Random(3), plays_of(name, READERS[-1])
    for size in (1, 3, 6, 10, 12, 14, 17):
        assert plays.agrees(dealt(game_of(name), chance, size))


@pytest.mark.slow
def test_counts_beyond_a_byte_are_those_of_the_engine() -> None:
    game = game_of("classic for 2")
    names = [game.card_name(card) for card in range(len(game.cards))]
    held = [place for place, name in enumerate(names) if name[-1] in "ryJQK"]
    plays, hand = plays_of("classic for 2", READERS[-1]), sum(pack([(one, 1)]) for one in held)
    assert len(held) == 21
    assert plays.agrees(hand)
    assert max(plays.known()) >= 255  # of so many a line says nothing


def lanes_short_of_one(table: RowTable, row: PatternRow, widest: int) -> LanedRow:
    one = laned_row(table, row, widest)
    return one._replace(top=max(one.top - 1, 1))


def always_a_natural_card_more(table: RowTable, row: PatternRow, widest: int) -> LanedRow:
    one = laned_row(table, row, widest)
    return one._replace(least=one.least + 1)


def all_plain(table: RowTable, row: PatternRow, widest: int) -> LanedRow:
    one = laned_row(table, row, widest)
    return one._replace(plain=len(one.lanes) <= MOST_TERMS, least=1, most=row.size)


def no_class(_row: LanedRow) -> tuple[int, ...]:
    return ()


def nothing_sorted(_number: int) -> list[tuple[int, int]]:
    return []


def all_in_one_place(held: int, stack: LaneStack) -> list[int]:
    return [held] * stack.terms


def always_the_first(_stack: Stack, lanes: Stack) -> tuple[int, int]:
    return 0, len(lanes)


def no_less_than_one_more(run: RowRun) -> int:
    return 1 + fewest_cards(run)


def one_lane_less(_lanes: object) -> bytes:
    return bytes(1 << max(min(top, 7) - 1, 0) for top in range(16))


def never_before(_one: object, _other: object) -> LoweredExpression:
    return FALSE


SLIPS: dict[str, tuple[str, object]] = {
    "a bound that is too low": ("row_lines.laned_row", lanes_short_of_one),
    "a natural card too many": ("row_lines.laned_row", always_a_natural_card_more),
    "all rows taken for plain": ("row_lines.laned_row", all_plain),
    "all rows taken for alike": ("row_lines.row_class", no_class),
    "lanes out of order": ("held_lanes.sorting_network", nothing_sorted),
    "slices in one place": ("line_counting.stack_places", all_in_one_place),
    "lines left out too soon": ("possible_lines.fewest_cards", no_less_than_one_more),
    "lanes told too small": ("possible_lines.top_sets", one_lane_less),
    "plays out of order": ("play_choice.before", never_before),
    "lanes of other rows": ("row_runs._longest", always_the_first),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_lines_is_noticed(slip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, wrong = SLIPS[slip]
    monkeypatch.setattr(f"haggis_rules.lowering.rows.{place}", wrong)
    game, chance = game_of("classic for 2"), Random(4)
    plays = PlaysOfHand(game, READERS[-1])
    assert not all(plays.agrees(dealt(game, chance, size)) for size in (4, 9, 12, 14))
