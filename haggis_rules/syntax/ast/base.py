"""What every part of the tree has, and the leaves: names, numbers and texts as written."""

from __future__ import annotations

from dataclasses import field

from haggis_rules.diagnostics.source import Span
from haggis_rules.frozen_dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of the tree, and where it stands in the text, which equality does not look at.

    A class that adds no field only says so by its empty slots: making a dataclass takes time.
    """

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Whole(Node):
    """A whole number as written."""

    value: int


@dataclass(frozen=True, slots=True)
class Words(Node):
    """A text in quotes, its white space folded."""

    text: str


@dataclass(frozen=True, slots=True)
class Ledger(Node):
    """A number of the rules ledger, such as 5.3."""

    text: str


@dataclass(frozen=True, slots=True)
class RankNumber(Node):
    """A rank that is written as a number."""

    value: Whole


Rank = Name | RankNumber
