"""Matches as environments of PettingZoo: one agent at a time, or all agents at once.

``env`` returns an ``AECEnv``, and ``parallel_env`` a ``ParallelEnv`` in which all who can act
choose at the same time. Install it with ``pip install haggis-rules[pettingzoo]``.

The agents are ``player_0``, who sits in the first seat, and so on. An observation is a dictionary:
``observation`` is a vector of what the seat sees, and ``action_mask`` has a 1 for each action that
the agent can take. The last action is to wait for the others, which an agent may do when it is
asked out of turn. A reward is what the last action scored for the seat, or for its team.

>>> from haggis_rules.pettingzoo import env
>>> table = env("classic", players=2, episode="hand")
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     seen, reward, terminated, truncated, info = table.last()
...     over = terminated or truncated
...     table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Unpack

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.rules import Rules
from haggis_rules.hosts.lacking import lacking_extra

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo.utils.env import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

    from haggis_rules.hosts.hosted_game import (
        RENDER_MODES,
        EnvironmentSettings,
        HostedGame,
        IllegalChoice,
        SeatObservation,
        one_of,
        rules_for,
    )
    from haggis_rules.hosts.spaces import action_space, observation_space, vector_space
except ModuleNotFoundError as lacking:
    raise lacking_extra("pettingzoo", lacking) from lacking

__all__ = ["IllegalChoice", "MatchEnv", "ParallelMatchEnv", "env", "parallel_env", "raw_env"]


def env(
    rules: Rules | str | Path,
    players: int | None = None,
    options: Mapping[str, int | str] | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **settings: Unpack[EnvironmentSettings],
) -> AECEnv[str, SeatObservation, int]:
    """Return an environment in which one agent acts at a time, with the usual checks around it.

    ``rules`` are loaded, or the name or path of a text, with ``players`` and ``options`` as for
    ``load``. An agent that would be asked more often than ``max_cycles`` ends the episode: it is
    truncated then. With ``render_mode`` ``human`` the table is printed after each action, and with
    ``ansi`` ``render`` returns it. Raises as ``load`` does, and ``ValueError`` for a wrong setting.
    """
    bare = raw_env(
        rules, players, options, max_cycles=max_cycles, render_mode=render_mode, **settings
    )
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(bare))


def raw_env(
    rules: Rules | str | Path,
    players: int | None = None,
    options: Mapping[str, int | str] | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **settings: Unpack[EnvironmentSettings],
) -> MatchEnv:
    """Return the environment that ``env`` puts checks around. Raises as ``env`` does."""
    game = HostedGame(rules_for(rules, players, options), settings)
    return MatchEnv(game, max_cycles=max_cycles, render_mode=render_mode)


def parallel_env(
    rules: Rules | str | Path,
    players: int | None = None,
    options: Mapping[str, int | str] | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **settings: Unpack[EnvironmentSettings],
) -> ParallelMatchEnv:
    """Return an environment in which all agents choose at once; who cannot act can only wait.

    Actions out of turn come first, in the order of the seats. One that an earlier one has made
    illegal does not count: ``infos`` says so as ``counted``. The episode is truncated after
    ``max_cycles`` steps. All else is as for ``env``.
    """
    game = HostedGame(rules_for(rules, players, options), settings)
    return ParallelMatchEnv(game, max_cycles=max_cycles, render_mode=render_mode)


class _Table:
    """What both environments say of a game: its agents, spaces and state, and how it looks."""

    def __init__(
        self, game: HostedGame, *, max_cycles: int | None, render_mode: str | None
    ) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        if max_cycles is not None and max_cycles < 1:
            message = f"an episode has at least one cycle, and not {max_cycles}"
            raise ValueError(message)
        self.game, self.max_cycles, self.render_mode = game, max_cycles, render_mode
        self.possible_agents = [*game.agents]
        self.agents: list[str] = []
        self.observation_spaces = {one: observation_space(game) for one in game.agents}
        self.action_spaces = {one: action_space(game) for one in game.agents}
        self.state_space: Box = vector_space(game.vector)
        rules = game.rules
        self.metadata: dict[str, Any] = {
            "name": f"haggis_rules_{rules.name}_{rules.players}_v0",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }

    @property
    def match(self) -> MatchState:
        """The match as it stands."""
        return self.game.episode.match

    @property
    def teams(self) -> Mapping[str, tuple[str, ...]]:
        """The agents of each team by its name; empty when the rules have no teams."""
        found: dict[str, tuple[str, ...]] = {}
        for seat, agent in enumerate(self.game.agents):
            team = self.game.team(seat)
            if team is not None:
                found[team] = (*found.get(team, ()), agent)
        return found

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of what an agent can choose."""
        return self.action_spaces[agent]

    def action_text(self, action: int) -> str:
        """Return in words what an action is."""
        return self.game.encoding.text(int(action))

    def state(self) -> np.ndarray:
        """Return a vector of all that there is, hidden cards among it, for a critic to train."""
        return self.game.state()

    def render(self) -> str | None:
        """Return the table as all see it, or print it, as ``render_mode`` says."""
        return self.game.shown(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class MatchEnv(_Table, AECEnv[str, SeatObservation, int]):
    """A match or a hand in which the agents are asked one after the other.

    ``game`` is what is played, and ``match`` the match as the engine has it.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode with a seed, or with the one after the last."""
        del options
        self.game.begin(seed)
        agents = self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {one: self.game.info(seat) for seat, one in enumerate(agents)}
        self._skip_agent_selection = None
        self._asked = dict.fromkeys(agents, 0)
        self.agent_selection = agents[0]
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> SeatObservation:
        """Return what an agent sees; its mask is empty unless it is asked."""
        seat, asked = self.possible_agents.index(agent), self.game.episode.asked
        acts = asked is not None and asked.seat == seat and not self._ended(agent)
        may_wait = acts and asked is not None and asked.may_wait
        return self.game.observation(seat, acts=acts, may_wait=may_wait)

    def step(self, action: int | None) -> None:
        """Take the action of the agent that is asked. Raises ``IllegalChoice``."""
        agent = self.agent_selection
        if self._ended(agent):
            self._was_dead_step(action)
            return
        if action is None:
            message = f"{agent} is asked for an action, and `None` is for agents that are done"
            raise IllegalChoice(message)
        self.game.take(action)
        self._cumulative_rewards[agent] = 0.0
        self._asked[agent] += 1
        rewards = self.game.episode.rewards
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Select the agent that is asked next, and end the episode where it is over."""
        asked = self.game.episode.asked
        if asked is None:
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self.possible_agents[asked.seat]
        if self.max_cycles is not None and self._asked[self.agent_selection] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def _ended(self, agent: str) -> bool:
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)


class ParallelMatchEnv(_Table, ParallelEnv[str, SeatObservation, int]):
    """A match or a hand in which all agents choose at once, and who cannot act waits.

    ``game`` is what is played, and ``match`` the match as the engine has it.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, SeatObservation], dict[str, dict[str, Any]]]:
        """Begin an episode with a seed, or with the one after the last."""
        del options
        self.game.begin(seed)
        self.agents, self._cycles = [*self.possible_agents], 0
        if self.render_mode == "human":
            self.render()
        return self._observations(), {
            one: self.game.info(seat) for seat, one in enumerate(self.agents)
        }

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, SeatObservation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take what all agents have chosen. Raises ``IllegalChoice``."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents, seats = self.agents, {one: seat for seat, one in enumerate(self.possible_agents)}
        self._check(actions)
        counted = self.game.take_together({seats[one]: int(actions[one]) for one in agents})
        self._cycles += 1
        over = self.game.episode.over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        found = (
            self._observations(),
            dict(zip(agents, self.game.episode.rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {one: self.game.info(seats[one], counted=seats[one] in counted) for one in agents},
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return found

    def _check(self, actions: Iterable[str]) -> None:
        missing = [one for one in self.agents if one not in {*actions}]
        if missing:
            message = f"no action is given for {', '.join(missing)}"
            raise IllegalChoice(message)

    def _observations(self) -> dict[str, SeatObservation]:
        able = () if self.game.episode.over else self.match.to_act
        free = self.game.episode.free
        return {
            agent: self.game.observation(seat, acts=seat in able, may_wait=seat in free)
            for seat, agent in enumerate(self.possible_agents)
        }
