"""Environments play the matches of the engine: who is asked, what they see, and what they score."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import deepcopy
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

from haggis_rules import Rules, WrongArgumentError
from haggis_rules.hosts.action_numbers import numbers_of
from haggis_rules.pettingzoo import (
    IllegalChoice,
    MatchEnv,
    ParallelMatchEnv,
    parallel_env,
    raw_env,
)
from haggis_rules.players.asking_order import AskingOrder, able_seats, seats_in_turn
from haggis_rules.players.outcome import cards_ahead
from haggis_rules.players.player import in_turn
from tests.games import TESTS, rules_of
from tests.hosts.hosted import FAST, SLOW, hosted, states


def legal(seen: Any) -> list[int]:
    return [number for number, offered in enumerate(seen["action_mask"].tolist()) if offered]


def played(table: MatchEnv, seed: int, most: int) -> list[float]:
    """Play by chance, beside the engine, and return what each agent was rewarded in all."""
    table.reset(seed=seed)
    rules, chance, total = table.game.rules, Random(seed), [0.0] * table.num_agents
    match = rules.new_match(seed)
    for _ in range(most):
        asked = table.game.episode.asked
        if asked is None:
            break
        assert table.agent_selection == f"player_{asked.seat}"
        actions, mask = match.decisions(asked.seat), legal(table.observe(table.agent_selection))
        wait = table.game.encoding.wait
        assert (wait in mask) is asked.may_wait
        offered = table.game.encoding.offered(actions)
        assert {*mask} - {wait} == {*offered}
        number = chance.choice(mask)
        if number != wait:
            match = match.apply(offered[number])
        table.step(number)
        total = [sum(both) for both in zip(total, table.rewards.values(), strict=True)]
        assert table.match == match
    return total


@pytest.mark.parametrize("name", FAST)
def test_matches_of_environments_are_those_of_the_engine(name: str) -> None:
    table = raw_env(hosted(name))
    total = played(table, 3, 2000 if name == "heron" else 150)
    assert [*table.match.scores_by_seat] == total or not hosted(name).scorers


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", SLOW)
def test_matches_of_every_seating_are_those_of_the_engine(name: str) -> None:
    table = raw_env(hosted(name), actions="compact", most=500)
    total = played(table, 5, 200)
    assert [*table.match.scores_by_seat] == total or not hosted(name).scorers


@pytest.mark.parametrize("name", ["classic for 2", "neeps for 4"])
def test_a_hand_ends_after_one_hand_and_both_partners_are_rewarded(name: str) -> None:
    table = raw_env(hosted(name), episode="hand", actions="compact")
    total = played(table, 2, 1000)
    assert all(table.terminations.values())
    assert any(total)
    assert len(table.match.hand_points) == 1
    assert total == [*table.match.scores_by_seat]
    for mates in table.teams.values():
        assert len({table.rewards[one] for one in mates}) == 1


def test_teams_are_those_of_the_rules() -> None:
    neeps = parallel_env(hosted("neeps for 6"), actions="compact")
    north, south = ("player_0", "player_2", "player_4"), ("player_1", "player_3", "player_5")
    assert neeps.teams == {"north": north, "south": south}
    _, infos = neeps.reset(seed=1)
    assert [infos[one]["team"] for one in ("player_2", "player_5")] == ["north", "south"]
    assert not raw_env(hosted("heron")).teams


@pytest.mark.parametrize("name", ["heron", "classic for 3", "neeps for 4"])
def test_the_seats_in_turn_are_those_that_players_wait_for(name: str) -> None:
    for match in states(hosted(name), 4, 40):
        game = match.rules.game
        known = [seat for seat in match.to_act if in_turn(game, match.decisions(seat))]
        assert seats_in_turn(match) == (*known,)


def test_seats_out_of_turn_are_asked_in_order_before_the_seat_in_turn() -> None:
    rules, order = hosted("classic for 3"), AskingOrder()
    match = next(one for seed in range(9) if (one := rules.new_match(seed)).turn == 1)
    seats = able_seats(match)
    assert order.asked(seats) == (0, True)
    order = order.after_wait(0)
    assert order.asked(seats) == (2, True)
    assert order.after_wait(2).asked(seats) == (1, False)


def test_nobody_has_to_do_more_than_once_what_all_do() -> None:
    table = raw_env(hosted("neeps for 4"), actions="compact")
    table.reset(seed=1)
    wait, sent = table.game.encoding.wait, list[tuple[str, str]]()
    while (stage := str(table.match.value("stage"))) != "tricks":
        agent, numbers = table.agent_selection, legal(table.observe(table.agent_selection))
        sends = offered_of(table, agent, "send")
        if sends:
            sent.append((stage, agent))
        number = sends[0] if sends else wait
        assert number in numbers
        table.step(number)
    assert sorted(sent) == [
        (stage, agent) for stage in ("messages", "responses") for agent in table.agents
    ]
    assert table.match.value("stake") == (None, None)


def offered_of(table: MatchEnv | ParallelMatchEnv, agent: str, word: str) -> list[int]:
    """Return the numbers of all actions of an agent with a name."""
    offered = table.game.offered(table.possible_agents.index(agent))
    return [number for number, action in offered.items() if action.name == word]


def test_when_all_wait_the_lowest_seat_has_to_act() -> None:
    table = raw_env(hosted("neeps for 4"), actions="compact")
    table.reset(seed=1)
    wait = table.game.encoding.wait
    while table.match.value("stage") == "messages":
        mask = legal(table.observe(table.agent_selection))
        table.step(wait if wait in mask else mask[0])
    asked = list[str]()
    while wait in legal(table.observe(table.agent_selection)):
        asked.append(table.agent_selection)
        table.step(wait)
    assert 0 < len(asked) == len({*asked})
    assert table.agent_selection == "player_0"
    both = parallel_env(hosted("neeps for 4"), actions="compact")
    seen, _ = both.reset(seed=1)
    seen, *_ = both.step({agent: legal(one)[0] for agent, one in seen.items()})
    assert all(wait in legal(one) for one in seen.values())
    seen, *_ = both.step(dict.fromkeys(both.agents, wait))
    assert not any(wait in legal(one) for one in seen.values())


def test_who_waits_is_not_asked_again_until_the_seat_in_turn_has_acted() -> None:
    rules = hosted("classic for 3")
    table = raw_env(rules)
    table.reset(seed=1)
    wait, asked = table.game.encoding.wait, list[str]()
    turn = f"player_{table.match.turn}"
    for _ in range(3):
        asked.append(table.agent_selection)
        if table.agent_selection != turn:
            table.step(wait)
    assert asked == [*sorted({*table.agents} - {turn}), turn]
    with pytest.raises(IllegalChoice, match="which is `wait`, and the mask does not offer it"):
        table.step(wait)
    table.step(legal(table.observe(turn))[-1])
    assert table.agent_selection in {*asked[:2]}


def all_of(table: ParallelMatchEnv, text: str, seen: Any) -> dict[str, int]:
    """Return the same action for all who can take it; the others wait."""
    numbers = {table.action_text(number): number for number in range(20)}
    wait = table.game.encoding.wait
    return {
        agent: numbers[text] if one["action_mask"][numbers[text]] else wait
        for agent, one in seen.items()
    }


def test_bets_at_the_same_time_all_count() -> None:
    table = parallel_env(hosted("classic for 3"))
    seen, _ = table.reset(seed=1)
    assert all_of(table, "bet big", seen) == dict.fromkeys(table.agents, 2)
    _, _, _, _, infos = table.step(all_of(table, "bet big", seen))
    assert all(infos[one]["counted"] for one in table.agents)
    assert table.match.value("stake") == ("big", "big", "big")


def test_cards_are_sent_in_one_step_and_a_bet_too_many_does_not_count() -> None:
    table = parallel_env(hosted("neeps for 4"), actions="compact")
    seen, _ = table.reset(seed=1)
    for stage in ("messages", "responses"):
        assert table.match.value("stage") == stage
        assert {*seen} == {*table.agents}
        seen, *_ = table.step({one: offered_of(table, one, "send")[0] for one in table.agents})
    _, _, _, _, infos = table.step({one: offered_of(table, one, "bet")[0] for one in table.agents})
    assert sum(infos[agent]["counted"] for agent in table.agents) == 2  # a partner has to bet more


@pytest.mark.parametrize(
    "name", ["heron", "classic for 2", pytest.param("neeps for 4", marks=pytest.mark.slow)]
)
def test_what_agents_see_is_what_the_module_shows(name: str) -> None:
    assert seen_alike(hosted(name), 2, 25)


def seen_alike(rules: Rules, seed: int, most: int) -> bool:
    table, compiled, chance = raw_env(rules), rules.compiled(), Random(seed)
    table.reset(seed=seed)
    compiled.begin(0, seed)
    vector = table.game.vector
    for _ in range(most):
        match = table.match
        for seat in range(rules.players):
            seen = compiled.observation(0, seat)
            if vector.seen_bytes(seat, match.hand, match.scores, match.state) != seen:
                return False
            shown = table.observe(f"player_{seat}")["observation"]
            if shown.tolist() != vector.of_bytes(seen).tolist():
                return False
        number = chance.choice(legal(table.observe(table.agent_selection)))
        seat = table.possible_agents.index(table.agent_selection)
        action = table.game.offered(seat).get(number)
        if action is not None:
            compiled.act(0, seat, [*match.actions(seat)].index(action))
        table.step(number)
    return True


def test_fields_have_the_names_of_a_batch_and_say_where_things_stand() -> None:
    rules = hosted("classic for 2")
    table, batch = raw_env(rules), rules.batch(1, 5)
    table.reset(seed=5)
    vector = table.game.vector
    assert {*vector.fields} == {*batch.observations.dtype.names}
    seat = int(batch.seats[0])
    seen = vector.seen(seat, 1, (0, 0), table.match.state)
    hands = seen[vector.fields["cards hand"]].reshape(2, -1)
    assert hands[seat].sum() == 17
    assert hands[1 - seat].sum() == 3  # court cards lie open
    assert (vector.of_array(batch.observations)[0] == seen).all()
    assert (table.state()[vector.fields["cards hand"]].reshape(2, -1).sum(axis=1) == 17).all()


def test_rules_without_points_reward_who_has_shed_more_cards() -> None:
    rules = rules_of(TESTS / "playcards" / "teal.haggis")
    table = raw_env(rules, episode="hand")
    assert rules.scorers == 0
    total = played(table, 1, 500)
    ended = table.match.hands[0].state
    assert total == [cards_ahead(rules.game, seat, ended) for seat in range(2)]
    assert total[0] == -total[1] != 0


def test_a_reset_without_a_seed_goes_on_to_the_next_one() -> None:
    table = raw_env(hosted("heron"))
    table.reset(seed=8)
    table.reset()
    assert table.match == hosted("heron").new_match(9)
    table.reset(seed=2**64 - 1)
    table.reset()
    assert table.match.seed == 0
    with pytest.raises(WrongArgumentError):
        table.reset(seed=-1)


def test_an_agent_is_not_asked_more_often_than_cycles() -> None:
    table = raw_env(hosted("classic for 2"), max_cycles=3)
    table.reset(seed=1)
    asked = dict.fromkeys(table.agents, 0)
    while not any(table.truncations.values()):
        asked[table.agent_selection] += 1
        table.step(legal(table.observe(table.agent_selection))[0])
    assert max(asked.values()) == 3
    assert not any(table.terminations.values())


def test_every_legal_action_has_a_place_or_they_are_spread_evenly() -> None:
    table = raw_env(hosted("classic for 2"), actions="compact", most=10)
    table.reset(seed=1)
    while table.game.episode.asked != (table.match.turn, False):
        table.step(table.game.encoding.wait)
    seat = table.match.turn
    assert seat is not None
    actions, offered = table.match.decisions(seat), table.game.offered(seat)
    assert (len(actions) > 100, len(offered)) == (True, 10)
    assert (offered[0], offered[9]) == (actions[0], actions[-1])


def test_the_table_is_printed_or_returned() -> None:
    table = raw_env("classic", 2, {"target": 50}, render_mode="ansi")
    table.reset(seed=1)
    shown = table.render()
    assert shown is not None
    assert shown == str(table.match)
    assert shown.startswith("classic for 2 players, hand 1, scores: seat 1 0, seat 2 0")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"episode": "deal"}, "`episode` is `match` or `hand`, and not `deal`"),
        ({"actions": "all"}, "no encoding `all` of actions; there are `fixed` and `compact`"),
        ({"illegal": "lose"}, "`illegal` is `raise` or `first`"),
        ({"actions": "compact", "most": 1}, "`most` is at least 2, and not 1"),
        ({"ways": 0}, "at least one number, and not 0"),
        ({"render_mode": "rgb"}, "`render_mode` is `human` or `ansi`, and not `rgb`"),
        ({"max_cycles": 0}, "at least one cycle, and not 0"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        raw_env(hosted("heron"), **settings)


def test_wrong_choices_are_refused_with_what_they_mean() -> None:
    table = raw_env(hosted("heron"))
    with pytest.raises(ValueError, match="call `reset` first"):
        table.state()
    table.reset(seed=1)
    mask = legal(table.observe(table.agent_selection))
    wrong = next(number for number in range(table.game.encoding.size) if number not in mask)
    with pytest.raises(
        IllegalChoice, match=rf"has chosen {wrong}, which is `\w+ .+`, and the mask"
    ):
        table.step(wrong)
    with pytest.raises(IllegalChoice, match="which is no action"):
        table.step(10**6)
    with pytest.raises(IllegalChoice, match="for agents that are done"):
        table.step(None)
    both = parallel_env(hosted("heron"))
    both.reset(seed=1)
    with pytest.raises(IllegalChoice, match="no action is given for player_1, player_2"):
        both.step({"player_0": 0})


def test_environments_need_neither_the_module_nor_more_than_their_host() -> None:
    code = (
        "import sys; sys.modules['wasmtime'] = None\n"
        "from haggis_rules.pettingzoo import env\n"
        "table = env('classic', 2); table.reset(seed=1); print(table.agent_selection)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603
    assert done.stdout.decode().strip() == "player_1"


def test_environments_are_copied_and_pickled_and_go_on_alike() -> None:
    table = raw_env(hosted("classic for 2"))
    table.reset(seed=1)
    copies = [pickle.loads(pickle.dumps(table)), deepcopy(table)]  # noqa: S301 - our own
    numbers = numbers_of(hosted("classic for 2"))
    assert pickle.loads(pickle.dumps(numbers)) is numbers  # noqa: S301 - our own
    before = table.match
    for one in copies:
        one.step(legal(one.observe(one.agent_selection))[0])
        assert table.match == before != one.match
    assert copies[0].match == copies[1].match


@pytest.mark.parametrize("host", ["pettingzoo", "gymnasium"])
def test_what_is_lacking_is_named_with_its_extra(host: str) -> None:
    code = f"import sys; sys.modules['{host}'] = None; import haggis_rules.{host}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)  # noqa: S603
    last = done.stderr.decode().strip().splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ")
    assert last.endswith(f"pip install haggis-rules[{host}]")


def test_the_package_and_its_command_import_no_host() -> None:
    code = (
        "import sys, haggis_rules, haggis_rules.cli; haggis_rules.load('classic', players=2)\n"
        "print([one for one in ('numpy', 'gymnasium', 'pettingzoo') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603
    assert done.stdout.decode().strip() == "[]"
