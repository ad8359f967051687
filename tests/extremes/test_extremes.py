"""Each bound that is promised of the score of a hand, or of a play, is met, or its gap is told.

``pytest --update`` writes the records for the rules of today, when these still allow all of it.
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from haggis_rules import MatchState, Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.load import shipped
from haggis_rules.ir.traversal import everywhere
from haggis_rules.notation.readings import readings_written
from haggis_rules.records.events import ActionEvent, DealEvent, MatchRecord
from haggis_rules.records.reader import read
from haggis_rules.records.replay import replay
from haggis_rules.records.writer import text_of
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_rules.semantics.patterns import show_reading
from haggis_rules.semantics.state import Combination, GameState, Reading
from tests.games import games_of, rules_of, seatings

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


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A bound of what can be made of the cards of a hand, a play that has as many, its record."""

    system: str
    players: int
    promise: str
    bound: int
    play: str
    record: str
    why: str
    options: dict[str, bool] = field(default_factory=dict[str, bool])

    def __str__(self) -> str:
        return f"{self.system}-{self.players}-{self.promise}"

    @property
    def rules(self) -> Rules:
        """The rules by which it is played."""
        return rules_of(self.system, self.players, **self.options)


KEPT = tomllib.loads((FOLDER / "extremes.toml").read_text("utf-8"))
ROWS = [Row(**one) for one in KEPT["hand"]]
PLAYS = [PlayRow(**one) for one in KEPT["play"]]
each_row = pytest.mark.parametrize("row", ROWS, ids=str)
each_play = pytest.mark.parametrize("row", PLAYS, ids=str)


def promised(row: Row) -> nodes.Expr:
    """Return the claim of a promise."""
    game = rules_of(row.system, row.players).game
    (form,) = [one.form for one in game.promises if one.name == row.promise]
    assert isinstance(form, ir.Always)
    return form.claim


def promised_of_plays(row: PlayRow) -> ir.AnyMade:
    """Return what is promised of all that a hand can make."""
    (form,) = [one.form for one in row.rules.game.promises if one.name == row.promise]
    assert isinstance(form, ir.AnyMade)
    return form


def record_of(row: Row | PlayRow) -> MatchRecord:
    return read(io.BytesIO((FOLDER / row.record).read_bytes()))


def again(rules: Rules, record: MatchRecord) -> MatchState:
    """Play a record of one hand by rules that it does not name."""
    first, *others = [line.event for line in record.lines]
    assert isinstance(first, DealEvent)
    match = rules.dealt_match(rules.dealing_from_json(first.dealing, first=True))
    for event in others:
        if isinstance(event, ActionEvent):
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
    assert holds_true(promised(row), Environment(rules.game, match.position.state))


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
        for players in seatings(system):
            game = rules_of(system, players).game
            yield from ((system, players, p.name) for p in game.promises if p.name in BOUNDED)


def test_every_bound_has_a_hand() -> None:
    assert {(row.system, row.players, row.promise) for row in ROWS} == set(bounds())


# Plays


def made(rules: Rules, record: MatchRecord) -> Iterator[Combination]:
    """Yield all combinations that are played in a record."""
    for event in (line.event for line in record.lines):
        if isinstance(event, ActionEvent):
            arguments = rules.action_from_json(event.action).arguments
            yield from (one for one in arguments if isinstance(one, Combination))


def claimed(form: ir.AnyMade, rules: Rules, reading: Reading) -> bool:
    """Tell whether what is promised holds of a reading."""
    return holds_true(
        form.claim, Environment(rules.game, GameState((), ())).naming(form.name, reading)
    )


@each_play
def test_a_play_as_large_as_is_promised_is_made(
    row: PlayRow, request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("--update"):
        text = text_of(again(row.rules, record_of(row)))
        (FOLDER / row.record).write_text(text, encoding="utf-8")
    record = record_of(row)
    replay(row.rules, record)
    shown = [show_reading(row.rules.game, one.reading) for one in made(row.rules, record)]
    assert row.play in shown


@each_play
def test_what_is_promised_holds_of_that_play_and_not_of_a_wider_one(row: PlayRow) -> None:
    form, rules = promised_of_plays(row), row.rules
    (reading,) = readings_written(rules.game, row.play)
    pattern, width, *others = reading
    assert (pattern, width) == (form.pattern, row.bound)
    assert claimed(form, rules, reading)
    assert not claimed(form, rules, (pattern, width + 1, *others))
    assert row.why


def test_every_bound_of_plays_has_a_play() -> None:
    """At each table, whatever is agreed on."""
    games = [(system, game) for system in shipped() for game in games_of(system)]
    assert {(row.system, row.players, row.promise) for row in PLAYS} == {
        (system, game.seats, promise.name)
        for system, game in games
        for promise in game.promises
        if isinstance(promise.form, ir.AnyMade)
    }
