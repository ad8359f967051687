"""A definition is worked out once for the same arguments in one state, and in each state anew."""

from dataclasses import replace

import pytest

from haggis_rules.engine.rules import Rules
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.evaluate import Environment, call, evaluate
from haggis_rules.semantics.state import GameState, Value

SCORE = "captured.points"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("rogers", players=3)


@pytest.fixture(scope="module")
def states(game: Game) -> tuple[GameState, GameState]:
    """Return two states in which the seats have captured other cards."""
    zones = [zone.name for zone in game.zones]
    place = zones.index("captured")
    state = Rules(game).new_match(4).position.state
    taken = state.zones[zones.index("hand")]
    full = (*state.zones[:place], taken, *state.zones[place + 1 :])
    return state, GameState(state.values, full)


def spent(scene: Environment, *seats: int) -> tuple[list[Value], int]:
    """Return the points of seats, and what it cost to find them."""
    before = scene.budget.left
    return [call(SCORE, (seat,), scene) for seat in seats], before - scene.budget.left


def test_the_same_call_costs_nothing(game: Game, states: tuple[GameState, GameState]) -> None:
    scene = Environment(game, states[1], budget=Budget(game.name))
    first, cost = spent(scene, 0)
    assert cost > 0
    assert spent(scene, 0) == (first, 0)
    assert spent(scene.naming("s", 2), 0) == (first, 0)
    others, more = spent(scene, 1, 2)
    assert more > 0
    assert [*first, *others] == [
        call(SCORE, (seat,), Environment(game, states[1])) for seat in range(3)
    ]
    assert len({*first, *others}) > 1


def test_another_state_is_asked_anew(game: Game, states: tuple[GameState, GameState]) -> None:
    empty, full = states
    scene = Environment(game, full, before=empty)
    called = nodes.Call(Plain.TRUTH, SCORE, (nodes.Constant(Plain.SEAT, 0),))
    now = evaluate(called, scene)
    assert now != 0
    assert evaluate(nodes.Before(Plain.TRUTH, called), scene) == 0
    assert evaluate(called, scene) == now
    assert call(SCORE, (0,), replace(scene, state=empty)) == 0


def test_each_trail_has_every_clause(game: Game, states: tuple[GameState, GameState]) -> None:
    first, other = set[str](), set[str]()
    scene = Environment(game, states[1], trail=first)
    call(SCORE, (0,), scene)
    seen = {*first}
    assert seen
    call(SCORE, (0,), scene)
    assert first == seen
    call(SCORE, (0,), replace(scene, trail=other))
    assert other == seen
