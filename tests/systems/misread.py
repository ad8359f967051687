"""A text in which a clause is misread, and whether a question beside it is answered otherwise."""

from __future__ import annotations

import re
from dataclasses import dataclass

from haggis_rules.cases import check, every
from haggis_rules.engine.game import Rules
from haggis_rules.ir.from_syntax import lower_everywhere
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.source import Source


@dataclass(frozen=True)
class Misreading:
    """How a clause is misread: ``new`` stands for ``old`` in the text. ``question`` shows it."""

    name: str
    old: str
    new: str
    question: str


def questions_of(variant: str) -> set[str]:
    """Give the questions that a variant writes itself."""
    games, _ = lower_everywhere(lineage(source_of(variant)))
    path = source_of(variant).path
    return {
        case.words
        for _, case in every(games)
        if case.answer is not None and case.written.span.source.path == path
    }


def answers(variant: str, one: Misreading) -> list[bool]:
    """Tell at each of its tables whether the question keeps its answer in the misread text."""
    source = source_of(variant)
    written = r"\s+".join(map(re.escape, one.old.split()))
    text, times = re.subn(written, lambda _: one.new, source.text)
    assert times == 1, f"{times} times in the text: {one.old}"
    games, faults = lower_everywhere(lineage(Source(source.path, text)))
    assert not faults, "\n\n".join(map(str, faults))
    found = [(game, case) for game, case in every(games) if case.words == one.question]
    return [check(Rules(game), case).passed for game, case in found]
