"""How much work one question to the rules may cost.

Rules may come from a stranger, and what `check` can tell from the text bounds the work only far
above what any game needs. So whatever lists plays or actions counts them, a whole list at a time;
evaluation counts each expression that it looks at; and for generated Python, which counts nothing
while it runs, as much is counted as the text lets it look at (``semantics.workload``). A unit is
one play, one reading or one choice that is looked at, and takes about a microsecond at most.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.diagnostics.source import SourceFile, Span

MOST_WORK = 4_000_000  # units; the most plays of a hand in the games that are shipped take 35,710

MOST_CHECKED = 5_000_000  # units of all examples of a text; those of Roger's take 2,120,000
EVALUATED = 2  # units of one expression, by evaluation


class Budget:
    """Counts the units of work of one question, and stops it when they are spent."""

    __slots__ = ("left", "most", "name", "shared")

    def __init__(self, name: str = "", most: int = MOST_WORK) -> None:
        self.name, self.most, self.left, self.shared = name, most, most, False

    def begin(self, units: int = 0) -> None:
        """Begin another question, which may cost as much again, and count its first units.

        Raises ``OverBudgetError`` as ``spend`` does.
        """
        if not self.shared:
            self.left = self.most
        self.left -= units
        if self.left < 0:
            raise over_budget(self.name, self.most)

    def spend(self, units: int) -> None:
        """Count units of work. Raises ``OverBudgetError`` when there are none left."""
        self.left -= units
        if self.left < 0:
            raise over_budget(self.name, self.most)

    @contextmanager
    def as_one(self) -> Generator[None]:
        """Take all questions inside for one, as when a whole hand or a whole text is looked at."""
        before = self.shared
        self.begin()
        self.shared = True
        try:
            yield
        finally:
            self.shared = before


def over_budget(name: str, most: int) -> OverBudgetError:
    """Return the fault of a game that needs more work than it may cost."""
    return OverBudgetError(
        f"`{name}` needs more than {most:,} units of work for one answer",
        Span(SourceFile(name, ""), 0, 0),
        hint="allow more with `--budget`, if you trust these rules",
    )
