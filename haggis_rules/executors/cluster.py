"""The workers of a Dask scheduler, as an executor. The extra ``cluster`` brings what this needs."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from urllib.parse import urlsplit

from haggis_rules.executors.shares import CallParameters, CallResultT

SECONDS_TO_ANSWER = 10


class SchedulerError(Exception):
    """There is no scheduler at an address, or nothing here that could speak with one."""


@contextmanager
def cluster_executor(address: str) -> Generator[Executor]:
    """Have work done by the workers of the scheduler at an address, such as ``tcp://host:8786``.

    A worker that is lost is the scheduler's business: it gives its work to others. What has not
    begun is taken back at the end. Raises ``SchedulerError``.

    Workers unpickle what they are sent and run it, and so does this process with what they send
    back: all have to trust each other, and whoever can reach the scheduler.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        message = "work for a scheduler needs the package `distributed`"
        raise SchedulerError(message) from None
    _check_answers(address)
    # It tells of each try to connect; one fault at the end says it all.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError) as fault:  # a TimeoutError is an OSError
        message = f"what answers at {address} is no scheduler"
        raise SchedulerError(message) from fault
    try:
        yield _ClusterExecutor(client.get_executor(pure=False), distributed.KilledWorker)
    finally:
        client.close()


class _ClusterExecutor(Executor):
    """An executor of Dask's, whose calls fail as those of others when too many workers were lost.

    ``lost`` is what they fail with otherwise.
    """

    def __init__(self, executor: Executor, lost: type[Exception]) -> None:
        self._executor, self._lost = executor, lost

    def submit(
        self,
        fn: Callable[CallParameters, CallResultT],
        /,
        *args: CallParameters.args,
        **kwargs: CallParameters.kwargs,
    ) -> Future[CallResultT]:
        """Have a call done by a worker."""
        promised, future = Future[CallResultT](), self._executor.submit(fn, *args, **kwargs)
        future.add_done_callback(partial(self._pass_on, promised))
        promised.add_done_callback(lambda one: future.cancel() if one.cancelled() else None)
        return promised

    def _pass_on(self, promised: Future[CallResultT], future: Future[CallResultT]) -> None:
        if future.cancelled():
            promised.cancel()
        if not promised.set_running_or_notify_cancel():
            return
        fault = future.exception()
        if fault is None:
            promised.set_result(future.result())
        elif isinstance(fault, self._lost):
            promised.set_exception(BrokenExecutor("too many workers were lost over this"))
        else:
            promised.set_exception(fault)


def _check_answers(address: str) -> None:
    """See that somebody answers at an address, since a client is slow to give up.

    Raises ``SchedulerError``.
    """
    try:
        there = urlsplit(address)
        host, port = there.hostname, there.port
    except ValueError:
        host, port = None, None
    if host is None or port is None:
        message = f"`{address:.80}` is no address of a scheduler, such as tcp://127.0.0.1:8786"
        raise SchedulerError(message)
    try:
        socket.create_connection((host, port), SECONDS_TO_ANSWER).close()
    except OSError as fault:
        message = f"nobody answers at {address}: {fault.strerror or fault}"
        raise SchedulerError(message) from None
