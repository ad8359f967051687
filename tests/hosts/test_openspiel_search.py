"""OpenSpiel's own search plays games by these rules, and plays them well."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from haggis_rules.openspiel import RulesGame
from tests.hosts.test_openspiel_game import game_named


def searching(game: RulesGame, simulations: int, seed: int) -> ISMCTSBot:
    """Return a bot that searches, always in the same way."""
    chance = np.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(1, chance)
    bot = ISMCTSBot(game, evaluator, game.max_utility() / 4, simulations, random_state=chance)
    sampler = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, sampler))
    return bot


def played(game: RulesGame, searchers: set[int], simulations: int, seed: int) -> list[float]:
    """Return what seats get when some of them search and the others play by chance."""
    chance, state = np.random.RandomState(seed), game.new_initial_state()
    bots = {seat: searching(game, simulations, seed + seat) for seat in searchers}
    while not state.is_terminal():
        seat = state.current_player()
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            said = chance.choice(numbers, p=odds)
        elif seat in bots:
            said = bots[seat].step(state)
            assert said in state.legal_actions()
        else:
            said = chance.choice(state.legal_actions())
        state.apply_action(int(said))
    return state.returns()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "simulations"),
    [("classic/2", 8), pytest.param("neeps/4", 3, marks=pytest.mark.long), ("heron", 8)],
)
def test_its_search_plays_a_hand(name: str, simulations: int) -> None:
    game = game_named(name)
    assert any(played(game, {0}, simulations, seed=2))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "simulations", "hands"), [("classic/2", 30, 12), ("heron", 30, 12)]
)
def test_its_search_beats_players_that_play_by_chance(
    name: str, simulations: int, hands: int
) -> None:
    game = game_named(name)
    seats = game.num_players()
    won = [
        played(game, {number % seats}, simulations, seed=number)[number % seats]
        for number in range(hands)
    ]
    assert fmean(won) > 0
    assert sum(one > 0 for one in won) > 2 * hands / 3
