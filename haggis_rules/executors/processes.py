"""Processes on this machine, of which one that dies is replaced.

``ProcessPoolExecutor`` fails all that it was given when one of its processes is killed. Here a pool
is given no more than it can do at once, and one that broke is followed by another, which begins
anew what was being done.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from threading import Condition, Timer
from typing import Any

from haggis_rules.executors.shares import CallParameters, CallResultT

MOST_TRIES = 3  # of a call that was being done each time when a process died
GRACE = 10.0  # seconds until a process that has nothing to do has to have ended


@dataclass(eq=False)
class _Call:
    """A call, what was promised for it, and how often it has been begun."""

    work: Callable[[], Any]
    promised: Future[Any] = field(default_factory=Future[Any])
    tries: int = 0


class LocalProcesses(Executor):
    """So many processes on this machine. One that dies is replaced, and what was done begun again.

    A call during which a process died for the third time fails with ``BrokenProcessPool``. The
    processes begin from nothing, not as copies of this one, and Ctrl-C does not reach them: this
    process ends them.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._changed = Condition()  # guards all below
        self._queued = deque[_Call]()
        self._begun = 0
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    def submit(
        self,
        fn: Callable[CallParameters, CallResultT],
        /,
        *args: CallParameters.args,
        **kwargs: CallParameters.kwargs,
    ) -> Future[CallResultT]:
        """Have a call done. Raises ``RuntimeError`` after ``shutdown``."""
        call = _Call(partial(fn, *args, **kwargs))
        with self._changed:
            if self._closed:
                message = "these processes have been shut down"
                raise RuntimeError(message)
            self._queued.append(call)
        self._begin_some()
        return call.promised

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as ``Executor`` has it
        """Take no more calls, and end the processes when all are done, or those that have begun."""
        with self._changed:
            self._closed = True
            if cancel_futures:
                for call in self._queued:
                    call.promised.cancel()
                self._queued.clear()
            while wait and (self._queued or self._begun):
                self._changed.wait()
            pool = self._pool
        if pool is None:
            return
        if wait:
            _end(pool)
        else:
            pool.shutdown(wait=False)

    def kill(self) -> None:
        """End the processes at once, whatever they do; what is not done is not going to be."""
        with self._changed:
            self._closed, pool = True, self._pool
            for call in self._queued:
                call.promised.cancel()
            self._queued.clear()
        if pool is None:
            return
        _kill(_processes_of(pool))
        pool.shutdown()

    def _begin_some(self) -> None:
        """Give the processes what they have room for."""
        begun: list[tuple[_Call, Future[Any]]] = []
        with self._changed, _without_interrupts():
            while self._queued and self._begun < self.workers:
                call = self._queued.popleft()
                # A call that is begun again is running already for whoever waits for it.
                if call.tries or call.promised.set_running_or_notify_cancel():
                    begun.append((call, self._submit(call)))
            self._changed.notify_all()  # what was cancelled is no longer queued
        for call, future in begun:  # what is done already is ended at once, so without the lock
            future.add_done_callback(partial(self._end, call))

    def _submit(self, call: _Call) -> Future[Any]:
        self._begun += 1
        call.tries += 1
        if self._pool is not None:
            try:
                return self._pool.submit(call.work)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
        # A fork would copy the state of solvers and of threads.
        self._pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        return self._pool.submit(call.work)

    def _end(self, call: _Call, future: Future[Any]) -> None:
        """Pass on what came of a call, or have it begun again when a process died meanwhile."""
        fault = future.exception()
        with self._changed:
            died = isinstance(fault, BrokenProcessPool)
            again = died and call.tries < MOST_TRIES and not self._closed
            self._begun -= 1
            if again:
                self._queued.appendleft(call)
            self._changed.notify_all()
        if fault is None:
            call.promised.set_result(future.result())
        elif not again:
            call.promised.set_exception(fault)
        self._begin_some()


@contextmanager
def _without_interrupts() -> Generator[None]:
    """Let processes that begin meanwhile never see Ctrl-C: they inherit what a thread blocks."""
    if not hasattr(signal, "pthread_sigmask"):  # there are systems without
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(pool: ProcessPoolExecutor) -> None:
    """End a pool that has nothing left to do, and wait for that.

    A process that was killed or stopped while it waited for work holds what the others wait for,
    and a pool that is shut down just then would wait for ever (Python 3.11 to 3.13). What has not
    ended in time is killed.
    """
    late = Timer(GRACE, _kill, (_processes_of(pool),))
    late.daemon = True
    late.start()
    pool.shutdown()
    late.cancel()


def _processes_of(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    """Return the processes of a pool. Python 3.14 has a public way to end them."""
    alive: Mapping[int, BaseProcess] | None = getattr(pool, "_processes", None)
    return list((alive or {}).values())


def _kill(processes: Iterable[BaseProcess]) -> None:
    for process in processes:
        process.kill()
