"""The workers of a Dask scheduler, as an executor. The extra ``cluster`` brings what this needs."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from haggis_rules.executors.shares import CallParameters, CallResultT

ResultT_co = TypeVar("ResultT_co", covariant=True)

SECONDS_TO_ANSWER = 10
MOST_CALLS = 3  # of one that is taken back although nobody asked for it


class DaskFuture(Protocol[ResultT_co]):
    """What a call to a worker becomes: the part of Dask's ``Future`` that is used here."""

    def result(self) -> ResultT_co:
        """Return the result, or raise what the call has raised. Raises ``CancelledError``."""
        ...

    def cancel(self) -> None:
        """Take the call back."""
        ...

    def add_done_callback(self, fn: Callable[[DaskFuture[ResultT_co]], None]) -> None:
        """Have a function called in another thread when the call is over, however it went."""
        ...


class DaskClient(Protocol):
    """Who speaks with a scheduler: the part of Dask's ``Client`` that is used here."""

    def submit(
        self, fn: Callable[..., ResultT_co], /, *args: object, **kwargs: object
    ) -> DaskFuture[ResultT_co]:
        """Have a call done by a worker."""
        ...


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
        yield ClusterExecutor(client, distributed.KilledWorker)
    finally:
        client.close()


class ClusterExecutor(Executor):
    """The workers of a Dask scheduler as an executor, which Dask's own is not where one is lost.

    Dask's executor looks at what became of a call only after it has its result. If a worker is lost
    in between, the call fails although it went well, or never ends. And a result that is lost with
    its worker may come back as a call that somebody took back: such a call is made again.
    """

    def __init__(self, client: DaskClient, lost: type[Exception]) -> None:
        """``lost`` is how a call fails at which the scheduler has lost too many workers."""
        self._client, self._lost = client, lost

    def submit(
        self,
        fn: Callable[CallParameters, CallResultT],
        /,
        *args: CallParameters.args,
        **kwargs: CallParameters.kwargs,
    ) -> Future[CallResultT]:
        """Have a call done by a worker. It has to be one that may be made several times."""
        promised = Future[CallResultT]()
        self._call(promised, partial(self._client.submit, fn, *args, pure=False, **kwargs))
        return promised

    def _call(
        self,
        promised: Future[CallResultT],
        call: Callable[[], DaskFuture[CallResultT]],
        tries: int = MOST_CALLS,
    ) -> None:
        try:
            future = call()
        except Exception as fault:  # noqa: BLE001 - the client may be closed by now
            _fail(promised, fault)
            return
        future.add_done_callback(partial(self._pass_on, promised, call, tries))
        promised.add_done_callback(lambda one: future.cancel() if one.cancelled() else None)

    def _pass_on(
        self,
        promised: Future[CallResultT],
        call: Callable[[], DaskFuture[CallResultT]],
        tries: int,
        future: DaskFuture[CallResultT],
    ) -> None:
        """Pass on what became of a call. This is done in a thread of Dask's."""
        if promised.cancelled():
            return
        try:
            result = future.result()
        except CancelledError:
            if tries > 1:
                self._call(promised, call, tries - 1)
            else:
                _fail(promised, BrokenExecutor("the scheduler took this back again and again"))
        except self._lost:
            _fail(promised, BrokenExecutor("too many workers were lost over this"))
        except BaseException as fault:  # noqa: BLE001 - whatever the call raises is passed on
            _fail(promised, fault)
        else:
            if promised.set_running_or_notify_cancel():
                promised.set_result(result)


def _fail(promised: Future[CallResultT], fault: BaseException) -> None:
    if promised.set_running_or_notify_cancel():
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
