"""Processes that die are replaced, and nothing that was asked of them is lost."""

import os
import signal
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Event, Thread

import pytest

from haggis_rules.executors.processes import MOST_TRIES, LocalProcesses
from haggis_rules.executors.shares import MOST_AHEAD, in_order


def squared(number: int) -> int:
    return number * number


def refused(number: int) -> int:
    message = f"not {number}"
    raise LookupError(message)


def die_once(mark: Path, number: int) -> int:
    """Kill the process that does this, unless it was done before."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(mark: Path) -> None:
    with mark.open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)


def wait_for(mark: Path) -> None:
    while not mark.exists():
        time.sleep(0.01)


def blocked() -> bool:
    """Whether Ctrl-C does not reach this process."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def own_process(seconds: float) -> int:
    """Wait, so that other calls go to another process, and return the number of this one."""
    time.sleep(seconds)
    return os.getpid()


@pytest.mark.slow
def test_calls_outlive_a_process_that_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    with LocalProcesses(2) as processes:
        calls = [processes.submit(die_once, mark, 7)]
        calls += [processes.submit(squared, number) for number in range(20)]
        assert [call.result() for call in calls] == [7, *(n * n for n in range(20))]
        assert mark.exists()
        assert processes.submit(blocked).result()


@pytest.mark.slow
def test_a_call_that_kills_its_process_again_and_again_fails(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    with LocalProcesses(1) as processes:
        deadly, other = processes.submit(die, mark), processes.submit(squared, 3)
        with pytest.raises(BrokenProcessPool):
            deadly.result()
        assert mark.read_text() == "x" * MOST_TRIES
        assert other.result() == 9


@pytest.mark.slow
def test_what_waits_is_taken_back_at_the_end(tmp_path: Path) -> None:
    mark = tmp_path / "go"
    processes = LocalProcesses(1)
    first, second = processes.submit(wait_for, mark), processes.submit(squared, 2)
    third = processes.submit(squared, 3)
    assert first.running()
    assert second.cancel()
    assert not first.cancel()
    processes.shutdown(wait=False, cancel_futures=True)
    mark.touch()
    assert first.result() is None
    for call in (second, third):
        with pytest.raises(CancelledError):
            call.result()
    with pytest.raises(RuntimeError, match="shut down"):
        processes.submit(squared, 4)


@pytest.mark.slow
def test_the_end_does_not_wait_for_what_was_cancelled() -> None:
    """A call is cancelled while the one before it is being passed on."""
    with LocalProcesses(1) as processes:
        first, second = processes.submit(squared, 1), processes.submit(squared, 2)

        def cancel_later(_: object) -> None:
            time.sleep(0.2)  # so that the end is waited for by now
            second.cancel()

        first.add_done_callback(cancel_later)
        ended = Thread(target=processes.shutdown, daemon=True)
        ended.start()
        ended.join(30)
        assert not ended.is_alive()
    assert second.cancelled()


@pytest.mark.slow
def test_the_end_does_not_wait_for_a_process_that_does_not_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One process is stopped while it waits for work, and holds what the other waits for."""
    monkeypatch.setattr("haggis_rules.executors.processes.GRACE", 0.5)
    processes = LocalProcesses(2)
    calls = [processes.submit(own_process, 0.5) for _ in range(2)]
    found = {call.result() for call in calls}
    assert len(found) == 2
    for process in found:
        os.kill(process, signal.SIGSTOP)
    ended = Thread(target=processes.shutdown, daemon=True)
    ended.start()
    ended.join(30)
    assert not ended.is_alive()


def test_shares_come_back_in_order_with_an_executor_and_without() -> None:
    shares = range(MOST_AHEAD + 50)
    wanted = [number * number for number in shares]
    assert list(in_order(None, squared, shares)) == wanted
    with ThreadPoolExecutor(4) as threads:
        assert list(in_order(threads, squared, shares)) == wanted
        with pytest.raises(LookupError, match="not 0"):
            list(in_order(threads, refused, shares))


def noted(numbers: Iterable[int], taken: list[int]) -> Iterator[int]:
    """Yield numbers, and note each that is asked for."""
    for number in numbers:
        taken.append(number)
        yield number


def test_shares_are_handed_out_as_they_are_needed_and_taken_back() -> None:
    go, begun, taken = Event(), list[int](), list[int]()

    def work(number: int) -> int:
        begun.append(number)
        if number:
            go.wait()
        return number

    with ThreadPoolExecutor(1) as thread:
        found = in_order(thread, work, noted(range(1_000), taken))
        assert next(found) == 0
        assert len(taken) == MOST_AHEAD
        assert isinstance(found, Generator)
        found.close()
        go.set()
    assert len(begun) <= 2, "what had not begun was taken back"
