"""A value by the name that the rules have for it, and its number among the others."""

from __future__ import annotations

from typing import Self, TypeAlias

from haggis_rules.ir.game import Game
from haggis_rules.ir.types import Type
from haggis_rules.notation.values import to_json
from haggis_rules.semantics.state import Value


class NamedValue(str):
    """A word of a choice, a rank, a suit, a card or a team: its name, which has a ``number``.

    Numbers count from 0 in the order of the rules, and named values sort by them. In all other ways
    a named value is a string, so it does not equal its number; ``int`` returns the number too.

    >>> from haggis_rules import load
    >>> stage = load("classic", players=2).new_match(7).value("stage")
    >>> stage == "tricks", int(stage)
    (True, 0)
    """

    __slots__ = ("number",)

    number: int

    def __new__(cls, name: str, number: int) -> Self:  # noqa: D102 - the class tells
        made = super().__new__(cls, name)
        made.number = number
        return made

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override] # for pickle
        return str(self), self.number

    def __int__(self) -> int:
        return self.number

    __index__ = __int__

    def __lt__(self, other: str) -> bool:
        return self.number < other.number if isinstance(other, NamedValue) else NotImplemented

    def __le__(self, other: str) -> bool:
        return self.number <= other.number if isinstance(other, NamedValue) else NotImplemented

    def __gt__(self, other: str) -> bool:
        return self.number > other.number if isinstance(other, NamedValue) else NotImplemented

    def __ge__(self, other: str) -> bool:
        return self.number >= other.number if isinstance(other, NamedValue) else NotImplemented


ShownValue: TypeAlias = Value | NamedValue


def named_value(game: Game, kind: Type, value: Value) -> ShownValue:
    """Return a value by its name where it has one; seats, numbers, truths and plays have none."""
    if type(value) is not int:
        return value
    name = to_json(game, kind, value)
    return NamedValue(name, value) if isinstance(name, str) else value


def plain_value(value: ShownValue) -> Value:
    """Return a value as the rules work with it."""
    return value.number if isinstance(value, NamedValue) else value
