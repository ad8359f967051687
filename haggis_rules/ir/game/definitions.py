"""Definitions: what the words of the text mean."""

from __future__ import annotations

from enum import Enum

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir.nodes import Expr
from haggis_rules.ir.types import Type

# Definitions


class Form(Enum):
    """How a definition is written where it is used."""

    CONSTANT = "NAME"
    FUNCTION = "NAME of X"
    PREDICATE = "X is NAME"
    PAIR_PREDICATE = "X is NAME of Y"
    RELATION = "X NAME Y"


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a definition."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Exception_:  # noqa: N801
    """A case in which a definition has another value, and the clause that says so."""

    clause: str
    when: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Definition:
    """What a word means: a base, and exceptions to it."""

    name: str
    clause: str
    form: Form
    params: tuple[Param, ...]
    type: Type
    base: Expr
    exceptions: tuple[Exception_, ...]
    exported: bool
