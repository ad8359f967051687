"""Texts of version 1 are read as they stand, or upgraded; nothing that they say is lost."""

import json
from pathlib import Path

import pytest

from haggis_rules.cli import main
from haggis_rules.diagnostics.errors import RuleError, UnknownLanguageError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.storage import package_data
from haggis_rules.syntax.parse import parse, reserved
from haggis_rules.syntax.print import show
from haggis_rules.syntax.upgrade import upgrade
from haggis_rules.syntax.versions import LANGUAGE, may_be_old_name

OLD = """language 1
variant old
  "Where less is more: a change of mind."

clause c
  "Nobody says less."
  ruling because "so"
  choice size is less or same
  state change is size, at first less
  pattern pile with also 1 or more, rank top made of also cards of rank top
    written "pile{also}@{top}"
  define less of seat s as (change is less and turn is s)
  example "A change." given change is less then change is not same
"""


def test_a_text_of_version_1_is_read_as_it_stands() -> None:
    old = 'language 1 variant old "" clause c "" ruling because "so" define x as 3'
    new = upgrade(SourceFile("old", old))
    assert new.text == old.replace("language 1", f"language {LANGUAGE}")
    assert not new.renamed
    assert parse(SourceFile("old", old)).entries == parse(SourceFile("old", new.text)).entries


def test_a_name_that_became_a_word_is_called_otherwise_wherever_it_stands() -> None:
    found = upgrade(SourceFile("old", OLD))
    assert found.renamed == {"also": "also.own", "change": "change.own", "less": "less.own"}
    plain = OLD.replace("less is more: a change", "KEPT").replace("says less", "SAYS")
    plain = plain.replace('"A change."', '"A CHANGE."')
    for word in found.renamed:
        plain = plain.replace(word, f"{word}.own")
    plain = plain.replace("KEPT", "less is more: a change").replace("SAYS", "says less")
    plain = plain.replace("A CHANGE", "A change").replace("language 1", f"language {LANGUAGE}")
    assert found.text == plain
    assert show(parse(SourceFile("new", found.text))) == show(parse(SourceFile("new", plain)))
    assert upgrade(SourceFile("new", found.text)).text == found.text


def test_the_fault_of_such_a_name_tells_the_way_out() -> None:
    with pytest.raises(RuleError) as caught:
        parse(SourceFile("old", OLD))
    assert "`haggis fmt --upgrade`" in caught.value.hint
    with pytest.raises(RuleError) as caught:
        parse(SourceFile("new", OLD.replace("language 1", f"language {LANGUAGE}")))
    assert "--upgrade" not in caught.value.hint


def test_a_text_that_is_wrong_in_any_version_keeps_its_fault() -> None:
    with pytest.raises(RuleError, match="does not belong here"):
        upgrade(SourceFile("old", OLD.replace("state change is", "state change change")))


@pytest.mark.parametrize("version", [0, LANGUAGE + 1])
def test_other_versions_are_refused(version: int) -> None:
    with pytest.raises(UnknownLanguageError):
        upgrade(SourceFile("far", f'language {version} variant v ""'))


def test_every_word_that_is_later_than_version_1_is_known_to_be() -> None:
    assert {"change", "also", "gives", "less"} <= {w for w in reserved() if may_be_old_name(w)}
    assert not may_be_old_name("points")


def test_the_command_writes_the_file_and_lists_what_is_called_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "old.haggis"
    place.write_text(OLD)
    assert main(["fmt", "--upgrade", "--format", "json", "--check", str(place)]) == 1
    renamed = json.loads(capsys.readouterr().out)["renamed"]
    assert renamed[str(place)]["less"] == "less.own"
    assert main(["fmt", "--upgrade", str(place)]) == 0
    assert "`change` is now a word of the language" in capsys.readouterr().out
    assert place.read_text().startswith(f"language {LANGUAGE}\n")
    assert main(["fmt", "--check", str(place)]) == 0


def test_shipped_texts_need_no_upgrade() -> None:
    text = package_data.read("spec", "classic.haggis")
    assert not upgrade(SourceFile("classic.haggis", text)).renamed
