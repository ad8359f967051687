"""Texts changed in one place each, and whether anything that stands in the text notices."""

from haggis_rules.mutation.judge import By, Judge, Judged, Whole
from haggis_rules.mutation.mutants import Mutant, mutants
from haggis_rules.mutation.report import Fate, Report, Score, report
from haggis_rules.mutation.results import Asked
from haggis_rules.mutation.workers import Work, judged

__all__ = [
    "Asked",
    "By",
    "Fate",
    "Judge",
    "Judged",
    "Mutant",
    "Report",
    "Score",
    "Whole",
    "Work",
    "judged",
    "mutants",
    "report",
]
