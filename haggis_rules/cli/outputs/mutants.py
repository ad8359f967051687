"""What mutate prints: what came of small changes to a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypedDict

from haggis_rules.mutation.judge import KilledBy
from haggis_rules.notation.schema_marks import OneOf


class ScoreJson(TypedDict):
    """How many mutants there are, and what came of them."""

    mutants: int
    killed: int
    equivalent: int
    waived: int
    survive: int
    percent: Annotated[float, "of those that do not mean the same, how many are killed"]


class MutantJson(TypedDict):
    """A small change, and what came of it."""

    mutant: str
    clause: str
    operator: str
    diff: Sequence[str]
    by: Annotated[str, OneOf(KilledBy)]
    what: str
    because: Annotated[str, "why it may stay; empty where nobody argues for it"]


class StaleReason(TypedDict):
    """An argument for a mutant that is out of date."""

    mutant: str
    why: str


class MutateJson(TypedDict):
    """Whether anything notices small changes to a text."""

    form: Literal[1]
    variant: str
    players: Annotated[int | None, "null for every table"]
    promises: Annotated[bool, "whether the solvers were asked"]
    score: ScoreJson
    clauses: Mapping[str, ScoreJson]
    operators: Mapping[str, ScoreJson]
    killers: Annotated[Mapping[str, int], "how many each kind of check killed"]
    survivors: Sequence[MutantJson]
    equivalent: Sequence[MutantJson]
    waived: Sequence[MutantJson]
    stale: Sequence[StaleReason]
