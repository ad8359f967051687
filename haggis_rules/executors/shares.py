"""Work cut into shares, of which many are done at once and all are given back in order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import Generic, ParamSpec, TypeVar, cast

CallParameters = ParamSpec("CallParameters")
CallResultT = TypeVar("CallResultT")
ShareT = TypeVar("ShareT")
ShareResultT = TypeVar("ShareResultT")
KeyT = TypeVar("KeyT")
MadeT = TypeVar("MadeT")

MOST_AHEAD = 256  # shares that are handed out before the first of them is needed


def in_order(
    executor: Executor | None,
    work: Callable[[ShareT], ShareResultT],
    shares: Iterable[ShareT],
) -> Iterator[ShareResultT]:
    """Yield what comes of each share, in the order of the shares.

    Without an executor it is done here, one share when it is asked for. With one, ``work`` and the
    shares have to be such as can be pickled. What is handed out and not begun is taken back when
    nobody asks any more. Raises whatever ``work`` does, at the share where it did.
    """
    if executor is None:
        yield from map(work, shares)
        return
    waiting = deque[Future[ShareResultT]]()
    try:
        for share in shares:
            waiting.append(executor.submit(work, share))
            if len(waiting) == MOST_AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


class OncePerThread(Generic[KeyT, MadeT]):
    """Makes something of a key once in each thread, for all shares that need it there.

    What is made need not bear to be used by two threads at once. A few are kept at a time.
    """

    def __init__(self, make: Callable[[KeyT], MadeT], *, most: int = 4) -> None:
        self._make, self._most = make, most
        self._here = _ThisThread()

    def __call__(self, key: KeyT) -> MadeT:
        """Return what was made of a key in this thread, or make it."""
        known = cast("dict[KeyT, MadeT]", self._here.made)
        if key not in known:
            while len(known) >= self._most:
                del known[next(iter(known))]
            known[key] = self._make(key)
        return known[key]


class _ThisThread(threading.local):
    """What one thread has made; another finds its own."""

    def __init__(self) -> None:
        self.made: dict[object, object] = {}
