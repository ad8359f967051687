"""The director's rulings: ours alone, and any shipped variant may take them in."""

from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.cases import TextReport, check_text
from haggis_rules.ir.game import Clause, ClauseStatus
from haggis_rules.ir.game_digests import play_digest
from haggis_rules.ir.load import layers, lineage, shipped, source_of
from tests.games import games_of
from tests.guides import ROOT, Guide

LAYER = "director"


def _own() -> dict[str, Clause]:
    """Return the clauses that the layer adds to its parent."""
    whole = games_of(LAYER)[0].clauses
    return {name: clause for name, clause in whole.items() if clause.variant == LAYER}


def _taken_in(folder: Path, parent: str, edit: str = "") -> TextReport:
    """Check a variant that takes all rulings in and does nothing else, but for an edit."""
    path = folder / f"directed-{parent}.haggis"
    path.write_text(
        f'language 2 variant directed-{parent} extends {parent} "With a director."'
        f' add {", ".join(_own())} from {LAYER} because "we play a tournament" {edit}',
        encoding="utf-8",
    )
    return check_text(lineage(source_of(path)))


def test_the_layer_is_apart_from_what_is_played() -> None:
    assert layers() == (LAYER,)
    assert LAYER not in shipped()
    assert len(_own()) >= 8


def test_every_ruling_is_marked_as_ours_and_cites_nobody() -> None:
    assert {clause.status for clause in _own().values()} == {ClauseStatus.RULING}
    assert not [clause.name for clause in _own().values() if clause.citations]


def test_the_layer_itself_has_no_fault() -> None:
    report = check_text(lineage(source_of(LAYER)))
    assert not report.faults
    assert all(one.passed for one in report.checked)


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("variant", shipped())
def test_every_shipped_variant_can_take_the_rulings_in(variant: str, tmp_path: Path) -> None:
    report = _taken_in(tmp_path, variant)
    assert not report.faults
    assert [game.seats for game in report.games] == [game.seats for game in games_of(variant)]
    for directed, plain in zip(report.games, games_of(variant), strict=True):
        assert play_digest(replace(directed, name=variant)) == play_digest(plain)
        assert _own().keys() <= directed.clauses.keys()


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("variant", shipped())
def test_an_example_of_a_ruling_that_does_not_hold_is_told(variant: str, tmp_path: Path) -> None:
    edit = (
        'change director.tempo because "to see it fail"'
        ' also example "A 2 beats a 3." then "2r" beats "3r"'
    )
    assert [fault for fault in _taken_in(tmp_path, variant, edit).faults if "2r" in str(fault)]


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="only the checkout has guides")
def test_the_page_has_every_ruling_word_for_word() -> None:
    page = " ".join((ROOT / "docs" / "director.md").read_text("utf-8").split())
    for name, clause in _own().items():
        said = f"### {clause.title} {clause.words} *Why:* {clause.because}. `{name}`"
        assert said in page


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="only the checkout has guides")
def test_the_texts_that_the_page_shows_have_no_fault(tmp_path: Path) -> None:
    shown = [body for kind, body in Guide.read(ROOT / "docs" / "director.md").blocks if kind]
    assert len(shown) == 2
    for number, body in enumerate(shown):
        path = tmp_path / f"shown{number}.haggis"
        path.write_text(body, encoding="utf-8")
        assert not check_text(lineage(source_of(path))).faults
