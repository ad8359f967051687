"""A game that was kept is the game that was typed; whatever else lies there is not looked at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from haggis_rules.diagnostics.errors import RuleError, ShadowingWarning
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir import game_cache, load
from haggis_rules.ir.canonical import canonical
from haggis_rules.ir.game import Clause, Game
from haggis_rules.ir.game_cache import PLACES, GameRequest, programs
from haggis_rules.ir.game_codec import game_from_json, game_to_json
from haggis_rules.ir.game_digests import content_digest, play_digest
from haggis_rules.ir.load import known_names, load_game, source_of, texts_of
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.storage import package_data, user_cache
from haggis_rules.storage.import_closure import import_closure, installed
from haggis_rules.syntax import ast
from tests.keeping import forget, whole

TESTS = Path(__file__).parent.parent
TEXTS = (
    *("texts/every-word", "heron/heron", "tablegames/bigtwo", "deals/redshank", "orders/whimbrel"),
    *("turning/plover", "pairs/phalarope", "two_parents/pochard", "draws/ruff", "levels/bittern"),
)


def tables(name: str | Path) -> Iterator[tuple[tuple[SourceFile, ...], Game]]:
    """Yield a variant at every table, with the usual options."""
    texts = texts_of(source_of(name))
    games, faults = check_everywhere(name)
    assert not faults
    for seats in games[0].seatings:
        yield texts, next(game for game in games if game.seats == seats)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", [*known_names(), *TEXTS])
def test_every_game_is_read_as_it_was_written(name: str) -> None:
    for texts, game in tables(name if name in known_names() else TESTS / f"{name}.haggis"):
        written = game_to_json(game, texts)
        again = game_from_json(written, texts, partial(_written, game))
        assert game_to_json(again, texts) == written  # what is one object stays one
        assert whole(again) == whole(game)
        assert canonical(again) == canonical(game)


def _written(game: Game, number: int) -> ast.Example | ast.Question:
    return game.cases[number].written


def test_a_kept_game_is_the_one_that_was_typed(kept: Path) -> None:
    made = load_game("cats", players=2)
    forget()
    again = load_game("cats", players=2)
    assert again is not made
    assert whole(again) == whole(made)
    assert again.origin == made.origin
    assert again.origin is not None
    assert (again.origin.content, again.origin.play) == _hashes(made)
    assert len([*kept.glob("game-*")]) == 1


def _hashes(game: Game) -> tuple[str, str]:
    """Return both hashes of a game as they are made of what is in it."""
    bare = replace(game)
    assert bare.origin is None
    return content_digest(bare), play_digest(bare)


def test_what_is_kept_is_read_and_not_made_again(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_game("cats", players=2)
    forget()
    monkeypatch.delattr(load, "_typed_game")
    assert load_game("cats", players=2).name == "cats"
    assert [*kept.glob("head-*")]


def test_each_table_and_each_agreement_has_a_game_of_its_own(kept: Path) -> None:
    def seen(**call: Any) -> set[str]:
        load_game("classic", **call)
        forget()
        return {file.name for file in kept.glob("game-*")}

    before = set[str]()
    for call in (
        {"players": 2},
        {"players": 3},
        {"players": 2, "options": {"target": 350}},
        {"players": 2, "options": {"target": "350"}},
    ):
        after = seen(**call)
        assert len(after - before) == 1
        before = after
    assert seen(players=2) == before


@pytest.fixture
def family(tmp_path: Path, kept: Path) -> Path:
    """Write a variant of two files, and keep its game."""
    assert not kept.exists()
    parent = package_data.read("spec", "classic.haggis").replace("variant classic", "variant old")
    (tmp_path / "old.haggis").write_text(parent)
    child = tmp_path / "young.haggis"
    child.write_text('language 2\nvariant young extends old\n  "A child."\n')
    return child


def test_another_text_of_a_parent_makes_another_game(family: Path) -> None:
    before = load_game(family, players=2)
    forget()
    parent = family.with_name("old.haggis")
    parent.write_text(parent.read_text().replace("players", "people"))
    after = load_game(family, players=2)
    assert content_digest(after) != content_digest(before)
    assert [text.path for text in texts_of(source_of(family))] == [str(parent), str(family)]


def test_another_program_makes_another_game(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_game("cats", players=2)
    (before,) = kept.glob("game-*")
    forget()
    monkeypatch.setattr(game_cache, "_means", lambda: "of another version")
    load_game("cats", players=2)
    assert {*kept.glob("game-*")} > {before}


def test_a_file_moved_to_another_key_is_not_looked_at(kept: Path) -> None:
    load_game("classic", players=2)
    (of_two,) = kept.glob("game-*")
    load_game("classic", players=3)
    (of_three,) = {*kept.glob("game-*")} - {of_two}
    of_three.write_bytes(of_two.read_bytes())
    forget()
    assert load_game("classic", players=3).seats == 3


def test_a_changed_byte_anywhere_is_noticed(kept: Path) -> None:
    made = load_game("cats", players=2)
    (file,) = kept.glob("game-*")
    good = file.read_bytes()
    request = GameRequest(texts_of(source_of("cats")), 2, ())
    assert game_cache.recall_game(request, _no_case) is not None
    for at in range(0, len(good), len(good) // 60):
        file.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        assert game_cache.recall_game(request, _no_case) is None, at
    for length in (0, 1, 64, 65, len(good) // 2, len(good) - 1):
        file.write_bytes(good[:length])
        assert game_cache.recall_game(request, _no_case) is None, length
    forget()
    assert whole(load_game("cats", players=2)) == whole(made)
    assert file.read_bytes() == good


def _no_case(_: int) -> Any:
    pytest.fail("a case was asked for")


def _spanned(*span: Any) -> Callable[[Any], Any]:
    """Return what gives the first clause another span."""
    return _clause("span", list(span))


def _clause(name: str, value: Any) -> Callable[[Any], Any]:
    """Return what gives a field of the first clause another value."""

    def change(data: Any) -> Any:
        clauses = data["game"][KINDS.index("clauses") + 1]
        place = [each.name for each in fields(Clause)].index(name) + 1
        next(iter(clauses.values()))[place] = value
        return data

    return change


def _named(name: str) -> Callable[[Any], Any]:
    """Return what calls the first definition by another name where it is looked up."""

    def change(data: Any) -> Any:
        place = KINDS.index("definitions") + 1
        first, *others = data["game"][place].items()
        data["game"][place] = dict([(name, first[1]), *others])
        return data

    return change


def _game(change: Callable[[list[Any]], list[Any]]) -> Callable[[Any], Any]:
    """Return what changes the row of the game alone."""
    return lambda data: data | {"game": change(data["game"])}


def _types(change: Callable[[list[Any]], list[Any]]) -> Callable[[Any], Any]:
    """Return what changes the rows of types alone."""
    return lambda data: data | {"types": change(data["types"])}


KINDS = [each.name for each in fields(Game) if each.init]
SEATS = KINDS.index("seats") + 1
FORGED: dict[str, Callable[[Any], Any]] = {
    "a list": lambda _: [],
    "nothing in it": lambda _: {"types": [], "game": []},
    "no fields": _game(lambda _: ["Game"]),
    "too few types": _types(lambda rows: rows[:-1]),
    "a type that is none": _types(lambda _: [["Game"]]),
    "another class": _game(lambda row: ["Case", *row[1:]]),
    "a field more": _game(lambda row: [*row, 1]),
    "a field less": _game(lambda row: row[:-1]),
    "a text as a number": _game(lambda row: [*row[:SEATS], "2", *row[SEATS + 1 :]]),
    "a fraction": _game(lambda row: [*row[:SEATS], 2.0, *row[SEATS + 1 :]]),
    "a number as a text": _game(lambda row: ["Game", 1, *row[2:]]),
    "a name of two lines": _game(lambda row: ["Game", "cats\nimport os", *row[2:]]),
    "a name that ends a line": _game(lambda row: ["Game", "cats\r", *row[2:]]),
    "words of two lines": _game(lambda row: ["Game", "cats", "two\nlines", *row[3:]]),
    "a clause called by two lines": _named("name\nimport os"),
    "a formal text that is none": _clause("formal", 1),
    "a list as a text": _game(lambda row: ["Game", ["cats"], *row[2:]]),
    "a span that ends before": _spanned(0, 5, 1),
    "a span beyond the text": _spanned(0, 0, 10**9),
    "a span elsewhere": _spanned(99, 0, 1),
    "a span of a text": _spanned("0", 0, 1),
    "a span that says a number": _spanned(0, 0, 1, 7),
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_a_forged_file_that_is_no_game_is_not_looked_at(
    kept: Path, change: Callable[[Any], Any]
) -> None:
    hashes, text = _cats()
    request = GameRequest(texts_of(source_of("cats")), 2, ())
    key = game_cache._game_key(request)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    user_cache.keep("game", key, f"{hashes}{text}")
    assert game_cache.recall_game(request, _no_case) is not None
    user_cache.keep("game", key, f"{hashes}{json.dumps(change(json.loads(text)))}")
    assert game_cache.recall_game(request, _no_case) is None
    assert len([*kept.glob("game-*")]) == 1


@cache
def _cats() -> tuple[str, str]:
    """Return both hashes of a game, a line each, and the game, as a file has them."""
    made = load_game("cats", players=2)
    assert made.origin is not None
    hashes = f"{made.origin.content}\n{made.origin.play}\n"
    return hashes, game_to_json(made, texts_of(source_of("cats")))


def test_a_game_is_typed_again_where_a_forged_file_lies(kept: Path) -> None:
    load_game("cats", players=2)
    (file,) = kept.glob("game-*")
    good, (hashes, _) = file.read_text(), _cats()
    request = GameRequest(texts_of(source_of("cats")), 2, ())
    user_cache.keep("game", game_cache._game_key(request), f"{hashes}[]")  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    assert file.read_text() != good
    forget()
    assert load_game("cats", players=2).seats == 2
    assert file.read_text() == good


def test_two_fields_of_one_type_are_not_swapped() -> None:
    """The codec says nothing of names: the order of fields is all that tells them apart."""
    texts = texts_of(source_of("cats"))
    game = load_game("cats", players=2)
    data = json.loads(game_to_json(game, texts))
    row = dict(zip(KINDS, data["game"][1:], strict=True))
    assert (row["name"], row["words"]) == (game.name, game.words)


def test_a_folder_that_others_can_write_is_not_used(kept: Path) -> None:
    kept.mkdir(mode=0o777)
    kept.chmod(0o777)
    assert load_game("cats", players=2).name == "cats"
    assert not [*kept.iterdir()]


def test_a_folder_that_cannot_be_made_costs_only_time(kept: Path) -> None:
    kept.write_text("in the way")
    assert load_game("cats", players=2).name == "cats"


def test_many_who_keep_one_game_at_once_leave_one_whole_file(kept: Path) -> None:
    game = load_game("cats", players=2)
    (file,) = kept.glob("game-*")
    good = file.read_bytes()
    request = GameRequest(texts_of(source_of("cats")), 2, ())
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            pool.submit(game_cache.keep_game, request, game)
            assert game_cache.recall_game(request, _no_case) is not None
    assert [one.read_bytes() for one in kept.glob("game-*")] == [good]
    assert not [*kept.glob(".half-*")]


def test_only_so_many_games_are_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_cache, "MOST_GAMES", 3)
    for target in range(250, 300, 10):
        load_game("classic", players=2, options={"target": target})
    assert len([*kept.glob("game-*")]) == 3


@pytest.mark.parametrize("text", ["", "[]", "[1, []]", '["a", [1]]', '["a", [["b", 1]]]', "{"])
def test_a_head_that_is_none_is_not_looked_at(kept: Path, text: str) -> None:
    source = source_of("cats")
    load_game("cats", players=2)
    assert kept.is_dir()
    user_cache.keep("head", game_cache._head_key(source), text)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    assert game_cache.recall_head(source) is None
    forget()
    assert [one.path for one in texts_of(source)] == ["classic.haggis", "cats.haggis"]


def test_a_fault_of_a_kept_head_is_shown_where_the_text_names_it(family: Path) -> None:
    load_game(family, players=2)
    forget()
    family.with_name("old.haggis").unlink()
    with pytest.raises(RuleError, match="no variant is called `old`") as caught:
        load_game(family, players=2)
    assert caught.value.span.text == "old"
    assert caught.value.span.line == 2


def test_a_kept_head_warns_of_a_file_that_hides_a_shipped_one(tmp_path: Path, kept: Path) -> None:
    assert not kept.exists()
    text = package_data.read("spec", "cats.haggis")
    (tmp_path / "cats.haggis").write_text(text.replace("variant cats ", "variant cats2 "))
    (tmp_path / "classic.haggis").write_text(f"{package_data.read('spec', 'classic.haggis')}\n")
    for _ in range(2):
        forget()
        with pytest.warns(ShadowingWarning, match="`cats2` extends the shipped `classic`"):
            load_game(tmp_path / "cats.haggis", players=2)


def test_the_key_has_every_program_that_a_game_is_made_by() -> None:
    found = import_closure(["haggis_rules.ir.load_tables"], installed("haggis_rules"))
    files = {file.removesuffix(".py").removesuffix("/__init__") for file in programs()}
    rooms = {f"haggis_rules.{file.replace('/', '.')}" for file in files}
    assert {*found} - rooms == {"haggis_rules"}  # it imports what it is asked for, and nothing else
    assert {name.split("/")[0] for name in programs()} == {*PLACES}
