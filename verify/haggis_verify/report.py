"""A whole game's promises to results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.verdicts.model import (
    ExpectedBreach,
    NotBroken,
    NotInductive,
    NotKnown,
    NotReached,
    PromiseCoverage,
    PromiseResult,
    Proved,
    Refuted,
    Unfounded,
    Unknown,
    Unused,
    Verdict,
)
from haggis_verify.analysis.condition_judge import ConditionJudge
from haggis_verify.analysis.coverage import COVERED, measure_coverage
from haggis_verify.analysis.hand_course import HandCourse
from haggis_verify.cache.proof_cache import CachedProof, ProofCache
from haggis_verify.counterexample.distinguishing import reach
from haggis_verify.counterexample.reach import FURTHER, PATIENCE, Hands
from haggis_verify.counterexample.replay import CaseReplayer
from haggis_verify.obligations.matter import EncodedGame, is_invariant
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES, COURSE_PROMISES, SECRECY
from haggis_verify.proving.prover import Attempt, Countermodel, Prover
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits
from haggis_verify.terms.nodes import BoolTerm

# What came of an attempt, or of a case that breaks the promise when there was one before.
JudgedPromise = (
    Attempt | Refuted | NotInductive | ExpectedBreach | PromiseCoverage | Unused | NotKnown
)
ReportProgress = Callable[[str], None]  # gets the name of each promise before it is looked at
PendingResults = Callable[[ReportProgress | None], tuple[PromiseResult, ...]]


class NoSuchPromiseError(LookupError):
    """A promise is asked for that the game does not make."""


def verify(  # noqa: PLR0913
    game: ir.Game,
    promise_names: Collection[str] | None = None,
    progress: ReportProgress | None = None,
    export_dir: Path | None = None,
    *,
    limits: Limits | None = None,
    hands: int = 5,
) -> tuple[PromiseResult, ...]:
    """Return what comes of each promise, in the order of the text, and then of the automatic ones.

    With names, of these alone and of those that they rest on. ``export_dir`` gets the text of
    each question to the solvers. ``hands`` are played by chance to see whether a breach is reached.
    Raises ``NoSuchPromiseError`` for a name that is none.
    """
    solvers = SolverPool(limits or Limits())
    return prepare(game, solvers, promise_names, export_dir, hands=hands)(progress)


def prepare(  # noqa: PLR0913 - each is a choice of its own
    game: ir.Game,
    solvers: SolverPool,
    promise_names: Collection[str] | None = None,
    export_dir: Path | None = None,
    *,
    hands: int = 5,
    proposing: bool = True,
) -> PendingResults:
    """Queue the questions of a game for the solvers; what it gives waits for the results.

    Otherwise as ``verify``. ``proposing``: which promises would help is tried where no breach that
    play comes to was found; it takes about as long again as finding the case.
    """
    work = _Work(game, solvers, export_dir, hands, promise_names, proposing)
    work.expect()

    def results(progress: ReportProgress | None = None) -> tuple[PromiseResult, ...]:
        work.progress = progress or (lambda _: None)
        return tuple(work.results())

    return results


@dataclass
class _Work:
    game: ir.Game
    solvers: SolverPool
    export: Path | None
    most_hands: int
    requested: Collection[str] | None
    proposing: bool
    progress: ReportProgress = field(default=lambda _: None)
    attempts: dict[str, JudgedPromise] = field(default_factory=dict[str, "JudgedPromise"])
    answers: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        self.matter = EncodedGame(self.game)
        self.prover = Prover(self.matter, self.solvers, self.export)
        self.names = (*self.matter.promises, *BUILTIN_PROMISES, *COURSE_PROMISES, COVERED)
        self.wanted = self.names if self.requested is None else tuple(self.requested)
        for name in self.wanted:
            if name not in self.names:
                raise NoSuchPromiseError(name)
        before = self.solvers.before if self.export is None else None  # or no text would be made
        self.cache = ProofCache(self.game, self.matter.promises, self.solvers.limits, before)

    @cached_property
    def rules(self) -> Rules:
        """The rules to play by."""
        return Rules(self.game)

    @cached_property
    def hands(self) -> Hands:
        """Hands to search."""
        return Hands(self.rules, self.most_hands)

    @cached_property
    def replayer(self) -> CaseReplayer:
        """Who judges cases."""
        return CaseReplayer(self.matter, self.rules.patterns, self.solvers.limits)

    @cached_property
    def invariants(self) -> tuple[str, ...]:
        """Name the promises that speak of single states."""
        return tuple(n for n, promise in self.matter.promises.items() if is_invariant(promise))

    @cached_property
    def of_course(self) -> tuple[str, ...]:
        """Name the promises of how a hand goes on and ends."""
        course = ir.Progress | ir.Measure
        return tuple(n for n, one in self.matter.promises.items() if isinstance(one.form, course))

    def expect(self) -> None:
        """Queue the questions of what is wanted and of what it is using, unless it is known."""
        if self.solvers.executor is None:
            return
        left, found = [*self.wanted], dict[str, None]()
        if any(name in (*BUILTIN_PROMISES, *COURSE_PROMISES) for name in self.wanted):
            left += self.invariants
        if any(name in COURSE_PROMISES for name in self.wanted):
            left += self.of_course
        while left:
            name = left.pop(0)
            if name not in found:
                found[name] = None
                left += self.matter.promises[name].using if name in self.matter.promises else ()
        for name in (one for one in found if one not in (*COURSE_PROMISES, COVERED)):
            if self._cached(name, self._key(name, self.invariants)) is None:
                self.prover.expect(name)

    def results(self) -> Iterator[PromiseResult]:
        """Attempt what is wanted and all that it rests on, and see what stands."""
        self._attempt(name for name in self.wanted if name in self.matter.promises)
        self._judge_course()
        needed = {
            *self.wanted,
            *(helper for each in self.attempts.values() for helper in _helpers_of(each)),
        }
        builtins = [name for name in BUILTIN_PROMISES if name in needed]
        if builtins:
            self._attempt(self.invariants)
            proved = self._well_founded()
            usable = tuple(name for name in self.invariants if name in proved)
            for name in builtins:
                self.progress(name)
                self._judge(name, usable)
                others = (
                    each for each in _helpers_of(self.attempts[name]) if each in BUILTIN_PROMISES
                )
                builtins += [each for each in others if each not in builtins]
        if COVERED in self.wanted:
            self.progress(COVERED)
            self.attempts[COVERED] = self._coverage()
        yield from self._judged(self._needed(self.wanted), self._well_founded())

    def _judged(self, shown: set[str], proved: set[str]) -> Iterator[PromiseResult]:
        """Yield what comes of what is shown, in order; what is proved has to say something."""
        standing = [name for name in self.invariants if name in proved]
        judge = ConditionJudge(self.prover, self.cache, lambda: self.rules, proved, standing)
        witnesses = judge.witnesses([n for n in self.matter.promises if n in shown & proved])
        for name in self.names:
            if name in shown:
                verdict = judge.says(name, self._verdict(name, proved), witnesses)
                yield PromiseResult(name, self._clause(name), verdict)

    def _judge_course(self) -> None:
        """See how a hand goes on and ends, if that is wanted, after what is promised of it."""
        wanted = [name for name in COURSE_PROMISES if name in self.wanted]
        if wanted:
            self._attempt((*self.invariants, *self.of_course))
            proved = self._well_founded()
            usable, promised = (
                tuple(name for name in names if name in proved)
                for names in (self.invariants, self.of_course)
            )
            course = HandCourse(self.rules, self.prover, usable, promised)
            for name in wanted:
                self.progress(name)
                self._judge_by(name, self._refutation_key(name), partial(course.judge, name))

    def _attempt(self, names: Iterable[str]) -> None:
        """Attempt promises, and those that a proof is using, each once."""
        for name in names:
            if name not in self.attempts:
                self.progress(name)
                self._judge(name)
                if isinstance(self.attempts[name], Proved):
                    self._attempt(self.matter.promises[name].using)

    def _judge(self, name: str, usable: tuple[str, ...] = ()) -> None:
        """Attempt a promise, unless what comes of it is known."""
        promise = self.matter.promises.get(name)
        self._judge_by(
            name,
            self._key(name, usable),
            lambda: (
                self.prover.builtin(name, usable)
                if promise is None
                else self.prover.attempt(promise)
            ),
        )

    def _judge_by(self, name: str, key: str, judge: Callable[[], JudgedPromise]) -> None:
        """Take what comes of a promise from what is kept by this key, or else find it out."""
        known = self._cached(name, key)
        if known is not None:
            self.solvers.count(known.answers)
            self.attempts[name] = known.verdict
            return
        given = self.solvers.given
        found = judge()
        self.attempts[name], self.answers[name] = found, self.solvers.given - given
        self.cache.keep(key, found, self.answers[name])

    def _coverage(self) -> PromiseCoverage | Unused:
        """See whether each clause is used, unless that is known."""
        known = self.cache.get(self.cache.used())
        if known is not None and isinstance(known.verdict, PromiseCoverage | Unused):
            return known.verdict
        found = measure_coverage(self.rules)
        self.cache.keep(self.cache.used(), found, 0)
        return found

    def _cached(self, name: str, key: str) -> CachedProof | None:
        """Return what came of a promise before, by the key of its proof or as a refutation."""
        return self.cache.get(key) or self.cache.get(self._refutation_key(name))

    def _key(self, name: str, usable: tuple[str, ...]) -> str:
        if name in BUILTIN_PROMISES:
            return self.cache.builtin(name, usable)
        return self.cache.proof(name)

    def _refutation_key(self, name: str) -> str:
        return self.cache.refutation(name, self.most_hands, sorted(self.wanted))

    def _well_founded(self, granted: str = "") -> set[str]:
        """Return what is proved together with all that it rests on; it may rest on itself.

        ``granted`` is taken for proved.
        """
        proved = {name for name, each in self.attempts.items() if isinstance(each, Proved)}
        proved |= {granted} - {""}
        while fallen := {n for n in proved if not self._dependencies(n) <= proved}:
            proved -= fallen
        return proved

    def _dependencies(self, name: str) -> set[str]:
        """Return what a proof rests on; what has not been attempted yet is not held against it."""
        return {helper for helper in _helpers_of(self.attempts[name]) if helper in self.attempts}

    def _needed(self, wanted: tuple[str, ...]) -> set[str]:
        found, left = set[str](), set(wanted)
        while left:
            found |= left
            left = {each for name in left for each in self._dependencies(name)} - found
        return found

    def _clause(self, name: str) -> str:
        promise = self.matter.promises.get(name)
        return "" if promise is None else promise.clause

    def _verdict(self, name: str, proved: set[str]) -> Verdict:
        attempt = self.attempts[name]
        promise = self.matter.promises.get(name)
        declared = None if promise is None else promise.broken
        if isinstance(attempt, Countermodel):
            verdict = self._refute(name, attempt)
            verdict = verdict if declared is None else _as_declared(verdict, declared)
            if self.proposing:
                self.cache.keep(self._refutation_key(name), verdict, self.answers[name])
            return verdict
        if isinstance(attempt, Proved) and name not in proved:
            return Unfounded(tuple(h for h in attempt.helpers if h not in proved))
        if isinstance(attempt, Proved) and declared is not None:
            return NotBroken(declared.clause)
        return attempt

    def _refute(self, name: str, attempt: Countermodel) -> Verdict:
        """Replay the case, and see whether play comes to such a breach."""
        promise = self.matter.promises.get(name)
        form = None if promise is None else promise.form
        others = self._others(name)
        judged = self.replayer.judge(name, form, attempt, tuple(others.values()))
        verdict, case = judged.verdict, judged.verdict.case
        if judged.begins or case is None:
            return verdict
        if name == SECRECY:
            distinguished = reach(self.rules, self.most_hands)
            if distinguished is None:
                return self._unreached(verdict, NotReached(self.most_hands, ()))
            arrival, lines = distinguished
            return Refuted(replace(case, play=arrival, lines=lines))
        using: tuple[str, ...] = ()
        reached = self.hands.search(name, form)
        if reached is None and promise is not None and promise.broken is None:
            using = self._proposed(promise)
        patience = 0 if reached is not None or using else self._patience(promise)
        reached = reached or self.hands.search_first_hands(name, form, patience)
        if reached is not None:
            return Refuted(replace(case, play=reached))
        lacking = self._helpers(name, partial(self.prover.exclude, attempt)) if not using else ()
        return self._unreached(verdict, NotReached(self.hands.count + patience, lacking), using)

    def _patience(self, promise: ir.Promise | None) -> int:
        """Say how many first hands to look at where nothing shows that play does not come there."""
        if promise is not None and promise.broken is not None:
            return PATIENCE
        dear = promise is not None and isinstance(promise.form, ir.AnyMade)  # at each moment
        return 0 if dear else FURTHER * self.most_hands

    def _unreached(
        self, verdict: Refuted | Unknown, play: NotReached, using: tuple[str, ...] = ()
    ) -> NotInductive | Unknown:
        """Tell of a case to which play was not seen to come that it is no refutation."""
        if isinstance(verdict, Refuted):
            return NotInductive(replace(verdict.case, play=play), using)
        assert verdict.case is not None  # noqa: S101 - it is its case that was looked for
        return replace(verdict, case=replace(verdict.case, play=play))

    def _proposed(self, promise: ir.Promise) -> tuple[str, ...]:
        """Name all promises with which a promise is proved, and which stand themselves."""
        return self._helpers(promise.name, partial(self.prover.propose, promise))

    def _helpers(
        self, name: str, tried: Callable[[Collection[str]], tuple[str, ...] | None]
    ) -> tuple[str, ...]:
        """Try other promises as helpers, until what is found stands; none when nothing does.

        A promise stands too if all that it lacks is the one that it would help.
        """
        usable = [n for n in self.invariants if n != name and not self._is_broken(n)]
        while self.proposing and (found := tried(usable)):
            self._attempt(found)
            fallen = set(found) - self._well_founded(granted=name)
            if not fallen:
                return found
            left = [each for each in usable if each not in fallen]
            if len(left) == len(usable):  # what the text itself is using does not stand
                return ()
            usable = left
        return ()

    def _is_broken(self, name: str) -> bool:
        return self.matter.promises[name].broken is not None

    def _others(self, name: str) -> dict[str, BoolTerm]:
        """Say what every other promise that stands says of any state."""
        matter = self.matter
        return {
            one: matter.kept(promise, matter.view)
            for one, promise in matter.promises.items()
            if one != name and one in self._well_founded() and is_invariant(promise)
        }


def _as_declared(verdict: Verdict, declared: ir.ExpectedBreak) -> Verdict:
    """Judge a breach that the text declares: it counts when play comes to it."""
    if isinstance(verdict, Refuted):
        return ExpectedBreach(verdict.case, declared.because)
    if isinstance(verdict, NotInductive) and isinstance(verdict.case.play, NotReached):
        many = verdict.case.play.hands
        never = f"{declared.clause} says that it is broken, but none of {many} hands breaks it"
        return Unknown(never, verdict.case)
    return verdict


def _helpers_of(attempt: JudgedPromise) -> tuple[str, ...]:
    return attempt.helpers if isinstance(attempt, Proved) else ()
