"""Whether anything notices a mutant: diagnostics, then examples and questions, then promises.

The cheapest come first, and nothing is asked after the first that notices. This is mutation testing
(DeMillo, Lipton and Sayward, 1978) of a text of rules: the examples, questions and promises in it
are the tests. That a mutant means the same cannot be decided in general; it is known where its
typed form is that of the text, much as equal machine code shows it of programs (Papadakis and
others, 2015), and anything beyond is argued by hand (``equivalents``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Protocol

from haggis_rules.cases import check, every
from haggis_rules.cases.other_variants import CasePlace, case_place
from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Case, Game
from haggis_rules.ir.lawfulness import check as check_laws
from haggis_rules.ir.lower import lower_each, lower_everywhere
from haggis_rules.ir.types import NumberType
from haggis_rules.mutation.mutants import Mutant
from haggis_rules.semantics.empty_patterns import empty_pattern_faults as impossible
from haggis_rules.syntax import ast

SeatingKey = tuple[int, tuple[tuple[str, int | bool], ...]]  # seats, and what is agreed on

CaseKey = tuple[int, CasePlace]  # the seats of a game, and where a case of it is written


class KilledBy(Enum):
    """What came of a mutant: what noticed it, that nothing did, or that it is none.

    ``SAME``: its typed form is that of the text at every table. ``FELL``: this program fell over,
    which is a fault of its own and says nothing of the text.
    """

    DIAGNOSTIC = "diagnostic"
    EXAMPLE = "example"
    QUESTION = "question"
    PROMISE = "promise"
    NOTHING = "nothing"
    SAME = "same"
    FELL = "fell over"


FAR = 2  # how far a case is that neither stands beside a clause nor rests on it

KILLS = (KilledBy.DIAGNOSTIC, KilledBy.EXAMPLE, KilledBy.QUESTION, KilledBy.PROMISE)


@dataclass(frozen=True, slots=True)
class MutantResult:
    """What came of a mutant, and which fault, case or promise it was."""

    by: KilledBy
    what: str = ""


class PromiseProver(Protocol):
    """Tells which promise is not kept any more."""

    def broken(self, games: Mapping[SeatingKey, Game]) -> str:
        """Name a promise that is proved of the text and not of these games; empty if none is."""
        ...


@dataclass(frozen=True)
class OriginalRules:
    """A sound text as it is: its line of variants, and its games, or those of some tables."""

    line: tuple[ast.File, ...]
    games: tuple[Game, ...]

    @staticmethod
    def of(line: Sequence[ast.File], players: int | None = None) -> OriginalRules:
        """Lower a text for each table, or each with so many seats.

        Raises ``SeveralFaultsError`` when there is a fault.
        """
        games, faults = lower_everywhere(line)
        if faults:
            raise SeveralFaultsError(faults)
        seating = tuple(game for game in games if players in (None, game.seats))
        return OriginalRules(tuple(line), seating)

    @cached_property
    def at(self) -> dict[SeatingKey, Game]:
        """Return its games by their tables."""
        return at_tables(self.games)

    @cached_property
    def meanings(self) -> dict[SeatingKey, Game]:
        """Return its games without what says nothing of play, by all that is agreed on."""
        return {_agreeing(game): _meaning(game) for game in self.games}


def at_tables(games: Iterable[Game]) -> dict[SeatingKey, Game]:
    """Return games by their tables. Numbers that select no clauses do not make another table."""
    return {_table(game): game for game in games}


@dataclass
class MutantJudge:
    """Judges the mutants of a text. ``promises`` is None where these are not asked.

    Raises ``SeveralFaultsError`` when an example of the text itself does not hold.
    """

    whole: OriginalRules
    players: int | None = None
    promises: PromiseProver | None = None
    _supporting_clauses: dict[CaseKey, frozenset[str]] = field(
        default_factory=dict[CaseKey, frozenset[str]]
    )

    def __post_init__(self) -> None:
        faults: list[RuleError] = []
        rules_by_game = {id(game): Rules(game, checked=True) for game in self.whole.games}
        for game, case in every(self.whole.games):
            checked = check(rules_by_game[id(game)], case)
            faults += checked.faults
            if checked.outcome is not None:
                self._supporting_clauses[_key(game, case)] = checked.outcome.clauses
        if faults:
            raise SeveralFaultsError(faults)

    def judge(self, mutant: Mutant) -> MutantResult:
        """Say what notices a mutant."""
        try:
            return self._judge(mutant)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the other mutants go on
            return MutantResult(KilledBy.FELL, f"{type(fault).__name__}: {fault}")

    def _judge(self, mutant: Mutant) -> MutantResult:
        games: dict[SeatingKey, Game] = {}
        left: list[tuple[Rules, list[Case]]] = []
        try:
            for game, cases in self._lowered(mutant):
                games[_table(game)] = game
                if _meaning(game) == self.whole.meanings.get(_agreeing(game)):
                    continue  # the cases would come out as before
                check_laws(game)
                rules = Rules(game, checked=True)
                placed = [(self._far(game, case, mutant), case) for case in cases]
                near = sorted((one for one in placed if one[0] < FAR), key=lambda one: one[0])
                if found := _failing(rules, (case for _, case in near)):
                    return found
                left.append((rules, [case for far, case in placed if far == FAR]))
        except SeveralFaultsError as several:
            return _refused(several.faults)
        if not left and games.keys() == self.whole.at.keys():
            return MutantResult(KilledBy.SAME, "its typed form is the same at every table")
        return self._by_the_rest(left) or self._by_promises(games)

    def _lowered(self, mutant: Mutant) -> Iterator[tuple[Game, list[Case]]]:
        """Yield the games of a mutant, each with its cases that no game before it has.

        A mutant that is noticed at the first table need not be lowered for the others. Raises
        ``SeveralFaultsError``.
        """
        known: set[CaseKey] = set()
        for game in lower_each((*self.whole.line[:-1], mutant.file)):
            if self.players in (None, game.seats):
                yield game, [case for case in game.cases if _key(game, case) not in known]
                known.update(_key(game, case) for case in game.cases)

    def _far(self, game: Game, case: Case, mutant: Mutant) -> int:
        """Say how far a case is: beside the clause, resting on it, or elsewhere."""
        clauses = self._supporting_clauses.get(_key(game, case), frozenset())
        return 0 if case.clause == mutant.clause else FAR - (mutant.clause in clauses)

    def _by_the_rest(self, left: Iterable[tuple[Rules, list[Case]]]) -> MutantResult | None:
        """Play the cases through that are far from the clause."""
        for rules, cases in left:
            if found := _failing(rules, cases):
                return found
            # After the cases, since all readings have to be worked out for it.
            if faults := impossible(rules.game, rules.patterns):
                return _refused(faults)
        return None

    def _by_promises(self, games: Mapping[SeatingKey, Game]) -> MutantResult:
        found = "" if self.promises is None else self.promises.broken(games)
        return MutantResult(KilledBy.PROMISE, found) if found else MutantResult(KilledBy.NOTHING)


def _failing(rules: Rules, cases: Iterable[Case]) -> MutantResult | None:
    """Play cases through, and tell the first that does not hold."""
    for case in cases:
        if not check(rules, case).passed:
            return MutantResult(
                KilledBy.EXAMPLE if case.answer is None else KilledBy.QUESTION, case.words
            )
    return None


def _refused(faults: Sequence[RuleError]) -> MutantResult:
    return MutantResult(KilledBy.DIAGNOSTIC, f"{faults[0].name()}: {faults[0].message}")


def _table(game: Game) -> SeatingKey:
    return game.seats, _agreed(game)


def _agreeing(game: Game) -> SeatingKey:
    """Name a table by every option, also by the numbers that an example alone asks for."""
    return game.seats, tuple((option.name, option.value) for option in game.options)


def _agreed(game: Game) -> tuple[tuple[str, int | bool], ...]:
    return tuple(
        (option.name, option.value)
        for option in game.options
        if option.selects or not isinstance(option.type, NumberType)
    )


def _meaning(game: Game) -> Game:
    """Return a game without what says nothing of play.

    Spans need not be taken out: equality of the typed form ignores them.
    """
    return replace(game, words="", lineage=(), clauses={}, declared={}, removed=(), cases=())


def _key(game: Game, case: Case) -> CaseKey:
    return game.seats, case_place(case)
