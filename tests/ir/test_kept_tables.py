"""The games of a text for every table, kept together: the ones that were typed, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from haggis_rules.ir import game_cache, load_tables
from haggis_rules.ir.load import source_of, texts_of
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.storage import user_cache
from haggis_rules.syntax import ast
from tests.keeping import forget, whole


@pytest.mark.parametrize("name", ["classic", "both-defenders"])
def test_kept_tables_are_those_that_were_typed(name: str, kept: Path) -> None:
    made, faults = check_everywhere(name)
    forget()
    again, same_faults = check_everywhere(name)
    assert again[0] is not made[0]
    assert len(again) > 1
    assert [whole(game) for game in again] == [whole(game) for game in made]
    assert faults == same_faults == []
    assert len([*kept.glob("tables-*")]) == 1


def test_what_is_kept_is_read_and_not_typed_again(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = check_everywhere("classic")
    forget()
    monkeypatch.delattr(load_tables, "_typed")
    again, _ = check_everywhere("classic")
    cases = [[(case.words, case.span) for case in game.cases] for game in made]
    assert [[(case.words, case.span) for case in game.cases] for game in again] == cases
    assert all(cases)
    assert kept.is_dir()


def test_a_text_with_a_fault_is_typed_each_time(kept: Path, tmp_path: Path) -> None:
    child = tmp_path / "young.haggis"
    head = 'add spare with 3 seats because "so"\n  "More."\n  ruling because "so"\n'
    fault = f"{head}  define spare.cards as no.such\n"
    child.write_text(f'language 2\nvariant young extends classic\n  "A child."\n\n{fault}')
    for _ in range(2):
        forget()
        games, faults = check_everywhere(child)
        assert [game.seats for game in games] == [2]
        assert [one.span.text for one in faults] == ["no.such"]
    assert not [*kept.glob("tables-*")]


def test_a_parent_that_changes_makes_other_games(kept: Path, tmp_path: Path) -> None:
    place = tmp_path / "own.haggis"
    for words in ("One text.", "Another."):
        place.write_text(f'language 2\nvariant own extends cats\n  "{words}"\n')
        forget()
        assert check_everywhere(place)[0][0].words == words
    assert len([*kept.glob("tables-*")]) == 2


@pytest.mark.parametrize("change", ["", "[]", '{"types": [], "game": []}'])
def test_a_file_in_which_one_line_is_no_game_is_not_looked_at(change: str, kept: Path) -> None:
    made, _ = check_everywhere("classic")
    (file,) = kept.glob("tables-*")
    good = file.read_text()
    _, first, _ = good.split("\n")
    key = game_cache._tables_key(texts_of(source_of("classic")))  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    user_cache.keep("tables", key, f"{first}\n{change}")
    assert file.read_text().endswith(f"{first}\n{change}")
    forget()
    again, _ = check_everywhere("classic")
    assert [whole(game) for game in again] == [whole(game) for game in made]
    assert file.read_text() == good


def test_only_the_games_of_so_many_texts_are_kept(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_cache, "MOST_TEXTS", 2)
    for name in ("classic", "cats", "wikipedia"):
        check_everywhere(name)
    assert len([*kept.glob("tables-*")]) == 2


def test_what_was_written_of_each_case_is_found_for_its_own_table(kept: Path) -> None:
    made, _ = check_everywhere("classic")
    forget()
    again, _ = check_everywhere("classic")
    for game, other in zip(made, again, strict=True):
        for case, same in zip(game.cases, other.cases, strict=True):
            assert isinstance(same.written, ast.Example | ast.Question)
            assert same.written == case.written
            assert same.span == case.span == same.written.span
    assert kept.is_dir()
