"""Sequential halving (Karnin, Koren and Somekh 2013): the best of several choices, by samples.

All choices that are left are tried in the same worlds, so that they differ less by chance; then
the worse half of them is dropped, until one is left. Each round has the same share of the budget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class SampleBudget(Protocol):
    """How long samples are taken."""

    def spent(self, samples: int) -> float:
        """Return which part of it is gone after so many samples; 1 or more at its end."""
        ...


def best_choice(choices: int, sample: Callable[[int, int], float], budget: SampleBudget) -> int:
    """Return which of several choices, numbered from 0, does best.

    ``sample`` returns how well a choice does in a world; worlds are numbered from 0 as well, and
    each is asked for all choices that are left before the next one is.
    """
    left, sums = list(range(choices)), [0.0] * choices
    rounds = max((choices - 1).bit_length(), 1)
    samples = world = 0
    for number in range(1, rounds + 1):
        if len(left) == 1:
            break
        first = world
        while world == first or budget.spent(samples + len(left)) <= number / rounds:
            for choice in left:
                sums[choice] += sample(choice, world)
            samples += len(left)
            world += 1
        left.sort(key=lambda choice: (-sums[choice], choice))
        del left[(len(left) + 1) // 2 :]
    return left[0]
