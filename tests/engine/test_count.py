"""Sequences of actions are counted by depth, and two programs come to the same numbers."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from haggis_rules import load
from haggis_rules.engine import count as count_module
from haggis_rules.engine.count import Counts, count
from haggis_rules.engine.game import Rules
from tests.engine.games import random_hand
from tests.engine.slowly import Slowly

# How deep a table is counted, and how deep by evaluation as well.
DEPTHS = {
    ("cats", 2): (2, 1),
    ("classic", 2): (2, 1),
    ("classic", 3): (2, 1),
    ("neeps", 4): (2, 1),
    ("neeps", 6): (2, 1),
    ("neeps-core", 6): (2, 1),
    ("rogers", 2): (2, 1),
    ("rogers", 3): (2, 1),
    ("tatties", 3): (5, 4),
    ("tatties", 5): (6, 4),
    ("tournament", 3): (2, 1),
    ("wikipedia", 2): (2, 1),
    ("wikipedia", 3): (2, 1),
}
SEED = 1
# Seeds of hands by chance, which have few cards left at their last actions.
LATE = [("classic", 2, 2), ("classic", 3, 3), ("neeps", 4, 4), ("tatties", 3, 5)]


@cache
def rules_for(name: str, players: int) -> Rules:
    return load(name, players=players)


def pairs(found: Counts) -> tuple[tuple[int, int], ...]:
    return tuple(zip(found.canonical, found.every, strict=True))


@pytest.mark.parametrize(("name", "players"), DEPTHS)
def test_a_hand_goes_on_in_so_many_ways(
    name: str, players: int, golden: Callable[[str, str], None]
) -> None:
    depth, slow_depth = DEPTHS[name, players]
    rules = rules_for(name, players)
    start = rules.new_hand(SEED)
    found = pairs(count(start, depth))
    lines = [f"{depth} {canonical} {every}\n" for depth, (canonical, every) in enumerate(found)]
    golden(f"engine/count/{name}-{players}.txt", "depth sequences every-order\n" + "".join(lines))
    assert found[: slow_depth + 1] == Slowly(rules.game).count(start.state, slow_depth)


@pytest.mark.parametrize(("name", "players", "seed"), LATE)
def test_late_in_a_hand_evaluation_counts_the_same_to_three_actions(
    name: str, players: int, seed: int
) -> None:
    rules = rules_for(name, players)
    table = list(random_hand(rules, seed))[-8][0]
    found = pairs(count(table, 3))
    assert found[3][0] > 3
    assert found == Slowly(rules.game).count(table.state, 3)


TINY = """
language 1
variant tiny "A game for tests."
source here "Made up"
clause rules
  "All of it."
  ruling because "tests need it"
  table of 3 seats
  ranks 1 2
  suits red r
  deck plain of ranks 1 to 2 in each suit, 1 copy
  zone heap, seen by all
  deal the rest of plain to heap
  state called of each seat is truth, at first false, seen by all
  state last is seat or none, at first none, seen by all
  action call by any seat s where (not called of s)
  on call let called of actor be true
"""


def tiny(folder: Path, text: str) -> Rules:
    file = folder / "tiny.haggis"
    file.write_text(text, encoding="utf-8")
    return load(file)


def test_calls_that_do_not_bear_on_one_another_count_in_one_order(tmp_path: Path) -> None:
    found = count(tiny(tmp_path, TINY).new_hand(1), 4)
    assert found == Counts((1, 3, 3, 1, 0), (1, 3, 6, 6, 0))


WAVE = """
  state waved of each seat is truth, at first false, seen by all
  action wave by any seat s where (not waved of s)
  on wave let waved of actor be true
"""


def test_what_one_seat_does_counts_in_every_order(tmp_path: Path) -> None:
    found = count(tiny(tmp_path, TINY + WAVE).new_hand(1), 2)
    assert found == Counts((1, 6, 18), (1, 6, 30))


def test_calls_whose_order_is_remembered_count_in_every_order(tmp_path: Path) -> None:
    found = count(tiny(tmp_path, TINY + "  on call let last be actor\n").new_hand(1), 3)
    assert found == Counts((1, 3, 6, 6), (1, 3, 6, 6))


def test_a_call_that_another_makes_possible_counts_after_it(tmp_path: Path) -> None:
    guard = "  may call only when actor is not seat.one or some seat s has (called of s)\n"
    text = TINY + guard + "  define seat.one as first seat s from low where (true)\n"
    text = text.replace("  state last", "  state low is seat, at first by chance\n  state last")
    text = text.replace("at first by chance", "at first by chance, seen by all")
    rules = tiny(tmp_path, text)
    start = rules.new_hand(1)
    assert pairs(count(start, 3)) == Slowly(rules.game).count(start.state, 3)
    low = start.value("low")
    assert all(action.actor != low for seat in start.to_act for action in start.actions(seat))


def test_a_hand_that_is_over_is_not_continued(tmp_path: Path) -> None:
    over = "  export finished as some seat s has (called of s)\n"
    found = count(tiny(tmp_path, TINY + over).new_hand(1), 3)
    assert found == Counts((1, 3, 0, 0), (1, 3, 0, 0))


def test_a_count_that_exchanges_too_much_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tiny(tmp_path, TINY + "  on call let last be actor\n")
    start = rules.new_hand(1)

    def same(*_: object) -> bool:
        return True

    monkeypatch.setattr(count_module, "_same", same)
    assert pairs(count(start, 3)) != Slowly(rules.game).count(start.state, 3)
