"""Whoever does the work, and whoever dies over it, what comes of it is the same."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest

from haggis_rules.analysis.perft import perft
from haggis_rules.analysis.simulate import simulate
from haggis_rules.executors.cluster import SchedulerError, cluster_executor
from haggis_rules.executors.processes import LocalProcesses
from haggis_rules.executors.shares import in_order
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.mutation import JudgingWork, judge_mutants
from haggis_rules.mutation.results import MutationRun
from haggis_verify.session import ProofRequest, verify_games
from tests.cli.calling import Caller
from tests.engine.games import rules_of
from tests.mutation.texts import copied


@contextmanager
def running(
    program: str, *arguments: str, heard: int = subprocess.DEVNULL
) -> Generator[subprocess.Popen[str]]:
    """Have a program of Dask's run meanwhile. ``heard``: where its standard error goes."""
    call = (sys.executable, "-m", f"distributed.cli.{program}", *arguments)
    nothing = subprocess.DEVNULL
    with subprocess.Popen(call, stdin=nothing, stdout=nothing, stderr=heard, text=True) as process:  # noqa: S603 - ours
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Run a scheduler without workers, and give its address."""
    call = ("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    with running(*call, heard=subprocess.PIPE) as process:
        assert process.stderr is not None
        lines = (line for line in process.stderr if "Scheduler at:" in line)
        yield next(lines).split()[-1]


@pytest.fixture(scope="module")
def workers(
    scheduler: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[subprocess.Popen[str]]]:
    """Run three workers of one thread each, which nobody watches over."""
    place = str(tmp_path_factory.mktemp("workers"))
    alone = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
    call = ("dask_worker", scheduler, *alone, "--local-directory", place)
    with running(*call) as one, running(*call) as two, running(*call) as three:
        yield [one, two, three]


@pytest.fixture(params=["processes", "threads", "cluster"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Give executors of each kind."""
    match request.param:
        case "processes":
            with LocalProcesses(2) as processes:
                yield processes
        case "threads":
            with ThreadPoolExecutor(3) as threads:
                yield threads
        case _:
            request.getfixturevalue("workers")
            with cluster_executor(request.getfixturevalue("scheduler")) as cluster:
                yield cluster


@pytest.mark.slow
@pytest.mark.rotates
def test_hands_and_counts_are_the_same_whoever_plays(executor: Executor) -> None:
    rules = rules_of("classic for 2")
    assert list(simulate(rules, 230, 7, executor=executor)) == list(simulate(rules, 230, 7))
    start = rules_of("heron").new_hand(3)
    assert perft(start, 4, executor=executor) == perft(start, 4)


@pytest.mark.slow
@pytest.mark.rotates
def test_mutants_and_promises_are_judged_the_same(executor: Executor, tmp_path: Path) -> None:
    line = lineage(source_of(str(copied(tmp_path))))
    run = MutationRun(tuple(file.variant.name.span.source for file in line), None, promises=False)
    work = JudgingWork.of(run)
    names = [name for name, one in work.mutants.items() if one.clause == "plays"][:8]
    assert len(names) == 8
    found = dict(judge_mutants(work, run, names, executor))
    assert found == dict(judge_mutants(work, run, names))
    request = ProofRequest(promises=["rises", "kept"], hands=1)
    games = [rules_of("heron").game]
    verdicts = [
        [(one.promise, type(one.verdict)) for done in results for one in done.promises]
        for results in (
            verify_games(games, request, quiet, executor=executor),
            verify_games(games, request, quiet),
        )
    ]
    assert verdicts[0] == verdicts[1]
    assert len(verdicts[0]) == 2


def quiet(_: Game, __: str) -> None:
    """Tell of no progress."""


def worked(number: int) -> tuple[int, int]:
    """Return a number, and the process that had it."""
    rules = rules_of("heron")
    assert list(simulate(rules, 1, number))
    return number, os.getpid()


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["processes", pytest.param("cluster", marks=pytest.mark.long)]
)  # a scheduler is slow to believe that a worker is gone
def test_a_worker_that_is_killed_costs_time_and_nothing_else(
    kind: str, request: pytest.FixtureRequest
) -> None:
    if kind == "processes":
        with LocalProcesses(2) as processes:
            _kill_one(processes)
            assert active_children()
        return
    request.getfixturevalue("workers")
    with cluster_executor(request.getfixturevalue("scheduler")) as cluster:
        _kill_one(cluster)


def _kill_one(executor: Executor) -> None:
    found = list[tuple[int, int]]()
    for one in in_order(executor, worked, range(1, 81)):
        found.append(one)
        if len(found) == 10:
            os.kill(one[1], signal.SIGKILL)
    assert [number for number, _ in found] == list(range(1, 81))
    assert len({process for _, process in found}) > 1


@pytest.mark.rotates
@pytest.mark.slow
def test_commands_take_a_scheduler(scheduler: str, workers: object, haggis: Caller) -> None:
    assert workers
    call = ("simulate", "classic", "--players", 2, "--hands", 120, "--format", "json")
    assert haggis(*call, "--scheduler", scheduler) == haggis(*call)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nowhere", "`nowhere` is no address of a scheduler"),
        ("tcp://127.0.0.1", "is no address of a scheduler, such as tcp://127.0.0.1:8786"),
        ("tcp://127.0.0.1:99999", "is no address of a scheduler"),
        ("tcp://127.0.0.1:1", "nobody answers at tcp://127.0.0.1:1: Connection refused"),
    ],
)
def test_where_no_scheduler_is_a_call_says_so(address: str, said: str, haggis: Caller) -> None:
    with pytest.raises(SchedulerError), cluster_executor(address):
        pass
    answer = haggis("simulate", "classic", "--players", 2, "--scheduler", address)
    assert answer.code == 2
    assert f"error[no-scheduler]: {said}" in answer.err or said in answer.err
