"""What is remembered of hands, and how much of it.

One budget for all tables of a game, and all are cleared at once when it is spent. No record of use
is kept, so a look-up is that of a dict and no more.
"""

from typing import Any, Generic, TypeVar

MOST_KEPT = 1_000_000  # plays that a game remembers in pieces: up to some 150 megabytes

CardsKey = TypeVar("CardsKey", int, bytes)
MemoValue = TypeVar("MemoValue")


class Memory:
    """Bounds what some tables hold together. All is forgotten when that grows too large."""

    def __init__(self) -> None:
        self.tables: list[MemoTable[Any, Any]] = []
        self._kept = 0

    def count(self, plays: int) -> None:
        """Count plays that are about to be remembered."""
        self._kept += 1 + plays  # an entry without plays takes room as well
        if self._kept > MOST_KEPT:
            for table in self.tables:
                table.clear()
            self._kept = 0


class MemoTable(dict[CardsKey, MemoValue], Generic[CardsKey, MemoValue]):
    """What is remembered for some cards. Other cards of a hand make no difference to it."""

    def __init__(self, memory: Memory) -> None:
        memory.tables.append(self)
