"""Many mutants judged, here or by any executor; all work from the same texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from haggis_rules.executors.shares import OncePerThread
from haggis_rules.mutation.judge import MutantJudge, MutantResult, OriginalRules, PromiseProver
from haggis_rules.mutation.mutants import Mutant, mutants
from haggis_rules.mutation.results import MutationRun
from haggis_rules.syntax.parse import parse

# Found by name, since the solvers need not be installed.
PROVER = "haggis_verify.analysis.mutation_judge"


@dataclass(frozen=True)
class JudgingWork:
    """A text laid out to be judged: its mutants by their names, and who judges them."""

    mutants: dict[str, Mutant]
    judge: MutantJudge

    @staticmethod
    def of(run: MutationRun) -> JudgingWork:
        """Lay a text out. Raises ``SeveralFaultsError`` when it is not sound."""
        line = [parse(text) for text in run.texts]
        whole = OriginalRules.of(line)
        named = {one.name: one for one in mutants(line, whole.games)}
        seen = whole if run.players is None else OriginalRules.of(line, run.players)
        promises = _promises(seen) if run.promises else None
        return JudgingWork(named, MutantJudge(seen, run.players, promises))


def judge_mutants(
    work: JudgingWork, run: MutationRun, names: Iterable[str], executor: Executor | None = None
) -> Iterator[tuple[str, MutantResult]]:
    """Yield what came of each mutant, as it comes. With an executor many are judged at once."""
    if executor is None:
        for name in names:
            yield name, work.judge.judge(work.mutants[name])
        return
    # Trees and games are not sent to others: each process parses the texts itself, once, and a
    # mutant goes by its name, which is the same everywhere.
    calls = [executor.submit(_judge_one, run, name) for name in names]
    try:
        for done in as_completed(calls):
            yield done.result()
    finally:
        for call in calls:
            call.cancel()


def _promises(whole: OriginalRules) -> PromiseProver:
    return cast("PromiseProver", import_module(PROVER).ProvedPromises(whole.at))


def _judge_one(run: MutationRun, name: str) -> tuple[str, MutantResult]:
    work = _work(run)
    return name, work.judge.judge(work.mutants[name])


_work = OncePerThread(JudgingWork.of, most=1)
