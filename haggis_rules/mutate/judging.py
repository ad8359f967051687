"""Whether anything notices a mutant: diagnostics, then examples and questions, then promises.

The cheapest come first, and nothing is asked after the first that notices.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Protocol

from haggis_rules.cases import check, every
from haggis_rules.engine.game import Rules
from haggis_rules.errors import RuleError, SeveralFaultsError
from haggis_rules.ir.from_syntax import lower_everywhere
from haggis_rules.ir.game import Case, Game
from haggis_rules.ir.laws import check as check_laws
from haggis_rules.ir.types import NumberType
from haggis_rules.mutate.mutants import Mutant
from haggis_rules.run.check import faults as impossible
from haggis_rules.syntax import ast

Table = tuple[int, tuple[tuple[str, int | bool], ...]]  # seats, and what is agreed on


class By(Enum):
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


KILLS = (By.DIAGNOSTIC, By.EXAMPLE, By.QUESTION, By.PROMISE)


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a mutant, and which fault, case or promise it was."""

    by: By
    what: str = ""


class Promises(Protocol):
    """Tells which promise is not kept any more."""

    def broken(self, games: Mapping[Table, Game]) -> str:
        """Name a promise that is proved of the text and not of these games; empty if none is."""
        ...


@dataclass(frozen=True)
class Whole:
    """A sound text as it is: its line of variants, and its games, or those of some tables."""

    line: tuple[ast.File, ...]
    games: tuple[Game, ...]

    @staticmethod
    def of(line: Sequence[ast.File], players: int | None = None) -> Whole:
        """Lower a text for each table, or each with so many seats.

        Raises ``SeveralFaultsError`` when there is a fault.
        """
        games, faults = lower_everywhere(line)
        if faults:
            raise SeveralFaultsError(faults)
        return Whole(tuple(line), tuple(_seating(games, players)))

    @cached_property
    def at(self) -> dict[Table, Game]:
        """Give its games by their tables."""
        return at_tables(self.games)

    @cached_property
    def meanings(self) -> dict[Table, Game]:
        """Give its games without what says nothing of play."""
        return _meanings(self.games)


def at_tables(games: Iterable[Game]) -> dict[Table, Game]:
    """Give games by their tables. Numbers that select no clauses do not make another table."""
    return {_table(game): game for game in games}


@dataclass
class Judge:
    """Judges the mutants of a text. ``promises`` is None where these are not asked.

    Raises ``SeveralFaultsError`` when an example of the text itself does not hold.
    """

    whole: Whole
    players: int | None = None
    promises: Promises | None = None
    _rests: dict[tuple[int, str, int], frozenset[str]] = field(
        default_factory=dict[tuple[int, str, int], frozenset[str]]
    )

    def __post_init__(self) -> None:
        faults: list[RuleError] = []
        for rules, case in _playing(self.whole.games, lambda _game, _case: 0):
            checked = check(rules, case)
            faults += checked.faults
            if checked.outcome is not None:
                self._rests[_key(rules.game, case)] = checked.outcome.clauses
        if faults:
            raise SeveralFaultsError(faults)

    def judge(self, mutant: Mutant) -> Judged:
        """Say what notices a mutant."""
        try:
            return self._judge(mutant)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the other mutants go on
            return Judged(By.FELL, f"{type(fault).__name__}: {fault}")

    def _judge(self, mutant: Mutant) -> Judged:
        try:
            games, faults = lower_everywhere((*self.whole.line[:-1], mutant.file))
        except SeveralFaultsError as several:
            return _refused(several.faults)
        if faults:
            return _refused(faults)
        games = _seating(games, self.players)
        meanings = _meanings(games)
        if meanings == self.whole.meanings:
            return Judged(By.SAME, "its typed form is the same at every table")
        for game in games:
            check_laws(game)
        same = {table for table in meanings if meanings[table] == self.whole.meanings.get(table)}
        return self._by_cases(mutant, games, same) or self._by_promises(games)

    def _by_cases(
        self, mutant: Mutant, games: Sequence[Game], same: Container[Table]
    ) -> Judged | None:
        """Play the cases through: those beside the clause, those that rest on it, the others.

        At tables where the game is the ``same`` they would come out as before.
        """

        def far(game: Game, case: Case) -> int | None:
            if _table(game) in same:
                return None
            rests = self._rests.get(_key(game, case), frozenset())
            return 0 if case.clause == mutant.clause else 2 - (mutant.clause in rests)

        seen: dict[int, Rules] = {}
        for rules, case in _playing(games, far):
            seen[id(rules.game)] = rules
            if not check(rules, case).passed:
                return Judged(By.EXAMPLE if case.answer is None else By.QUESTION, case.words)
        for rules in seen.values():
            if faults := impossible(rules.game, rules.patterns):
                return _refused(faults)
        return None

    def _by_promises(self, games: Sequence[Game]) -> Judged:
        found = "" if self.promises is None else self.promises.broken(at_tables(games))
        return Judged(By.PROMISE, found) if found else Judged(By.NOTHING)


def _playing(
    games: Iterable[Game], far: Callable[[Game, Case], int | None]
) -> Iterator[tuple[Rules, Case]]:
    """Give each case once at each table, the nearest first; those that are nowhere are left out.

    Rules are made when they are needed.
    """
    made: dict[int, Rules] = {}
    placed = ((far(game, case), game, case) for game, case in every(games))
    asked = [(away, game, case) for away, game, case in placed if away is not None]
    for _, game, case in sorted(asked, key=lambda one: one[0]):
        if id(game) not in made:
            made[id(game)] = Rules(game, checked=True)
        yield made[id(game)], case


def _refused(faults: Sequence[RuleError]) -> Judged:
    return Judged(By.DIAGNOSTIC, f"{faults[0].name()}: {faults[0].message}")


def _seating(games: Iterable[Game], players: int | None) -> list[Game]:
    return [game for game in games if players in (None, game.seats)]


def _table(game: Game) -> Table:
    return game.seats, _agreed(game)


def _agreed(game: Game) -> tuple[tuple[str, int | bool], ...]:
    return tuple(
        (option.name, option.value)
        for option in game.options
        if option.selects or not isinstance(option.type, NumberType)
    )


def _meanings(games: Iterable[Game]) -> dict[Table, Game]:
    bare = (
        replace(game, words="", lineage=(), clauses={}, declared={}, removed=(), cases=())
        for game in games
    )
    return at_tables(bare)


def _key(game: Game, case: Case) -> tuple[int, str, int]:
    span = case.written.span
    return game.seats, span.source.path, span.start
