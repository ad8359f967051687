"""How numbers spread: their mean, standard deviation, least and most, one number at a time."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt


@dataclass(slots=True)
class RunningStatistics:
    """The numbers that were added so far."""

    count: int = 0
    mean: float = 0.0
    least: int = 0
    most: int = 0
    _squares: float = 0.0  # sum of squared distances from the mean

    def add(self, number: int) -> None:
        """Add a number."""
        self.count += 1
        before = number - self.mean
        self.mean += before / self.count
        self._squares += before * (number - self.mean)
        self.least = number if self.count == 1 else min(self.least, number)
        self.most = number if self.count == 1 else max(self.most, number)

    @property
    def deviation(self) -> float:
        """The standard deviation of a sample; 0 when there are fewer than two numbers."""
        return sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    def texts(self) -> list[str]:
        """Write mean, standard deviation, least and most."""
        return [f"{self.mean:.2f}", f"{self.deviation:.2f}", str(self.least), str(self.most)]

    def as_json(self) -> dict[str, float]:
        """Return the same for programs."""
        return {"mean": self.mean, "sd": self.deviation, "min": self.least, "max": self.most}
