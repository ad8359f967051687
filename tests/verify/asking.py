"""Promises asked of one pair of solvers: no question is asked twice in a run of the tests.

A question that a change does not touch has the same text in the game and in its broken twin. A
test that puts something else in the place of a solver has to ask anew, by ``verify``.
"""

from collections.abc import Collection

from haggis_rules.ir.game import Game
from haggis_rules.verdicts.model import PromiseResult
from haggis_verify.report import prepare
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits

_SOLVERS = SolverPool(Limits())


def results_of(
    game: Game,
    promises: Collection[str] | None = None,
    *,
    hands: int = 5,
    proposing: bool = True,
) -> tuple[PromiseResult, ...]:
    """Return what comes of each promise, as ``verify`` does, but from what is known already."""
    return prepare(game, _SOLVERS, promises, hands=hands, proposing=proposing)(None)


def result_of(game: Game, promise: str, *, hands: int = 0, proposing: bool = True) -> PromiseResult:
    """Return what comes of one promise."""
    found = results_of(game, [promise], hands=hands, proposing=proposing)
    (result,) = [one for one in found if one.promise == promise]
    return result
