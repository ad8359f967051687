"""Gymnasium's own tests, and environments that play the matches of the engine."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from haggis_rules import NoSuchSeatError, greedy_player, next_action
from haggis_rules.gymnasium import BatchVectorEnv, IllegalChoice, SeatEnv
from haggis_rules.hosts.action_numbers import numbers_of
from tests.hosts.hosted import FAST, SLOW, hosted

ID = "haggis_rules.gymnasium:haggis_rules/Match-v0"


def legal(seen: Any) -> list[int]:
    return [number for number, offered in enumerate(seen["action_mask"].tolist()) if offered]


def passes(name: str) -> None:
    """Run the test of the host, which chooses without looking at the mask."""
    for settings in ({"episode": "hand"}, {"actions": "compact", "most": 50}):
        given: Any = {"illegal": "first", **settings}
        with warnings.catch_warnings():
            # It has no id of its own then, and so no other render mode is tried.
            warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes")
            check_env(SeatEnv(hosted(name), seat=1, opponents="random", **given))


@pytest.mark.parametrize("name", FAST)
def test_a_seat_passes_the_tests_of_the_host(name: str) -> None:
    passes(name)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", SLOW)
def test_a_seat_of_every_seating_passes_the_tests_of_the_host(name: str) -> None:
    passes(name)


@pytest.mark.parametrize("name", ["heron", "classic for 3"])
def test_the_others_play_as_they_do_in_the_engine(name: str) -> None:
    rules, scored = hosted(name), 0.0
    env = SeatEnv(rules, seat=1, opponents="greedy", episode="hand")
    seen, _ = env.reset(seed=4)
    over = False
    while not over:
        asked = env.game.episode.asked
        assert asked is not None
        choice = greedy_player().choose(env.match.seat(1), may_wait=asked.may_wait)
        wait = env.game.encoding.wait
        number = wait if choice is None else numbers_of(rules).number(choice)
        assert number in legal(seen)
        seen, reward, over, _, _ = env.step(number)
        scored += reward
    match, players = rules.new_match(4), [greedy_player()] * rules.players
    while not match.hand_points and not match.finished:
        action = next_action(match, players)
        match = match.apply(action)
    if rules.scorers:
        assert (env.match.scores, scored) == (match.scores, match.scores_by_seat[1])
    assert env.match.hands[0].state == match.hands[0].state


def test_the_host_makes_both_by_name() -> None:
    seat = gymnasium.make(
        ID, rules="classic", players=2, options={"target": 50}, render_mode="ansi"
    )
    seen, info = seat.reset(seed=1)
    assert seat.observation_space.contains(seen)
    assert info == {"seat": 0}
    assert seat.render().startswith("classic for 2 players, hand 1")
    many = gymnasium.make_vec(ID, num_envs=3, rules="classic", players=2, episode="hand")
    assert many.reset(seed=1)[0]["observation"].shape == (3, many.unwrapped.vector.size)


def plays_as_engine(name: str, *, episode: Any, steps: int) -> int:
    """Play matches in step beside the engine, and return how many ended."""
    rules, chance = hosted(name), Random(1)
    env = BatchVectorEnv(rules, num_envs=3, episode=episode, most=40)
    seen, infos = env.reset(seed=5)
    seeds, ended = [5, 6, 7], 0
    matches = [rules.new_match(seed) for seed in seeds]
    for _ in range(steps):
        assert env.observation_space.contains(seen)
        numbers = list[int]()
        for number, match in enumerate(matches):
            seat = match.to_act[0]
            assert infos["seat"][number] == seat
            hand = (1, (0,) * rules.scorers) if episode == "hand" else (match.hand, match.scores)
            shown = env.vector.seen(seat, *hand, match.state)
            assert shown.tolist() == seen["observation"][number].tolist()
            count = len(match.actions(seat))
            assert legal({"action_mask": seen["action_mask"][number]}) == [*range(min(count, 40))]
            numbers.append(chance.randrange(min(count, 40)))
        seen, rewards, over, cut, infos = env.step(numbers)
        assert cut.tolist() == [False] * 3
        for number, match in enumerate(matches):
            seat, place = match.to_act[0], numbers[number]
            actions = match.actions(seat)
            if len(actions) > 40:
                place = place * (len(actions) - 1) // 39
            after = match.apply(actions[place])
            new = len(after.hand_points) - len(match.hand_points)
            done = bool(new) if episode == "hand" else after.finished
            got = [b - a for a, b in zip(match.scores_by_seat, after.scores_by_seat, strict=True)]
            if rules.scorers:
                assert infos["rewards"][number].tolist() == got
                assert rewards[number] == got[seat]
            assert over[number] == done
            if done:
                ended, seeds[number] = ended + 1, seeds[number] + 3
            matches[number] = rules.new_match(seeds[number]) if done else after
    return ended


@pytest.mark.parametrize("name", ["heron", "classic for 2"])
def test_matches_in_step_are_those_of_the_engine(name: str) -> None:
    assert plays_as_engine(name, episode="hand", steps=50) > 0


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", [*SLOW, "president"])
def test_matches_of_every_seating_in_step_are_those_of_the_engine(name: str) -> None:
    plays_as_engine(name, episode="match", steps=30)


def test_matches_in_step_are_the_same_by_seed_and_take_wrappers_of_the_host() -> None:
    one, other = (
        BatchVectorEnv(hosted("heron"), num_envs=4, episode="hand", most=99) for _ in "ab"
    )
    chance, counted = Random(2), RecordEpisodeStatistics(other)
    seen, _ = one.reset(seed=3)
    assert data_equivalence(seen, counted.reset(seed=3)[0])
    lengths = list[int]()
    for _ in range(60):
        masks = one.action_masks()
        actions = [
            chance.choice([k for k, may in enumerate(mask) if may]) for mask in masks.tolist()
        ]
        found, same = one.step(actions), counted.step(actions)
        assert data_equivalence(found[:4], same[:4])
        episodes = same[4].get("episode")
        lengths += [] if episodes is None else [int(one) for one in episodes["l"] if one]
    assert lengths
    assert one.reset()[0]["observation"].tolist() != seen["observation"].tolist()


def test_wrong_choices_and_settings_are_refused() -> None:
    many = BatchVectorEnv("classic", 2, num_envs=2)
    many.reset(seed=1)
    with pytest.raises(IllegalChoice, match="seat 0 has no action 4000 in 1"):
        many.step([0, 4000])
    wrong: Any = {"episode": "deal"}
    with pytest.raises(ValueError, match="`episode` is `match` or `hand`"):
        BatchVectorEnv("classic", 2, num_envs=2, **wrong)
    with pytest.raises(NoSuchSeatError):
        SeatEnv("classic", 2, seat=2)
    alone = SeatEnv("classic", 2)
    alone.reset(seed=1)
    with pytest.raises(IllegalChoice):
        alone.step(10**6)


def test_tables_of_matches_in_step_are_returned_as_text() -> None:
    many = BatchVectorEnv("classic", 2, num_envs=2, render_mode="ansi")
    shown = many.render()
    assert shown is not None
    assert [one.split(",")[0].split("\n")[0] for one in shown] == ["classic for 2 players"] * 2
    assert BatchVectorEnv("classic", 2, num_envs=2).render() is None
