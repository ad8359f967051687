"""A source that is read to the letter, and what the tools say of it."""

import re
from pathlib import Path

import pytest

from tests.cli.calling import Caller

FOLDER = Path(__file__).parents[2] / "docs" / "findings"
HEAD = """language 2
variant my-letter extends {parent}
  "What somebody might read."

source us "Made up for a test"

"""
SAME = """add letter.none
  because "it is the letter"
  "Nothing is changed."
  cites us "Test"
"""
BROKEN = """add letter.sleep
  because "it is the letter"
  "Nobody sleeps."
  cites us "Test"
  promise sleepless always every seat s has (not asleep of s)
  breaks sleepless
    because "whoever sleeps is asleep"
"""
UNBROKEN = BROKEN.replace("every seat s has (not asleep of s)", "done is true or done is false")


def letter(folder: Path, items: str) -> Path:
    heron = Path("tests/heron/heron.haggis").read_text("utf-8")
    (folder / "heron.haggis").write_text(heron, "utf-8")
    place = folder / "my-letter.haggis"
    place.write_text(HEAD.format(parent="heron") + items, "utf-8")
    return place


def test_a_page_shows_the_letter_the_match_that_breaks_it_and_the_reason(
    haggis: Caller, tmp_path: Path
) -> None:
    place = letter(tmp_path, BROKEN)
    code, out, _ = haggis("findings", place, "--out", tmp_path / "out")
    assert code == 0
    assert "my-letter: holds" in out
    page = (tmp_path / "out" / "my-letter.md").read_text("utf-8")
    assert "Nobody sleeps.\n{ .rule .long }\n\n`letter.sleep`" in page
    assert "Made up for a test, *Test*" in page
    assert "this does not hold:\n{ .verdict .small }\n\nNobody sleeps.\n" in page
    assert re.search(r'<span class="who( you)?"><b>\w+</b> sleeps?</span>', page)
    assert "`sleepless` does not hold" in page
    assert "because whoever sleeps is asleep." in page
    assert "(my-letter.md)" in (tmp_path / "out" / "index.md").read_text("utf-8")


def test_a_letter_with_a_fault_is_a_finding(haggis: Caller, tmp_path: Path) -> None:
    place = letter(tmp_path, SAME + "  need at least 2 plane in single\n")
    found = haggis.json("findings", place, "--out", tmp_path / "out")
    (one,) = found[1]["findings"]
    assert found[0] == 0
    assert one["holds"] is True
    assert one["faults"]
    assert "## consequences" in Path(one["page"]).read_text("utf-8").lower()


@pytest.mark.parametrize("items", [SAME, UNBROKEN], ids=["nothing is wrong", "not broken"])
def test_a_letter_that_can_stand_is_no_finding(haggis: Caller, tmp_path: Path, items: str) -> None:
    code, out, _ = haggis("findings", letter(tmp_path, items), "--out", tmp_path / "out")
    assert code == 1
    assert "my-letter: nothing is wrong with it" in out or "not broken" in out


def test_a_fault_is_not_the_breach_that_a_letter_names(haggis: Caller, tmp_path: Path) -> None:
    place = letter(tmp_path, BROKEN.replace("(not asleep of s)", "(not nodding of s)"))
    code, out, _ = haggis("findings", place, "--out", tmp_path / "out")
    assert code == 1
    assert "my-letter: the breach that it declares was not found" in out
    assert "nodding" in out


@pytest.mark.skipif(not FOLDER.is_dir(), reason="only the package is installed here")
def test_examples_that_fail_with_the_breach_stand_below_it(haggis: Caller, tmp_path: Path) -> None:
    code, _, _ = haggis("findings", FOLDER / "lone-court.haggis", "--out", tmp_path)
    text = (tmp_path / "lone-court.md").read_text("utf-8")
    assert code == 0
    assert text.index("this does not hold:") < text.index("Our examples of this rule")
    assert "Nobody can play as the witness says" in text
    assert text.count("??? failure") == 1


def test_a_finding_has_a_parent(haggis: Caller, tmp_path: Path) -> None:
    code, _, err = haggis("findings", "tests/heron/heron.haggis", "--out", tmp_path)
    assert code == 2
    assert "error[no-parent]" in err
    assert haggis("findings", "nowhere.haggis", "--out", tmp_path).code == 2


@pytest.mark.slow
@pytest.mark.long  # the site is built from the same findings
@pytest.mark.parametrize("place", sorted(FOLDER.glob("*.haggis")), ids=lambda place: place.stem)
def test_every_finding_of_the_project_holds(haggis: Caller, tmp_path: Path, place: Path) -> None:
    code, out, _ = haggis("findings", place, "--out", tmp_path)
    assert code == 0, out
    text = (tmp_path / f"{place.stem}.md").read_text("utf-8")
    assert text.count("## ") >= 3
    assert "## Our ruling" in text
