"""What an expression reads, and what an action writes, is told from its form alone."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.game import ActionSchema, Game, Step
from haggis_rules.ir.reads import move_reads, move_writes, reads, through_reading_only
from haggis_rules.ir.types import NumberType, Plain
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState, Value
from tests.games import game_of
from tests.strategies import all_kinds, bindings, expressions, names_of, states

PLAY = nodes.Variable(Plain.COMBINATION, "p")
READING = nodes.ReadingOf(Plain.READING, PLAY)


def neeps() -> Game:
    return game_of("neeps-core")


def outcome(
    node: nodes.Expr, state: GameState, before: GameState, names: dict[str, Value]
) -> object:
    try:
        return evaluate(node, Environment(neeps(), state, names, before))
    except Breach as breach:
        return type(breach)


def mixed(
    one: GameState, other: GameState, states_: frozenset[int], zones: frozenset[int]
) -> GameState:
    """Take from one state these variables and zones, and all else from the other."""
    values = zip(one.values, other.values, strict=True)
    held = zip(one.zones, other.zones, strict=True)
    return GameState(
        tuple(mine if i in states_ else theirs for i, (mine, theirs) in enumerate(values)),
        tuple(mine if i in zones else theirs for i, (mine, theirs) in enumerate(held)),
    )


@given(data=st.data())
def test_what_an_expression_does_not_read_makes_no_difference_to_it(data: st.DataObject) -> None:
    node = data.draw(
        expressions(neeps(), data.draw(st.sampled_from(all_kinds(neeps()))), before=True)
    )
    found = reads(neeps(), node)
    one, other, before = (data.draw(states(neeps())) for _ in range(3))
    names, others = data.draw(bindings(neeps())), data.draw(bindings(neeps()))
    renamed = {name: (names if name in found.names else others)[name] for name in names}
    there = mixed(one, other, found.states, found.zones)
    earlier = mixed(before, other, found.states, found.zones)
    assert found.names <= set(names_of(neeps()))
    assert outcome(node, one, before, names) == outcome(node, there, earlier, renamed)


def words(move: ActionSchema | Step) -> tuple[set[str], set[str], set[str], set[str]]:
    """Return what an action or step reads and writes: variables and zones of each, by name."""
    read, written = move_reads(neeps(), move), move_writes(move)
    return (
        {neeps().states[i].name for i in read.states},
        {neeps().zones[i].name for i in read.zones},
        {neeps().states[i].name for i in written.states},
        {neeps().zones[i].name for i in written.zones},
    )


def named(name: str) -> ActionSchema | Step:
    moves: tuple[ActionSchema | Step, ...] = (*neeps().actions, *neeps().steps)
    return next(move for move in moves if move.name == name)


@pytest.mark.parametrize(
    ("name", "reading", "at", "writing", "to"),
    [
        ("send", {"stage"}, {"hand", "sent"}, {"face"}, {"hand", "sent"}),
        ("pass", {"stage", "turn", "top", "passes"}, {"hand"}, {"turn", "passes"}, set[str]()),
        ("go.out", {"stage", "place"}, {"hand"}, {"place"}, set[str]()),
        (
            "carry.responses",
            {"dealer", "stage", "face"},
            {"sent"},
            {"stage", "turn"},
            {"hand", "sent"},
        ),
    ],
)
def test_an_action_or_step_knows_what_it_reads_and_writes(
    name: str, reading: set[str], at: set[str], writing: set[str], to: set[str]
) -> None:
    assert words(named(name)) == (reading, at, writing, to)


def test_a_binder_hides_a_name_inside_it_but_not_where_a_search_starts() -> None:
    seat = nodes.Variable(Plain.SEAT, "s")
    holds = nodes.Equal(Plain.TRUTH, seat, seat)
    binder = nodes.Binder("s", Plain.SEAT)
    first = nodes.FirstSeat(Plain.SEAT, binder, seat, inclusive=True, where=holds)
    assert reads(neeps(), nodes.Some(Plain.TRUTH, binder, holds)).names == set()
    assert reads(neeps(), first).names == {"s"}


def test_a_guard_that_looks_at_the_cards_is_told_from_one_that_looks_at_the_reading() -> None:
    (higher,) = [
        g for g in cast("ActionSchema", named("play")).guards if g.clause == "trick.higher"
    ]
    single = nodes.IsPattern(Plain.TRUTH, READING, 0)
    whole = nodes.Equal(Plain.TRUTH, PLAY, PLAY)
    one = nodes.Number(NumberType(1, 1), 1)
    assert through_reading_only(higher.expr, "p")
    assert through_reading_only(single, "p")
    assert not through_reading_only(whole, "p")
    assert not through_reading_only(nodes.And(Plain.TRUTH, single, whole), "p")
    assert through_reading_only(one, "p")


def test_a_word_reads_what_its_exceptions_do() -> None:
    taker = nodes.Call(Plain.TEAM, "taker", ())
    read = {neeps().states[index].name for index in reads(neeps(), taker).states}
    assert read == {"best.player", "top"}
