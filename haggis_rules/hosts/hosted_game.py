"""What the environments of all hosts share: settings, seeds, observations, masks and choices."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from secrets import randbits
from typing import Any, Final, Literal, TypeAlias, TypedDict

import numpy as np

from haggis_rules.engine.rules import Rules, load_agreed
from haggis_rules.hosts.action_encodings import MOST_LEGAL, EncodingName, encoding_named
from haggis_rules.hosts.action_numbers import WAYS
from haggis_rules.hosts.episode import Episode, EpisodeLength
from haggis_rules.hosts.observation_vector import vector_of
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.random_streams import MOST_SEED, check_seed

RENDER_MODES: Final = ("human", "ansi")  # printed, or returned as text
IllegalPolicy: TypeAlias = Literal["raise", "first"]
SeatObservation: TypeAlias = dict[str, np.ndarray]


class EnvironmentSettings(TypedDict, total=False):
    """What can be said of an environment beside its rules.

    ``episode``: a whole ``match`` (the default), or the first ``hand`` of one.
    ``actions``: ``fixed``, a number for each action (the default), or ``compact``, the places of
    actions among the legal ones. ``ways`` is as for ``ActionNumbers``, ``most`` as for
    ``CompactEncoding``.
    ``illegal``: what a choice does that the mask does not offer: ``raise`` an ``IllegalChoice``
    (the default), or take the ``first`` action that it offers.
    """

    episode: Literal["match", "hand"]
    actions: EncodingName
    ways: int
    most: int
    illegal: IllegalPolicy


class IllegalChoice(ValueError):
    """A number that an agent may not choose here."""


def rules_for(
    rules: Rules | str | Path, players: int | None, options: Mapping[str, int | str] | None
) -> Rules:
    """Return rules that are given, or load them as ``load`` does. Raises as ``load`` does."""
    if isinstance(rules, Rules):
        return rules
    return load_agreed(rules, options or {}, players=players)


class HostedGame:
    """A game with its encoding of actions and observations, and the episode that is played."""

    def __init__(self, rules: Rules, settings: EnvironmentSettings) -> None:
        self.rules = rules
        self.encoding = encoding_named(
            rules,
            settings.get("actions", "fixed"),
            ways=settings.get("ways", WAYS),
            most=settings.get("most", MOST_LEGAL),
        )
        self.illegal = one_of("illegal", settings.get("illegal", "raise"), ("raise", "first"))
        length = one_of("episode", settings.get("episode", "match"), ("match", "hand"))
        self.length = EpisodeLength(length)
        self.vector = vector_of(rules)
        self.agents = tuple(f"player_{seat}" for seat in range(rules.players))
        self.seed: int | None = None
        self._episode: Episode | None = None
        self._offered: dict[int, Mapping[int, Action]] = {}

    @property
    def episode(self) -> Episode:
        """The episode that is played. Raises ``ValueError`` before the first one."""
        if self._episode is None:
            message = "nothing is played yet: call `reset` first"
            raise ValueError(message)
        return self._episode

    def begin(self, seed: int | None) -> None:
        """Begin an episode with a seed, or else with the next one; the first is any.

        Raises ``WrongArgumentError`` for what is no seed.
        """
        if seed is not None:
            self.seed = check_seed(int(seed))
        elif self.seed is None:
            self.seed = randbits(63)
        else:
            self.seed = (self.seed + 1) & MOST_SEED
        self._episode = Episode(self.rules, self.seed, self.length)
        self._offered.clear()

    def take(self, number: int) -> None:
        """Take what the agent that is asked has chosen. Raises ``IllegalChoice``."""
        asked = self.episode.asked
        if asked is None:
            message = "the episode is over: call `reset` to begin another"
            raise IllegalChoice(message)
        self.episode.take(self.chosen(asked.seat, number, may_wait=asked.may_wait))
        self._offered.clear()

    def follow(self, action: Action | None) -> None:
        """Take what a player has chosen for the seat that is asked, None for waiting."""
        self.episode.take(action)
        self._offered.clear()

    def take_together(self, numbers: Mapping[int, int]) -> frozenset[int]:
        """Take what seats have chosen at the same time, and return those whose choice counted.

        Raises ``IllegalChoice``.
        """
        free = self.episode.free
        chosen = [
            self.chosen(seat, number, may_wait=seat in free) for seat, number in numbers.items()
        ]
        taken = self.episode.take_together([one for one in chosen if one is not None])
        self._offered.clear()
        waited = {seat for seat, one in zip(numbers, chosen, strict=True) if one is None}
        return frozenset({one.actor for one in taken} | waited)

    def offered(self, seat: int) -> Mapping[int, Action]:
        """Return the actions that a seat can take now, by their numbers."""
        found = self._offered.get(seat)
        if found is None:
            found = self.encoding.offered(self.episode.actions(seat))
            self._offered[seat] = found
        return found

    def chosen(self, seat: int, number: int, *, may_wait: bool) -> Action | None:
        """Return the action that a number stands for, None for waiting.

        Raises ``IllegalChoice`` where it stands for nothing and that is what was asked for.
        """
        offered, number = self.offered(seat), int(number)
        if may_wait and number == self.encoding.wait:
            return None
        if number in offered:
            return offered[number]
        if self.illegal == "first":
            return None if may_wait else offered[next(iter(offered))]
        known = 0 <= number < self.encoding.size
        what = f"`{self.encoding.text(number)}`" if known else "no action"
        message = (
            f"{self.agents[seat]} has chosen {number}, which is {what}, and the mask does not"
            f" offer it; {len(offered)} actions are legal"
        )
        raise IllegalChoice(message)

    def observation(self, seat: int, *, acts: bool, may_wait: bool) -> SeatObservation:
        """Return what a seat sees, with a mask of what it can choose now."""
        episode = self.episode
        mask = np.zeros(self.encoding.size, np.int8)
        if acts:
            mask[[*self.offered(seat)]] = 1
        if may_wait:
            mask[self.encoding.wait] = 1
        seen = self.vector.seen(seat, *episode.hand_and_scores, episode.state)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> np.ndarray:
        """Return the vector of all that there is, as somebody sees it who sees everything."""
        return self.vector.everything(*self.episode.hand_and_scores, self.episode.state)

    def shown(self, render_mode: str | None) -> str | None:
        """Return the table as all see it where that is asked for, or print it."""
        if render_mode == "ansi":
            return str(self.episode)
        if render_mode == "human":
            print(self.episode)  # noqa: T201 - to be seen is what it is for
        return None

    def info(self, seat: int, **more: object) -> dict[str, Any]:
        """Return what is said of an agent beside what it sees: its seat, and its team if any."""
        team = self.team(seat)
        return {"seat": seat, **({} if team is None else {"team": team}), **more}

    def team(self, seat: int) -> str | None:
        """Return the name of the team of a seat, None where the rules have no teams."""
        game = self.rules.game
        return game.teams[game.team_of(seat)] if game.teams else None


def one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    """Return what a setting is. Raises ``ValueError`` unless it is one of those that are known."""
    if value not in known:
        choices = " or ".join(f"`{one}`" for one in known)
        message = f"`{name}` is {choices}, and not `{value!s:.40}`"
        raise ValueError(message)
    return value
