"""What Dask takes back, or loses, is called again or told; what a call raises is passed on."""

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from typing import Any

import pytest

from haggis_rules.executors.cluster import MOST_CALLS, ClusterExecutor


class LostError(Exception):
    """Too many workers were lost."""


class Over:
    """A call that is over: it gives its result, or raises its fault."""

    def __init__(self, came: object) -> None:
        self._came, self.taken_back = came, False

    def result(self) -> Any:
        """Return what came of it, or raise it."""
        if isinstance(self._came, BaseException):
            raise self._came
        return self._came

    def cancel(self) -> None:
        """Note that it was taken back."""
        self.taken_back = True

    def add_done_callback(self, fn: Callable[[Any], None]) -> None:
        """Call a function at once, if it is over."""
        if self._came is not None:
            fn(self)


class Client:
    """Gives out calls that are over, one after the other; None is one that never ends."""

    def __init__(self, came: Sequence[object]) -> None:
        self._waiting, self.calls = list(came), list[tuple[object, ...]]()
        self.made = list[Over]()

    def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> Any:
        """Note a call, and return what comes of it."""
        self.calls.append((fn, *args, kwargs))
        if not self._waiting:
            raise RuntimeError("this client is closed")
        self.made.append(Over(self._waiting.pop(0)))
        return self.made[-1]


def test_a_call_that_is_taken_back_unasked_is_made_again() -> None:
    client = Client([CancelledError(), CancelledError(), 7])
    assert ClusterExecutor(client, LostError).submit(abs, -7).result() == 7
    assert client.calls == [(abs, -7, {"pure": False})] * MOST_CALLS


@pytest.mark.parametrize(
    ("came", "fault", "calls"),
    [
        ([CancelledError()] * MOST_CALLS, BrokenExecutor, MOST_CALLS),
        ([LostError()], BrokenExecutor, 1),
        ([ValueError("of the call")], ValueError, 1),
        ([CancelledError()], RuntimeError, 2),
    ],
    ids=["taken back", "lost", "raised", "closed"],
)
def test_a_call_that_cannot_be_done_says_so(
    came: list[object], fault: type[Exception], calls: int
) -> None:
    client = Client(came)
    promised = ClusterExecutor(client, LostError).submit(abs, -7)
    with pytest.raises(fault):
        promised.result(timeout=0)
    assert len(client.calls) == calls


def test_what_is_cancelled_here_is_taken_back_there() -> None:
    client = Client([None])
    promised = ClusterExecutor(client, LostError).submit(abs, -7)
    assert promised.cancel()
    (call,) = client.made
    assert call.taken_back
