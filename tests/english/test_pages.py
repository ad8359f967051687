"""What is published and shown has no such habit either: pages and help, as they come out."""

from collections.abc import Collection
from pathlib import Path

import pytest

from haggis_rules.cli import COMMANDS, main
from haggis_rules.site.writer import write_pages
from tests.english.guard import matches
from tests.english.shown import found_in_outcomes, found_on_pages, own_sentences, pages_in
from tests.english.texts import ROOT, Passage
from tests.games import SEATINGS, game_of
from tests.snapshots.running import Outcome

PAGES = ROOT / "tests/texts/pages.haggis"


def test_the_pages_of_a_text_have_no_such_habit_but_in_its_own_sentences(tmp_path: Path) -> None:
    assert main(["docs", str(PAGES), "--out", str(tmp_path)]) == 0
    found = found_on_pages(pages_in(tmp_path), own_sentences([PAGES]))
    assert list(map(str, found)) == []


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_no_page_of_a_shipped_game_has_such_a_habit(name: str, seats: int, tmp_path: Path) -> None:
    see_pages_of([(name, seats)], tmp_path)


@pytest.mark.slow
@pytest.mark.long  # a seventh of the games is asked each time; the pages that compare them, here
def test_no_page_of_the_shipped_games_together_has_such_a_habit(tmp_path: Path) -> None:
    see_pages_of(SEATINGS, tmp_path)


def see_pages_of(seatings: Collection[tuple[str, int]], folder: Path) -> None:
    (folder / "index.md").write_text("# A site\n", "utf-8")  # so that no page is left out
    write_pages((game_of(*seating) for seating in seatings), folder / "rules")
    pages = pages_in(folder)
    assert {f"rules/{name}-{seats}/all-in-one.md" for name, seats in seatings} <= set(pages)
    assert list(map(str, found_on_pages(pages))) == []


PLANTED = "# What is promised\n\nWhoever leads has passed. { .rule }\n"
SEEN = {"clipped heading", "whoever as a subject"}


def test_a_habit_that_is_planted_on_a_page_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PLANTED, "utf-8")
    assert {match.habit.name for match in found_on_pages(pages_in(tmp_path))} == SEEN
    assert not found_on_pages({"page.md": "Whoever leads has passed. { .rule }"}, ["Whoever leads"])


def test_a_habit_is_found_in_what_a_call_prints_and_writes() -> None:
    outcome = Outcome(1, "he is out\n", "2 | he\nerror: a bomb is no play\n", {"a.md": PLANTED}, ())
    found = found_in_outcomes({"check a": {"text": outcome}})
    names = {"a player called he", "no for is not a", *SEEN}
    assert {match.habit.name for match in found} == names
    assert len(found) == len(names)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_help_has_such_a_habit(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*filter(None, [command]), "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert list(map(str, matches([Passage(f"{command} --help", 1, shown)]))) == []
