"""Examples and questions beside the clauses: typed, played through, and told when they fail."""

from haggis_rules.cases.checking import (
    CheckedCase,
    check,
    check_all,
    check_game,
    every,
    idle_everywhere,
    report_once,
)
from haggis_rules.cases.outcome import CaseOutcome
from haggis_rules.cases.runner import run
from haggis_rules.cases.text_check import TextReport, check_text
from haggis_rules.cases.type_check import typed

__all__ = [
    "CaseOutcome",
    "CheckedCase",
    "TextReport",
    "check",
    "check_all",
    "check_game",
    "check_text",
    "every",
    "idle_everywhere",
    "report_once",
    "run",
    "typed",
]
