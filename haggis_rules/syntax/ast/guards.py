"""Guards: for which tables and options something is there."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node, Whole


@dataclass(frozen=True, slots=True)
class SeatsAre(Node):
    """The table has one of these numbers of seats."""

    counts: tuple[Whole, ...]


@dataclass(frozen=True, slots=True)
class OptionOn(Node):
    """An option is agreed on."""

    name: Name


@dataclass(frozen=True, slots=True)
class OptionOff(Node):
    """An option is not agreed on."""

    name: Name


@dataclass(frozen=True, slots=True)
class OptionIs(Node):
    """An option has this value."""

    name: Name
    value: Name | Whole


@dataclass(frozen=True, slots=True)
class Guard(Node):
    """For which tables and options something is there: all conditions hold."""

    conditions: tuple[Condition, ...]


Condition = SeatsAre | OptionOn | OptionOff | OptionIs
