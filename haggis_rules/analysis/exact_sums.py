"""How whole numbers spread, the same in whatever order they come: sums are exact, and divided last.

An interval holds what would be found with any number of cases in 95 of 100 studies. That of a mean
is the normal one, of a share Wilson's (1927).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

NORMAL = 1.959963984540054  # half the width of 95 % in standard deviations


class Estimate(NamedTuple):
    """A number that was found, and between which numbers it may well lie."""

    value: float
    low: float
    high: float


@dataclass(slots=True)
class ExactSums:
    """The count, sum, sum of squares, least and most of the whole numbers that were added."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, number: int) -> None:
        """Add a number."""
        self.least = min(self.least, number) if self.count else number
        self.most = max(self.most, number) if self.count else number
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """The mean; 0 when there is no number."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of a sample; 0 when there are fewer than two numbers."""
        n = self.count
        return (n * self.squares - self.total**2) / (n * (n - 1)) if n > 1 else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of a sample; 0 when there are fewer than two numbers."""
        return sqrt(self.variance)

    def mean_interval(self) -> Estimate | None:
        """Return their mean with its interval; None when there is no number."""
        if not self.count:
            return None
        half = NORMAL * sqrt(self.variance / self.count)
        return Estimate(self.mean, self.mean - half, self.mean + half)

    def share_interval(self) -> Estimate | None:
        """Return how often it was 1 rather than 0; None when there is no number."""
        n = self.count
        if not n:
            return None
        share, z = self.mean, NORMAL**2 / n
        middle = (share + z / 2) / (1 + z)
        half = NORMAL / (1 + z) * sqrt(share * (1 - share) / n + z / (4 * n))
        return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))
