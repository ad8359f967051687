"""What came of examples, kept from one run to the next by all that it can depend on.

That is the texts of a game as they are written, its table, its content, and every module that plays
an example through. So nothing is ever invalidated: what changes has another key.
``haggis check`` plays all of them each time; what makes pages need not, if none of this changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

from haggis_rules.cases.checking import check_all, report_once, table_of
from haggis_rules.cases.other_variants import (
    AnswersByPlace,
    CaseComparison,
    ElsewhereAnswer,
    answers_elsewhere,
)
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.ir.game import Game
from haggis_rules.ir.game_digests import content_digest
from haggis_rules.storage.import_closure import installed, kept_closure_digest
from haggis_rules.storage.user_cache import keep, recall

MOST_KEPT = 1024  # at any time, each some hundred bytes
_CHECKING = "haggis_rules.cases.checking"


def checks_key(games: Iterable[Game], *modules: str) -> str | None:
    """Return the key of what the examples of games come to, and of what else these modules find.

    None where the programs are no files, so that it cannot be known.
    """
    programs = _programs(_CHECKING, *modules)
    asked = [(_texts(game), table_of(game), content_digest(game)) for game in games]
    return None if programs is None else json.dumps([programs, asked])


def faults_unless_kept(games: Iterable[Game], *, fresh: bool = False) -> tuple[RuleError, ...]:
    """Check every example at every table, and return each fault once.

    An example that is known to hold is not played again, unless all are to be checked ``fresh``.
    Raises ``OverBudgetError``.
    """
    several = list(games)
    key = checks_key(several)
    known = None if fresh or key is None else recall("sound", key)
    checked = check_all(several, sound=set[int](json.loads(known or "[]")))
    if key is not None and known is None:
        sound = [number for number, one in enumerate(checked) if one.passed]
        keep("sound", key, json.dumps(sound), most=MOST_KEPT)
    return report_once(checked)


def answers_unless_kept(games: Iterable[Game], *, fresh: bool = False) -> AnswersByPlace:
    """Return what ``answers_elsewhere`` does, which is played through only where it is not known.

    With ``fresh`` nothing counts as known.
    """
    several = list(games)
    key = checks_key(several, "haggis_rules.cases.other_variants")
    known = None if fresh or key is None else recall("elsewhere", key)
    if known is not None:
        return {
            (path, start): tuple(_answer(*one) for one in answers)
            for path, start, answers in json.loads(known)
        }
    found = answers_elsewhere(several)
    if key is not None:
        rows = [(*place, [_row(one) for one in answers]) for place, answers in found.items()]
        keep("elsewhere", key, json.dumps(rows), most=MOST_KEPT)
    return found


def _row(found: ElsewhereAnswer) -> tuple[object, ...]:
    return found.variant, found.seats, found.came.value, found.words, found.clauses


def _answer(variant: str, seats: int, came: str, words: str, clauses: list[str]) -> ElsewhereAnswer:
    return ElsewhereAnswer(variant, seats, CaseComparison(came), words, tuple(clauses))


def _texts(game: Game) -> list[tuple[str, str]]:
    """Return each file that a clause or an example stands in, with its text."""
    spans = [clause.span for clause in game.clauses.values()]
    spans += [case.span for case in game.cases]
    return sorted({(one.source.path, one.source.text) for one in spans if one is not None})


@cache
def _programs(*modules: str) -> str | None:
    try:
        return kept_closure_digest(modules, installed("haggis_rules"))
    except ModuleNotFoundError:
        return None
