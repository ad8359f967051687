"""All that is wrong with a text: typed at every table, its patterns, and every case in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import process_time

from haggis_rules.cases.causes.repairing import RepairSearch, SmallChanges, no_changes
from haggis_rules.cases.causes.text_causes import failing_causes, untyped_causes
from haggis_rules.cases.causes.undoing import SearchLimit
from haggis_rules.cases.checking import CheckedCase, check_all, report_once
from haggis_rules.cases.overlaps import same_condition_faults, smallest_overlaps
from haggis_rules.diagnostics.errors import OverBudgetError, RuleError, SeveralFaultsError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.lawfulness import check as check_laws
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.semantics.empty_patterns import empty_pattern_faults, wild_value_faults
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.syntax import ast


@dataclass(frozen=True, slots=True)
class TextReport:
    """What came of a text: its games, its cases, and every fault; no games where one is untyped."""

    games: tuple[Game, ...]
    checked: tuple[CheckedCase, ...]
    faults: tuple[RuleError, ...]


def check_text(
    line: Sequence[ast.File], budget: int | None = None, *, changes: SmallChanges = no_changes
) -> TextReport:
    """Check the last of a line of variants, given after its ancestors, at every table.

    Examples are played through only when nothing else is wrong, and all together may cost as many
    units of work as the budget has. The small ``changes`` to a clause are tried as repairs of those
    that fail. Raises nothing: faults are among what is returned.
    """
    began = process_time()
    try:
        games, faults = lower_everywhere(line)
    except SeveralFaultsError as several:
        return TextReport((), (), untyped_causes(line, several.faults, _limit(began)))
    for game in games:
        check_laws(game)
    if faults:
        return TextReport((), (), untyped_causes(line, faults, _limit(began)))
    undefined = _once(fault for game in games for fault in wild_value_faults(game))
    undefined += _once(fault for game in games for fault in same_condition_faults(game))
    if undefined:
        return TextReport((), (), untyped_causes(line, undefined, _limit(began)))
    try:
        checked = check_all(games, budget)
        rules = (Rules(game, checked=True) for game in games)
        found = smallest_overlaps(rules, report_once(checked))
        search = RepairSearch(line, games, checked, changes, _limit(began))
        failing = failing_causes(search, found)
    except OverBudgetError as fault:
        return TextReport((), (), (fault,))
    return TextReport(tuple(games), checked, (*_impossible(games), *failing))


def _limit(began: float) -> SearchLimit:
    """Let the search for causes take as long as the check took, so that both take twice that."""
    return SearchLimit.seconds(process_time() - began)


def _impossible(games: Sequence[Game]) -> list[RuleError]:
    """Return each pattern that no cards make, at one table at least, once."""
    return _once(fault for game in games for fault in empty_pattern_faults(game, Patterns(game)))


def _once(found: Iterable[RuleError]) -> list[RuleError]:
    once = {(fault.span.source.path, fault.span.start, fault.message): fault for fault in found}
    return list(once.values())
