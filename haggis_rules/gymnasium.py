"""Matches as environments of Gymnasium: one seat against players, or many matches in step.

``SeatEnv`` is an ``Env`` in which the agent has one seat and players sit in the others.
``BatchVectorEnv`` is a ``VectorEnv`` over ``Rules.batch``, in which the agent plays all seats.
Install them with ``pip install haggis-rules[gymnasium]``. ``gymnasium.make`` and ``make_vec`` know
both as ``haggis_rules.gymnasium:haggis_rules/Match-v0``.

>>> from haggis_rules.gymnasium import SeatEnv
>>> seat = SeatEnv("classic", players=2, opponents="greedy", episode="hand")
>>> seen, info = seat.reset(seed=7)
>>> over = False
>>> while not over:
...     action = seat.action_space.sample(seen["action_mask"])
...     seen, reward, over, truncated, info = seat.step(action)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, Unpack

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.seat import to_choose
from haggis_rules.hosts.lacking import lacking_extra
from haggis_rules.players.named import player_named
from haggis_rules.players.player import Player
from haggis_rules.semantics.asking import check_seat
from haggis_rules.semantics.between_hands import scorer_of

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from haggis_rules.hosts.action_encodings import MOST_LEGAL, spread_all
    from haggis_rules.hosts.hosted_game import (
        RENDER_MODES,
        EnvironmentSettings,
        HostedGame,
        IllegalChoice,
        SeatObservation,
        one_of,
        rules_for,
    )
    from haggis_rules.hosts.observation_vector import vector_of
    from haggis_rules.hosts.spaces import action_space, observation_space, vector_space
except ModuleNotFoundError as lacking:
    raise lacking_extra("gymnasium", lacking) from lacking

__all__ = ["BatchVectorEnv", "IllegalChoice", "SeatEnv"]

_NAME = "haggis_rules/Match-v0"
_SEEDS = 2**63  # what is drawn for an episode without a seed of its own lies below


class SeatEnv(gymnasium.Env[SeatObservation, int]):
    """A match or a hand in which the agent has one ``seat`` and players sit in the others.

    ``rules`` are loaded, or the name or path of a text, with ``players`` and ``options`` as for
    ``load``. ``opponents`` are a player or the name of one, who sits in all other seats. The
    reward is what was scored, for the seat or its team, since the agent acted. Observations, masks
    and all else are as in ``haggis_rules.pettingzoo``. Raises as ``load`` and ``player_named`` do,
    ``NoSuchSeatError``, and ``ValueError`` for a wrong setting.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # type: ignore[misc]

    def __init__(  # noqa: PLR0913 - each is said by its name
        self,
        rules: Rules | str | Path,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        *,
        seat: int = 0,
        opponents: Player | str = "greedy",
        render_mode: str | None = None,
        **settings: Unpack[EnvironmentSettings],
    ) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.game = HostedGame(rules_for(rules, players, options), settings)
        check_seat(self.game.rules.game, seat)
        self.seat, self.render_mode = seat, render_mode
        self._player = player_named(opponents) if isinstance(opponents, str) else opponents
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)

    @property
    def match(self) -> MatchState:
        """The match as it stands."""
        return self.game.episode.match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatObservation, dict[str, Any]]:
        """Begin an episode, up to where the agent is asked; without a seed it is any.

        An episode that is over before the agent is asked is passed over for the next one.
        """
        super().reset(seed=seed, options=options)
        self.game.begin(int(self.np_random.integers(_SEEDS)) if seed is None else seed)
        self._others()
        while self.game.episode.over:
            self.game.begin(None)
            self._others()
        if self.render_mode == "human":
            self.render()
        return self._observed(), self._info()

    def step(self, action: int) -> tuple[SeatObservation, float, bool, bool, dict[str, Any]]:
        """Take an action, and those of the others up to where the agent is asked again.

        Raises ``IllegalChoice``.
        """
        self.game.take(action)
        reward = self.game.episode.rewards[self.seat] + self._others()
        if self.render_mode == "human":
            self.render()
        return self._observed(), reward, self.game.episode.over, False, self._info()

    def action_masks(self) -> np.ndarray:
        """Return which actions the agent can take, as libraries with masks ask for it."""
        mask: np.ndarray = self._observed()["action_mask"].astype(np.bool_)
        return mask

    def action_text(self, action: int) -> str:
        """Return in words what an action is."""
        return self.game.encoding.text(int(action))

    def render(self) -> str | None:
        """Return the table as all see it, or print it, as ``render_mode`` says."""
        return self.game.shown(self.render_mode)

    def _others(self) -> float:
        """Let the players act until the agent is asked, and return what that scored for it."""
        episode, scored = self.game.episode, 0.0
        while (asked := episode.asked) is not None and asked.seat != self.seat:
            door = to_choose(episode.match.seat(asked.seat))
            self.game.follow(self._player.choose(door, may_wait=asked.may_wait))
            scored += episode.rewards[self.seat]
        return scored

    def _observed(self) -> SeatObservation:
        asked = self.game.episode.asked
        may_wait = asked is not None and asked.may_wait
        return self.game.observation(self.seat, acts=asked is not None, may_wait=may_wait)

    def _info(self) -> dict[str, Any]:
        return self.game.info(self.seat)


class BatchVectorEnv(VectorEnv[SeatObservation, "np.ndarray", "np.ndarray"]):
    """Matches in step, as ``Rules.batch`` plays them: the agent acts for every seat.

    In each match it acts for the lowest seat that can act, ``infos["seat"]``; that seat cannot
    wait. An action is the place of one among the legal ones; where there are more than ``most``,
    places stand for actions at even distances. ``rewards`` are what the last action scored for the
    seat that took it, ``infos["acted"]``, and ``infos["rewards"]`` for every seat. What is over
    restarts in the same step, so observations and masks are of what has begun then.

    ``rules``, ``players``, ``options`` and ``episode`` are as for ``SeatEnv``. Raises as
    ``Rules.batch`` does.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(  # noqa: PLR0913 - each is said by its name
        self,
        rules: Rules | str | Path,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        *,
        num_envs: int,
        episode: Literal["match", "hand"] = "match",
        most: int = MOST_LEGAL,
        render_mode: str | None = None,
    ) -> None:
        self.rules = rules_for(rules, players, options)
        self._one_hand = one_of("episode", episode, ("match", "hand")) == "hand"
        if render_mode is not None:
            one_of("render_mode", render_mode, ("ansi",))
        self.num_envs, self.most, self.render_mode = num_envs, most, render_mode
        self.vector = vector_of(self.rules)
        mask = Box(0, 1, (most,), np.int8)
        self.single_observation_space = Dict(
            {"observation": vector_space(self.vector), "action_mask": mask}
        )
        self.single_action_space = Discrete(most)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([most] * num_envs)
        game = self.rules.game
        self._scorers = [scorer_of(game, seat) for seat in range(game.seats)]
        self.batch = self.rules.batch(num_envs, one_hand=self._one_hand)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatObservation, dict[str, Any]]:
        """Begin all matches: the first with a seed, each other with the next number.

        Without a seed it is any. Raises ``WrongArgumentError`` for an invalid seed.
        """
        super().reset(seed=seed, options=options)
        first = int(self.np_random.integers(_SEEDS)) if seed is None else seed
        self.batch = self.rules.batch(self.num_envs, first, one_hand=self._one_hand)
        return self._observed(), {"seat": self.batch.seats.copy()}

    def step(
        self, actions: np.ndarray | Sequence[int]
    ) -> tuple[SeatObservation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take an action in each match. Raises ``IllegalChoice``, and nothing is done then."""
        batch, acted = self.batch, self.batch.seats.copy()
        places = spread_all(np.asarray(actions), batch.legal_counts, self.most)
        try:
            batch.step(places.astype(np.int32))
        except IndexError as wrong:
            raise IllegalChoice(str(wrong)) from wrong
        scored = np.zeros((self.num_envs, self.rules.players))
        if self.rules.scorers:
            scored[:] = batch.rewards[:, self._scorers]
        own = scored[np.arange(self.num_envs), acted]
        infos = {"seat": batch.seats.copy(), "acted": acted, "rewards": scored}
        cut = np.zeros(self.num_envs, np.bool_)
        return self._observed(), own, batch.done.copy(), cut, infos

    def action_masks(self) -> np.ndarray:
        """Return which actions can be taken in each match, as libraries with masks ask for it."""
        counts = np.minimum(self.batch.legal_counts, self.most)
        mask: np.ndarray = np.arange(self.most) < counts[:, None]
        return mask

    def render(self) -> tuple[str, ...] | None:
        """Return the tables as all see them, where ``render_mode`` is ``ansi``."""
        if self.render_mode is None:
            return None
        return tuple(str(self.batch.position(match)) for match in range(self.num_envs))

    def _observed(self) -> SeatObservation:
        seen = self.vector.of_array(self.batch.observations)
        return {"observation": seen, "action_mask": self.action_masks().astype(np.int8)}


if _NAME not in gymnasium.registry:
    gymnasium.register(
        _NAME,
        entry_point="haggis_rules.gymnasium:SeatEnv",
        vector_entry_point="haggis_rules.gymnasium:BatchVectorEnv",
    )
