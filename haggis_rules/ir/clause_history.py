"""How a clause came about: the edits since it was last written as a whole. It is no content."""

from __future__ import annotations

from haggis_rules.frozen_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """An edit of a clause: by which variant, and why.

    ``words`` are those before it, empty when they stay. ``diff`` has the lines of the formal text
    that differ, each after `- ` or `+ `.
    """

    variant: str
    because: str
    words: str
    diff: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClauseConfirmation:
    """That a variant's own source states a clause of its parent as well: which variant.

    ``cited`` says how many of the clause's citations, the first, are the variant's own.
    """

    variant: str
    cited: int


@dataclass(frozen=True, slots=True)
class ClauseTaking:
    """That a clause comes from another variant than the parent: which, to which, and why."""

    source: str
    variant: str
    because: str
