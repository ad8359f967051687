"""Whole matches, scores and counts by depth in the module are those of the Python engine."""

from dataclasses import replace
from random import Random

import pytest

from haggis_rules import Rules
from haggis_rules.analysis.perft import perft
from haggis_rules.codegen.lowered.laws import check_module
from haggis_rules.engine.match import MatchState
from haggis_rules.lowering.compiled_game import CompiledGame
from haggis_rules.lowering.game_module import lower_game
from haggis_rules.lowering.layouts.module_names import (
    ABLE,
    BEGIN_MATCH,
    DETERMINIZE,
    MOST_DEPTH,
    OBSERVE,
    PERFT,
    TAKE_IN_MATCH,
)
from haggis_rules.lowering.matches import match_flow
from haggis_rules.semantics.asking import WrongArgumentError
from tests.games import TESTS, rules_of
from tests.wasm.running import EVERY, READERS, Start, compiled_game, nothing

SMALL = [
    *("deals/redshank.haggis", "draws/ruff.haggis", "holders/dotterel.haggis"),
    *("playcards/smew.haggis", "turning/plover.haggis"),
]


def same(game: CompiledGame, match: MatchState) -> bool:
    """Whether a match in the module stands as one of the engine."""
    seen = (game.able(0), game.hand(0), game.ended(0), game.scores(0), game.state(0))
    return seen == (match.to_act, match.hand, match.finished, match.scores, match.state)


def agrees(rules: Rules, game: CompiledGame, seed: int, most: int) -> bool:
    """Play a match by chance in both, and compare them at each action."""
    chance, match, ended = Random(seed), rules.new_match(seed), 0
    game.begin(0, seed)
    for _ in range(most):
        if not same(game, match):
            return False
        if match.finished:
            break
        seat = chance.choice(match.to_act)
        actions = match.actions(seat)
        place = chance.randrange(len(actions))
        before, match = match, match.apply(actions[place])
        ended += game.act(0, seat, place)
        if ended != len(match.sheet):
            return False
        if match.last_hand is not before.last_hand and match.last_hand is not None:
            got = {name: list[int]() for name in rules.game.scores}
            for entry in match.sheet[-1].entries:
                got[entry.name].append(entry.points)
            game.put(1, match.last_hand.state)
            if game.entries(1) != {name: tuple(points) for name, points in got.items()}:
                return False
    return same(game, match)


@pytest.mark.parametrize("name", ["classic for 2", "heron"])
def test_matches_are_those_of_the_engine(name: str) -> None:
    assert agrees(rules_of(name), compiled_game(name), 3, 150)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_matches_of_every_seating_are_those_of_the_engine(name: str) -> None:
    assert agrees(rules_of(name), compiled_game(name), 8, 300)


@pytest.mark.parametrize("text", SMALL)
def test_matches_of_small_games_are_those_of_the_engine(text: str) -> None:
    rules = rules_of(TESTS / text)
    game = rules.compiled(2)
    assert all(agrees(rules, game, seed, 100) for seed in range(3))
    hand = rules.new_hand(4)
    game.put(0, hand.state)
    assert game.perft(0, 2) == perft(hand, 2).every[2]


def test_a_match_that_forgets_a_score_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_flow, "_add_scores", nothing)
    rules = rules_of("classic for 2")
    assert not agrees(rules, rules.compiled(2), 3, 150)


@pytest.mark.parametrize(("name", "depth"), [("classic for 2", 2), ("heron", 3)])
def test_sequences_are_as_many_as_the_engine_counts(name: str, depth: int) -> None:
    rules, game, chance = rules_of(name), compiled_game(name), Random(2)
    position = rules.new_hand(9)
    for number in range(24):
        if not position.finished and number % 8 == 7:
            game.put(0, position.state)
            wanted = perft(position, depth).every
            assert tuple(game.perft(0, each) for each in range(depth + 1)) == wanted
        if not position.finished:
            actions = position.actions(chance.choice(position.to_act))
            position = position.apply(chance.choice(actions))
    assert game.perft(0, 0) == 1


def test_sequences_after_more_actions_than_are_taken_at_once_are_all_counted() -> None:
    rules, game = rules_of("classic for 2"), compiled_game("classic for 2")
    position = rules.new_hand(9)
    assert max(len(position.actions(seat)) for seat in position.to_act) > 2 * 64
    game.reset(0, 9)
    assert game.perft(0, 2) == perft(position, 2).every[2]


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_sequences_of_every_seating_are_as_many_as_the_engine_counts(name: str) -> None:
    rules, game = rules_of(name), compiled_game(name)
    game.reset(0, 4)
    position, depth = rules.new_hand(4), 2 if len(rules.new_hand(4).to_act) == 1 else 1
    assert game.perft(0, depth) == perft(position, depth).every[depth]


def test_an_author_may_call_a_word_as_a_function_is_called() -> None:
    game = rules_of("heron").game
    names = [one.name for one in lower_game(game).module.functions if one.exported]
    word = game.definitions["finished"]
    more = {name: replace(word, name=name) for name in names}
    low = lower_game(replace(game, definitions={**game.definitions, **more}))
    check_module(low.module)


def test_interpreted_and_compiled_functions_leave_the_same_behind() -> None:
    low = lower_game(rules_of("heron").game)
    at, size, layout = low.matches, low.size, low.places.observation
    module = replace(low.module, memory=low.module.memory + layout.size)

    def left(start: Start) -> list[object]:
        running, seen = start(module), at + size
        found: list[object] = []
        running.call(BEGIN_MATCH, at, 5)
        found.append(running.call(TAKE_IN_MATCH, at, running.call(ABLE, at).bit_length() - 1, 0))
        running.call(OBSERVE, at, 0, seen)
        found += [running.read(seen, layout.size), running.call(PERFT, at, 2)]
        found += [running.call(DETERMINIZE, at, seen, 9), running.read(at, size)]
        return found

    first, second = (left(start) for start in READERS)
    assert first == second
    assert first[0] == 0


def test_a_depth_has_bounds() -> None:
    game = compiled_game("classic for 2")
    game.reset(0, 1)
    for depth in (-1, MOST_DEPTH + 1):
        with pytest.raises(ValueError, match="a depth is from 0"):
            game.perft(0, depth)


def test_a_match_is_put_back_as_it_was() -> None:
    rules, game = rules_of("classic for 2"), compiled_game("classic for 2")
    game.begin(0, 5)
    before = game.snapshot(0)
    seat = game.able(0)[0]
    game.act(0, seat, 0)
    assert game.state(0) != rules.new_match(5).state
    game.restore(1, before)
    game.restore(0, game.snapshot(1))
    assert same(game, rules.new_match(5))
    with pytest.raises(ValueError, match="bytes"):
        game.restore(0, before[1:])
    with pytest.raises(WrongArgumentError):
        game.begin(0, -1)
