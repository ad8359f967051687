"""Many mutants judged, by one process or by several; each works from the same texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from typing import cast

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
    work: JudgingWork, run: MutationRun, names: Iterable[str], jobs: int
) -> Iterator[tuple[str, MutantResult]]:
    """Yield what came of each mutant, as it comes. ``jobs``: how many processes judge."""
    wanted = list(names)
    if jobs == 1 or len(wanted) == 1:
        for name in wanted:
            yield name, work.judge.judge(work.mutants[name])
        return
    # Trees and games are not sent to other processes: each parses the texts itself, once, and a
    # mutant goes by its name, which is the same in every process.
    context = get_context("spawn")  # a fork would copy the state of the solvers
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(run,))
    try:
        for done in as_completed([pool.submit(_one, name) for name in wanted]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _promises(whole: OriginalRules) -> PromiseProver:
    return cast("PromiseProver", import_module(PROVER).ProvedPromises(whole.at))


_works: list[JudgingWork] = []  # what this process judges with, once it has begun


def _begin(run: MutationRun) -> None:
    _works.append(JudgingWork.of(run))


def _one(name: str) -> tuple[str, MutantResult]:
    work = _works[-1]
    return name, work.judge.judge(work.mutants[name])
