"""Texts changed in one place each, and whether anything that stands in the text notices."""

from haggis_rules.mutation.judge import KilledBy, MutantJudge, MutantResult, OriginalRules
from haggis_rules.mutation.mutants import Mutant, mutants
from haggis_rules.mutation.report import MutantFate, MutationScore, Report, report
from haggis_rules.mutation.results import MutationRun
from haggis_rules.mutation.workers import JudgingWork, judge_mutants

__all__ = [
    "JudgingWork",
    "KilledBy",
    "Mutant",
    "MutantFate",
    "MutantJudge",
    "MutantResult",
    "MutationRun",
    "MutationScore",
    "OriginalRules",
    "Report",
    "judge_mutants",
    "mutants",
    "report",
]
