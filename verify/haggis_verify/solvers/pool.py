"""Who asks the solvers: this process, or any executor. No text is asked twice.

Equal questions have equal texts, also those of different seatings of a game, and an answer depends
on the text and the means alone. So an answer is kept under the hash of its text, as long as the
command runs, and what was found before may be remembered from another run.

Who asks changes when an answer comes and never which: each question has a fresh
solver, a fixed seed and a limit of work (``solvers.solve``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Self

from haggis_verify.solvers import solve
from haggis_verify.solvers.allocator import keep_memory
from haggis_verify.solvers.answer_store import AnswerStore
from haggis_verify.solvers.solve import Limits, SolverAnswer
from haggis_verify.terms.nodes import BoolTerm


class SolverHandle(Enum):
    """One of the two, or Z3 when it is asked which helpers are needed."""

    Z3 = "z3"
    CVC5 = "cvc5"
    NEEDED = "needed"


@dataclass
class SolverPool:
    """Both solvers within some limits, asked by an executor, or else by this process.

    ``before``: answers of other runs. ``given`` counts the answers that were asked for here, and
    ``recalled`` those among them that came from other runs.
    """

    limits: Limits
    executor: Executor | None = None
    before: AnswerStore | None = None
    given: int = 0
    recalled: int = 0
    _answers: dict[str, Future[SolverAnswer]] = field(
        default_factory=dict[str, Future[SolverAnswer]]
    )
    _known_before: set[str] = field(default_factory=set[str])

    def expect(self, text: str, *solvers: SolverHandle) -> None:
        """Queue a text that will be asked for: of these solvers, or of both."""
        if self.executor is not None:
            for solver in solvers or (SolverHandle.Z3, SolverHandle.CVC5):
                self._future(self._key(solver, text), solver, text)

    def z3(self, text: str) -> SolverAnswer:
        """Return what Z3 says to a text."""
        return self._answer(SolverHandle.Z3, text)

    def both(self, text: str) -> tuple[SolverAnswer, SolverAnswer]:
        """Return what Z3 says, and what cvc5 says."""
        self.expect(text)
        return self._answer(SolverHandle.Z3, text), self._answer(SolverHandle.CVC5, text)

    def needed(
        self, question: Sequence[BoolTerm], helpers: Mapping[str, BoolTerm]
    ) -> tuple[str, ...] | None:
        """Name helpers that keep the question from holding, None when Z3 does not see any that do.

        A guess: no verdict rests on it.
        """
        answer = self._answer(SolverHandle.NEEDED, solve.unsat_core_script(question, helpers))
        if answer.status != "unsat":
            return None
        return tuple(name for name in helpers if name in answer.needed)

    def count(self, answers: int) -> None:
        """Count answers that were not asked for because it is known what comes of them."""
        self.given += answers
        self.recalled += answers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Take back what has not been asked yet."""
        for answer in self._answers.values():
            answer.cancel()

    def _answer(self, solver: SolverHandle, text: str) -> SolverAnswer:
        key = self._key(solver, text)
        self.given += 1
        try:
            answer = self._future(key, solver, text).result()
        except BrokenExecutor:
            return SolverAnswer("unknown", 0.0, "its process has ended")
        self.recalled += key in self._known_before
        return answer

    def _key(self, solver: SolverHandle, text: str) -> str:
        fingerprint = (
            solve.cvc5_fingerprint if solver is SolverHandle.CVC5 else solve.z3_fingerprint
        )
        return sha256(f"{solver.value} {fingerprint(self.limits)}\n{text}".encode()).hexdigest()

    def _future(self, key: str, solver: SolverHandle, text: str) -> Future[SolverAnswer]:
        if key not in self._answers:
            known = None if self.before is None else _read(self.before.get(key))
            self._answers[key] = self._submit(solver, text) if known is None else _done(known)
            if known is not None or (self.before is not None and self.before.is_drawn(key)):
                self._known_before.add(key)
            if known is None and self.before is not None:
                self._answers[key].add_done_callback(_AnswerKeeper(self.before, key))
        return self._answers[key]

    def _submit(self, solver: SolverHandle, text: str) -> Future[SolverAnswer]:
        if self.executor is None:
            return _done(ask_solver(solver, text, self.limits))
        return self.executor.submit(ask_solver, solver, text, self.limits)


def ask_solver(solver: SolverHandle, text: str, limits: Limits) -> SolverAnswer:
    """Ask one solver, in this process."""
    keep_memory()
    match solver:
        case SolverHandle.Z3:
            return solve.ask_z3(text, limits.z3)
        case SolverHandle.CVC5:
            return solve.ask_cvc5(text, limits.cvc5)
        case SolverHandle.NEEDED:
            return solve.ask_needed(text, limits.z3)


def _done(answer: SolverAnswer) -> Future[SolverAnswer]:
    done: Future[SolverAnswer] = Future()
    done.set_result(answer)
    return done


@dataclass(frozen=True, slots=True)
class _AnswerKeeper:
    """Keeps an answer when it is there, unless it is a doubt.

    A doubt may come from a process that was ended or from memory that ran out, which are of this
    machine and not of the text.
    """

    before: AnswerStore
    key: str

    def __call__(self, done: Future[SolverAnswer]) -> None:
        if done.cancelled() or done.exception() is not None:
            return
        one = done.result()
        if one.status in ("sat", "unsat"):
            text = json.dumps([one.status, one.seconds, one.chosen, one.needed])
            self.before.put(self.key, text, _status)


def _status(text: str) -> str:
    """Return what a kept answer claims: that a text can be satisfied, or that it cannot."""
    found = _read(text)
    return "" if found is None else found.status


def _read(text: str | None) -> SolverAnswer | None:
    """Read what ``_AnswerKeeper`` wrote; None when it is something else."""
    if text is None:
        return None
    try:
        status, seconds, chosen, needed = json.loads(text)
        return SolverAnswer(status, seconds, chosen=chosen, needed=tuple(needed))
    except (TypeError, ValueError):
        return None
