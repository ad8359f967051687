"""Small changes are tried as repairs of an example that fails, and none is claimed that is none."""

from pathlib import Path
from typing import Any

import pytest

from haggis_rules.cases import check_text
from haggis_rules.cases.causes import repairing
from haggis_rules.cases.causes.repairing import RepairSearch
from haggis_rules.cases.causes.undoing import Line, SearchLimit
from haggis_rules.diagnostics.errors import RuleError, causes_of
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.descent.flattening import flatten
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower, lower_everywhere, lower_for_play
from haggis_rules.mutation.small_changes import small_changes
from haggis_rules.syntax.parse import parse
from tests.cases.small_child import HEAD, NEEDED, SMALL

Place = tuple[str, str]

FAR = f"""add extra {NEEDED}
  "Four, a number that nothing needs, and five."
  ruling {NEEDED}
  define four as 5
  define nine as 9
  define five as four + 1
add told {NEEDED}
  "What is said of five."
  ruling {NEEDED}
  example "Five."
    then five is 5
  example "Six, and seven."
    then five + 1 is 6, five + 2 is 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.haggis").write_text(SMALL.read_text("utf-8"), "utf-8")
    return tmp_path


def faults_of(folder: Path, edits: str) -> tuple[RuleError, ...]:
    return check_text(_line(folder, edits), changes=small_changes).faults


def _line(folder: Path, edits: str) -> Line:
    path = folder / "child.haggis"
    path.write_text(f"{HEAD}\n{edits}", "utf-8")
    return lineage(source_of(path))


def repairs_in(fault: RuleError) -> list[Place]:
    """Return the places at which a change repairs, each with its line and with what is said."""
    labels = [(span, label) for span, label in fault.others if "would hold" in label]
    return [(span.first_line().strip(), label) for span, label in labels]


def test_a_change_in_another_clause_is_pointed_to_and_two_examples_are_one_cause(
    folder: Path,
) -> None:
    faults = faults_of(folder, FAR)
    (cause,) = causes_of(faults)
    assert cause.span.text == "five is 5"
    assert (
        "define four as 5",
        "with one change here it would hold, and so would 1 more: 5 to 4",
    ) in repairs_in(cause)
    assert not [line for line, _ in repairs_in(cause) if line == "define nine as 9"]
    assert len(faults) == 3


def test_the_same_faults_are_told_again_word_for_word(folder: Path) -> None:
    first, again = (list(map(str, faults_of(folder, FAR))) for _ in range(2))
    assert first == again


def test_a_change_that_breaks_what_holds_comes_after_one_that_does_not(folder: Path) -> None:
    broken = f"""add extra {NEEDED}
  "Four, as it should be, and what is added to it."
  ruling {NEEDED}
  define four as 4
  define added as 2
  example "Four is four."
    then four is 4
add told {NEEDED}
  "The sum."
  ruling {NEEDED}
  define whole as four + added
  example "Five."
    then whole is 5
"""
    (cause,) = causes_of(faults_of(folder, broken))
    lines = [line for line, _ in repairs_in(cause)]
    assert "define added as 2" in lines
    assert "define four as 4" not in lines


def test_an_item_is_looked_at_further_where_its_first_repair_breaks_what_holds(
    folder: Path,
) -> None:
    moved = 'given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1,'
    child = f"""add most {NEEDED}
  "Five is the most."
  ruling {NEEDED}
  define most as (5 when moves is 0 otherwise 4)
  example "At first."
    with 2 seats
    {moved} moves is 0, the rest in stock
    then most is 5
  example "After a move."
    with 2 seats
    {moved} moves is 1, the rest in stock
    then most is 5
"""
    (cause,) = causes_of(faults_of(folder, child))
    assert [label for _, label in repairs_in(cause)] == [
        "with one change here it would hold: 4 to 5"
    ]


def test_where_every_repair_breaks_something_the_one_with_most_that_holds_is_shown(
    folder: Path,
) -> None:
    moved = 'given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1,'
    cases = "".join(
        f"""  example "{name}."
    with 2 seats
    {moved} moves is {moves}, the rest in stock
    then most is {most}, least is {least}
"""
        for name, moves, most, least in (
            ("At first", 0, 5, 1),
            ("Then", 1, 6, 1),
            ("And then", 2, 6, 2),
        )
    )
    child = f"""add most {NEEDED}
  "Five is the most."
  ruling {NEEDED}
  define most as 5
  define least as 1
{cases}"""
    cause = causes_of(faults_of(folder, child))[0]
    assert [label for _, label in repairs_in(cause)] == [
        "with one change here it would hold, but not 1 that holds now: 5 to 6"
    ]


def test_a_clause_that_is_removed_is_what_an_example_of_the_text_lacks(folder: Path) -> None:
    child = f"""add shown {NEEDED}
  "A play needs the turn."
  ruling {NEEDED}
  example "The other one may not call twice."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1,
      call of seat 1 is low, the rest in stock
    then seat 1 can not calls low
remove calls.once {NEEDED}
"""
    small = folder / "small.haggis"
    once = "  may calls only when call of actor is none\n"
    text = small.read_text("utf-8")
    assert once in text
    small.write_text(
        f'{text.replace(once, "")}\nclause calls.once\n  "Once."\n  ruling {NEEDED}\n{once}',
        "utf-8",
    )
    (cause,) = causes_of(faults_of(folder, child))
    assert repairs_in(cause) == [
        (f"remove calls.once {NEEDED}", "with one change here it would hold: not removed")
    ]


def test_no_more_changes_are_tried_than_are_allowed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[RepairSearch] = []

    def watched(*given: Any) -> RepairSearch:
        searches.append(RepairSearch(*given))
        return searches[-1]

    monkeypatch.setattr("haggis_rules.cases.text_check.RepairSearch", watched)
    monkeypatch.setattr(repairing, "MOST_CHANGES", 2)
    cause, _ = causes_of(faults_of(folder, FAR))
    assert [one.tried for one in searches] == [2]
    assert not repairs_in(cause)
    assert "define four as 5" in [span.first_line().strip() for span, _ in cause.others]


def test_nothing_is_tried_once_the_time_has_passed(folder: Path) -> None:
    line = _line(folder, FAR)
    report = check_text(line)
    search = RepairSearch(line, report.games, report.checked, small_changes, SearchLimit(0))
    failing = next(one for one in report.checked if one.faults)
    assert search.repairs(failing, ["extra", "told"]) == ()
    assert search.tried == 0


def test_each_change_lies_in_its_clause_and_says_what_it_does(folder: Path) -> None:
    line = _line(folder, f"{FAR}\nremove gifts {NEEDED}\n")
    games, _ = lower_everywhere(line)
    changes_to = small_changes(line, games)
    for clause, needed in (
        ("extra", "5 to 4"),
        ("extra", "plus to minus"),
        ("gifts", "not removed"),
    ):
        found = list(changes_to(clause))
        assert needed in [one.what for one in found]
        for one in found:
            assert one.item.start <= one.place.start < one.place.end <= one.item.end
            assert one.file != line[-1]
    assert not list(changes_to("turns"))


def test_a_game_to_be_played_is_the_whole_one_without_promises(folder: Path) -> None:
    line = _line(folder, FAR)
    whole = lower(line, players=2)
    played = lower_for_play(line, players=2, options={})
    assert whole.promises
    assert not played.promises
    assert (whole.actions, whole.definitions) == (played.actions, played.definitions)
    assert whole.cases == played.cases


def test_a_text_is_flattened_by_the_parent_that_it_is_given_with(folder: Path) -> None:
    line = _line(folder, "")
    parent = line[0].variant.name.span.source
    other = parse(SourceFile(parent.path, parent.text.replace("Two or three sit", "They sit")))
    for file, words in ((line[0], "Two or three sit"), (other, "They sit"), (line[0], "Two or")):
        (first, *_) = flatten((file, line[1])).clauses
        assert first.clause.words.startswith(words)


def test_of_many_rules_those_are_pointed_to_on_which_an_example_rests(folder: Path) -> None:
    words = "".join(f"  define word.{name} as {number}\n" for number, name in enumerate("abcdefgh"))
    child = f"""add extra {NEEDED}
  "Many words, and a call that may be made while few moves are made."
  ruling {NEEDED}
{words}  may calls only when moves is at most word.a
  example "A call after a move."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, moves is 1,
      the rest in stock
    then seat 1 can calls low
"""
    (cause,) = causes_of(check_text(_line(folder, child)).faults)
    own = [span.first_line().strip() for span, _ in cause.others if "child" in span.source.path]
    assert "define word.a as 0" in own
    assert "may calls only when moves is at most word.a" in own
    assert "define word.b as 1" not in own


def test_a_rule_that_breaks_down_is_one_on_which_an_example_rests(folder: Path) -> None:
    child = f"""replace gifts {NEEDED}
  "A card may be given away, twice over."
  ruling {NEEDED}
  action give of card c from hand of actor, seat s by turn
  may give only when moves is 0
  may give only when call of actor is none
  may give only when top is none
  may give only when s is not actor
  may give only when cards in hand of actor is at least 1
  on give
    move c from hand of actor to hand of s
    move c from hand of actor to stock
  example "A gift."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, the rest in stock
    when seat 1: give 3r seat 2
    then moves is 0
"""
    (cause,) = causes_of(faults_of(folder, child))
    lines = [line for line, _ in repairs_in(cause)]
    assert lines
    assert set(lines) <= {
        "on give",
        "move c from hand of actor to hand of s",
        "move c from hand of actor to stock",
    }


def test_a_broken_promise_is_repaired_in_the_words_that_it_says(folder: Path) -> None:
    child = f"""add sums {NEEDED}
  "Twice as many moves are never more than ten."
  ruling {NEEDED}
  define doubled as moves + moves
  define allowed as 1
  promise kept always doubled is at most allowed
add shown {NEEDED}
  "A position."
  ruling {NEEDED}
  example "One move."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, moves is 1,
      the rest in stock
    then moves is 1
"""
    (cause,) = causes_of(faults_of(folder, child))
    assert cause.name() == "broken-position"
    assert [line for line, _ in repairs_in(cause)] == [
        "define doubled as moves + moves",
        "define allowed as 1",
    ]


def test_a_promise_that_is_not_made_at_a_table_is_no_repair(folder: Path) -> None:
    line = _line(
        folder,
        f"""add sums with 2 seats {NEEDED}
  "Twice as many moves."
  ruling {NEEDED}
  define doubled as moves + moves
  promise kept always doubled is at least moves
add words with 2 seats {NEEDED}
  "Two."
  ruling {NEEDED}
  define pair as 2
""",
    )
    games, _ = lower_everywhere(line)
    changes_to = small_changes(line, games)
    found = {name: [one.what for one in changes_to(name)] for name in ("sums", "words")}
    assert "without its guard" in found["words"]
    assert "without its guard" not in found["sums"]
    # Another guard takes all of a clause away where it stood: that is to undo it.
    guards = [one for one in changes_to("words") if one.place.text.endswith("2 seats")]
    assert guards
    assert all(one.whole for one in guards)
