"""Which clauses of a text an example that fails may owe it to, the most likely first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from haggis_rules.cases.causes.undoing import CASES, Line, item_places
from haggis_rules.cases.checking import AgreedTable, CheckedCase
from haggis_rules.cases.supporting_clauses import all_pattern_clauses, clauses_behind
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.clause_names import clauses_by_name
from haggis_rules.ir.descent.ancestry import parent_line
from haggis_rules.ir.descent.flattening import flatten
from haggis_rules.ir.game import Game
from haggis_rules.ir.lower.declared import subjects_of
from haggis_rules.ir.lower.dependencies import placed_names
from haggis_rules.syntax import ast

_MOST_SHOWING = 2  # clauses that are looked at since examples of theirs fail


@dataclass(frozen=True)
class Suspects:
    """The clauses that the last of a line of variants writes, changes, takes or removes."""

    line: Line
    tables: Mapping[AgreedTable, Game]
    checked: Sequence[CheckedCase]

    def of(self, case: CheckedCase) -> list[str]:
        """Return what a fault names, the case's own clause, those removed, and those it rests on.

        Of the last, those come first on which others rest rarely. The measure is that of Ochiai:
        how many failing cases rest on a clause, by the geometric mean of how many fail and how many
        rest on it (Abreu and others, 2006).
        """
        game, named = self.tables[case.table], case.faults[0].clauses
        if case.outcome is None:
            # A promise that does not hold says on which clauses it rests, and nothing else matters.
            rested = _dealing(game, case) if named else list(_spoken_of(game, case))
        else:
            named = named[:1]
            rested_on = self._rested_on(case)
            scores = self._ochiai([one for one in game.clauses if one in rested_on])
            rested = sorted(scores, key=lambda name: -scores[name])
            # What fails may rest on a clause that every example rests on, and on no other.
            failing = next((one.clauses for one in case.outcome.failed), ())
            first = [one for one in rested if one in failing and one in self._entries][:1]
            rested = [*first, *self._showing, *rested]
        # An example shows what its own clause means, so it is that clause before most others.
        removed = self._removed(game, {*rested, *named})
        likely = [*named, case.case.clause, *removed, *rested]
        return [name for name in dict.fromkeys(likely) if name in self._entries]

    def head(self, clause: str) -> Span:
        """Return the place at which a clause is named."""
        return self._entries[clause][0].span

    def only_promises(self, clause: str) -> bool:
        """Whether a clause has promises and no rules."""
        items: Sequence[ast.Item] = getattr(self._entries[clause][1], "items", ())
        rules = [one for one in items if not isinstance(one, CASES)]
        return bool(rules) and all(isinstance(one, ast.Promise) for one in rules)

    def places(self, clause: str, idle: Container[Span]) -> tuple[Span, ...]:
        """Return the places of the rules of a clause but for those idle; of many, its name.

        There are none of what is removed, which either repairs an example as a whole or does not.
        """
        match self._entries[clause]:
            case _, ast.Remove():
                return ()
            case _, (ast.Clause() | ast.Replace() | ast.Add()) as entry:
                return item_places(entry, idle)
            case name, _:
                return (name.span,)

    @cached_property
    def _entries(self) -> dict[str, tuple[ast.Name, ast.Entry]]:
        """Return the edits of the text by the clauses that they are of."""
        return {
            name.text: (name, entry)
            for entry in self.line[-1].entries
            if not isinstance(entry, ast.Chapter | ast.Confirm)
            for name in ast.clauses_in(entry)
        }

    def _rested_on(self, case: CheckedCase) -> Container[str]:
        """Return the clauses on which a case that is played rests, with those of its deal."""
        if case.outcome is None:
            return ()
        return case.outcome.clauses.union(_dealing(self.tables[case.table], case))

    def _ochiai(self, names: Iterable[str]) -> Mapping[str, float]:
        failing = sum(1 for one in self.checked if one.faults)
        resting = [(one, self._rested_on(one)) for one in self.checked]
        found: dict[str, float] = {}
        for name in names:
            these = [one for one, clauses in resting if name in clauses]
            bad = sum(1 for one in these if one.faults)
            if these:
                found[name] = bad / sqrt(failing * len(these))
        return found

    @cached_property
    def _showing(self) -> list[str]:
        """Name the clauses of which the most examples of their own fail.

        If a clause lacks a rule, no example rests on it.
        """
        failing = {one.place: one for one in self.checked if one.faults}
        clauses = Counter(one.case.clause for one in failing.values())
        return [name for name, _ in clauses.most_common(_MOST_SHOWING)]

    def _removed(self, game: Game, rested: set[str]) -> Iterator[str]:
        """Yield each clause that is removed and said more of what some clauses declare."""
        clauses = clauses_by_name(game)
        for name, subjects in self._subjects.items():
            if any(clauses.get(one) in rested for one in subjects):
                yield name

    @cached_property
    def _subjects(self) -> dict[str, set[str]]:
        """Return what the clauses that are removed said something of, as the parent has them."""
        gone = {one.name.text for one in self.line[-1].entries if isinstance(one, ast.Remove)}
        return {
            flat.clause.name: {one for item in flat.written.items for one in subjects_of(item)}
            for flat in flatten(parent_line(self.line)).clauses
            if flat.clause.name in gone
        }


def _spoken_of(game: Game, case: CheckedCase) -> Iterator[str]:
    """Yield the clauses of what an example speaks of, the nearest to its fault first."""
    fault, clauses = case.faults[0], clauses_by_name(game)
    for choice in game.choices:
        if (clause := game.declared.get(f"choice {choice.name}")) is not None:
            clauses |= dict.fromkeys(choice.choices, clause)
    names = placed_names(case.case.written)
    near = sorted(names, key=lambda one: abs(one.span.start - fault.span.start))
    yield from (clauses[name.text] for name in near if name.text in clauses)
    yield from clauses_behind(game, (name.text for name in near))
    yield from all_pattern_clauses(game)
    yield from (clause for group in game.groups for clause in group.clauses)
    yield from game.declared.values()


def _dealing(game: Game, case: CheckedCase) -> list[str]:
    """Name the clauses by which the cards of a case lie where they do, if they are dealt."""
    given = case.case.written.given
    if given is None or given.dealt is None:
        return []
    decks = (clause for group in game.groups for clause in group.clauses)
    return [*dict.fromkeys((*(deal.clause for deal in game.deals), *decks))]
