"""A policy that learns to beat the greedy player: ``learning.py [VARIANT] [--players N]``.

A linear policy over some figures of each action and of the position, learned from nothing by
REINFORCE (Williams 1992) in ``haggis_rules.gymnasium.SeatEnv``, with numpy alone. An episode is a
hand, and its return is by how many points the seat, or its team, is ahead of the others. The
closing line says how the policy then does in hands that it has not seen, each deal played from
every seat; the exit status is 1 unless it is surely ahead. ``docs/environments.md`` has figures.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from haggis_rules import Action, Rules, load
from haggis_rules.gymnasium import SeatEnv
from haggis_rules.ir.game import CombinationParam
from haggis_rules.players.greedy import shed
from haggis_rules.players.outcome import lead_of
from haggis_rules.semantics.state import Combination, counts

BATCH = 32  # hands before each change of the weights
RATE = 0.08  # how far a change goes
DECAYS = (0.9, 0.99)  # of Adam's averages
CALM = 0.9  # of the averages of leads
SEEN_BELOW = 1 << 32  # hands to learn from have seeds below this, and those to be judged in above
FEW = 4  # cards of somebody who may soon be out
SURE = 1.96  # standard errors on either side of a 95 % interval
FIGURES = 6  # of each action, before those that only say what kind of action it is


@dataclass
class Policy:
    """Chooses by a weighted sum: each figure of an action times each of the position.

    ``without`` names actions that it takes only where there is nothing else to do.
    """

    rules: Rules
    without: frozenset[str] = frozenset()
    known: dict[object, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with no preference at all."""
        game = self.rules.game
        self.kinds = [("", 0), *((one.name, 0) for one in game.actions)]
        self.kinds += [(one.name, 1 + at) for one in game.actions for at in range(3)]
        self.size = FIGURES + len(game.patterns) + len(self.kinds)
        params = [one for action in game.actions for one in action.params]
        zones = [one.zone.zone for one in params if isinstance(one, CombinationParam)]
        self.hand = game.zones[zones[0]].name
        self.weights = np.zeros(self.size * 5)

    def figures(self, env: SeatEnv, seen: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return the numbers that may be chosen, and a row of figures for each."""
        offered = env.game.offered(env.seat)
        numbers = [int(one) for one in np.flatnonzero(seen["action_mask"])]
        actions = [offered.get(one) for one in numbers]  # none is to wait
        wanted = [one is None or one.name not in self.without for one in actions]
        if any(wanted):
            numbers = [one for one, keep in zip(numbers, wanted, strict=True) if keep]
            actions = [one for one, keep in zip(actions, wanted, strict=True) if keep]
        held = self.cards_held(env, seen["observation"])
        own, fewest = held[env.seat], np.delete(held, env.seat).min()
        rows = np.array([self.figures_of(one) for one in actions])
        most = rows[:, 0].max()
        rows[:, 1] = (rows[:, 0] == most) & (most > 0)
        rows[:, 2] = rows[:, 0] == own / 10  # nothing is left in hand then
        follows = any(one is not None and not one.arguments for one in actions)
        position = np.array([1, follows, own / 20, fewest / 20, fewest <= FEW])
        return np.array(numbers), (rows[:, :, None] * position).reshape(len(numbers), -1)

    def cards_held(self, env: SeatEnv, seen: np.ndarray) -> np.ndarray:
        """Return how many cards each seat holds, seen or not."""
        fields = env.game.vector.fields
        held = seen[fields[f"cards {self.hand}"]].reshape(self.rules.players, -1).sum(axis=1)
        unseen = fields.get(f"unseen {self.hand}")  # not there where all hands lie open
        return held if unseen is None else held + seen[unseen]

    def figures_of(self, action: Action | None) -> np.ndarray:
        """Return the figures of an action by itself; they must be copied to be changed."""
        key = None if action is None else (action.name, action.arguments)
        if key not in self.known:
            self.known[key] = self._figures_of(action)
        return self.known[key]

    def _figures_of(self, action: Action | None) -> np.ndarray:
        found, game = np.zeros(self.size), self.rules.game
        kind, kinds = ("", 0), FIGURES + len(game.patterns)
        if action is not None:
            kind, found[0] = (action.name, 0), shed(game, action) / 10
            first = action.arguments[0] if action.arguments else None
            if isinstance(first, Combination):
                pattern, *fields = first.reading
                wild = [n for card, n in counts(first.cards) if self._is_wild(pattern, card)]
                found[3], found[4] = sum(wild) / 3, fields[-1] / len(game.ranks)
                found[5], found[FIGURES + pattern] = found[0] * found[4], 1
            elif isinstance(first, int):
                kind = (action.name, 1 + min(first, 2))
        found[kinds + self.kinds.index(kind)] = 1
        return found

    def _is_wild(self, pattern: int, card: int) -> bool:
        return self.rules.patterns.is_wild(pattern, card)


def play(
    env: SeatEnv, policy: Policy, seed: int, chance: np.random.Generator | None
) -> tuple[float, np.ndarray]:
    """Play a hand, with the best actions or by chance, and return the lead and the gradient."""
    seen, _ = env.reset(seed=seed)
    gradient, over = np.zeros_like(policy.weights), False
    while not over:
        numbers, rows = policy.figures(env, seen)
        scores = rows @ policy.weights
        chosen = int(scores.argmax())
        if chance is not None:
            likely = np.exp(scores - scores.max())
            likely /= likely.sum()
            chosen = int(chance.choice(len(numbers), p=likely))
            gradient += rows[chosen] - likely @ rows
        seen, _, over, _, _ = env.step(int(numbers[chosen]))
    scored = [sum(each) for each in zip(*env.match.hand_points[0], strict=True)]
    return lead_of(env.game.rules.game, env.seat, scored), gradient


def learn(policy: Policy, envs: list[SeatEnv], hands: int, seed: int) -> None:
    """Learn from so many hands: REINFORCE with a running baseline, and the steps of Adam."""
    chance, begun = np.random.default_rng(seed), time.monotonic()
    first, second = np.zeros_like(policy.weights), np.zeros_like(policy.weights)
    baseline = width = 0.0
    for step in range(1, hands // BATCH + 1):
        seats = [envs[each % len(envs)] for each in range(BATCH)]
        seeds = chance.integers(SEEN_BELOW, size=BATCH).tolist()
        found = [play(*one, chance) for one in zip(seats, [policy] * BATCH, seeds, strict=True)]
        leads = np.array([lead for lead, _ in found])
        calm = CALM if step > 1 else 0.0
        baseline = calm * baseline + (1 - calm) * leads.mean()
        width = calm * width + (1 - calm) * leads.std()
        gained = sum((lead - baseline) / width * one for lead, one in found) / BATCH
        first = DECAYS[0] * first + (1 - DECAYS[0]) * gained
        second = DECAYS[1] * second + (1 - DECAYS[1]) * gained**2
        mean, square = first / (1 - DECAYS[0] ** step), second / (1 - DECAYS[1] ** step)
        policy.weights += RATE * mean / (np.sqrt(square) + 1e-8)
        if step % 10 == 0:
            seconds = time.monotonic() - begun
            shown = f"{step * BATCH:6,} hands, {seconds:4.0f} s: ahead by {baseline:6.1f} points"
            print(shown, flush=True)


def judge(policy: Policy, envs: list[SeatEnv], deals: int) -> np.ndarray:
    """Return the leads in deals that were not learned from: a row for each, from every seat."""
    seeds = range(SEEN_BELOW, SEEN_BELOW + deals)
    return np.array([[play(env, policy, seed, None)[0] for env in envs] for seed in seeds])


def parser() -> argparse.ArgumentParser:
    """Return what reads the arguments."""
    found = argparse.ArgumentParser(description=__doc__)
    found.add_argument("variant", nargs="?", default="classic")
    found.add_argument("--players", type=int, default=2)
    found.add_argument("--hands", type=int, default=9_600, help="hands to learn from")
    found.add_argument("--deals", type=int, default=300, help="deals to be judged in")
    found.add_argument("--seed", type=int, default=1)
    found.add_argument("--opponents", default="greedy", help="greedy, random or search")
    found.add_argument("--without", nargs="*", default=[], help="actions it is not to take")
    return found


def main() -> int:
    """Learn and judge; return 1 unless the policy is surely ahead of the others."""
    told = parser().parse_args()
    rules = load(told.variant, players=told.players)
    policy = Policy(rules, frozenset(told.without))
    envs = [
        SeatEnv(rules, seat=seat, opponents=told.opponents, episode="hand")
        for seat in range(rules.players)
    ]
    learn(policy, envs, told.hands, told.seed)
    leads = judge(policy, envs, told.deals)
    each = leads.mean(axis=1)  # the hands of one deal are not independent
    mean, error = each.mean(), each.std(ddof=1) / sqrt(len(each))
    low, high, ahead = mean - SURE * error, mean + SURE * error, (leads > 0).mean()
    print(
        f"{leads.size:,} hands against {told.opponents}: ahead by {mean:.1f} points a hand"
        f" (95 % interval: {low:.1f} to {high:.1f}), and ahead in {ahead:.1%} of them"
    )
    return int(low <= 0)


if __name__ == "__main__":
    sys.exit(main())
