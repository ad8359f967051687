"""Positions made of what a seat sees are, by seed, those that the Python engine makes."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from haggis_rules import Breach, ImpossibleViewError, Rules
from haggis_rules.engine.position import Position
from haggis_rules.lowering.compiled_game import CompiledGame
from haggis_rules.lowering.matches.determinizing import (
    TRIES,
    _Determinizing,  # pyright: ignore[reportPrivateUsage]
)
from haggis_rules.semantics.between_hands import points
from haggis_rules.semantics.random_streams import SplitMix64
from haggis_rules.semantics.state import GameState
from tests.games import TESTS, rules_of
from tests.small_games import changed
from tests.wasm.running import EVERY, compiled_game, nothing

TURNSTONE = TESTS / "holders" / "turnstone.haggis"
SECRET = ["secrets/curlew.haggis", "pairs/phalarope.haggis", "turning/plover.haggis"]


def by_engine(rules: Rules, position: Position, seat: int, seed: int) -> GameState | None:
    """Return what the engine makes of what a seat sees; None where it finds nothing."""
    view = replace(position.view(seat), seen=())
    try:
        return rules.determinize(view, SplitMix64(seed)).state
    except ImpossibleViewError:
        return None


def by_module(game: CompiledGame, position: Position, seat: int, seed: int) -> GameState | None:
    game.put(0, position.state)
    observation = game.observation(0, seat)
    try:
        game.determinize(0, observation, seed)
    except ValueError:
        return None
    assert game.observation(0, seat) == observation
    return game.state(0)


def agrees(rules: Rules, game: CompiledGame, first: int, most: int) -> bool:
    """Play a hand by chance; whether each seat is given the same positions all along."""
    chance, position = Random(first), rules.new_hand(first)
    for ply in range(most):
        if position.finished:
            break
        for seat in range(rules.game.seats):
            asked = (position, seat, first + ply)
            if by_engine(rules, *asked) != by_module(game, *asked):
                return False
        position = position.apply(chance.choice(position.actions(chance.choice(position.to_act))))
    return True


@pytest.mark.parametrize("name", ["classic for 2", "heron"])
def test_positions_that_fit_are_those_of_the_engine(name: str) -> None:
    assert agrees(rules_of(name), compiled_game(name), 3, 8)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_positions_of_every_seating_are_those_of_the_engine(name: str) -> None:
    assert agrees(rules_of(name), compiled_game(name), 4, 10)


@pytest.mark.parametrize("text", SECRET)
def test_positions_of_games_with_secrets_are_those_of_the_engine(text: str) -> None:
    rules = rules_of(TESTS / text)
    game = rules.compiled()
    assert all(agrees(rules, game, seed, 20) for seed in range(3))


@pytest.mark.parametrize("step", ["_mend", "_shuffle"])
def test_cards_that_are_not_given_out_by_the_same_steps_are_noticed(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Determinizing, step, nothing)
    rules = rules_of(TESTS / SECRET[0])
    game = rules.compiled()
    assert not all(agrees(rules, game, seed, 12) for seed in range(2))


def test_sampled_playouts_are_played_by_their_seeds() -> None:
    rules, game = rules_of("classic for 2"), compiled_game("classic for 2")
    position = rules.new_hand(3)
    game.put(0, position.state)
    found = game.sampled_playouts(0, game.observation(0, 1), 50, 4)
    for number, scored in enumerate(found):
        begun = by_engine(rules, position, 1, 50 + number)
        assert begun is not None
        game.put(0, begun)
        game.determinize(0, game.observation(0, 1), 50 + number)
        game.playout(0)
        state = game.state(0)
        got = [sum(points(rules.game, state, e, o) for e in rules.game.scores) for o in range(2)]
        assert scored == tuple(got)


def test_what_nobody_can_see_is_refused() -> None:
    rules, game = rules_of("classic for 2"), compiled_game("classic for 2")
    game.put(0, rules.new_hand(3).state)
    observation = bytearray(game.observation(0, 0))
    hand = next(one for one in game.places.observation.planes if one.part == "unseen")
    observation[hand.offset + 2] += 1
    with pytest.raises(ValueError, match="no position"):
        game.determinize(0, bytes(observation), 1)
    with pytest.raises(ValueError, match="no observation"):
        game.determinize(0, b"", 1)
    observation[0] = 2
    with pytest.raises(ValueError, match="no position"):
        game.sampled_playouts(0, bytes(observation), 1, 1)


def test_tries_after_a_breach_are_those_of_the_engine(tmp_path: Path) -> None:
    # Who has the lowest card begins, and now it may lie where nobody sees it.
    hidden = "deal 3 plain to hand of each seat deal the rest of plain to pile"
    old = "zone pile, seen by all deal 4 plain to hand of each seat"
    game = changed(TURNSTONE, old, f"zone pile, seen by nobody {hidden}", tmp_path)
    rules, found = Rules(game), 0
    compiled, tried = rules.compiled(), list[str]()
    real = compiled.running.call

    def counted(name: str, *arguments: int) -> int:
        tried.append(name)
        return real(name, *arguments)

    compiled.running.call = counted  # type: ignore[method-assign]
    position = next(filter(None, map(partial(begun, rules), range(20))))
    for seed in range(20):
        tried.clear()
        state = by_module(compiled, position, 1, seed)
        assert state == by_engine(rules, position, 1, seed)
        found += state is not None and "determinize further" in tried
    assert found


def begun(rules: Rules, seed: int) -> Position | None:
    """Return the hand of a seed in which the second seat does not begin, if it can be dealt."""
    try:
        position = rules.new_hand(seed)
    except Breach:
        return None
    return None if 1 in position.to_act else position


def test_a_breach_ends_one_try_and_not_the_search() -> None:
    rules = rules_of(TURNSTONE)
    game, tried = rules.compiled(), list[str]()
    real = game.running.call

    def counted(name: str, *arguments: int) -> int:
        tried.append(name)
        return real(name, *arguments)

    game.running.call = counted  # type: ignore[method-assign]
    position = rules.new_hand(1)
    for _ in range(3):
        position = position.apply(position.actions(position.to_act[0])[-1])
    assert by_engine(rules, position, 0, 1) is None
    assert by_module(game, position, 0, 1) is None
    assert tried.count("determinize further") == TRIES
