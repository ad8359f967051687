"""Definitions: words that the text gives a meaning."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.syntax.ast.base import Name, Node
from haggis_rules.syntax.ast.expressions import Expr
from haggis_rules.syntax.ast.types import Param


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """A word by itself."""

    name: Name


@dataclass(frozen=True, slots=True)
class Function(Node):
    """A word of something."""

    name: Name
    param: Param


@dataclass(frozen=True, slots=True)
class Predicate(Node):
    """Something is a word."""

    param: Param
    name: Name


@dataclass(frozen=True, slots=True)
class PairPredicate(Node):
    """Something is a word of something."""

    param: Param
    name: Name
    other: Param


@dataclass(frozen=True, slots=True)
class RelationOf(Node):
    """Something word something."""

    left: Param
    name: Name
    right: Param


@dataclass(frozen=True, slots=True)
class Define(Node):
    """What a word means."""

    export: bool
    signature: Signature
    value: Expr


@dataclass(frozen=True, slots=True)
class Score(Node):
    """An entry of the score sheet."""

    name: Name
    param: Param
    value: Expr


@dataclass(frozen=True, slots=True)
class Except(Node):
    """A case in which a word means something else."""

    name: Name
    when: Expr
    value: Expr


Signature = Constant | Function | Predicate | PairPredicate | RelationOf
