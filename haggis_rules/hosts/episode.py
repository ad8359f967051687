"""An episode as hosts play it: a match or one hand, asked seat by seat, with a reward for each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from haggis_rules.engine.rules import Rules
from haggis_rules.hosts.asking_order import Asked, AskingOrder
from haggis_rules.players.outcome import cards_ahead
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import scorer_of
from haggis_rules.semantics.state import GameState


class EpisodeLength(StrEnum):
    """What an episode is."""

    MATCH = "match"
    """A whole match, by the rules that end it."""
    HAND = "hand"
    """The first hand of a match."""


class Episode:
    """A match, or the first hand of one, that goes on from action to action.

    ``match`` is the match as it stands. ``rewards`` has what the last action scored for each seat.
    """

    def __init__(self, rules: Rules, seed: int, length: EpisodeLength) -> None:
        self.rules, self.length = rules, length
        self.match = rules.new_match(seed)
        self.rewards: tuple[float, ...] = (0.0,) * rules.players
        self._order = AskingOrder()
        self._asked = None if self.over else self._order.asked(self.match)

    @property
    def over(self) -> bool:
        """Whether the match, or the hand, is over."""
        one_hand = self.length is EpisodeLength.HAND
        return self.match.finished or (one_hand and self.match.last_hand is not None)

    @property
    def asked(self) -> Asked | None:
        """The seat that is asked next, None when the episode is over."""
        return self._asked

    @property
    def free(self) -> frozenset[int]:
        """The seats that may wait, where all are asked at the same time; all at the end."""
        seats = frozenset(range(self.rules.players))
        return seats if self.over else self._order.free(self.match)

    @property
    def state(self) -> GameState:
        """The state; at the end of a hand that is played alone, as it ended."""
        ended = self.match.last_hand
        if ended is not None and self.length is EpisodeLength.HAND:
            return ended.state
        return self.match.state

    @property
    def hand_and_scores(self) -> tuple[int, tuple[int, ...]]:
        """The number of the hand, and what each seat or team has got before it."""
        if self.length is EpisodeLength.HAND:
            return 1, (0,) * self.rules.scorers
        return self.match.hand, self.match.scores

    def actions(self, seat: int) -> Sequence[Action]:
        """Return what a seat can decide; nothing once the episode is over."""
        return () if self.over else self.match.decisions(seat)

    def take(self, action: Action | None) -> None:
        """Take the action of the seat that is asked, None when it waits.

        Raises ``ValueError`` when it may not wait or the episode is over, and as
        ``MatchState.apply`` does.
        """
        asked = self._asked
        if asked is None:
            message = "the episode is over: `reset` begins another"
            raise ValueError(message)
        if action is None:
            self._wait(asked)
        else:
            self._apply(action)
        self._asked = None if self.over else self._order.asked(self.match)

    def take_together(self, actions: Sequence[Action]) -> list[Action]:
        """Take the actions that seats have chosen at the same time, and return those that count.

        Those of seats that may wait come first, in the order of the seats, and then the others.
        One that an earlier one has made illegal does not count, and neither do those after an
        action that ends the hand.
        """
        free, hand = self.free, self.match.hand
        rewards, taken = [0.0] * self.rules.players, list[Action]()
        for action in sorted(actions, key=lambda one: (one.actor not in free, one.actor)):
            if self.over or self.match.hand != hand or not self.match.is_legal(action):
                continue
            self._apply(action)
            rewards = [sum(both) for both in zip(rewards, self.rewards, strict=True)]
            taken.append(action)
        if not taken:
            self._order.note_all_waited()
        self.rewards = (*rewards,)
        self._asked = None if self.over else self._order.asked(self.match)
        return taken

    def __str__(self) -> str:
        ended = self.match.last_hand
        alone = ended is not None and self.length is EpisodeLength.HAND
        return str(ended if alone else self.match)

    def _wait(self, asked: Asked) -> None:
        if not asked.may_wait:
            message = f"the others wait for seat {asked.seat}, which has to act"
            raise ValueError(message)
        self._order.note_wait(asked.seat)
        self.rewards = (0.0,) * self.rules.players

    def _apply(self, action: Action) -> None:
        known = len(self.match.hand_points)
        following = self.match.apply(action)
        self._order.note_action(self.match, action.actor)
        self.match = following
        game, match = self.rules.game, self.match
        ended = len(match.hand_points) - known
        if not ended:
            self.rewards = (0.0,) * self.rules.players
        elif self.rules.scorers:
            some = 1 if self.length is EpisodeLength.HAND else ended
            scored = [_total(self.rules, one) for one in match.hand_points[known : known + some]]
            got = [sum(each) for each in zip(*scored, strict=True)]
            self.rewards = tuple(float(got[scorer_of(game, seat)]) for seat in range(game.seats))
        else:
            states = [one.state for one in match.hands[known : known + ended]]
            seats = range(game.seats)
            self.rewards = tuple(
                sum(cards_ahead(game, seat, state) for state in states) for seat in seats
            )


def _total(rules: Rules, points: Sequence[Sequence[int]]) -> list[int]:
    """Return what each seat or team has got in a hand, all entries of its sheet together."""
    return [sum(entry[owner] for entry in points) for owner in range(rules.scorers)]
