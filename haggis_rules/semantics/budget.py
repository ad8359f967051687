"""How much work one question to the rules may cost.

Rules may come from a stranger, and what `check` can tell from the text bounds the work only far
above what any game needs. So whatever lists plays or actions counts them, a whole list at a time,
and stops by name. A unit is one play, one reading or one choice that is looked at.
"""

from __future__ import annotations

from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.diagnostics.source import SourceFile, Span

MOST_WORK = 4_000_000  # units; the most plays of a hand in the games that are shipped take 35,710


class Budget:
    """Counts the units of work of one question, and stops it when they are spent."""

    __slots__ = ("left", "most", "name")

    def __init__(self, name: str, most: int = MOST_WORK) -> None:
        self.name, self.most, self.left = name, most, most

    def begin(self) -> None:
        """Begin another question, which may cost as much again."""
        self.left = self.most

    def spend(self, units: int) -> None:
        """Count units of work. Raises ``OverBudgetError`` when there are none left."""
        self.left -= units
        if self.left < 0:
            raise OverBudgetError(
                f"`{self.name}` needs more than {self.most:,} units of work for one answer",
                Span(SourceFile(self.name, ""), 0, 0),
                hint="allow more with `--budget`, if you trust these rules",
            )
