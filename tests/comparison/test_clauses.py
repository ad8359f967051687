"""What two variants have in common is left out, and all else is told with its reason."""

from pathlib import Path

import pytest

from haggis_rules.analysis.comparison.clause_differences import Difference, compare_clauses
from haggis_rules.ir.load import load_game, shipped
from haggis_rules.ir.load_tables import check_everywhere

PARENT = """
language 2
variant parent "A game for tests."
source here "Made up"
clause base
  "All of it."
  ruling because "tests need it"
  table of 2 seats
  ranks 1 2
  suits red r
  deck plain of ranks 1 to 2 in each suit, 1 copy
  zone heap, seen by all
  deal the rest of plain to heap
  state turn is seat, at first by chance, seen by all
  state done is truth, at first false, seen by all
clause passing
  "One passes."
  ruling because "tests need it"
  action pass by turn
  may pass only when not done
  on pass let done be true
clause extra
  "Nothing much."
  ruling because "tests need it"
  define odd as done
"""
CHILD = """
language 2
variant child extends parent "Another game for tests."
replace passing
  because "one is sorry"
  "One passes twice."
  ruling because "tests need it"
  action pass by turn
  may pass only when done or not done and turn is not 1 seats after turn
  on pass let done be not done
remove extra
  because "nobody wants it"
add surplus
  because "something is wanted"
  "Something more."
  ruling because "tests need it"
  define even as not done
"""


def between(folder: Path, child: str = CHILD) -> tuple[Difference, Difference]:
    """Compare a made-up variant with its parent, in both directions."""
    for name, text in (("parent", PARENT), ("child", child)):
        (folder / f"{name}.haggis").write_text(text, encoding="utf-8")
    games = [load_game(folder / f"{name}.haggis") for name in ("parent", "child")]
    return compare_clauses(games[:1], games[1:]), compare_clauses(games[1:], games[:1])


def test_a_clause_that_was_replaced_is_told_with_both_texts_and_the_reason(tmp_path: Path) -> None:
    for found in between(tmp_path):
        (changed,) = found.changed
        words = {changed.first.words, changed.second.words}
        assert words == {"One passes.", "One passes twice."}
        assert changed.reason == "one is sorry"
        assert found.same == 1


def test_a_clause_that_one_alone_has_is_told_with_the_reason(tmp_path: Path) -> None:
    forth, back = between(tmp_path)
    one_sided = [
        [(one.clause.name, one.reason) for one in side]
        for side in (forth.only_first, forth.only_second)
    ]
    assert one_sided == [[("extra", "nobody wants it")], [("surplus", "something is wanted")]]
    assert (back.only_first, back.only_second) == (forth.only_second, forth.only_first)


@pytest.mark.parametrize("name", shipped())
def test_a_variant_does_not_differ_from_itself(name: str) -> None:
    games, _ = check_everywhere(name)
    found = compare_clauses(games, games)
    assert (found.only_first, found.only_second, found.changed) == ((), (), ())
    assert found.same == len({clause for game in games for clause in game.clauses})


def test_every_edit_of_a_shipped_variant_is_a_difference_to_its_parent() -> None:
    parent, child = load_game("classic", players=3), load_game("tournament")
    found = compare_clauses([parent], [child])
    edited = {one.name for one in child.clauses.values() if one.variant == "tournament"}
    differing = {one.first.name for one in found.changed}
    differing |= {one.clause.name for one in found.only_second}
    assert differing == edited
    assert {one.clause.name for one in found.only_first} == {name for name, _ in child.removed}
    assert all(one.reason for one in found.changed)
    assert all(one.reason for one in (*found.only_first, *found.only_second))
