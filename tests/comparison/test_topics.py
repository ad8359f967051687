"""Variants that say the same about a number have one letter, and no other variant has it."""

from dataclasses import replace

from haggis_rules.analysis.comparison.topics import stances
from haggis_rules.ir.game import ClauseStatus, Game
from haggis_rules.ir.ledger import LedgerNumber
from tests.site.games import pages_game


def _game(
    name: str, game: Game, rule: str, *, standing: ClauseStatus = ClauseStatus.RULING
) -> Game:
    """Return a game with one clause, which names a number."""
    clause = replace(
        pages_game(2).clauses["turns"],
        name="a.clause",
        ledgers=("1.1",),
        rule=rule,
        variant=name,
        status=standing,
    )
    return replace(game, name=name, clauses={clause.name: clause})


def _number(*speaks: str) -> LedgerNumber:
    return LedgerNumber("1.1", "A chapter", "A title", speaks)


def _sayings(*games: Game) -> dict[str, int]:
    tables: dict[str, list[Game]] = {}
    for game in games:
        tables.setdefault(game.name, []).append(game)
    return {one.variant: one.saying for one in stances(_number(*tables), tables)}


def test_the_same_formal_text_is_the_same_saying_and_another_is_not() -> None:
    games = [
        _game("a", pages_game(2), "x"),
        _game("b", pages_game(2), "y"),
        _game("c", pages_game(2), "x"),
        _game("d", pages_game(2), "y"),
    ]
    assert _sayings(*games) == {"a": 0, "b": 1, "c": 0, "d": 1}


def test_a_variant_for_fewer_tables_is_compared_at_its_own() -> None:
    games = [
        _game("a", pages_game(2), "x"),
        _game("a", pages_game(3), "y"),
        _game("b", pages_game(3), "y"),
    ]
    assert _sayings(*games) == {"a": 0, "b": 0}
    assert _sayings(*games[:2], _game("b", pages_game(3), "x")) == {"a": 0, "b": 1}


def test_a_variant_with_a_table_of_its_own_has_to_say_the_same_everywhere() -> None:
    own = replace(pages_game(2), seats=5)
    games = [
        _game("a", pages_game(2), "x"),
        _game("a", pages_game(3), "y"),
        _game("b", pages_game(3), "y"),
    ]
    assert _sayings(*games, _game("c", pages_game(3), "y"), _game("c", own, "z"))["c"] == 1
    assert _sayings(*games, _game("c", pages_game(3), "y"), _game("c", own, "x"))["c"] == 1
    assert (
        _sayings(
            _game("a", pages_game(2), "x"), _game("a", pages_game(3), "x"), _game("c", own, "x")
        )["c"]
        == 0
    )


def test_without_formal_text_the_words_are_compared() -> None:
    silent = _game("b", pages_game(2), "")
    clause = replace(silent.clauses["a.clause"], words="Something else.")
    other = replace(silent, name="c", clauses={clause.name: clause})
    assert _sayings(_game("a", pages_game(2), ""), silent, other) == {"a": 0, "b": 0, "c": 1}


def test_what_follows_from_other_clauses_is_left_aside() -> None:
    derived = ClauseStatus.DERIVED
    games = [
        _game("a", pages_game(2), "x", standing=derived),
        _game("b", pages_game(2), "y", standing=derived),
    ]
    assert _sayings(*games) == {"a": 0, "b": 0}


def test_who_is_not_spoken_of_or_names_nothing_has_no_stance() -> None:
    games = {"a": [_game("a", pages_game(2), "x")], "b": [_game("b", pages_game(2), "x")]}
    assert [one.variant for one in stances(_number("b"), games)] == ["b"]
    silent = {"a": [replace(pages_game(2), name="a", clauses={})]}
    assert stances(_number("a"), silent) == ()
