"""Which small changes to the rules let examples hold that fail: where a mistake may be.

Mutants of the clauses that an example rests on are tried as its repairs (Debroy and Wong, 2010).
A repair shows what the example turns on, which need not be what the author meant. Of several, those
come first with which no other case fails, and then those with which the most failing ones hold and
the fewest others fail (MUSE: Moon and others, 2014).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from haggis_rules.cases.causes.trials import Trial
from haggis_rules.cases.causes.undoing import Line, SearchLimit
from haggis_rules.cases.checking import AgreedTable, CheckedCase, table_of
from haggis_rules.cases.other_variants import CasePlace
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.game import Game
from haggis_rules.syntax import ast

MOST_CHANGES = 80  # that are tried for all examples together: each is a text that is typed
MOST_HELD = 3  # cases that hold, and are looked at again with a change that repairs another
MOST_REPAIRS = 2  # that are shown for one example


@dataclass(frozen=True, slots=True)
class SmallChange:
    """A text that was changed in one place of one item of a clause, and what was done in words.

    With ``whole`` the clause is undone, or does nothing.
    """

    clause: str
    what: str
    place: Span
    item: Span
    file: ast.File
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Repair:
    """A change with which cases hold that fail, and how many fail then that hold."""

    change: SmallChange
    repaired: frozenset[CasePlace]
    broken: int

    @property
    def rank(self) -> tuple[bool, int, int]:
        """Return what orders repairs, the best first.

        Of those that break nothing the ones of an item come first; of the others, those with which
        more cases hold and fewer fail.
        """
        more, whole = len(self.repaired), self.change.whole
        return (True, self.broken - more, whole) if self.broken else (False, whole, -more)


def _is_enough(repair: Repair) -> bool:
    """Whether nothing better can be found: it is of one item, and breaks nothing."""
    return repair.broken == 0 and not repair.change.whole


ChangesTo = Callable[[str], Iterable[SmallChange]]  # a clause, by its name
SmallChanges = Callable[[Line, Sequence[Game]], ChangesTo]


def no_changes(_line: Line, _games: Sequence[Game]) -> ChangesTo:
    """Return no change to any clause, so that nothing is repaired."""
    return lambda _: ()


@dataclass
class RepairSearch:
    """Tries changes to a text; how many it has tried is counted over all its examples."""

    line: Line
    games: Sequence[Game]
    checked: Sequence[CheckedCase]
    changes: SmallChanges
    limit: SearchLimit
    tried: int = 0

    @cached_property
    def _changes(self) -> ChangesTo:
        return self.changes(self.line, self.games)

    @cached_property
    def tables(self) -> dict[AgreedTable, Game]:
        """Return the games by their tables."""
        return {table_of(game): game for game in self.games}

    def repairs(
        self, case: CheckedCase, clauses: Sequence[str], idle: Container[Span] = ()
    ) -> tuple[Repair, ...]:
        """Return the best repairs of a case by changes to these clauses, the most likely first.

        Half of the changes are for the first two clauses. Then each clause is undone as a whole,
        and where that repairs the case, only its items are changed, or else those of all the rest:
        in turns, but for those that are ``idle``. A change to an item that repairs the case and
        breaks nothing else ends the search, once each item has had its turn.
        """
        found: list[Repair] = []
        most = self.tried + (MOST_CHANGES - self.tried) // (2 if clauses[2:] else 1)
        self._change_items(case, clauses[:2], idle, found, most)
        if not any(_is_enough(one) for one in found):
            for clause in clauses:
                wholes = (one for one in self._changes(clause) if one.whole)
                self._try_each(case, wholes, found, MOST_CHANGES)
            undone = {one.change.clause for one in found if one.change.whole and not one.broken}
            likely = [one for one in clauses if one in undone] or clauses[2:]
            self._change_items(case, likely, idle, found, MOST_CHANGES)
        found.sort(key=lambda one: one.rank)
        best = [one for one in found if one.rank == found[0].rank]
        return tuple(one for one in best if self._is_sound(one, case))[:MOST_REPAIRS]

    def _change_items(
        self,
        case: CheckedCase,
        clauses: Sequence[str],
        idle: Container[Span],
        found: list[Repair],
        most: int,
    ) -> None:
        """Try the next change to each item, round after round, until one is enough."""
        items: dict[Span, list[SmallChange]] = {}
        for one in (one for clause in clauses for one in self._changes(clause)):
            if one.item not in idle and not one.whole:
                items.setdefault(one.item, []).append(one)
        for number in range(max(map(len, items.values()), default=0)):
            if any(_is_enough(one) for one in found):
                return
            these = (several[number] for several in items.values() if number < len(several))
            self._try_each(case, these, found, most)

    def _try_each(
        self, case: CheckedCase, changes: Iterable[SmallChange], found: list[Repair], most: int
    ) -> None:
        for change in changes:
            if self.tried >= most or self.limit.passed:
                return
            repair = self._try(change, case)
            if repair is not None:
                found.append(repair)

    def _try(self, change: SmallChange, case: CheckedCase) -> Repair | None:
        """Return what a change repairs; None where the case does not hold with it either."""
        self.tried += 1
        # Without promises every position can be typed, so those that cannot be need them.
        whole = case.outcome is None
        trial = Trial((*self.line[:-1], change.file), self.tables, whole=whole)
        if not trial.holds(case):
            return None
        once = {one.place: one for one in self.checked if one.faults}
        failing = [one for place, one in once.items() if place != case.place]
        repaired = [one.place for one in failing if not self.limit.passed and trial.holds(one)]
        broken = sum(not trial.holds(one) for one in self._near(case, change.clause))
        return Repair(change, frozenset((case.place, *repaired)), broken)

    def _is_sound(self, repair: Repair, case: CheckedCase) -> bool:
        """Whether a case holds with a repair at each of its tables, with all promises."""
        trial = Trial((*self.line[:-1], repair.change.file), self.tables, whole=True)
        return all(trial.holds(one) for one in self.checked if one.place == case.place)

    def _near(self, case: CheckedCase, clause: str) -> list[CheckedCase]:
        """Return cases that hold at the table of a case, those first that stand beside a clause."""
        here = [
            one
            for one in self.checked
            if not one.faults
            and one.table == case.table
            and one.outcome is not None
            and clause in one.outcome.clauses
        ]
        return sorted(here, key=lambda one: one.case.clause != clause)[:MOST_HELD]
