"""A whole game's promises to results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from haggis_rules.engine.game import Rules
from haggis_rules.ir import game as ir
from haggis_verify.autos import AUTOS
from haggis_verify.obligations import Matter, is_invariant
from haggis_verify.prove import Attempt, Broken, Prover
from haggis_verify.reach import PATIENCE, Hands
from haggis_verify.replay import Replayer
from haggis_verify.solve import Limits, needed
from haggis_verify.solvers import Solvers
from haggis_verify.terms import Bool
from haggis_verify.verdicts import (
    ExpectedBreach,
    NotBroken,
    NotReached,
    Proved,
    Reached,
    Refuted,
    Result,
    Unfounded,
    Unknown,
    Verdict,
)

Progress = Callable[[str], None]  # told the name of each promise before it is looked at
Prepared = Callable[[Progress | None], tuple[Result, ...]]


class NoSuchPromiseError(LookupError):
    """A promise is asked for that the game does not make."""


def verify(  # noqa: PLR0913
    game: ir.Game,
    promise_names: Collection[str] | None = None,
    progress: Progress | None = None,
    export_dir: Path | None = None,
    *,
    limits: Limits | None = None,
    hands: int = 5,
) -> tuple[Result, ...]:
    """Give what comes of each promise, in the order of the text, and then of the automatic ones.

    With names, of these alone and of those that they rest on. ``export_dir`` gets the text of
    each question to the solvers. ``hands`` are played by chance to see whether a breach is reached.
    Raises ``NoSuchPromiseError`` for a name that is none.
    """
    solvers = Solvers(limits or Limits())
    return prepare(game, solvers, promise_names, export_dir, hands=hands)(progress)


def prepare(
    game: ir.Game,
    solvers: Solvers,
    promise_names: Collection[str] | None = None,
    export_dir: Path | None = None,
    *,
    hands: int = 5,
) -> Prepared:
    """Queue the questions of a game for the solvers; what it gives waits for the results.

    Otherwise as ``verify``.
    """
    work = _Work(game, solvers, export_dir, hands)
    wanted = work.names if promise_names is None else tuple(promise_names)
    for name in wanted:
        if name not in work.names:
            raise NoSuchPromiseError(name)
    work.expect(wanted)

    def results(progress: Progress | None = None) -> tuple[Result, ...]:
        work.progress = progress or (lambda _: None)
        return tuple(work.results(wanted))

    return results


@dataclass
class _Work:
    game: ir.Game
    solvers: Solvers
    export: Path | None
    most_hands: int
    progress: Progress = field(default=lambda _: None)
    attempts: dict[str, Attempt] = field(default_factory=dict[str, Attempt])

    def __post_init__(self) -> None:
        self.matter = Matter(self.game)
        self.prover = Prover(self.matter, self.solvers, self.export)
        self.names = (*self.matter.promises, *AUTOS)
        self.rules = Rules(self.game)
        self.hands = Hands(self.rules, self.most_hands)
        self.replayer = Replayer(self.matter, self.rules.patterns, self.solvers.limits)

    def expect(self, wanted: tuple[str, ...]) -> None:
        """Queue the questions of what is wanted and of what it is using."""
        if not self.solvers.workers:
            return
        left, found = [*wanted], dict[str, None]()
        if any(name in AUTOS for name in wanted):
            left += [name for name, one in self.matter.promises.items() if is_invariant(one)]
        while left:
            name = left.pop(0)
            if name not in found:
                found[name] = None
                left += () if name in AUTOS else self.matter.promises[name].using
        for name in found:
            self.prover.expect(name)

    def results(self, wanted: tuple[str, ...]) -> Iterator[Result]:
        """Attempt what is wanted and all that it rests on, and see what stands."""
        self._attempt(name for name in wanted if name not in AUTOS)
        asked = {*wanted, *(helper for each in self.attempts.values() for helper in _rests(each))}
        autos = [name for name in AUTOS if name in asked]
        if autos:
            self._attempt(name for name, p in self.matter.promises.items() if is_invariant(p))
            standing = self._standing()
            invariants = (n for n, promise in self.matter.promises.items() if is_invariant(promise))
            usable = [name for name in invariants if name in standing]
            for name in autos:
                self.progress(name)
                self.attempts[name] = self.prover.automatic(name, usable)
        standing = self._standing()
        shown = self._needed(wanted)
        for name in self.names:
            if name in shown:
                yield Result(name, self._clause(name), self._verdict(name, standing))

    def _attempt(self, names: Iterable[str]) -> None:
        """Attempt promises, and those that they are using, each once."""
        for name in names:
            if name not in self.attempts:
                promise = self.matter.promises[name]
                self.progress(name)
                self.attempts[name] = self.prover.attempt(promise)
                self._attempt(promise.using)

    def _standing(self) -> set[str]:
        """Give what is proved together with all that it rests on; it may rest on itself."""
        standing = {name for name, each in self.attempts.items() if isinstance(each, Proved)}
        while fallen := {n for n in standing if not self._rests_on(n) <= standing}:
            standing -= fallen
        return standing

    def _rests_on(self, name: str) -> set[str]:
        """Give what a proof rests on; what has not been attempted yet is not held against it."""
        return {helper for helper in _rests(self.attempts[name]) if helper in self.attempts}

    def _needed(self, wanted: tuple[str, ...]) -> set[str]:
        found: set[str] = set()
        left = [*wanted]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self._rests_on(name)
        return found

    def _clause(self, name: str) -> str:
        promise = self.matter.promises.get(name)
        return "" if promise is None else promise.clause

    def _verdict(self, name: str, standing: set[str]) -> Verdict:
        attempt = self.attempts[name]
        promise = self.matter.promises.get(name)
        declared = None if promise is None else promise.broken
        if isinstance(attempt, Broken):
            verdict = self._refute(name, attempt)
            return verdict if declared is None else _as_declared(verdict, declared)
        if isinstance(attempt, Proved) and name not in standing:
            return Unfounded(tuple(h for h in attempt.helpers if h not in standing))
        if isinstance(attempt, Proved) and declared is not None:
            return NotBroken(declared.clause)
        return attempt

    def _refute(self, name: str, attempt: Broken) -> Verdict:
        """Replay the case, and see whether play comes to such a breach."""
        promise = self.matter.promises.get(name)
        form = None if promise is None else promise.form
        others = self._others(name)
        judged = self.replayer.judge(name, form, attempt, tuple(others.values()))
        verdict, case = judged.verdict, judged.verdict.case
        if judged.begins or case is None:
            return verdict
        declared = promise is not None and promise.broken is not None
        reached = self.hands.search(name, form, patience=PATIENCE if declared else 0)
        if reached is None:
            lacking = needed(attempt.question, others, self.solvers.limits) or ()
            count = self.hands.count + (PATIENCE if declared else 0)
            play: Reached | NotReached = NotReached(count, lacking)
        else:
            play, verdict = reached, Refuted(case)
        return replace(verdict, case=replace(case, play=play))

    def _others(self, name: str) -> dict[str, Bool]:
        """Say what every other promise that stands says of any state."""
        matter = self.matter
        return {
            one: matter.kept(promise, matter.view)
            for one, promise in matter.promises.items()
            if one != name and one in self._standing() and is_invariant(promise)
        }


def _as_declared(verdict: Verdict, declared: ir.Broken) -> Verdict:
    """Judge a breach that the text declares: it counts when play comes to it."""
    if not isinstance(verdict, Refuted):
        return verdict
    if isinstance(verdict.case.play, NotReached):
        many = verdict.case.play.hands
        never = f"{declared.clause} says that it is broken, and {many} hands do not come to it"
        return Unknown(never, verdict.case)
    return ExpectedBreach(verdict.case, declared.because)


def _rests(attempt: Attempt) -> tuple[str, ...]:
    return attempt.helpers if isinstance(attempt, Proved) else ()
