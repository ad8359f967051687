"""What is published and shown has no such habit either: pages and help, as they come out."""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.cli import COMMANDS, main
from tests.english.guard import Match, matches
from tests.english.texts import ROOT, Passage, markdown_passages, passages_of, plain

PAGES = ROOT / "tests/texts/pages.haggis"
_ENDS = re.compile(r"(?<=[.:;?!]) ")  # of sentences, since a page may show the first of several
_ANCHOR = re.compile(r"\{ ?#[^}]*\}")


def _found_on_pages(texts: Iterable[Path], pages: Path) -> list[Match]:
    """Return the habits on the pages of some texts, the sentences of the texts left out."""
    said = {plain(passage.words) for text in texts for passage in passages_of(text)}
    said |= {part for words in said for part in _ENDS.split(words) if " " in part}
    own = sorted(said, key=len, reverse=True)
    found = list[Match]()
    for file in sorted(pages.rglob("*.md")):
        for passage in markdown_passages(file.name, file.read_text("utf-8")):
            words = _ANCHOR.sub("", passage.words)
            for sentence in own:
                words = words.replace(sentence, "…")
            found += matches([replace(passage, words=words)])
    return found


def test_the_pages_of_a_text_have_no_such_habit_but_in_its_own_sentences(tmp_path: Path) -> None:
    assert main(["docs", str(PAGES), "--out", str(tmp_path)]) == 0
    assert list(map(str, _found_on_pages([PAGES], tmp_path))) == []


def test_a_habit_that_is_planted_on_a_page_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# What is promised\n\nWhoever leads has passed.\n", "utf-8")
    found = {match.habit.name for match in _found_on_pages([PAGES], tmp_path)}
    assert found == {"clipped heading", "whoever as a subject"}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_help_has_such_a_habit(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*filter(None, [command]), "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert list(map(str, matches([Passage(f"{command} --help", 1, shown)]))) == []
