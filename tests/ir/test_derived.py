"""Clauses that follow from the others: the game is the same without them."""

from dataclasses import replace
from typing import Any

import pytest

from haggis_rules import Rules
from haggis_rules.ir.game import Clause, ClauseStatus, Game
from haggis_rules.ir.load import lineage, shipped, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.syntax import ast

ONLY = (ast.Promise, ast.Breaks, ast.Define, ast.Except, ast.Example, ast.Question, ast.Note)
PLAIN = ("classic", "neeps", "neeps-core")  # what descends from nothing


def _games(file: ast.File) -> list[Game]:
    games, faults = lower_everywhere([file])
    assert not faults
    return games


def _follows(entry: ast.Entry) -> bool:
    return isinstance(entry, ast.Clause) and isinstance(entry.status, ast.Derived)


def _is_rule(clause: Clause) -> bool:
    return clause.status is not ClauseStatus.DERIVED


def _without_what_follows(game: Game) -> dict[str, Any]:
    """Return all that a game is, but for its promises and what only these need."""
    rules = {name for name, clause in game.clauses.items() if _is_rule(clause)}
    bare = replace(
        game,
        promises=(),
        clauses={name: one for name, one in game.clauses.items() if name in rules},
        definitions={name: one for name, one in game.definitions.items() if one.clause in rules},
        declared={name: clause for name, clause in game.declared.items() if clause in rules},
        cases=tuple(case for case in game.cases if case.clause in rules),
    )
    return {name: getattr(bare, name) for name in Game.__dataclass_fields__}


def test_the_texts_that_descend_from_nothing_are_known() -> None:
    assert {name for name in shipped() if len(lineage(source_of(name))) == 1} == {*PLAIN}


@pytest.mark.parametrize("name", PLAIN)
def test_the_game_is_the_same_without_what_follows_from_it(name: str) -> None:
    (file,) = lineage(source_of(name))
    rest = replace(file, entries=tuple(one for one in file.entries if not _follows(one)))
    assert len(rest.entries) < len(file.entries)
    for whole, bare in zip(_games(file), _games(rest), strict=True):
        assert _without_what_follows(whole) == _without_what_follows(bare)
        assert Rules(whole).digest == Rules(bare).digest  # so records outlive what is promised


@pytest.mark.parametrize("name", shipped())
def test_no_ruling_of_a_shipped_text_merely_promises(name: str) -> None:
    for entry in lineage(source_of(name))[-1].entries:
        if isinstance(entry, ast.Clause | ast.Replace | ast.Add):
            promises = any(isinstance(item, ast.Promise) for item in entry.items)
            if promises and all(isinstance(item, ONLY) for item in entry.items):
                assert isinstance(entry.status, ast.Derived), entry.name.text
