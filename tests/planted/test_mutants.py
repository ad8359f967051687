"""Mutants that are written out are rules files like any other."""

from pathlib import Path

import pytest

from haggis_rules.cli.terminal.broken_texts import gather_side_notes
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.load import load_game
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show
from tests.games import game_of
from tests.planted.mutants import write_mutants
from tests.planted.reading import faults


def test_every_mutant_is_written_in_the_canonical_form(tmp_path: Path) -> None:
    paths = write_mutants(tmp_path)
    assert len(paths) == len({fault.file for fault in faults() if fault.file})
    for path in paths:
        written = path.read_text("utf-8")
        assert show(parse(SourceFile(str(path), written))) == written


@pytest.mark.parametrize(
    ("name", "parent"),
    [("mutants/classic/award.possible", "classic for 3"), ("heron/breaks.rises", "heron")],
)
def test_a_mutant_can_be_loaded_from_its_file(name: str, parent: str, tmp_path: Path) -> None:
    (path,) = write_mutants(tmp_path, name)
    sound = game_of(parent)
    mutant = load_game(path, players=sound.seats)
    assert mutant.lineage[:-1] == sound.lineage
    assert mutant.actions != sound.actions


def test_a_name_that_no_mutant_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match=r"no\.such"):
        write_mutants(tmp_path, "no.such")


def test_pages_show_a_mutant_for_each_promise_of_classic(tmp_path: Path) -> None:
    write_mutants(tmp_path)
    shown = gather_side_notes(tmp_path / "rules", tmp_path / "mutants").mutants
    promised = {one.name for seats in (2, 3) for one in game_of("classic", seats).promises}
    assert promised - shown.keys() == {"cards.kept"}
