"""Whatever is changed in a text can be seen: it is refused, or a page says something else."""

from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.ir import game as ir
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower, lower_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.site.content.volume_content import VolumeContent
from haggis_rules.site.pages.chapter import chapter_page
from haggis_rules.site.writer import pages
from tests.playing import TEXTS

EACH = 17  # one change in this many is tried, and all of them by the long test


def in_words(game: ir.Game) -> ir.Game:
    """Return a game without its formal text, which would tell."""
    clauses = {name: replace(clause, formal="") for name, clause in game.clauses.items()}
    return replace(game, clauses=clauses)


def chapters(game: ir.Game) -> tuple[str, ...]:
    """Return the page of each chapter."""
    book = VolumeContent.of(game)
    return tuple(chapter_page(book, name) for name in book.volume.files)


def unseen(text: str | Path, each: int) -> list[str]:
    """Name every change that is neither refused nor told.

    The chapters are compared first: they tell nearly all changes, in a small part of the time that
    all pages take.
    """
    line = lineage(source_of(text))
    original = in_words(lower(line))
    in_chapters, in_pages = chapters(original), pages(original)
    found: list[str] = []
    games, _ = lower_everywhere(line)
    for number, mutant in enumerate(mutants(line, games, checks=True)):
        if number % each == 0:
            try:
                game = in_words(lower((mutant.file,)))
            except SeveralFaultsError:
                continue
            if chapters(game) == in_chapters and pages(game) == in_pages:
                found.append(mutant.name)
    return found


@pytest.mark.parametrize(
    "text", [pytest.param(TEXTS[0], marks=pytest.mark.slow), *TEXTS[1:]], ids=str
)
def test_a_changed_clause_is_refused_or_its_page_says_something_else(text: str | Path) -> None:
    assert not unseen(text, EACH)


@pytest.mark.slow
@pytest.mark.long  # the same is asked of every 17th change each time
@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_so_it_is_with_every_change(text: str | Path) -> None:
    assert not unseen(text, 1)


@pytest.mark.slow
def test_every_clause_has_something_that_can_be_changed() -> None:
    for text in TEXTS:
        line = lineage(source_of(text))
        game = lower(line)
        changed = {mutant.clause for mutant in mutants(line, [game], checks=True)}
        assert changed == set(game.clauses)
