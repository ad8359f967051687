"""What came of examples is found again where nothing has changed that it rests on."""

from pathlib import Path

import pytest

from haggis_rules.cases import checking, kept_checks
from haggis_rules.cases.checking import CheckedCase, check, check_all, report_once
from haggis_rules.cases.kept_checks import (
    answers_unless_kept,
    checks_key,
    faults_unless_kept,
)
from haggis_rules.cases.other_variants import AnswersByPlace, answers_elsewhere
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Case, Game
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.site.content.checked_tables import KeptTables, WrittenTable, check_table
from haggis_rules.storage import user_cache
from haggis_rules.storage.import_closure import import_closure, installed

TEXT = Path(__file__).parents[1] / "texts" / "pages.haggis"
SOUND = '"Q" beats "5r"'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what a test keeps in a folder of its own."""
    monkeypatch.setattr(user_cache, "folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def other_programs(*_modules: str) -> str:
    return "others"


def no_programs(*_modules: str) -> None:
    """Return what is known of programs that are no files."""


def games_of(path: Path) -> list[Game]:
    games, faults = check_everywhere(str(path))
    assert not faults
    return list(games)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return games_of(TEXT)


@pytest.fixture
def faulty(tmp_path: Path) -> list[Game]:
    """Return the games of a text in which one example claims what does not hold."""
    text = TEXT.read_text("utf-8")
    assert text.count(SOUND) == 1
    place = tmp_path / TEXT.name
    place.write_text(text.replace(SOUND, f"not {SOUND}"), "utf-8")
    return games_of(place)


class Played:
    """Counts the examples that are played."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []

        def counted(rules: Rules, case: Case) -> CheckedCase:
            self.names.append(case.words)
            return check(rules, case)

        patch.setattr(checking, "check", counted)


def test_an_example_that_holds_is_played_once(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(monkeypatch)
    assert faults_unless_kept(games) == ()
    first = len(played.names)
    assert first > 4
    assert faults_unless_kept(games) == ()
    assert len(played.names) == first
    assert faults_unless_kept(games, fresh=True) == ()
    assert len(played.names) == 2 * first


def test_an_example_that_fails_is_played_again_and_told_as_before(
    faulty: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = [str(fault) for fault in report_once(check_all(faulty))]
    assert len(plain) == 1
    assert [str(fault) for fault in faults_unless_kept(faulty)] == plain
    played = Played(monkeypatch)
    assert [str(fault) for fault in faults_unless_kept(faulty)] == plain
    assert {*played.names} == {"The queen beats a 5, and a 5 beats no 5."}


def test_another_text_has_another_key(games: list[Game], faulty: list[Game]) -> None:
    assert faults_unless_kept(games) == ()
    assert checks_key(games) != checks_key(faulty)
    assert checks_key(games[:1]) != checks_key(games[1:])
    assert len(faults_unless_kept(faulty)) == 1


def test_another_program_has_another_key(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = checks_key(games)
    monkeypatch.setattr(kept_checks, "_programs", other_programs)
    assert checks_key(games) != first
    assert checks_key(games) is not None
    monkeypatch.setattr(kept_checks, "_programs", no_programs)
    assert checks_key(games) is None
    assert faults_unless_kept(games) == ()  # and nothing is kept


def test_all_that_plays_an_example_is_in_the_key() -> None:
    found = import_closure(["haggis_rules.cases.checking"], installed("haggis_rules"))
    rooms = {name.split(".")[1] for name in found if "." in name}
    assert {"cases", "codegen", "engine", "enumeration", "ir", "semantics", "syntax"} <= rooms
    assert not {"cli", "finder", "site"} & rooms


def test_what_a_table_comes_to_is_kept_whole(games: list[Game], faulty: list[Game]) -> None:
    tables = [WrittenTable(game, shown=True) for game in (*games, *faulty)]
    tables.append(WrittenTable(games[0], shown=False))
    kept, found = KeptTables(tables), [check_table(table) for table in tables]
    assert found[0].held
    assert [one.passed for one in found[-2].cases].count(False) == 1
    assert [kept.get(number) for number in range(len(tables))] == [None] * len(tables)
    for number, one in enumerate(found):
        kept.put(number, one)
    assert [kept.get(number) for number in range(len(tables))] == found


def test_answers_under_other_rules_are_kept_whole(
    games: list[Game], faulty: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    several = [*games, *faulty]
    first = answers_elsewhere(several)
    assert answers_unless_kept(several) == first

    def nothing(_games: object) -> AnswersByPlace:
        return {}

    monkeypatch.setattr(kept_checks, "answers_elsewhere", nothing)
    assert answers_unless_kept(several) == first
    assert answers_unless_kept(several, fresh=True) == {}
    assert answers_unless_kept(games) == {}


def test_a_kept_file_that_is_damaged_is_not_read(games: list[Game], cache: Path) -> None:
    assert faults_unless_kept(games) == ()
    (kept,) = cache.glob("sound-*.txt")
    kept.write_text(kept.read_text("utf-8").replace("[", "[99, "), "utf-8")
    assert user_cache.recall("sound", str(checks_key(games))) is None
    assert faults_unless_kept(games) == ()
