"""What is told first is the cause: the edit, and not what it puts at fault elsewhere."""

from pathlib import Path

import pytest

from haggis_rules.cases.causes.undoing import Line, SearchLimit, culprit_edits
from haggis_rules.diagnostics.errors import causes_of
from haggis_rules.ir.load import lineage, source_of
from tests.cases.small_child import HEAD, NEEDED, faults_of, line_of, small_game
from tests.cli.calling import Caller


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_game(tmp_path)


def test_a_sound_child_has_no_fault(folder: Path) -> None:
    assert faults_of(folder, f"remove gifts {NEEDED}") == ()


def test_a_removed_clause_is_the_place_with_all_that_still_needs_it(folder: Path) -> None:
    faults = faults_of(folder, f"remove beating {NEEDED}")
    (cause,) = causes_of(faults)
    assert cause.name() == "breaks-parent"
    assert line_of(cause) == f"remove beating {NEEDED}"
    assert [span.text for span, _ in cause.others][:1] == ["beats"]
    assert len(faults) > 1


def test_an_edit_that_breaks_inherited_examples_is_the_place(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add extra {NEEDED}
  "A lower play beats a higher one."
  ruling {NEEDED}
  except beats when a is not b as b outranks a
add other {NEEDED}
  "Nothing of note."
  ruling {NEEDED}
  define three as 3
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "breaks-parent"
    assert line_of(cause) == "except beats when a is not b as b outranks a"
    assert {span.text for span, _ in cause.others} >= {'"4r" beats "3r"', '"4r 4g" beats "3r 3g"'}
    assert "`turns.shown`" in cause.hint
    assert len(faults) == 4


def test_an_example_of_its_own_points_to_the_edit_that_makes_it_fail(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""replace calls {NEEDED}
  "A call may be made again and again."
  ruling {NEEDED}
  choice stake is low or high
  state call of each seat is stake or none, at first none, seen by all
  action calls of stake k by turn
  on calls
    let call of actor be k
    let moves be 2
  example "A call is no move."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, the rest in stock
    when seat 1: calls low
    then moves is 0
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "failed-example"
    assert line_of(cause) == "then moves is 0"
    assert any("let moves be 2" in span.text for span, _ in cause.others)


def test_a_new_entry_of_the_score_is_what_breaks_a_promise_about_the_sum(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add bonus {NEEDED}
  "Five points for being there."
  ruling {NEEDED}
  score present of seat s as (5 when s is turn otherwise 0)
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "breaks-parent"
    assert line_of(cause) == "score present of seat s as (5 when s is turn otherwise 0)"
    (_, label), *_ = cause.others
    assert "`sum` does not hold" in label


def test_two_exceptions_that_hold_at_once_are_one_fault_with_a_small_case(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add set.single {NEEDED}
  "A single beats no set."
  ruling {NEEDED}
  except beats when a is single and b is set as false
add single.all {NEEDED}
  "A single beats all that is no single."
  ruling {NEEDED}
  except beats when a is single and b is not single as true
  example "Two claims, and each breaks down."
    then "J" beats "3r 3g", "J" beats "4r 4g"
  example "One claim."
    then "J" beats "3r 3g"
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "two-exceptions"
    assert cause.message.endswith("as with `2r = single@2` and `2r 2g = set2@2`")
    assert next(span.text for span, _ in cause.others) == "a is single and b is set"
    assert 'example "One claim."' in cause.others[-1][0].text
    assert len(faults) == 2


def test_what_is_held_back_is_counted_in_words_and_in_json(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    haggis = Caller(capsys, monkeypatch)
    faults = faults_of(folder, f"remove beating {NEEDED}")
    code, _, err = haggis("check", folder / "child.haggis")
    assert code == 1
    assert err.count("error[") == 1
    assert f"and {len(faults) - 1} more" in err
    _, record = haggis.json("check", folder / "child.haggis")
    (file,) = record["files"]
    assert (len(file["faults"]), file["held_back"]) == (1, len(faults) - 1)


MENTIONING = """
clause turns.told
  "Who is on turn; see gifts."
  ruling because "so that gifts.shown is clear"
  note "As gifts.shown says."
  example "As in gifts.shown."
    then "4r" beats "3r"
  question "And after gifts.shown?"
    answer "See gifts.shown."
    then "4r" beats "3r"
clause gifts.shown
  "Nothing."
  ruling because "the tests need it"
"""


def test_words_that_still_mention_a_removed_clause_can_be_changed(folder: Path) -> None:
    with (folder / "small.haggis").open("a", encoding="utf-8") as file:
        file.write(MENTIONING)
    gone = f"remove gifts.shown {NEEDED}"
    (fault,) = faults_of(folder, gone)
    assert fault.name() == "mentioned"
    assert line_of(fault) == gone
    assert len(fault.others) == 5
    assert 'from "gifts.shown" to "..."' in fault.hint
    change = f"""
change turns.told {NEEDED}
  "Who is on turn."
  ruling because "so that it is clear"
  without note "As gifts.shown says."
  from example "As in gifts.shown." to example "So."
    then "4r" beats "3r"
  without question "And after gifts.shown?"
"""
    assert faults_of(folder, f"{gone}{change}") == ()


def test_examples_that_are_wrong_in_their_own_ways_are_a_cause_each(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add extra {NEEDED}
  "A lower play beats a higher one, too."
  ruling {NEEDED}
  define three as 3
  define four as 4
  example "Three is four."
    then three is 4
  example "Four is five."
    then four is 5
  example "Three is six."
    then three is 6
""",
    )
    assert [one.span.text for one in causes_of(faults)] == ["three is 4", "four is 5", "three is 6"]
    assert not any(one.follows for one in faults)


def test_a_field_that_is_misspelt_where_it_is_declared_is_pointed_to(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add extra {NEEDED}
  "A row of three."
  ruling {NEEDED}
  pattern row
    with widht 2 or more, rank top
    made of width cards of rank top
    ranked by top
    written "row@{{top}}"
""",
    )
    (cause,) = causes_of(faults)
    assert [(span.text, span.first_line().strip()) for span, _ in cause.others] == [
        ("widht", "with widht 2 or more, rank top")
    ]


def test_a_wrong_example_points_to_the_rules_of_its_own_clause(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add extra {NEEDED}
  "Twice two is five."
  ruling {NEEDED}
  define five as 2 + 2
  example "So it is."
    then five is 5
""",
    )
    assert "define five as 2 + 2" in [span.text for span, _ in faults[0].others]


def test_no_edit_is_sought_once_the_time_has_passed(folder: Path) -> None:
    path = folder / "child.haggis"
    path.write_text(f"{HEAD}\nremove beating {NEEDED}", "utf-8")
    line = lineage(source_of(path))
    tried: list[object] = []

    def occurs(text: Line) -> bool:
        tried.append(text)
        return bool(text[-1].entries)

    assert culprit_edits(line, occurs, SearchLimit(0)) == ()
    assert not tried
    assert culprit_edits(line, occurs, SearchLimit.seconds(9))


def test_a_missing_value_is_shown_where_it_is_asked_for(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add extra {NEEDED}
  "The seat after the turn, when there is none."
  ruling {NEEDED}
  define later as 1 seats after turn
  example "Nobody has the turn."
    with 2 seats
    given turn is none, hand of seat 1 is "3r", the rest in stock
    then later is seat 1
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "failed-example"
    assert ("turn", "there is no value here") in [
        (span.text, words) for span, words in cause.others
    ]


def test_what_an_edit_leaves_out_is_told_at_its_head(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""replace places {NEEDED}
  "The stock is open."
  ruling {NEEDED}
  zone hand of each seat, seen by all
  zone stock, seen by all
  zone pile, seen by all
  deal one each of J to hand of each seat
  deal 2 pip to hand of each seat
""",
    )
    (cause, *_) = causes_of(faults)
    assert (cause.name(), cause.span.text) == ("breaks-parent", "places")
