"""How a fault is drawn, and what is there to know about each kind."""

import json
import pickle
from collections.abc import Callable

import pytest

from haggis_rules.diagnostics.errors import (
    ClauseTwiceError,
    DeckTooSmallError,
    RuleError,
    SeveralFaultsError,
    UnknownNameError,
    causes_of,
    kinds,
)
from haggis_rules.diagnostics.source import SourceFile, Span
from tests.renaming import renamed

BAD = SourceFile(
    "bad.haggis",
    """language 2
  table of 6 seats
  deck plain of ranks 2 to 10
  deal 14 plain to hand of each seat
""",
)


def at(text: str, source: SourceFile = BAD) -> Span:
    start = source.text.index(text)
    return Span(source, start, start + len(text))


def test_places_are_shown_in_the_order_of_the_text() -> None:
    fault = DeckTooSmallError(
        "6 x 14 cards = 84 cards, but the deck has only 45",
        at("14"),
        others=[(at("ranks 2 to 10"), "9 ranks x 5 suits = 45 cards"), (at("6"), "6 seats")],
        hint="the largest hand is 7",
    )
    assert str(fault) == (
        """\
error[deck-too-small]: 6 x 14 cards = 84 cards, but the deck has only 45
 --> bad.haggis:4:8
  |
2 |   table of 6 seats
  |            - 6 seats
3 |   deck plain of ranks 2 to 10
  |                 ------------- 9 ranks x 5 suits = 45 cards
4 |   deal 14 plain to hand of each seat
  |        ^^
  |
  = help: the largest hand is 7
  = explain: haggis explain deck-too-small"""
    )


def test_lines_between_places_are_left_out() -> None:
    fault = UnknownNameError("no zone", at("hand"), others=[(at("table"), "here")])
    lines = str(fault).splitlines()
    assert lines[3:8] == [
        "2 |   table of 6 seats",
        "  |   ----- here",
        "...",
        "4 |   deal 14 plain to hand of each seat",
        "  |                    ^^^^",
    ]


def test_two_places_on_a_line_show_it_once() -> None:
    fault = UnknownNameError("no zone", at("hand"), others=[(at("14"), "so many")])
    assert str(fault).splitlines()[3:6] == [
        "4 |   deal 14 plain to hand of each seat",
        "  |        -- so many",
        "  |                    ^^^^",
    ]


def test_another_file_has_a_block_of_its_own() -> None:
    parent = SourceFile("parent.haggis", "\n" * 11 + "clause deal 1.2\n")
    fault = ClauseTwiceError(
        "there are two clauses `deal`", at("deal"), others=[(at("deal", parent), "the first")]
    )
    assert str(fault) == (
        """\
error[clause-twice]: there are two clauses `deal`
  --> bad.haggis:4:3
   |
4  |   deal 14 plain to hand of each seat
   |   ^^^^
   |
  ::: parent.haggis:12:8
   |
12 | clause deal 1.2
   |        ---- the first
   |
   = explain: haggis explain clause-twice"""
    )


def test_tabs_are_kept_so_that_marks_stand_under_their_place() -> None:
    source = SourceFile("tabs.haggis", "\ttable\tof x seats\r\n")
    assert str(UnknownNameError("no x", at("x", source))).splitlines()[3:5] == [
        "1 | \ttable\tof x seats",
        "  | \t     \t   ^",
    ]


def test_a_place_over_several_lines_is_marked_on_the_first() -> None:
    assert str(UnknownNameError("so", at("6 seats\n  deck"))).splitlines()[3:6] == [
        "2 |   table of 6 seats",
        "  |            ^^^^^^^",
        "  |",
    ]


@pytest.mark.parametrize("before", [0, 10, 500])
@pytest.mark.parametrize("after", [0, 30, 500])
def test_of_a_very_long_line_only_the_place_is_shown(before: int, after: int) -> None:
    source = SourceFile("long.haggis", "x " * before + "here" + " y" * after)
    code, marks = str(UnknownNameError("so", at("here", source))).splitlines()[3:5]
    assert len(code) <= 124
    assert code[marks.index("^") :].startswith("here")
    assert marks.count("^") == 4
    assert (code.startswith("1 | ...")) is (before == 500)
    assert (code.endswith("...")) is (after == 500)


def test_signs_that_would_act_on_the_screen_are_not_shown() -> None:
    source = SourceFile("\x1b[2J.haggis", "a\x1b[31m\u202eb")
    assert str(UnknownNameError("so", at("b", source))).splitlines()[1:4] == [
        " --> \\u{1b}[2J.haggis:1:8",
        "  |",
        "1 | a\ufffd[31m\ufffdb",
    ]


def test_a_fault_has_a_json_form() -> None:
    fault = DeckTooSmallError("too few", at("14"), hint="less", others=[(at("6"), "6 seats")])
    assert json.loads(json.dumps(fault.as_json())) == {
        "name": "deck-too-small",
        "message": "too few",
        "file": "bad.haggis",
        "line": 4,
        "column": 8,
        "end": {"line": 4, "column": 10},
        "where": "",
        "hint": "less",
        "others": [
            {
                "file": "bad.haggis",
                "line": 2,
                "column": 12,
                "end": {"line": 2, "column": 13},
                "label": "6 seats",
            }
        ],
    }


def test_several_faults_are_told_one_after_another() -> None:
    first, second = UnknownNameError("one", at("6")), UnknownNameError("two", at("14"))
    assert str(SeveralFaultsError([first, second])) == f"{first}\n\n{second}"


def test_of_very_many_faults_only_the_first_are_told() -> None:
    text = str(SeveralFaultsError([UnknownNameError("one", at("6"))] * 1000))
    assert text.count("error[unknown-name]") == 3
    assert text.endswith("\n\nand 997 more")


def test_faults_that_follow_from_others_are_held_back_and_counted() -> None:
    cause, other = UnknownNameError("one", at("6")), UnknownNameError("two", at("14"))
    other.follows = True
    assert str(SeveralFaultsError([cause, other])) == f"{cause}\n\nand 1 more follows from this"
    many = str(SeveralFaultsError([*[cause] * 5, other, other]))
    assert many.endswith("\n\nand 2 more, and 2 more follow from these")
    assert str(SeveralFaultsError([other])) == str(other)
    assert causes_of([other, cause]) == (cause,)


def test_faults_can_be_sent_to_another_process() -> None:
    fault = DeckTooSmallError("too few", at("14"), hint="less", others=[(at("6"), "6 seats")])
    assert str(pickle.loads(pickle.dumps(fault))) == str(fault)  # noqa: S301 - our own
    both = SeveralFaultsError([fault, fault])
    assert str(pickle.loads(pickle.dumps(both))) == str(both)  # noqa: S301 - our own


@pytest.mark.parametrize("name", kinds())
def test_every_kind_of_fault_is_explained(name: str) -> None:
    first, rest = kinds()[name].explain().split("\n\n")
    assert first.endswith(".")
    assert len(rest) > 80


def test_kinds_are_known_by_the_names_that_faults_tell() -> None:
    assert kinds()["unknown-name"] is UnknownNameError
    assert all(kind.name() == name for name, kind in kinds().items())
    assert set(kinds().values()) == set(RuleError.__subclasses__())


def test_names_of_faults_are_declared(golden: Callable[[str, str], None]) -> None:
    golden("errors/names.txt", "\n".join(kinds()) + "\n")


@pytest.mark.parametrize("name", kinds())
def test_a_fault_keeps_its_name_when_its_class_gets_another(name: str) -> None:
    kind = kinds()[name]
    fault = kind("it is so", Span(SourceFile("a.haggis", "a text"), 0, 1))
    before = str(fault), fault.as_json()
    assert before[1]["name"] == name
    with renamed([kind]):
        assert (str(fault), fault.as_json()) == before
        assert kinds()[name] is kind


def test_a_fault_without_a_name_is_no_class() -> None:
    with pytest.raises(TypeError, match="'name'"):
        type("NamelessError", (RuleError,), {})
