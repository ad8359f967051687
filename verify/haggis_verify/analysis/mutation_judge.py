"""Which promise of a text is lost when the text is changed in one place.

Only what the change can touch is looked at again, and of that only questions whose text was not
answered before. Z3 alone is asked: a case that it finds is worked out again from the terms, and
where it gives up, or cvc5 would, nothing is said to be lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from haggis_rules.ir.game import Game
from haggis_rules.mutation.judge import SeatingKey
from haggis_rules.verdicts.model import Disagree, Proved, Unknown, Unsupported, Vacuous
from haggis_verify.analysis.impact import Impact
from haggis_verify.obligations.matter import EncodedGame, is_invariant
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES
from haggis_verify.proving.prover import Attempt, Countermodel, Prover
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits, SolverAnswer

# Twice what the hardest question of the games that we have takes.
LIMIT = 30_000_000


class OneSolver(SolverPool):
    """Z3, whose answer stands for both."""

    def both(self, text: str) -> tuple[SolverAnswer, SolverAnswer]:
        """Return what Z3 says, twice."""
        answer = self.z3(text)
        return answer, SolverAnswer(answer.status, 0.0, answer.reason)


@dataclass
class ProvedPromises:
    """What is proved of a text at each table; it is found out when a table is first asked for."""

    games: Mapping[SeatingKey, Game]
    solvers: OneSolver = field(default_factory=lambda: OneSolver(Limits(z3=LIMIT)))
    _proved: dict[SeatingKey, tuple[str, ...]] = field(
        default_factory=dict[SeatingKey, tuple[str, ...]]
    )

    def broken(self, games: Mapping[SeatingKey, Game]) -> str:
        """Name a promise that is proved of the text and not of these games; empty if none is."""
        for table, game in games.items():
            if table in self.games:
                found = self._broken(table, game)
                if found:
                    return found
        return ""

    def _broken(self, table: SeatingKey, game: Game) -> str:
        impact = Impact(self.games[table], game)
        if not impact.anything:
            return ""
        if table not in self._proved:
            self._proved[table] = tuple(_proved(self.games[table], self.solvers))
        proved = self._proved[table]
        matter = EncodedGame(game)
        prover = Prover(matter, self.solvers)
        there = (*matter.promises, *BUILTIN_PROMISES)  # a guard that was moved takes promises along
        for name in proved:
            if name in there and impact.promise(name):
                lost = _lost(_attempt(name, prover, matter, proved))
                if lost:
                    return f"{name}: {lost}"
        return ""


def _proved(game: Game, solvers: SolverPool) -> Iterator[str]:
    """Name what is proved of a game, what is promised before the automatic."""
    matter = EncodedGame(game)
    prover, found = Prover(matter, solvers), list[str]()
    for name in (*matter.promises, *BUILTIN_PROMISES):
        if isinstance(_attempt(name, prover, matter, found), Proved):
            found.append(name)
            yield name


def _attempt(name: str, prover: Prover, matter: EncodedGame, proved: Collection[str]) -> Attempt:
    """Attempt a promise; an automatic one may rest on every invariant that is proved."""
    if name in BUILTIN_PROMISES:
        promises = matter.promises
        usable = [each for each, one in promises.items() if each in proved and is_invariant(one)]
        return prover.builtin(name, usable)
    return prover.attempt(matter.promises[name])


def _lost(attempt: Attempt) -> str:
    """Say how a promise is lost; nothing when it is kept, or when a solver gave up."""
    match attempt:
        case Proved() | Unknown():
            return ""
        case Countermodel(obligation=obligation):
            return f"a case breaks it, {obligation.name}"
        case Unsupported(what=what):
            return f"it cannot be put into terms: {what}"
        case Vacuous(obligation=obligation):
            return f"nothing can happen any more, {obligation}"
        case Disagree(obligation=obligation):
            return f"the answers do not fit, {obligation}"
