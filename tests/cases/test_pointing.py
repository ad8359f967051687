"""What a fault points to beside its place: the other edit, the guard, the clause of the parent."""

from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import causes_of
from tests.cases.small_child import NEEDED, faults_of, small_game

WIDE = f"""
clause beating.wide
  "Whether a single beats a set."
  ruling {NEEDED}
  define wide as false
clause beating.sets
  "It may."
  ruling {NEEDED}
  except beats when a is single and b is set and wide as true
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_game(tmp_path)


def test_two_exceptions_point_to_the_other_edit_with_which_they_hold(folder: Path) -> None:
    with (folder / "small.haggis").open("a", encoding="utf-8") as file:
        file.write(WIDE)
    faults = faults_of(
        folder,
        f"""replace beating.wide {NEEDED}
  "It does."
  ruling {NEEDED}
  define wide as true
add set.single {NEEDED}
  "A single beats no set."
  ruling {NEEDED}
  except beats when a is single and b is set as false
  example "A jack."
    then not "J" beats "3r 3g"
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "two-exceptions"
    assert cause.span.text == "a is single and b is set"
    assert ("define wide as true", "with this edit they do") in [
        (span.text, words) for span, words in cause.others
    ]


def test_what_a_guard_at_fault_leaves_out_follows_from_the_guard(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add pace {NEEDED}
  "How fast we play."
  ruling {NEEDED}
  choice pace is slow or qiuck
  option speed is pace, usually slow
add pace.quick with speed is quick {NEEDED}
  "Two."
  ruling {NEEDED}
  define bonus as 2
add pace.slow with speed is slow {NEEDED}
  "One."
  ruling {NEEDED}
  define bonus as 1
add pace.twice {NEEDED}
  "Twice."
  ruling {NEEDED}
  define twice as bonus + bonus
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "not-offered"
    assert "choice pace is slow or qiuck" in [span.text for span, _ in cause.others]
    assert "unknown-name" in [one.name() for one in faults]


def test_a_declaration_at_fault_comes_before_what_is_then_there_at_other_tables_alone(
    folder: Path,
) -> None:
    with (folder / "small.haggis").open("a", encoding="utf-8") as file:
        file.write(f'clause mark\n  "A mark."\n  ruling {NEEDED}\n  define marked as true\n')
        file.write(f'clause mark.kept\n  "It."\n  ruling {NEEDED}\n  promise marks always marked\n')
    faults = faults_of(
        folder,
        f"""remove mark {NEEDED}
add mark.two with 2 seats {NEEDED}
  "With two."
  ruling {NEEDED}
  define marked as true
add mark.three with 3 seats {NEEDED}
  "With three."
  ruling {NEEDED}
  define marked as not ture
""",
    )
    (cause,) = causes_of(faults)
    assert (cause.name(), cause.span.text) == ("unknown-name", "ture")


def test_a_refused_action_points_to_the_condition_that_fails(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add slow {NEEDED}
  "No call before the second move, and a card is given away at any time."
  ruling {NEEDED}
  may calls only when call of actor is none or moves is at least 1
  may calls only when moves is at least 2
  example "A call."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, the rest in stock
    then seat 1 can calls low
""",
    )
    (cause,) = causes_of(faults)
    assert [span.text for span, words in cause.others if words == "this is against it here"] == [
        "moves is at least 2"
    ]


def test_the_clause_of_the_parent_that_an_edit_puts_at_fault_is_named(folder: Path) -> None:
    with (folder / "small.haggis").open("a", encoding="utf-8") as file:
        file.write(f'clause limit\n  "Few."\n  ruling {NEEDED}\n  define limit as 2\n')
        file.write(f'clause limited\n  "It."\n  ruling {NEEDED}\n  define wide as limit is 2\n')
    faults = faults_of(
        folder,
        f"""replace limit {NEEDED}
  "No number any more."
  ruling {NEEDED}
  define limit as true
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "breaks-parent"
    assert cause.hint.endswith("edit `limited` as well")


def test_a_word_that_a_choice_lacks_points_to_the_choice(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add pace {NEEDED}
  "How fast we play."
  ruling {NEEDED}
  choice pace is slow or steady
  state speed is pace, at first slow, seen by all
  define hurried as speed is quick
""",
    )
    (cause,) = causes_of(faults)
    assert (cause.name(), cause.span.text) == ("unknown-name", "quick")
    assert ("pace", "`quick` is none of these", "choice pace is slow or steady") in [
        (span.text, words, span.first_line().strip()) for span, words in cause.others
    ]


def test_a_name_that_is_given_twice_at_a_table_points_to_the_guards(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add pair.two with 2 seats {NEEDED}
  "Two."
  ruling {NEEDED}
  define bonus as 2
add pair.three {NEEDED}
  "Three."
  ruling {NEEDED}
  define bonus as 3
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "name-twice"
    assert [(span.text, words) for span, words in cause.others[1:]] == [
        ("pair.two", "this is there with 2 seats"),
        ("pair.three", "this is always there"),
    ]


def test_two_exceptions_with_one_condition_are_found_though_no_example_comes_there(
    folder: Path,
) -> None:
    with (folder / "small.haggis").open("a", encoding="utf-8") as file:
        file.write(WIDE.replace("and wide", "and a is set"))
    assert not faults_of(folder, "")
    faults = faults_of(
        folder,
        f"""add other {NEEDED}
  "It does not."
  ruling {NEEDED}
  except beats when a is single and b is set and a is set as false
""",
    )
    (fault,) = faults
    assert fault.name() == "two-exceptions"
    assert fault.span.source.path.endswith("child.haggis")
    ((other, words),) = fault.others
    assert (other.source.path.endswith("small.haggis"), words) == (True, "the other is here")
