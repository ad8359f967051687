"""A changed text, lowered for the tables of another one, and whether cases of that hold in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from haggis_rules.cases.causes.undoing import Line
from haggis_rules.cases.checking import AgreedTable, CheckedCase, check
from haggis_rules.cases.other_variants import case_place
from haggis_rules.diagnostics.errors import OverBudgetError, RuleError, SeveralFaultsError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game, Option
from haggis_rules.ir.lower import lower, lower_for_play
from haggis_rules.ir.lower.options.agreement import AgreedValue
from haggis_rules.ir.types import ChoiceType


@dataclass
class Trial:
    """A changed text, lowered for each table at which a case of it is looked at again.

    It is lowered with its promises if ``whole``, and else to be played alone.
    """

    text: Line
    tables: Mapping[AgreedTable, Game]
    whole: bool = False
    _rules: dict[AgreedTable, Rules | None] = field(
        default_factory=dict[AgreedTable, "Rules | None"]
    )

    def again(self, case: CheckedCase) -> CheckedCase | None:
        """Return what comes of a case of another text here; None where it cannot be looked at."""
        if case.table not in self._rules:
            game = self._lowered(self.tables[case.table])
            self._rules[case.table] = None if game is None else Rules(game, checked=True)
        rules = self._rules[case.table]
        found = () if rules is None else rules.game.cases
        same = next((one for one in found if case_place(one) == case.place), None)
        if rules is None or same is None:
            return None
        try:
            return check(rules, same)
        except OverBudgetError:
            return None

    def holds(self, case: CheckedCase) -> bool:
        """Whether a case of another text holds in this one, in which it has to stand as well."""
        found = self.again(case)
        return found is not None and found.passed

    def _lowered(self, like: Game) -> Game | None:
        agreed = {one.name: _value(one) for one in like.options}
        try:
            lowering = lower if self.whole else lower_for_play
            return lowering(self.text, players=like.seats, options=agreed)
        except (RuleError, SeveralFaultsError):
            return None


def _value(option: Option) -> AgreedValue:
    kind = option.type
    return kind.choices[option.value] if isinstance(kind, ChoiceType) else option.value
