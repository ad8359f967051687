"""What comes of a question under rules that do not hold it: the same, something else, or nothing.

A question is put to other rules as it is written. What it calls by a name that they lack, or does
what nobody can do there, cannot be put to them. That says nothing of what they would answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from haggis_rules.cases.outcome import ClaimFinding, Refused
from haggis_rules.cases.runner import run
from haggis_rules.cases.type_check import typed
from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Case, Game

CasePlace: TypeAlias = tuple[str, int]  # the file that a question is written in, and where in it


class CaseComparison(Enum):
    """What came of a question under other rules."""

    SAME = "same"
    OTHERWISE = "otherwise"
    NOT_ASKED = "not asked"


@dataclass(frozen=True, slots=True)
class ElsewhereAnswer:
    """What came of a question in a game that does not hold it.

    ``words`` are those of the first part of it that does not hold there, and ``clauses`` what
    stands against that, as far as a clause does.
    """

    variant: str
    seats: int
    came: CaseComparison
    words: str = ""
    clauses: tuple[str, ...] = ()


AnswersByPlace: TypeAlias = Mapping[CasePlace, tuple[ElsewhereAnswer, ...]]


def case_place(case: Case) -> CasePlace:
    """Say where a case is written; every game that holds it has it from there."""
    span = case.span
    return span.source.path, span.start


def answers_elsewhere(games: Iterable[Game]) -> AnswersByPlace:
    """Put each question to every game that lacks it, if it is for as many players there.

    A question in which nothing is laid out and nothing is done is put to every game.
    """
    every = list(games)
    rules = {id(game): Rules(game, checked=True) for game in every}
    found: dict[CasePlace, tuple[ElsewhereAnswer, ...]] = {}
    for place, holders in _questions(every).items():
        case, tables = holders
        others = [
            game
            for game in every
            if id(game) not in set(map(id, tables))
            and (_bare(case) or game.seats in {one.seats for one in tables})
        ]
        found[place] = tuple(_answer_elsewhere(rules[id(game)], case) for game in others)
    return found


def _questions(games: Sequence[Game]) -> dict[CasePlace, tuple[Case, list[Game]]]:
    """Return each question once, with the games that hold it."""
    found: dict[CasePlace, tuple[Case, list[Game]]] = {}
    for game in games:
        for case in game.cases:
            if case.answer is not None:
                found.setdefault(case_place(case), (case, []))[1].append(game)
    return found


def _bare(case: Case) -> bool:
    written = case.written
    return written.given is None and not any(turn.done for turn in written.turns)


def _answer_elsewhere(rules: Rules, case: Case) -> ElsewhereAnswer:
    """Put a question to rules that do not hold it."""
    name, seats = rules.game.name, rules.game.seats
    try:
        outcome = run(rules, typed(rules, case))
    except SeveralFaultsError:
        return ElsewhereAnswer(name, seats, CaseComparison.NOT_ASKED)
    for looked in outcome.failed:
        stopped = [outcome.stopped, *(stage.stopped for stage in outcome.stages)]
        came = CaseComparison.NOT_ASKED if looked in stopped else CaseComparison.OTHERWISE
        words = " ".join(looked.span.text.split())
        return ElsewhereAnswer(name, seats, came, words, _against(looked.found))
    return ElsewhereAnswer(name, seats, CaseComparison.SAME)


def _against(found: ClaimFinding | None) -> tuple[str, ...]:
    """Name the clauses that refuse what is claimed to be allowed."""
    if not isinstance(found, Refused):
        return ()
    return tuple(dict.fromkeys(reason.clause for reason in found.reasons if reason.clause))
