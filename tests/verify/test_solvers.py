"""Several processes give the answers that one gives, and no text is asked twice."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import active_children
from typing import ParamSpec, TypeVar

import pytest

from haggis_rules.engine.rules import load
from haggis_rules.executors.processes import LocalProcesses
from haggis_rules.ir.game import Game
from haggis_rules.verdicts.model import Proved
from haggis_verify.session import ProofRequest, makes, verify_games
from haggis_verify.solvers import solve
from haggis_verify.solvers.pool import SolverHandle, SolverPool
from haggis_verify.solvers.solve import Limits, SolverAnswer
from haggis_verify.terms import build
from haggis_verify.terms.smtlib import script
from tests.engine.games import PLACES, rules_of

P = ParamSpec("P")
T = TypeVar("T")
X, Y = build.int_var("x", 0, 9), build.int_var("y", 0, 9)
CAN = script([build.lt(X, Y)])
CANNOT = script([build.lt(X, Y), build.lt(Y, X)])


def quiet(_: Game, __: str) -> None:
    """Tell of no progress."""


def test_one_process_and_several_say_the_same() -> None:
    with LocalProcesses(2) as processes, SolverPool(Limits(), processes) as several:
        several.expect(CAN)
        several.expect(CANNOT, SolverHandle.Z3)
        alone = SolverPool(Limits())
        for text in (CAN, CANNOT):
            far, near = several.both(text), alone.both(text)
            assert [answer.status for answer in far] == [answer.status for answer in near]
            assert far[0].chosen == near[0].chosen
    assert alone.z3(CANNOT).status == "unsat"


def test_no_text_is_asked_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []

    def counting(text: str, _: int) -> SolverAnswer:
        texts.append(text)
        return SolverAnswer("unsat", 0.1)

    monkeypatch.setattr(solve, "ask_z3", counting)
    solvers = SolverPool(Limits())
    assert solvers.z3(CAN) is solvers.z3(str(CAN))
    solvers.z3(CANNOT)
    assert texts == [CAN, CANNOT]


def test_limits_hold_in_every_process() -> None:
    with LocalProcesses(1) as processes, SolverPool(Limits(z3=1), processes) as solvers:
        assert solvers.z3(CAN).status == "unknown"


def test_a_process_that_ends_is_replaced() -> None:
    with LocalProcesses(1) as processes, SolverPool(Limits(), processes) as solvers:
        assert solvers.z3(CAN).status == "sat"
        for process in active_children():
            process.terminate()
            process.join()
        assert solvers.z3(CANNOT).status == "unsat", "another process is asked"


class Breaking(Executor):
    """Loses every call."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return a call that is lost."""
        lost = Future[T]()
        lost.set_exception(BrokenExecutor(fn, args, kwargs))
        return lost


def test_a_question_whose_processes_end_leaves_a_doubt_and_no_proof() -> None:
    with SolverPool(Limits(), Breaking()) as solvers:
        answer = solvers.z3(CANNOT)
        assert (answer.status, answer.reason) == ("unknown", "its process has ended")


def test_several_games_are_proved_from_one_queue() -> None:
    games = [rules_of("heron").game, rules_of("long-heron").game]
    request = ProofRequest(promises=["rises", "kept"], hands=1)
    with LocalProcesses(2) as processes:
        found = list(verify_games(games, request, quiet, executor=processes))
    assert [one.game.name for one in found] == ["heron", "long-heron"]
    for one in found:
        assert [result.promise for result in one.promises] == ["kept", "rises"]
        assert all(isinstance(result.verdict, Proved) for result in one.promises)
        assert one.patterns == ()


def test_equal_questions_of_two_games_are_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    right = solve.ask_cvc5

    def counting(text: str, limit: int) -> SolverAnswer:
        texts.append(text)
        return right(text, limit)

    monkeypatch.setattr(solve, "ask_cvc5", counting)
    games = [load(PLACES["heron"]).game for _ in range(2)]
    found = list(verify_games(games, ProofRequest(promises=["kept"], hands=1), quiet))
    assert all(isinstance(one.promises[0].verdict, Proved) for one in found)
    assert len(texts) == len(set(texts)) > 0


def test_a_promise_of_one_seating_alone_is_known_by_it() -> None:
    two, three = (rules_of(f"classic for {players}").game for players in (2, 3))
    assert makes(three, "award.possible")
    assert not makes(two, "award.possible")
    assert makes(two, "auto.bounds")
