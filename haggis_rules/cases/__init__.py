"""Examples and questions beside the clauses: typed, played through, and told when they fail."""

from haggis_rules.cases.checking import (
    Checked,
    check,
    check_all,
    check_game,
    every,
    idle_everywhere,
    told_once,
)
from haggis_rules.cases.outcome import Outcome
from haggis_rules.cases.runner import run
from haggis_rules.cases.type_check import typed

__all__ = [
    "Checked",
    "Outcome",
    "check",
    "check_all",
    "check_game",
    "every",
    "idle_everywhere",
    "run",
    "told_once",
    "typed",
]
