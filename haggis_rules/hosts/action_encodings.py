"""What an agent chooses: a fixed number for each action, or the place of one among the legal ones.

Both end with the number to wait, which only seats that are asked out of turn may choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.hosts.action_numbers import WAYS, numbers_of
from haggis_rules.semantics.action import Action

if TYPE_CHECKING:
    import numpy as np

EncodingName: TypeAlias = Literal["fixed", "compact"]
MOST_LEGAL: Final = 4096  # places in the compact encoding, unless somebody asks for more or fewer


class ActionEncoding(Protocol):
    """How numbers stand for actions: ``size`` of them, the last of which is to ``wait``."""

    @property
    def size(self) -> int:
        """How many numbers there are."""
        ...

    @property
    def wait(self) -> int:
        """The number to wait."""
        ...

    def offered(self, actions: Sequence[Action]) -> Mapping[int, Action]:
        """Return what numbers stand for where these are the legal actions."""
        ...

    def text(self, number: int) -> str:
        """Return in words what a number stands for wherever it is legal."""
        ...


class FixedEncoding:
    """A number of its own for each action, as ``ActionNumbers`` has it."""

    def __init__(self, rules: Ruleset, ways: int = WAYS) -> None:
        self.numbers = numbers_of(rules, ways)
        self.wait = self.numbers.size
        self.size = self.wait + 1

    def offered(self, actions: Sequence[Action]) -> Mapping[int, Action]:
        """Return what numbers stand for where these are the legal actions."""
        return self.numbers.by_number(actions)

    def text(self, number: int) -> str:
        """Return in words what a number stands for. Raises ``ValueError`` for no number."""
        return "wait" if number == self.wait else self.numbers.text(number)


class CompactEncoding:
    """The places of actions among the legal ones, in the order of ``MatchState.actions``.

    Where there are more than ``most``, numbers stand for actions at even distances, the first and
    the last among them. Raises ``ValueError`` unless ``most`` is at least 2.
    """

    def __init__(self, most: int = MOST_LEGAL) -> None:
        if most < 2:  # noqa: PLR2004 - the first and the last
            message = f"`most` is at least 2, and not {most}"
            raise ValueError(message)
        self.wait = most
        self.size = most + 1

    def offered(self, actions: Sequence[Action]) -> Mapping[int, Action]:
        """Return what numbers stand for where these are the legal actions."""
        return _PlacedActions(actions, self.wait)

    def text(self, number: int) -> str:
        """Return in words what a number stands for. Raises ``ValueError`` for no number."""
        if not 0 <= number < self.size:
            message = f"the actions have numbers from 0 to {self.size - 1}, and not {number}"
            raise ValueError(message)
        return "wait" if number == self.wait else f"legal action {number}"


def encoding_named(
    rules: Ruleset, name: str, *, ways: int = WAYS, most: int = MOST_LEGAL
) -> ActionEncoding:
    """Return the encoding with a name. Raises ``ValueError`` for another name."""
    if name == "fixed":
        return FixedEncoding(rules, ways)
    if name == "compact":
        return CompactEncoding(most)
    message = f"there is no encoding `{name:.40}` of actions; there are `fixed` and `compact`"
    raise ValueError(message)


class _PlacedActions(Mapping[int, Action]):
    """Legal actions by their places, so many at most."""

    def __init__(self, actions: Sequence[Action], most: int) -> None:
        self._actions, self._count = actions, len(actions)
        self._shown = min(self._count, most)

    def __len__(self) -> int:
        return self._shown

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._shown))

    def __getitem__(self, number: int) -> Action:
        if not 0 <= number < self._shown:
            raise KeyError(number)
        return self._actions[spread(number, self._count, self._shown)]


def spread(number: int, count: int, shown: int) -> int:
    """Return the place that a number stands for when so many of ``count`` places have one.

    >>> [spread(number, 9, 5) for number in range(5)]
    [0, 2, 4, 6, 8]
    """
    return number if count == shown else number * (count - 1) // (shown - 1)


def spread_all(numbers: np.ndarray, counts: np.ndarray, most: int) -> np.ndarray:
    """Return what ``spread`` does for several numbers, each with its count; most are shown."""
    many = counts > most
    spread_out = numbers * (counts.astype("<i8") - 1) // (most - 1)
    return numbers + (spread_out - numbers) * many
