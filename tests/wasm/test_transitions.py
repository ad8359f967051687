"""Lowered actions and steps change a state as the engine does, all along random matches."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from haggis_rules import Rules
from haggis_rules.codegen.lowered.form import LoweredModule
from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.codegen.lowered.pruning import pruned
from haggis_rules.engine.match import MatchState
from haggis_rules.ir.game import ACTOR
from haggis_rules.lowering.bodies.body import context_of
from haggis_rules.lowering.clauses.definitions import lower_definitions
from haggis_rules.lowering.clauses.transitions import (
    BETWEEN,
    FOLLOW,
    UNTIL,
    action_names,
    do_name,
    lower_transitions,
)
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Combination, GameState
from tests.games import SEATINGS, rules_of
from tests.wasm.running import READERS, ROOM, Running, Start, interpreted

QUICK = ("classic for 2", "heron")
EVERY = [f"{name} for {players}" for name, players in SEATINGS]


class Table:
    """A lowered game in memory, to which states are written and from which they are read."""

    def __init__(self, rules: Rules, start: Start) -> None:
        self.context = context = context_of(rules.game)
        lower_definitions(context)
        lower_transitions(context)
        functions, data = tuple(context.functions), context.memory.data
        self.running: Running = start(pruned(LoweredModule(functions, data, ROOM)))
        self.at = -(-context.memory.end // 64) * 64
        self.played = self.at + context.layout.size

    def put(self, state: GameState) -> None:
        """Write a state."""
        self.running.write(self.at, self.context.layout.write(state))

    def get(self) -> GameState:
        """Read the state."""
        layout = self.context.layout
        return layout.read(self.running.read(self.at, layout.size))

    def act(self, action: Action) -> None:
        """Do what an action does, and all that follows."""
        schema = self.context.game.action(action.name)
        arguments = [action.actor]
        for name, kind in action_names(schema).items():
            if name != ACTOR:
                value = action.arguments[len(arguments) - 1]
                if isinstance(value, Combination):
                    self.running.write(self.played, self.context.layout.combination(value))
                    arguments.append(self.played)
                else:
                    arguments.append(self.context.layout.value(kind, value))
        self.running.call(do_name(schema), self.at, *arguments)
        self.running.call(FOLLOW, self.at)


@cache
def table_of(name: str, start: Start) -> Table:
    return Table(rules_of(name), start)


def match_of(rules: Rules, seed: int, most: int) -> Iterator[tuple[MatchState, Action, MatchState]]:
    """Play a match by chance, for so many actions at most."""
    chance, match = Random(seed), rules.new_match(seed)
    for _ in range(most):
        if match.finished:
            return
        action = chance.choice(match.actions(chance.choice(match.to_act)))
        after = match.apply(action)
        yield match, action, after
        match = after


def agrees(name: str, start: Start, seed: int, most: int) -> None:
    rules, table = rules_of(name), table_of(name, start)
    for before, action, after in match_of(rules, seed, most):
        table.put(before.position.state)
        table.act(action)
        same_hand = after.hand == before.hand and not after.finished
        ended = after.position if same_hand else after.last_hand
        assert ended is not None
        assert table.get() == ended.state, action
        if not same_hand:
            assert_ended(table, rules, ended.state)


def assert_ended(table: Table, rules: Rules, state: GameState) -> None:
    values, zones = rules.code.between(state.values, state.zones)
    table.running.call(BETWEEN, table.at)
    assert table.get() == GameState(values, zones)
    if rules.code.until is not None:
        over = rules.code.until(values, zones)
        assert bool(table.running.call(UNTIL, table.at)) is over


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("start", READERS)
def test_states_are_those_of_the_engine(name: str, start: Start) -> None:
    agrees(name, start, 1, 120 if start is interpreted else 600)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_states_of_every_seating_are_those_of_the_engine(name: str) -> None:
    for seed in (1, 2):
        agrees(name, READERS[-1], seed, 1500)


def test_cards_that_are_not_there_are_a_breach() -> None:
    table = table_of("classic for 2", READERS[-1])
    position = rules_of("classic for 2").new_hand(1)
    (seat,) = {
        one.actor for one in (*position.actions(0), *position.actions(1)) if one.name == "play"
    }
    play = next(one for one in position.actions(seat) if one.name == "play")
    table.put(position.state)
    table.act(play)
    table.running.write(table.at, table.context.layout.write(position.apply(play).state))
    with pytest.raises(LoweredBreach) as caught:
        table.act(play)
    assert caught.value.code == 4
