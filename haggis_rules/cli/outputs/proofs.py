"""What verify prints, and `haggis docs` reads: the verdict on each promise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from haggis_rules.cli.outputs.typed_schema import WrittenBy
from haggis_rules.verdicts.show import counted_schema, result_schema

PromiseJson: TypeAlias = Annotated[Mapping[str, object], WrittenBy(result_schema)]
PatternJson: TypeAlias = Annotated[Mapping[str, object], WrittenBy(counted_schema)]


class VerifiedGameJson(TypedDict):
    """What came of the promises of one game."""

    variant: str
    seats: int
    options: Annotated[Mapping[str, object], "what is agreed on, by the name of each option"]
    rules: Annotated[str, "a hash of what was judged"]
    promises: Sequence[PromiseJson]
    patterns: Annotated[Sequence[PatternJson], "with `--patterns`"]
    answers: Annotated[int, "how many answers of solvers it took"]
    recalled: Annotated[int, "how many of them were kept"]


class VerifyJson(TypedDict):
    """The verdicts on games."""

    form: Literal[1]
    variants: Sequence[VerifiedGameJson]
