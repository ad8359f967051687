"""Who asks the solvers: this process, or several that work off one queue. No text is asked twice.

Equal questions have equal texts, also those of different seatings of a game, and an answer depends
on the text and the limits alone. So an answer is kept under the hash of its text, as long as the
command runs.
"""

from __future__ import annotations

from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from multiprocessing import get_context
from types import TracebackType
from typing import Self

from haggis_verify import solve
from haggis_verify.solve import Answer, Limits


class Solver(Enum):
    """One of the two."""

    Z3 = "z3"
    CVC5 = "cvc5"


@dataclass
class Solvers:
    """Both solvers within some limits. ``workers``: how many processes there are; 0 is this one."""

    limits: Limits
    workers: int = 0
    _answers: dict[tuple[Solver, str], Future[Answer]] = field(
        default_factory=dict[tuple[Solver, str], Future[Answer]]
    )
    _pool: ProcessPoolExecutor | None = None

    def expect(self, text: str, *solvers: Solver) -> None:
        """Queue a text that will be asked for: of these solvers, or of both."""
        if self.workers:
            for solver in solvers or tuple(Solver):
                self._asked(solver, text)

    def z3(self, text: str) -> Answer:
        """Give what Z3 says to a text."""
        return self._answer(Solver.Z3, text)

    def both(self, text: str) -> tuple[Answer, Answer]:
        """Give what Z3 says, and what cvc5 says."""
        self.expect(text)
        return self._answer(Solver.Z3, text), self._answer(Solver.CVC5, text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the processes; what is still queued is not asked any more."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _answer(self, solver: Solver, text: str) -> Answer:
        try:
            return self._asked(solver, text).result()
        except BrokenProcessPool:
            return Answer("unknown", 0.0, "its process has ended")

    def _asked(self, solver: Solver, text: str) -> Future[Answer]:
        key = solver, sha256(text.encode()).hexdigest()
        if key not in self._answers:
            self._answers[key] = self._ask(solver, text)
        return self._answers[key]

    def _ask(self, solver: Solver, text: str) -> Future[Answer]:
        if self.workers:
            if self._pool is None:
                context = get_context("spawn")  # a fork would copy the state of the solvers here
                self._pool = ProcessPoolExecutor(self.workers, mp_context=context)
            try:
                return self._pool.submit(ask, solver, text, self.limits)
            except BrokenProcessPool:
                pass
        done: Future[Answer] = Future()
        done.set_result(ask(solver, text, self.limits))
        return done


def ask(solver: Solver, text: str, limits: Limits) -> Answer:
    """Ask one solver, in this process."""
    match solver:
        case Solver.Z3:
            return solve.ask_z3(text, limits.z3)
        case Solver.CVC5:
            return solve.ask_cvc5(text, limits.cvc5)
