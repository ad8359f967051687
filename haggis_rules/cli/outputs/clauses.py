"""What `haggis explain` prints: clauses, faults and numbers of the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from haggis_rules.ir.game import ClauseStatus
from haggis_rules.ir.ledger import NamingReason
from haggis_rules.notation.schema_marks import OneOf

Standing: TypeAlias = Annotated[str, OneOf(ClauseStatus)]
GuardText: TypeAlias = Annotated[str, "when the clause holds; empty for always"]


class CitedSection(TypedDict):
    """Where a document states a clause."""

    source: str
    title: str
    section: str


class FormalExample(TypedDict):
    """An example in words, and as it is checked."""

    words: str
    formal: str


class AnsweredQuestion(TypedDict):
    """A question, its answer, and how the answer is checked."""

    question: str
    answer: str
    formal: str


class Confirmation(TypedDict):
    """A variant that states an inherited clause by sources of its own."""

    variant: str
    sources: Sequence[CitedSection]


class ClauseEdit(TypedDict):
    """What a variant changed in an inherited clause, and why."""

    variant: str
    because: str
    words: Annotated[str, "the words before, where they changed"]
    diff: Annotated[Sequence[str], "lines of the rule, after - or +"]


class ExplainedClauseJson(TypedDict):
    """A clause with all that stands beside it."""

    name: str
    title: str
    variant: str
    chapter: str
    ledgers: Annotated[Sequence[str], "the numbers of the ledger that it names"]
    guard: GuardText
    seats: Annotated[Sequence[int], "the numbers of players for which it is there"]
    words: str
    sources: Sequence[CitedSection]
    standing: Standing
    because: str
    replaces: Annotated[str | None, "the variant whose clause it replaces"]
    edit: str
    taken: NotRequired[Annotated[str, "the other variant that it is from"]]
    confirmed: Sequence[Confirmation]
    changes: Sequence[ClauseEdit]
    formal: str
    examples: Sequence[FormalExample]
    questions: Sequence[AnsweredQuestion]
    promises: Sequence[str]


class ExplainedClausesJson(TypedDict):
    """The clauses that a name leads to."""

    form: Literal[1]
    clauses: Sequence[ExplainedClauseJson]


class ExplainedFaultJson(TypedDict):
    """What a fault or a refusal means."""

    form: Literal[1]
    fault: str
    words: str


class NamingClause(TypedDict):
    """A clause that names a number of the ledger."""

    name: str
    mark: Annotated[
        str,
        OneOf(NamingReason),
        "S stated, P from the parent, T taken from another variant, R ruling, E erratum, D derived",
    ]
    standing: Standing
    variant: str
    guard: GuardText
    seats: Sequence[int]


class NumberInVariant(TypedDict):
    """A variant in which a number of the ledger is named."""

    variant: str
    seats: Annotated[Sequence[int], "the numbers of players for which it applies"]
    clauses: Sequence[NamingClause]


class ExplainedNumberJson(TypedDict):
    """The clauses that name a number of the ledger, variant by variant."""

    form: Literal[1]
    number: str
    chapter: str | None
    title: str | None
    variants: Sequence[NumberInVariant]
