"""Types as they are written, and parameters, which have one."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node, Whole


@dataclass(frozen=True, slots=True)
class NumberType(Node):
    """Numbers from one to another, with their unit."""

    low: Whole
    high: Whole
    unit: Name | None


@dataclass(frozen=True, slots=True)
class OpenNumber(Node):
    """Numbers from one up without an end, with their unit."""

    low: Whole
    unit: Name | None


@dataclass(frozen=True, slots=True)
class NumberUpTo(Node):
    """Numbers from one down without an end, with their unit."""

    high: Whole
    unit: Name | None


@dataclass(frozen=True, slots=True)
class AnyNumber(Node):
    """All numbers, below zero and above it, with their unit."""

    unit: Name | None


@dataclass(frozen=True, slots=True)
class OptionType(Node):
    """A type and the value none."""

    inner: Name | NumberRange


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A name for a value of a type."""

    type: Name
    name: Name


NumberRange = NumberType | OpenNumber | NumberUpTo | AnyNumber
Type = Name | NumberType | OpenNumber | NumberUpTo | AnyNumber | OptionType
