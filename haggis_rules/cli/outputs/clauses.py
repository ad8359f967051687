"""What the commands print that show clauses: explain and diff."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from haggis_rules.cli.outputs.effects import EffectJson
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


class SourceSection(TypedDict):
    """A section of a document, by the name of its source."""

    source: str
    section: str


class ComparedClause(TypedDict):
    """A clause as one of the two variants has it."""

    name: str
    variant: str
    guard: GuardText
    words: str
    sources: Sequence[SourceSection]
    standing: Standing
    because: str
    formal: str


FoundEffectJson: TypeAlias = Annotated[EffectJson | None, "null where nobody looked"]


class OneSidedJson(TypedDict):
    """A clause that only one variant has."""

    clause: ComparedClause
    reason: str
    effect: FoundEffectJson


class ChangedJson(TypedDict):
    """A clause that the two variants have in different forms."""

    name: str
    first: ComparedClause
    second: ComparedClause
    reason: str
    effect: FoundEffectJson


class OneSidedPlay(TypedDict):
    """A play that only one of the two variants has."""

    variant: str
    reading: str
    cards: str


class PlaysCompared(TypedDict):
    """Whether both have the same plays. ``reason``: why that is unknown."""

    verdict: Literal["same", "different", "unknown"]
    readings: NotRequired[int]
    resting: NotRequired[Annotated[Sequence[str], "the promises that the proof rests on"]]
    without: NotRequired[Annotated[OneSidedPlay | None, "what would differ without these"]]
    play: NotRequired[OneSidedPlay]
    reason: NotRequired[str]


class OrderCompared(TypedDict):
    """Whether the same plays beat each other in both."""

    pairs: Annotated[int, "how many pairs of plays were compared"]
    apart: Annotated[tuple[str, str, str] | None, "a play, one that it beats, and where alone"]


class SamenessJson(TypedDict):
    """What is proved the same, for one number of players."""

    players: int
    plays: PlaysCompared
    order: Annotated[OrderCompared | None, "null where it cannot be compared"]
    apart: Annotated[Sequence[str], "what is not compared"]
    same: bool


class DiffJson(TypedDict):
    """How two variants differ."""

    form: Literal[1]
    first: str
    second: str
    players: Annotated[int | None, "the number asked for"]
    same: Annotated[int, "how many clauses are alike"]
    only_first: Sequence[OneSidedJson]
    only_second: Sequence[OneSidedJson]
    changed: Sequence[ChangedJson]
    seatings: Annotated[Sequence[int], "the numbers of players that both are for"]
    seeds: Annotated[int, "how many hands were played for each clause"]
    proofs: Annotated[Sequence[SamenessJson] | None, "null without `--prove`"]
    proved_same: Annotated[Sequence[str], "clauses without a play, which change nothing"]
