"""Several games, or seatings of one, proved one after the other from one queue.

While the results of one are awaited the questions of the next are queued already.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from haggis_rules.ir.game import Game
from haggis_rules.ir.option_labels import label
from haggis_rules.verdicts.model import CountingResult, PromiseResult
from haggis_verify.analysis.coverage import COVERED
from haggis_verify.cache.proof_cache import ProofCache
from haggis_verify.patterns.proofs import by_pattern
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES, COURSE_PROMISES
from haggis_verify.report import PendingResults, ReportProgress, prepare
from haggis_verify.solvers.answer_store import AnswerStore
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits

# Gets each promise or reading before it is looked at.
SessionProgress = Callable[[Game, str], None]


@dataclass(frozen=True, slots=True)
class ProofRequest:
    """What is asked for.

    ``promises``: only these and what they rest on, of the games that make them; None for all.
    ``patterns``: prove too that counting is right for every reading. ``export``: a folder for the
    text of each question. ``hands``: how many to play in search of a breach.
    """

    promises: Collection[str] | None = None
    patterns: bool = False
    export: Path | None = None
    hands: int = 5


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """What came of a game: its promises, its patterns if they were asked for, and the time.

    ``answers`` of solvers were needed for that, and ``recalled`` of them from other runs.
    """

    game: Game
    promises: tuple[PromiseResult, ...]
    patterns: tuple[CountingResult, ...]
    seconds: float
    answers: int = 0
    recalled: int = 0


def verify_games(
    games: Sequence[Game],
    request: ProofRequest,
    progress: SessionProgress,
    *,
    executor: Executor | None = None,
    before: AnswerStore | None = None,
) -> Iterator[VerifiedGame]:
    """Verify each game. The solvers are asked by an executor, or else by this process.

    ``before``: what other runs have found, where what is found here goes as well.
    """
    with SolverPool(Limits(), executor, before) as solvers:
        began, waiting = time.monotonic(), _prepared(games[:1], request, solvers)
        # One game ahead is enough to keep the workers busy while this process judges, and bounds
        # how many terms are held at once.
        for place, game in enumerate(games):
            following = _prepared(games[place + 1 : place + 2], request, solvers)
            (results,) = waiting
            given, recalled = solvers.given, solvers.recalled
            report_progress = partial(progress, game)
            promises = results(report_progress)
            patterns = (
                by_pattern(game, solvers, progress=report_progress, export=request.export)
                if request.patterns
                else ()
            )
            now = time.monotonic()
            counted = solvers.given - given, solvers.recalled - recalled
            yield VerifiedGame(game, promises, patterns, now - began, *counted)
            began, waiting = now, following


def makes(game: Game, promise: str) -> bool:
    """Whether a game makes a promise, or has to keep it as every game."""
    return promise in (*BUILTIN_PROMISES, *COURSE_PROMISES, COVERED) or any(
        promise == one.name for one in game.promises
    )


def _prepared(
    games: Sequence[Game], request: ProofRequest, solvers: SolverPool
) -> list[PendingResults]:
    """Queue the questions of games."""
    found: list[PendingResults] = []
    for game in games:
        names = request.promises
        wanted = None if names is None else [name for name in names if makes(game, name)]
        export = request.export and request.export / label(game)
        found.append(_known_or_prepared(game, solvers, wanted, export, request.hands))
    return found


def _known_or_prepared(
    game: Game,
    solvers: SolverPool,
    wanted: Collection[str] | None,
    export: Path | None,
    hands: int,
) -> PendingResults:
    """Queue the questions of a game, unless it is known what comes of all that is wanted."""
    cache = ProofCache(game, {}, solvers.limits, solvers.before if export is None else None)
    key = cache.game(wanted, hands)
    known = cache.get_game(key)
    if known is not None:
        found, answers = known

        def told(_: ReportProgress | None = None) -> tuple[PromiseResult, ...]:
            solvers.count(answers)
            return found

        return told
    pending = prepare(game, solvers, wanted, export, hands=hands)

    def results(progress: ReportProgress | None = None) -> tuple[PromiseResult, ...]:
        given = solvers.given
        judged = pending(progress)
        cache.keep_game(key, judged, solvers.given - given)
        return judged

    return results
