"""Sequences of actions are counted by depth, and two programs come to the same numbers."""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import pytest

from haggis_rules import load
from haggis_rules.analysis import perft as count_module
from haggis_rules.analysis.perft import PerftCounts, perft
from haggis_rules.engine.match import begin_dealt
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.notation.dealings import dealing_of
from tests.engine.counted import (
    BEGINNING,
    ENDS,
    MIDDLE,
    MOST,
    beginning,
    end,
    middle,
)
from tests.engine.slowly import Slowly

MIDDLES = {f"{one.name}-{one.players}-{one.where}": one for one in MIDDLE}
LAST = {f"{one.name}-{one.players}-end": one for one in ENDS}
FEW = {("cats-2-end",), ("classic-2-end",), ("classic-3-end",)}  # which evaluation soon ends
LONG = {
    *("neeps-4-answering", "neeps-6-answering", "neeps-6-passing", "tatties-3-exchange"),
    *("tatties-5-answering", "tatties-5-exchange", "tatties-5-swapping", "neeps-4-passing"),
}
SEATINGS = {seating for seating in BEGINNING if seating[0] != "neeps-core"}


def pairs(found: PerftCounts) -> tuple[tuple[int, int], ...]:
    return tuple(zip(found.canonical, found.every, strict=True))


def formatted(found: PerftCounts, head: str = "") -> str:
    """Write counts as a golden file has them, but for depths that no hand comes to."""
    rows = enumerate(pairs(found))
    lines = [f"{depth} {canonical} {every}\n" for depth, (canonical, every) in rows if every]
    return f"{head}depth sequences every-order\n{''.join(lines)}"


def slowly(table: Position, depth: int) -> tuple[tuple[int, int], ...]:
    """Count by evaluation alone."""
    return Slowly(table.rules.game).count(table.state, depth)


def mostly_long(names: Iterable[tuple[object, ...]], quick: Collection[object]) -> list[Any]:
    """Leave all but some for those who ask for long tests."""
    marks: dict[bool, Any] = {False: pytest.mark.long, True: ()}
    return [pytest.param(*name, marks=marks[name in quick]) for name in names]


def unless_long(name: str) -> object:
    marks = (pytest.mark.slow, pytest.mark.rotates)
    return pytest.param(name, marks=marks) if name in LONG else name


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), BEGINNING)
def test_a_hand_goes_on_in_so_many_ways(
    name: str, players: int, golden: Callable[[str, str], None]
) -> None:
    table = beginning(name, players)
    found = perft(table, BEGINNING[name, players].engine)
    golden(f"engine/count/{name}-{players}.txt", formatted(found, f"{table.to_text()}\n"))


@pytest.mark.parametrize(("name", "players"), BEGINNING)
def test_a_beginning_is_a_hand_as_it_can_be_dealt(name: str, players: int) -> None:
    start = beginning(name, players)
    dealing = dealing_of(start.rules.game, start.state, first=True)
    assert begin_dealt(start.rules, dealing).position.state == start.state


@pytest.mark.slow
@pytest.mark.long  # evaluation counts as many first actions as it can in little time each time
@pytest.mark.parametrize(("name", "players"), BEGINNING)
def test_evaluation_counts_the_beginning_of_a_hand_as_deep(name: str, players: int) -> None:
    start, depth = beginning(name, players), BEGINNING[name, players].slowly
    assert pairs(perft(start, depth)) == slowly(start, depth)


@pytest.mark.parametrize("name", [unless_long(name) for name in MIDDLES])
def test_a_position_in_the_middle_goes_on_in_so_many_ways(
    name: str, golden: Callable[[str, str], None]
) -> None:
    one = MIDDLES[name]
    table = middle(one)
    assert one.holds(table)
    found = perft(table, one.depths.engine)
    golden(f"engine/count/{name}.txt", formatted(found, f"{table.to_text()}\n"))
    assert pairs(found)[: one.depths.quickly + 1] == slowly(table, one.depths.quickly)


@pytest.mark.slow
@pytest.mark.parametrize("name", LAST)
def test_a_hand_with_few_cards_is_counted_to_its_end(
    name: str, golden: Callable[[str, str], None]
) -> None:
    table = end(LAST[name])
    found = perft(table, MOST)
    assert (found.canonical[-1], found.every[-1]) == (0, 0)
    assert table.rules.state_from_text(table.to_text()) == table.state
    golden(f"engine/count/{name}.txt", formatted(found, f"{table.to_text()}\n"))
    assert pairs(found)[:4] == slowly(table, 3)


@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("neeps", 6), ("tatties", 5)])
def test_evaluation_counts_the_first_actions_of_a_hand(name: str, players: int) -> None:
    start, depth = beginning(name, players), BEGINNING[name, players].quickly
    assert pairs(perft(start, depth)) == slowly(start, depth)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", mostly_long([(n,) for n in MIDDLES], {("neeps-4-passing",)}))
def test_evaluation_counts_the_middle_of_a_hand_as_deep(name: str) -> None:
    table, depth = middle(MIDDLES[name]), MIDDLES[name].depths.slowly
    assert pairs(perft(table, depth)) == slowly(table, depth)


@pytest.mark.slow
@pytest.mark.parametrize("name", mostly_long([(n,) for n in LAST], FEW))
def test_evaluation_counts_the_same_to_the_end_of_a_hand(name: str) -> None:
    table = end(LAST[name])
    assert pairs(perft(table, MOST)) == slowly(table, MOST)


def test_every_seating_is_counted_at_its_beginning_in_its_middle_and_to_its_end() -> None:
    assert len(SEATINGS) == 12
    assert {(one.name, one.players) for one in MIDDLE if one.where != "late"} == SEATINGS
    assert {(one.name, one.players) for one in MIDDLE if one.where == "late"} == SEATINGS
    assert {(one.name, one.players) for one in ENDS} == SEATINGS
    assert all(BEGINNING[seating].slowly >= 2 for seating in SEATINGS)
    assert all(one.depths.slowly >= 2 for one in MIDDLE)


TINY = """
language 2
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
    found = perft(tiny(tmp_path, TINY).new_hand(1), 4)
    assert found == PerftCounts((1, 3, 3, 1, 0), (1, 3, 6, 6, 0))


WAVE = """
  state waved of each seat is truth, at first false, seen by all
  action wave by any seat s where (not waved of s)
  on wave let waved of actor be true
"""


def test_what_one_seat_does_counts_in_every_order(tmp_path: Path) -> None:
    found = perft(tiny(tmp_path, TINY + WAVE).new_hand(1), 2)
    assert found == PerftCounts((1, 6, 18), (1, 6, 30))


def test_calls_whose_order_is_remembered_count_in_every_order(tmp_path: Path) -> None:
    found = perft(tiny(tmp_path, TINY + "  on call let last be actor\n").new_hand(1), 3)
    assert found == PerftCounts((1, 3, 6, 6), (1, 3, 6, 6))


def test_a_call_that_another_makes_possible_counts_after_it(tmp_path: Path) -> None:
    guard = "  may call only when actor is not seat.one or some seat s has (called of s)\n"
    text = TINY + guard + "  define seat.one as first seat s from low where (true)\n"
    text = text.replace("  state last", "  state low is seat, at first by chance\n  state last")
    text = text.replace("at first by chance", "at first by chance, seen by all")
    rules = tiny(tmp_path, text)
    start = rules.new_hand(1)
    assert pairs(perft(start, 3)) == Slowly(rules.game).count(start.state, 3)
    low = start.value("low")
    assert all(action.actor != low for seat in start.to_act for action in start.actions(seat))


def test_a_hand_that_is_over_is_not_continued(tmp_path: Path) -> None:
    over = "  export finished as some seat s has (called of s)\n"
    found = perft(tiny(tmp_path, TINY + over).new_hand(1), 3)
    assert found == PerftCounts((1, 3, 0, 0), (1, 3, 0, 0))


def test_a_count_that_exchanges_too_much_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tiny(tmp_path, TINY + "  on call let last be actor\n")
    start = rules.new_hand(1)

    def same(*_: object) -> bool:
        return True

    monkeypatch.setattr(count_module, "_same", same)
    assert pairs(perft(start, 3)) != Slowly(rules.game).count(start.state, 3)
