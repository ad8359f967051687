"""What a fault points to beside its place: the other edit, the guard, the clause of the parent."""

from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import causes_of
from tests.cases.small_child import NEEDED, faults_of, labels, small_game

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


def test_a_case_that_a_field_lacks_points_to_the_field(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add bombs {NEEDED}
  "Two bombs."
  ruling {NEEDED}
  pattern bomb
    with kind one of low high
    made of 1 card on each of the ranks 2 3 when kind is low
    made of 1 card on each of the ranks 4 5 when kind is hihg
    ranked by kind
    written "bomb:{{kind}}"
""",
    )
    (cause,) = causes_of(faults)
    assert (cause.name(), cause.span.text) == ("unknown-name", "hihg")
    assert ("kind one of low high", "`hihg` is none of these") in labels(cause)


def test_an_exception_of_another_type_points_to_what_it_stands_for(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add heir {NEEDED}
  "Who is next."
  ruling {NEEDED}
  define heir as starter
add heir.none {NEEDED}
  "Or nobody."
  ruling {NEEDED}
  except heir when moves is 2 as none
""",
    )
    (cause,) = causes_of(faults)
    assert (cause.name(), cause.span.text) == ("wrong-type", "none")
    assert ("starter", "else it is this") in labels(cause)


def test_cards_that_are_too_few_point_to_their_ranks_and_suits(folder: Path) -> None:
    text = (folder / "small.haggis").read_text("utf-8")
    (folder / "small.haggis").write_text(text.replace("deal 2 pip", "deal 3 pip"), "utf-8")
    faults = faults_of(
        folder,
        f"""replace deck.cards {NEEDED}
  "There are cards from 2 to 5 in one suit, and a jack for each player."
  ruling {NEEDED}
  ranks 2 3 4 5 J
  suits red r
  deck pip of ranks 2 to 5 in each suit, 1 copy
  deck court of ranks J to J without suit, 1 copy for each seat
""",
    )
    (cause, *_) = causes_of(faults)
    places = [cause.span.text, *(text for text, _ in labels(cause))]
    assert "suits red r" in places


def test_a_comparison_with_one_answer_points_to_what_settles_it(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add worth {NEEDED}
  "Nothing is worth anything."
  ruling {NEEDED}
  define worth of seat s as 0
add worth.sum {NEEDED}
  "All is worth four."
  ruling {NEEDED}
  promise worth.sum always total for every seat s of (worth of s) is 4
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "never"
    assert ("0", "so `worth` is always 0") in labels(cause)


def test_a_condition_that_breaks_down_is_told_at_its_place(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add owners {NEEDED}
  "A call by whoever has few cards."
  ruling {NEEDED}
  may calls only when cards in hand of turn is below 9
  action rest by starter
  on rest
    let turn be none
add owners.all {NEEDED}
  "Anybody may gape."
  ruling {NEEDED}
  action gape by any seat s where (cards in hand of s is at least 1)
  may gape only when cards in hand of turn is below 8
  on gape
    let turn be starter
  example "A rest."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is none, the rest in stock
    then seat 1 can gape
""",
    )
    (cause,) = causes_of(faults)
    assert ("turn", "there is no value here") in labels(cause)


def test_a_word_without_a_value_points_to_what_it_means(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add later {NEEDED}
  "Who has the turn, if anybody has."
  ruling {NEEDED}
  define now as turn
add later.example {NEEDED}
  "The next one."
  ruling {NEEDED}
  define later as 1 seats after now
  example "Nobody has the turn."
    with 2 seats
    given turn is none, hand of seat 1 is "3r", the rest in stock
    then later is seat 1
""",
    )
    (cause,) = causes_of(faults)
    assert ("now", "there is no value here") in labels(cause)
    assert ("turn", "this is `now`") in labels(cause)


def test_an_edit_that_leaves_something_out_shows_what_it_says_instead(folder: Path) -> None:
    with (folder / "small.haggis").open("a", encoding="utf-8") as file:
        file.write(
            f'clause far\n  "It."\n  ruling {NEEDED}\n'
            "  except beats when a is single and b is set as true\n"
            f'clause far.shown\n  "It."\n  ruling {NEEDED}\n'
            '  example "A single beats a pair."\n    then "3r" beats "4r 4g"\n'
        )
    assert not faults_of(folder, "")
    faults = faults_of(
        folder,
        f"""replace far {NEEDED}
  "A pair beats a single."
  ruling {NEEDED}
  define two as 2
""",
    )
    (cause,) = causes_of(faults)
    assert (cause.name(), cause.span.text) == ("breaks-parent", "far")
    assert ("define two as 2", "it says this instead") in labels(cause)


def test_a_choice_that_is_gone_points_to_those_in_its_place(folder: Path) -> None:
    with (folder / "small.haggis").open("a", encoding="utf-8") as file:
        file.write(
            f'clause loud\n  "It."\n  ruling {NEEDED}\n'
            "  define loud of seat s as call of s is high\n"
        )
    faults = faults_of(
        folder,
        f"""replace calls {NEEDED}
  "The player in turn may call, once."
  ruling {NEEDED}
  choice stake is low or middling
  state call of each seat is stake or none, at first none, seen by all
  action calls of stake k by turn
  on calls
    let call of actor be k
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "breaks-parent"
    assert ("choice stake is low or middling", "`high` is none of these") in labels(cause)
