"""Every number of the ledger is named by a clause of each variant for which it speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import MissingNumberError, RuleError, StrayNumberError
from haggis_rules.ir.game import Game
from haggis_rules.ir.ledger import (
    NamingReason,
    clauses_naming,
    ledger_faults,
    naming_reason,
    shipped_numbers,
    unnamed_seats,
)
from haggis_rules.ir.load import lineage, published, shipped, source_of
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.pages.ledger import numbers_page
from haggis_rules.site.writer import write_pages
from haggis_rules.storage import package_data
from tests.cli.calling import Caller
from tests.games import games_of

NUMBERS = shipped_numbers()
WITHOUT = {"neeps-core"}  # what has neither bets nor a score, and stands for no source


@pytest.fixture
def haggis(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Caller:
    """Return the command; to explain a number it asks for every variant, which is loaded once."""

    def known(name: str) -> list[Game]:
        return list(games_of(name))

    monkeypatch.setattr("haggis_rules.cli.commands.explain.games_everywhere", known)
    return Caller(capsys, monkeypatch)


def faults_of(name: str | Path) -> list[RuleError]:
    games, found = check_everywhere(name)
    assert not found
    return list(ledger_faults(lineage(source_of(name))[-1], games, NUMBERS))


def test_the_ledger_speaks_of_every_shipped_variant_that_has_a_source() -> None:
    assert set(NUMBERS.variants) == set(shipped()) - WITHOUT
    assert published() == tuple(one for one in shipped() if one not in WITHOUT)


@pytest.mark.slow
def test_numbers_stand_in_order_and_each_speaks_for_tables_that_there_are() -> None:
    tables = {f"{name}/{game.seats}" for name in NUMBERS.variants for game in games_of(name)}
    known = {*NUMBERS.variants, *tables}
    for number in NUMBERS.numbers:
        assert number.title
        assert set(number.speaks) <= known, number
    order = [_place(number.name) for number in NUMBERS.numbers]
    assert order == sorted(set(order))
    assert {chapter for chapter, _, _ in order} == set(range(1, 12))


def _place(name: str) -> tuple[int, int, str]:
    found = re.fullmatch(r"(\d+)\.(\d+)([a-z]?)", name)
    assert found
    return int(found[1]), int(found[2]), found[3]


@pytest.mark.parametrize("name", NUMBERS.variants)
def test_every_number_that_speaks_for_a_variant_is_named_and_no_other(name: str) -> None:
    assert faults_of(name) == []


def _single(name: str) -> Iterator[tuple[str, str]]:
    """Yield each number that one clause alone names, and the clause."""
    for number in NUMBERS.numbers:
        for one in clauses_naming(number.name, games_of(name)):
            alone = [
                o for o in clauses_naming(number.name, games_of(name)) if {*o.seats} & {*one.seats}
            ]
            if len(alone) == 1:
                yield number.name, one.clause.name


@pytest.mark.parametrize("name", NUMBERS.variants)
def test_without_its_clause_a_number_is_missing(name: str) -> None:
    found = dict(_single(name))
    assert len(found) > 25
    for number, clause in found.items():
        known = NUMBERS.find(number)
        assert known is not None
        assert not unnamed_seats(known, games_of(name))
        without = [
            replace(game, clauses={n: c for n, c in game.clauses.items() if n != clause})
            for game in games_of(name)
        ]
        assert unnamed_seats(known, without), number


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    text = package_data.read("spec", f"{name}.haggis")
    assert text.count(old) == 1
    file = folder / f"{name}.haggis"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def without_clause(text: str, clause: str) -> str:
    return re.sub(rf"(?ms)^clause {re.escape(clause)} .*?(?=^clause |^chapter )", "", text)


def test_a_clause_that_is_taken_out_of_the_text_leaves_its_numbers_open(tmp_path: Path) -> None:
    text = package_data.read("spec", "neeps.haggis")
    cut = without_clause(text, "hand.rest")
    assert text != cut
    file = tmp_path / "neeps.haggis"
    file.write_text(cut, encoding="utf-8")
    (fault,) = faults_of(file)
    assert isinstance(fault, MissingNumberError)
    assert fault.message == "no clause of `neeps` for 4 or 6 players names 7.3"
    assert fault.hint == "it is about this: cards left in hands"


def test_a_clause_for_one_table_leaves_its_numbers_open_there_alone(tmp_path: Path) -> None:
    file = changed(tmp_path, "tatties", "add hand.kitty 7.4 with", "add hand.kitty with")
    (fault,) = faults_of(file)
    assert fault.message == "no clause of `tatties` for 3 players names 7.4"


def test_a_number_that_is_none_is_refused_at_its_place(tmp_path: Path) -> None:
    file = changed(tmp_path, "neeps", "clause hand.last 7.2", "clause hand.last 7.2 7.22")
    (fault,) = faults_of(file)
    assert isinstance(fault, StrayNumberError)
    assert fault.span.text == "7.22"
    assert fault.message == "7.22 is not a number of the ledger"


def test_a_number_that_says_nothing_of_the_variant_is_refused(tmp_path: Path) -> None:
    file = changed(tmp_path, "neeps", "clause hand.last 7.2", "clause hand.last 7.2 10.3")
    (fault,) = faults_of(file)
    assert isinstance(fault, StrayNumberError)
    assert fault.message == "10.3 says nothing of `neeps`"
    assert fault.hint == "it speaks for tatties"


def test_what_a_variant_has_from_its_parent_is_marked_so() -> None:
    (game,) = games_of("tournament")
    marks = {name: naming_reason(clause, game) for name, clause in game.clauses.items()}
    assert marks["capture.bomb.three"] is NamingReason.RULING
    assert {marks["capture.plain"], marks["trick.end"]} == {NamingReason.PARENT}
    (two, _) = games_of("classic")
    assert naming_reason(two.clauses["trick.end"], two) is NamingReason.ERRATUM
    assert naming_reason(two.clauses["cards.ranks"], two) is NamingReason.STATED
    assert naming_reason(two.clauses["promise.cards"], two) is NamingReason.DERIVED


@pytest.mark.slow
def test_the_command_tells_how_many_numbers_are_named(haggis: Caller, tmp_path: Path) -> None:
    code, out, _ = haggis("check", "--numbers", "tournament")
    assert code == 0
    assert re.search(r"each of \d\d numbers of the ledger named", out)
    file = changed(tmp_path, "tatties", "add hand.kitty 7.4 with", "add hand.kitty with")
    code, _, err = haggis("check", "--numbers", file)
    assert code == 1
    assert "error[missing-number]: no clause of `tatties` for 3 players names 7.4" in err
    code, _, err = haggis("check", "--numbers", "neeps-core")
    assert code == 2
    assert "the ledger does not cover `neeps-core`" in err


def test_a_number_is_explained_by_the_clauses_that_name_it(haggis: Caller) -> None:
    code, record = haggis.json("explain", "9.5")
    assert code == 0
    assert record["title"] == "Who is paid, and how much"
    marks = {
        one["variant"]: {c["name"]: c["mark"] for c in one["clauses"]} for one in record["variants"]
    }
    assert marks["classic"] == {"bets.pay": "E"}
    assert marks["tournament"] == {"bets.pay": "P"}
    assert set(marks["neeps"]) == {"bets.pay.four", "bets.pay.six", "bets.score"}
    assert "tatties" not in marks


def test_a_number_is_explained_for_people_with_the_tables_for_which_it_speaks(
    haggis: Caller,
) -> None:
    _, out, _ = haggis("explain", "1.4")
    assert "1.4  The leftover cards are set aside unseen" in out
    assert "tatties (3 players)  R  deal.three with 3 seats" in out
    assert "neeps" not in out


def test_a_number_that_nobody_names_is_a_fault_of_the_call(haggis: Caller) -> None:
    code, _, err = haggis("explain", "9.9")
    assert code == 2
    assert "no clause names 9.9" in err
    code, _, err = haggis("explain", "10.3", "--in", "classic")
    assert code == 2
    assert "it speaks for tatties" in err


def usual(name: str) -> list[Game]:
    found = {game.seats: game for game in reversed(games_of(name))}
    return [found[seats] for seats in sorted(found)]


@pytest.mark.slow
def test_the_page_of_the_numbers_links_each_clause_that_names_one(tmp_path: Path) -> None:
    games = [*usual("classic"), *usual("tournament")]
    write_pages(games, tmp_path)
    page = (tmp_path / "numbers.md").read_text(encoding="utf-8")
    assert "[Rules by ledger number](numbers.md)" in (tmp_path / "index.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| \d+\\\.", line)]
    assert len(rows) == len(NUMBERS.numbers)
    assert "missing" not in page
    assert "nothing with" not in page
    links = re.findall(r"\]\(([\w-]+/[\w-]+\.md)#([\w.-]+)\)", page)
    assert len(links) > 100
    for file, anchor in links:
        assert f"{{ #{anchor} }}" in (tmp_path / file).read_text(encoding="utf-8")
    (row,) = [line for line in rows if line.startswith(r"| 6\.2 ")]
    assert "#capture.bomb.two) S (2 players)" in row
    assert row.endswith("(tournament-3/07-winning-a-trick.md#capture.bomb.three) R |")


def test_the_page_says_where_nothing_is_named() -> None:
    games = [
        replace(game, clauses={n: c for n, c in game.clauses.items() if n != "capture.bomb.two"})
        for game in usual("cats")
    ]
    page = numbers_page(Volumes.of(games), {}, NUMBERS)
    (row,) = [line for line in page.splitlines() if line.startswith(r"| 6\.2 ")]
    assert row.endswith("| **nothing with 2 players** |")
    assert page.count("nothing with") == 1
