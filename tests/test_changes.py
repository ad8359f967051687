"""Whatever is changed in a text can be seen: it is refused, or a page says something else."""

from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.errors import SeveralFaultsError
from haggis_rules.ir import game as ir
from haggis_rules.ir.from_syntax import lower, lower_everywhere
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.mutate import mutants
from haggis_rules.render.pages import pages
from tests.playing import TEXTS

EACH = 17  # of so many changes one is tried; all of them by the slow test


def told(game: ir.Game) -> str:
    """Give all that the pages say in words, without the formal text, which would tell."""
    clauses = {name: replace(clause, formal="") for name, clause in game.clauses.items()}
    return "\n".join(pages(replace(game, clauses=clauses)).values())


def unseen(text: str | Path, each: int) -> list[str]:
    """Name every change that is neither refused nor told."""
    line = lineage(source_of(text))
    original = told(lower(line))
    found: list[str] = []
    games, _ = lower_everywhere(line)
    for number, mutant in enumerate(mutants(line, games, checks=True)):
        if number % each == 0:
            try:
                game = lower((mutant.file,))
            except SeveralFaultsError:
                continue
            if told(game) == original:
                found.append(mutant.name)
    return found


@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_a_changed_clause_is_refused_or_its_page_says_something_else(text: str | Path) -> None:
    assert not unseen(text, EACH)


@pytest.mark.slow
@pytest.mark.long  # the same is asked of every 17th change each time
@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_so_it_is_with_every_change(text: str | Path) -> None:
    assert not unseen(text, 1)


def test_every_clause_has_something_that_can_be_changed() -> None:
    for text in TEXTS:
        line = lineage(source_of(text))
        game = lower(line)
        changed = {mutant.clause for mutant in mutants(line, [game], checks=True)}
        assert changed == set(game.clauses)
