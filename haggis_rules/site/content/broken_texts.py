"""Texts beside the rules that break a promise: sources read to the letter, and mutants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SideNote:
    """A text that breaks a promise.

    ``words`` say what is otherwise in it, and ``formal`` how it is written. ``page`` is where
    there is more of it, from the folder of all pages; empty when nowhere.
    """

    title: str
    words: str
    formal: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True)
class SideNotes:
    """What breaks each promise, by its name.

    ``findings`` read a source to the letter, and ``mutants`` are made wrong on purpose.
    """

    findings: Mapping[str, Sequence[SideNote]] = field(
        default_factory=dict[str, Sequence[SideNote]]
    )
    mutants: Mapping[str, Sequence[SideNote]] = field(default_factory=dict[str, Sequence[SideNote]])


NO_SIDE_NOTES = SideNotes()
