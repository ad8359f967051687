"""All examples of a variant, at each table for which they are meant, with what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from haggis_rules.cases.failure_report import faults_of, idle_example_fault
from haggis_rules.cases.other_variants import CasePlace, case_place
from haggis_rules.cases.outcome import CaseOutcome
from haggis_rules.cases.runner import run
from haggis_rules.cases.type_check import typed
from haggis_rules.diagnostics.errors import (
    BrokenPositionError,
    OverBudgetError,
    RuleError,
    SeveralFaultsError,
)
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Case, Game
from haggis_rules.ir.lower.options.agreement import Agreement, in_words
from haggis_rules.semantics.budget import MOST_CHECKED, Budget

AgreedTable = tuple[int, tuple[tuple[str, int | bool], ...]]  # seats, and what is agreed on


def table_of(game: Game) -> AgreedTable:
    """Name a table by its seats and by all that is agreed on."""
    return game.seats, tuple((one.name, one.value) for one in game.options)


@dataclass(frozen=True, slots=True)
class CheckedCase:
    """What came of an example or a question: ``outcome`` is None when it was not played.

    That is where it cannot be typed, or where it is known from before that all of it holds.

    ``where`` says at which table, as ``with 2 seats``. ``idle`` is there when the example does
    not rest on its clause.
    """

    case: Case
    where: str
    outcome: CaseOutcome | None
    faults: tuple[RuleError, ...]
    idle: RuleError | None = None
    table: AgreedTable = (0, ())

    @property
    def place(self) -> CasePlace:
        """Where it is written: one example is checked at several tables."""
        return case_place(self.case)

    @property
    def passed(self) -> bool:
        """Whether all that it claims holds."""
        return not self.faults

    @property
    def detail(self) -> str:
        """What does not hold, in words; nothing when all does."""
        return "; ".join(f"`{_folded(fault)}`: {fault.message}" for fault in self.faults)


def check(rules: Rules, case: Case) -> CheckedCase:
    """Type an example of these rules, play it through, and tell what does not hold.

    Raises ``OverBudgetError``.
    """
    where, table = _at(rules.game)
    try:
        outcome = run(rules, typed(rules, case))
    except SeveralFaultsError as several:
        for fault in several.faults:
            if isinstance(fault, OverBudgetError):
                raise fault from None
        _way_out(rules.game, case, several.faults)
        return CheckedCase(case, where, None, several.faults, table=table)
    faults = tuple(faults_of(rules.game, outcome))
    idle = idle_example_fault(rules.game, outcome)
    return CheckedCase(case, where, outcome, faults, idle, table)


def _at(game: Game) -> tuple[str, AgreedTable]:
    return in_words(Agreement(game.seats, game.options)), table_of(game)


def check_game(game: Game) -> tuple[CheckedCase, ...]:
    """Check each example and question of a game, in order."""
    rules = Rules(game, checked=True)
    return tuple(check(rules, case) for case in game.cases)


def every(games: Iterable[Game]) -> Iterator[tuple[Game, Case]]:
    """Yield each example once for each table, in the first game of the table that has it.

    The games are of one variant, those with the usual options first: an example whose guard asks
    for others comes with these.
    """
    known: set[tuple[int, CasePlace]] = set()
    for game in games:
        for case in game.cases:
            key = game.seats, case_place(case)
            if key not in known:
                known.add(key)
                yield game, case


def check_all(
    games: Iterable[Game], budget: int | None = None, *, sound: Collection[int] = ()
) -> tuple[CheckedCase, ...]:
    """Check every example at every table; see ``every``.

    Those whose numbers are in ``sound`` are known to hold, and are not played. All others together
    may cost as many units of work as the budget has. Raises ``OverBudgetError``, which has the
    place of the example that was one too many.
    """
    rules: dict[int, Rules] = {}
    found: list[CheckedCase] = []
    shared = Budget(most=MOST_CHECKED if budget is None else budget)
    with shared.as_one():
        for number, (game, case) in enumerate(every(games)):
            if number in sound:
                where, table = _at(game)
                found.append(CheckedCase(case, where, None, (), table=table))
                continue
            shared.name = game.name
            if id(game) not in rules:
                rules[id(game)] = Rules(game, checked=True, budget=shared)
            with _placed(case):
                found.append(check(rules[id(game)], case))
    return tuple(found)


@contextmanager
def _placed(case: Case) -> Generator[None]:
    """Give what costs too much the place of its example. Raises that ``OverBudgetError``."""
    try:
        yield
    except OverBudgetError as fault:
        fault.span = case.span
        raise


def report_once(checked: Iterable[CheckedCase]) -> tuple[RuleError, ...]:
    """Return each fault once, with the table where it is found unless that is every one.

    What cannot be played at one table alone is asked for its guard.
    """
    several = list(checked)
    tables = Counter(one.place for one in several)
    found: dict[tuple[object, ...], list[tuple[CheckedCase, RuleError]]] = {}
    for one in several:
        for fault in one.faults:
            key = (one.place, type(fault), fault.span.start, fault.span.end)
            found.setdefault(key, []).append((one, fault))
    for same in found.values():
        one, fault = same[0]
        if len(same) < tables[one.place]:
            fault.where = one.where
            if one.outcome is None and "guard" not in fault.hint:
                more = "it is sound at another table, so a guard may be missing"
                fault.hint = "; ".join(filter(None, (fault.hint, more)))
    faults = [same[0][1] for same in found.values()]
    return tuple(sorted(faults, key=lambda fault: (fault.span.source.path, fault.span.start)))


def idle_everywhere(checked: Iterable[CheckedCase]) -> tuple[RuleError, ...]:
    """Return a fault for each example that rests on its clause at no table."""
    tables: dict[CasePlace, list[CheckedCase]] = {}
    for one in checked:
        tables.setdefault(one.place, []).append(one)
    found = (same[0].idle for same in tables.values() if all(one.idle for one in same))
    return tuple(fault for fault in found if fault is not None)


def _way_out(game: Game, case: Case, faults: Iterable[RuleError]) -> None:
    """Say what a variant has to do with an example of its parent that cannot be played in it."""
    home = game.clauses[case.clause].variant
    if home != game.name:
        # Where a promise is broken, the example is not to blame, nor its clause.
        for fault in (one for one in faults if not isinstance(one, BrokenPositionError)):
            more = f"where it is sound in `{home}`, replace `{case.clause}` in `{game.name}`"
            fault.hint = "; ".join(filter(None, (fault.hint, more)))


def _folded(fault: RuleError) -> str:
    return " ".join(fault.span.text.split())
