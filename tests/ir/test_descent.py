"""A variant is its difference from another, and every clause knows where it comes from."""

import time
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import CircleOfVariantsError, RuleError, ShadowingWarning
from haggis_rules.ir.canonical import digest
from haggis_rules.ir.load import load_game
from haggis_rules.storage import package_data

CHILD = """language 2
variant child extends neeps-core
  "A child."

source club "The club's rules"

replace lead.next 5.4
  because "the club plays it so"
  "The winner leads, and if he is out, the player on his left."
  cites club "Lead"
  define next.leader as
    (best.player when best.player is playing otherwise 1 seats after best.player)
  on close
    let turn be next.leader

chapter "The trick"

add club.greeting
  because "we are polite"
  "Whoever leads says hello."
  cites club "Manners"
  note "nothing formal"
"""

GRANDCHILD = """language 2
variant grandchild extends child
  "A grandchild."

remove club.greeting because "we are not so polite"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "child.haggis").write_text(CHILD)
    (tmp_path / "grandchild.haggis").write_text(GRANDCHILD)
    return tmp_path


def test_a_variant_replaces_one_clause_and_keeps_the_rest(folder: Path) -> None:
    parent, child = load_game("neeps-core"), load_game(folder / "child.haggis")
    changed = {name for name in parent.clauses if parent.clauses[name] != child.clauses[name]}
    assert changed == {"lead.next"}
    assert set(child.clauses) - set(parent.clauses) == {"club.greeting"}


def test_a_replaced_clause_says_whose_place_it_took_and_why(folder: Path) -> None:
    clause = load_game(folder / "child.haggis").clauses["lead.next"]
    assert (clause.variant, clause.replaces) == ("child", "neeps-core")
    assert clause.edit == "the club plays it so"


def test_an_added_clause_joins_the_chapter_of_its_name(folder: Path) -> None:
    names = list(load_game(folder / "child.haggis").clauses)
    assert names.index("club.greeting") == names.index("trick.end") + 1


def test_provenance_survives_two_generations(folder: Path) -> None:
    game = load_game(folder / "grandchild.haggis")
    assert game.lineage == ("neeps-core", "child", "grandchild")
    assert game.clauses["lead.next"].variant == "child"
    assert game.removed == (("club.greeting", "we are not so polite"),)


def test_an_edit_changes_the_digest_of_what_it_touches_alone(folder: Path) -> None:
    parent, child = load_game("neeps-core"), load_game(folder / "child.haggis")
    assert digest(parent.definitions["next.leader"]) != digest(child.definitions["next.leader"])
    assert digest(parent.definitions["taker"]) == digest(child.definitions["taker"])
    assert digest(parent.actions) == digest(child.actions)


def test_the_digest_ignores_where_things_are_written(tmp_path: Path) -> None:
    (tmp_path / "child.haggis").write_text(CHILD)
    (tmp_path / "moved").mkdir()
    (tmp_path / "moved" / "child.haggis").write_text(CHILD.replace("\n\n", "\n\n\n"))
    one, other = load_game(tmp_path / "child.haggis"), load_game(tmp_path / "moved/child.haggis")
    assert digest(one.steps) == digest(other.steps)


def test_a_circle_of_variants_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.haggis").write_text('language 2 variant a extends b "A."')
    (tmp_path / "b.haggis").write_text('language 2 variant b extends a "B."')
    with pytest.raises(RuleError, match="descends from itself"):
        load_game(tmp_path / "a.haggis")


CIRCLES = {
    "itself": {"a": "variant x extends a"},
    "two": {"a": "variant x extends b", "b": "variant y extends a"},
    "three": {"a": "variant x extends b", "b": "variant y extends c", "c": "variant z extends a"},
    "further on": {"a": "variant x extends b", "b": "variant y extends b"},
}


@pytest.mark.parametrize("circle", CIRCLES)
def test_a_circle_of_files_under_other_names_is_refused_at_once(
    circle: str, tmp_path: Path
) -> None:
    for name, head in CIRCLES[circle].items():
        (tmp_path / f"{name}.haggis").write_text(f'language 2 {head} "Round."')
    begin = time.process_time()
    with pytest.raises(CircleOfVariantsError, match="descends from itself") as caught:
        load_game(tmp_path / "a.haggis")
    assert time.process_time() - begin < 1
    assert f"{tmp_path}" in caught.value.hint


def test_a_circle_through_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.haggis").write_text('language 2 variant x extends b "Round."')
    (tmp_path / "b.haggis").symlink_to(tmp_path / "a.haggis")
    with pytest.raises(CircleOfVariantsError):
        load_game(tmp_path / "a.haggis")


@pytest.mark.parametrize("text", ["", 'language 2 variant neeps-core "Another."', "\xff"])
def test_the_shipped_variant_is_meant_and_its_neighbour_is_mentioned(
    text: str, folder: Path
) -> None:
    (folder / "neeps-core.haggis").write_bytes(text.encode("latin-1"))
    with pytest.warns(ShadowingWarning, match="not `.*neeps-core.haggis` beside it"):
        child = load_game(folder / "child.haggis")
    assert set(load_game("neeps-core").clauses) < set(child.clauses)


def test_a_shipped_child_extends_the_shipped_parent_wherever_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    usual = load_game("tournament")
    (tmp_path / "classic.haggis").write_text('language 2 variant classic "Another."')
    with pytest.warns(ShadowingWarning):
        assert load_game("tournament") == usual


def test_a_copy_of_the_shipped_text_is_not_worth_a_word(folder: Path) -> None:
    (folder / "neeps-core.haggis").write_text(package_data.read("spec", "neeps-core.haggis"))
    assert load_game(folder / "child.haggis").lineage == ("neeps-core", "child")
