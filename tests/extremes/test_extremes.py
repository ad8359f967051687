"""Each bound that is promised of the score of a hand is met by a hand, or its gap is told.

``pytest --update`` writes the records for the rules of today, when these still allow all of it.
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from haggis_rules import MatchState, Rules, load
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.load import seatings_of, shipped
from haggis_rules.ir.walk import everywhere
from haggis_rules.record.events import Deal, Deed, Record
from haggis_rules.record.judging import replay
from haggis_rules.record.reading import read
from haggis_rules.record.writing import text_of
from haggis_rules.run.evaluate import Scene, holds_true

FOLDER = Path(__file__).parent
# What of the scores of a hand a promise of this name bounds.
BOUNDED: dict[str, Callable[[tuple[int, ...]], int]] = {
    "hand.least": sum,
    "hand.all": sum,
    "hand.most": max,
}


@dataclass(frozen=True, slots=True)
class Row:
    """A bound, the best that was found, and the record of the hand in which it was."""

    system: str
    players: int
    promise: str
    bound: int
    found: int
    record: str
    why: str

    def __str__(self) -> str:
        return f"{self.system}-{self.players}-{self.promise}"


ROWS = [Row(**one) for one in tomllib.loads((FOLDER / "extremes.toml").read_text("utf-8"))["hand"]]
each_row = pytest.mark.parametrize("row", ROWS, ids=str)


@cache
def rules_of(system: str, players: int) -> Rules:
    return load(system, players=players)


def promised(row: Row) -> nodes.Expr:
    """Give the claim of a promise."""
    game = rules_of(row.system, row.players).game
    (form,) = [one.form for one in game.promises if one.name == row.promise]
    assert isinstance(form, ir.Always)
    return form.claim


def record_of(row: Row) -> Record:
    return read(io.BytesIO((FOLDER / row.record).read_bytes()))


def again(rules: Rules, record: Record) -> MatchState:
    """Play a record of one hand by rules that it does not name."""
    first, *others = [line.event for line in record.lines]
    assert isinstance(first, Deal)
    match = rules.dealt_match(rules.dealing_from_json(first.dealing, first=True))
    for event in others:
        if isinstance(event, Deed):
            match = match.apply(rules.action_from_json(event.action))
    return match


@each_row
def test_a_hand_comes_as_near_to_the_bound_as_is_said(
    row: Row, request: pytest.FixtureRequest
) -> None:
    rules = rules_of(row.system, row.players)
    if request.config.getoption("--update"):
        (FOLDER / row.record).write_text(text_of(again(rules, record_of(row))), encoding="utf-8")
    match = replay(rules, record_of(row))
    (sheet,) = match.sheet
    scores = tuple(sheet.total(owner) for owner in range(rules.scorers))
    assert BOUNDED[row.promise](scores) == row.found
    assert holds_true(promised(row), Scene(rules.game, match.table.state))


@each_row
def test_the_bound_is_the_one_that_is_promised(row: Row) -> None:
    numbers = {one.value for one in everywhere(promised(row)) if isinstance(one, nodes.Number)}
    assert row.bound in numbers


@each_row
def test_a_gap_is_on_the_side_where_it_may_be(row: Row) -> None:
    gap = row.found - row.bound if row.promise == "hand.least" else row.bound - row.found
    assert gap >= 0
    assert row.why


def bounds() -> Iterator[tuple[str, int, str]]:
    """Name each promise that bounds the score of a hand, at each table."""
    for system in shipped():
        for players in seatings_of(system):
            game = rules_of(system, players).game
            yield from ((system, players, p.name) for p in game.promises if p.name in BOUNDED)


def test_every_bound_has_a_hand() -> None:
    assert {(row.system, row.players, row.promise) for row in ROWS} == set(bounds())
