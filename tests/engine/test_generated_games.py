"""Generated Python does what evaluation does: in random states, and in whole hands."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import chain, count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.codegen import effects as generator
from haggis_rules.codegen.body import Body
from haggis_rules.codegen.compiled import compile_game
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir.traversal import param_type
from haggis_rules.semantics import transition
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, cards_in, evaluate, holds_true
from haggis_rules.semantics.state import Combination, GameState, Value, count_of, pack
from haggis_rules.semantics.transition import Moved
from tests.engine.games import NAMES, random_hand, rules_of
from tests.strategies import states, values

by_game = pytest.mark.parametrize("name", NAMES)


def outcome(of: Callable[..., object], *arguments: object) -> object:
    """Return what comes of it, or the kind of breach."""
    try:
        return of(*arguments)
    except Breach as breach:
        return type(breach)


def by_evaluation(turn: Callable[..., transition.MoveResult], *arguments: object) -> object:
    """Return the halves of the state after a turn, and what moved."""

    def run() -> object:
        done = turn(*arguments)
        return (done.state.values, done.state.zones), done.moved

    return outcome(run)


def by_code(
    do: Callable[..., tuple[object, object]], state: GameState, *arguments: object
) -> object:
    """Return the same of generated code."""

    def run() -> object:
        moved: list[Moved] = []
        after = do(state.values, state.zones, *arguments, moved)
        return after, tuple(moved)

    return outcome(run)


def draw_action(data: st.DataObject, rules: Rules, state: GameState) -> Action:
    """Draw an action with choices of the right types; often such as lie in the zone."""
    game = rules.game
    action = data.draw(st.sampled_from(game.actions))
    actor = data.draw(st.integers(0, game.seats - 1))
    scene = Environment(game, state, {ir.ACTOR: actor})
    arguments: list[Value] = []
    for param in action.params:
        value = data.draw(values(game, param_type(param)))
        if isinstance(param, ir.CombinationParam) and data.draw(st.booleans()):
            held = cards_in(param.zone, scene)
            wanted = data.draw(st.lists(st.integers(0, len(game.cards) - 1), max_size=4))
            cards = pack((card, 1) for card in set(wanted) if count_of(held, card))
            readings = rules.readings(cards) if cards else []
            if readings:
                value = Combination(data.draw(st.sampled_from(readings)), cards)
        arguments.append(value)
    return Action(action.name, actor, tuple(arguments))


def declared(rules: Rules, action: Action) -> tuple[ir.ActionSchema, int]:
    index = [one.name for one in rules.game.actions].index(action.name)
    return rules.game.actions[index], index


@by_game
@given(data=st.data())
def test_an_action_does_in_any_state_what_evaluation_does(name: str, data: st.DataObject) -> None:
    rules = rules_of(name)
    state = data.draw(states(rules.game))
    action = draw_action(data, rules, state)
    one, index = declared(rules, action)
    scene = Environment(rules.game, state)
    assert by_code(
        rules.code.actions[index].do, state, action.actor, *action.arguments
    ) == by_evaluation(transition.perform, one, action.actor, action.arguments, scene)


@by_game
@given(data=st.data())
def test_an_action_is_allowed_in_any_state_where_evaluation_allows_it(
    name: str, data: st.DataObject
) -> None:
    rules = rules_of(name)
    state = data.draw(states(rules.game))
    action = draw_action(data, rules, state)
    one, index = declared(rules, action)
    code, scene = rules.code.actions[index], Environment(rules.game, state)
    halves = state.values, state.zones
    wanted = outcome(transition.may_act, one, action.actor, scene)
    assert outcome(code.may, *halves, action.actor) == wanted
    inside = Environment(rules.game, state, {ir.ACTOR: action.actor})
    named = {p.name: v for p, v in zip(one.params, action.arguments, strict=True)}
    full = Environment(rules.game, state, {**inside.names, **named})
    for guard, check in zip(one.guards, code.guards, strict=True):
        wanted = outcome(holds_true, guard.expr, full)
        assert outcome(check, *halves, action.actor, *action.arguments) == wanted


@by_game
@given(data=st.data())
def test_a_step_waits_and_does_in_any_state_what_evaluation_says(
    name: str, data: st.DataObject
) -> None:
    rules = rules_of(name)
    state = data.draw(states(rules.game))

    def waits() -> int:
        step = transition.waiting(rules.game, state)
        return -1 if step is None else rules.game.steps.index(step)

    found = outcome(rules.code.waiting_checked, state.values, state.zones)
    assert found == outcome(waits)
    if isinstance(found, int):
        assert rules.code.waiting(state.values, state.zones) == found
    for step, do in zip(rules.game.steps, rules.code.steps, strict=True):
        scene = Environment(rules.game, state)
        wanted = by_evaluation(transition.effect, step.effects, scene)
        assert by_code(do, state) == wanted


def evaluated(rules: Rules, table: Position, action: Action) -> list[tuple[object, ...]]:
    """Return the events of an action and what follows by evaluation alone."""
    one, _ = declared(rules, action)
    scene = Environment(rules.game, table.state)
    turn = transition.perform(one, action.actor, action.arguments, scene)
    events: list[tuple[object, ...]] = [(action, turn.moved, turn.state)]
    for step, then in transition.follow(rules.game, turn.state):
        events.append((step.name, then.moved, then.state))
    return events


def check_hand(rules: Rules, seed: int) -> None:
    """See that a whole hand goes as evaluation says, and is allowed where that allows it."""
    chance = Random(seed)
    for table, action, after in random_hand(rules, seed):
        events = evaluated(rules, table, action)
        assert [tuple(event) for event in after.history[len(table.history) :]] == events
        assert transition.waiting(rules.game, table.state) is None
        for tried in [action, *tries(table, chance)]:
            one, _ = declared(rules, tried)
            allowed = transition.is_legal(
                rules.game, rules.patterns, table.state, one, tried.actor, tried.arguments
            )
            assert table.is_legal(tried) is allowed
            assert (tried in table.actions(tried.actor)) is allowed
            assert (table.why_not(tried) == []) is allowed


def tries(table: Position, chance: Random) -> list[Action]:
    """Return a few actions that may be allowed or not: those of others, and with other readings."""
    found: list[Action] = []
    for seat in chance.sample(table.to_act, 1):
        action = chance.choice(table.actions(seat))
        found += [action, action._replace(actor=(seat + 1) % table.rules.game.seats)]
        if action.arguments and isinstance(action.arguments[0], Combination):
            cards = action.arguments[0].cards
            reading = chance.choice(table.rules.patterns.readings)
            found.append(action._replace(arguments=(Combination(reading, cards),)))
    return found


@pytest.mark.parametrize("name", ["heron", pytest.param("neeps-core", marks=pytest.mark.slow)])
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_hand_goes_as_evaluation_says(name: str, seed: int) -> None:
    check_hand(rules_of(name), seed)


@pytest.mark.parametrize("kind", [ir.Let, ir.Move, ir.ForEach], ids=lambda kind: kind.__name__)
def test_a_generator_that_leaves_out_one_kind_of_effect_is_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = generator._effect  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

    def wrong(node: ir.Effect, body: Body, changes: object) -> None:
        if not isinstance(node, kind):
            right(node, body, changes)  # type: ignore[arg-type]

    monkeypatch.setattr(generator, "_effect", wrong)
    broken = Rules(rules_of("neeps-core").game)
    with pytest.raises((AssertionError, Breach)):
        check_hand(broken, 0)


@by_game
def test_the_first_values_are_those_of_evaluation(name: str) -> None:
    rules = rules_of(name)
    start = rules.new_hand(3).start
    for index, kept in enumerate(rules.game.states):
        if not isinstance(kept.initial, ir.Chance):
            scene = Environment(rules.game, GameState(start.values[:index], start.zones))
            value = evaluate(kept.initial, scene)
            owners = rules.game.owners(kept.owner)
            alone = kept.owner is ir.Owner.NOBODY
            assert start.values[index] == (value if alone else (value,) * owners)


def test_the_generated_text_names_every_clause_that_does_something() -> None:
    rules = rules_of("neeps-core")
    named = {step.clause for step in rules.game.steps}
    for action in rules.game.actions:
        named |= {guard.clause for guard in action.guards} | {e.clause for e in action.effects}
    for definition in rules.game.definitions.values():
        named |= {definition.clause, *(one.clause for one in definition.exceptions)}
    comments = " ".join(line for line in rules.python.splitlines() if "# " in line)
    assert named <= set(comments.replace(",", " ").split())


def test_names_that_python_cannot_have_are_made_safe() -> None:
    rules = rules_of("neeps-core")
    odd = chain(("class", "V", "list", "a.b", "a-b", "a_b", "None", "log", "moves"), count())
    kept = tuple(replace(one, name=f"{o}") for o, one in zip(odd, rules.game.states, strict=False))
    renamed = compile_game(replace(rules.game, states=kept))
    state = rules.new_hand(1).state
    for mine, theirs in zip(renamed.steps, rules.code.steps, strict=True):
        assert by_code(mine, state) == by_code(theirs, state)


@given(data=st.data())
def test_moves_that_could_overflow_are_added_up_one_by_one_and_come_to_the_same(
    data: st.DataObject,
) -> None:
    rules = careful()
    state = data.draw(states(rules.game))
    action = draw_action(data, rules, state)
    one, index = declared(rules, action)
    scene = Environment(rules.game, state)
    done = by_code(rules.code.actions[index].do, state, action.actor, *action.arguments)
    assert done == by_evaluation(transition.perform, one, action.actor, action.arguments, scene)
    for step, do in zip(rules.game.steps, rules.code.steps, strict=True):
        wanted = by_evaluation(transition.effect, step.effects, scene)
        assert by_code(do, state) == wanted


@cache
def careful() -> Rules:
    """Make a game that takes no count for small enough."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generator, "MOST_CARDS", 0)
        rules = Rules(rules_of("neeps-core").game)
    assert "zone_after_moves(" in rules.python
    return rules
