"""What a player does, and why he may not."""

from collections.abc import Iterable
from typing import NamedTuple

from haggis_rules.run.state import Value


class Action(NamedTuple):
    """An action by its name, the seat that takes it, and its choices in the order of the text."""

    name: str
    actor: int
    arguments: tuple[Value, ...] = ()


class Reason(NamedTuple):
    """A clause that stands against an action, and what it says."""

    clause: str
    words: str


class IllegalAction(ValueError):
    """An action that the rules do not allow here, with the clauses that say so."""

    def __init__(self, shown: str, reasons: Iterable[Reason]) -> None:
        self.shown, self.reasons = shown, tuple(reasons)
        super().__init__(shown, self.reasons)

    def __str__(self) -> str:
        why = "; ".join(
            f"{one.words} ({one.clause})" if one.clause else one.words for one in self.reasons
        )
        return f"`{self.shown}` is not allowed: {why}"
