"""Which words of the language are names where their own meaning has no place, and which never."""

import pytest

from haggis_rules.diagnostics.errors import ReservedWordError, RuleError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import keywords, parse, reserved
from haggis_rules.syntax.print import show

HEAD = 'language 2 variant v "" clause c "" '
ASKED_FOR = {"deal", "points", "one", "most", "given", "after", "cards"}
NAMES = sorted(keywords() - reserved())
USES = {
    "state": "state {w} is 0 to 3, at first 0 define x as {w} is above 2 on go let {w} be {w} + 1",
    "state of a seat": "state {w} of each seat is a, at first b define x as {w} of s + {w} of t",
    "zone": "zone {w} of each seat define x as cards in {w} of s on go move all from {w} of s to b",
    "action": "action {w} by turn may {w} only when done on {w} let a be {w} let b be 2",
    "field": """pattern a with {w} 2 or more, rank top made of {w} cards of rank top alike in {w}
        ranked by {w} written "x" define x of reading r as {w} of r""",
    "word": "define {w} of seat s as 2 define x as {w} of turn is 2 and {w} of s is 3",
    "predicate": "define seat s is {w} as a define y as some seat t has (t is {w} and s is {w})",
    "choice": "choice c is {w} or other define x as k is {w} or k is not {w} and not (k is {w})",
    "type": "choice {w} is a or b state x is {w} or none, at first none",
    "option": "option {w} is truth, usually false define x as {w} and not {w}",
    "step": "step {w} when done on {w} let a be b",
    "bound name": "define x as some seat {w} has ({w} is turn) define y of seat {w} as team of {w}",
    "promise": "promise {w} always done promise b always {w} is 2 using {w}",
    "entry": "score {w} of seat s as 1 define x as total score of s + {w} of s",
    "group": "deck {w} of ranks 2 to 3 in each suit, 1 copy deal 3 {w} to b define x as c is {w}",
    "example": """example "x" given {w} is 2, {w} of seat 1 is 3 when seat 1: {w} 3, seat 2: go {w}
        then {w} is 3, {w} of seat 2 is 3, seat 1 can {w}, seat 2 sees {w}""",
}


def file_of(items: str) -> ast.File:
    return parse(SourceFile("names", f"{HEAD}{items}"))


def test_the_words_that_were_asked_for_can_be_names() -> None:
    assert set(NAMES) >= ASKED_FOR


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("word", NAMES)
def test_a_word_can_be_a_name(word: str, use: str) -> None:
    plain = "x" * len(word)  # lines are as long as with the word
    file, other = (file_of(USES[use].format(w=name)) for name in (word, plain))
    assert show(file).replace(word, plain) == show(other).replace(word, plain)
    assert parse(SourceFile("again", show(file))) == file


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("most for every seat t of (cards in hand of t)", ast.MostFor),
        ("least for every seat t of (cards in hand of t)", ast.LeastFor),
        ("cards in cards", ast.CardsIn),
        ("(cards) in cards", ast.CopiesIn),
        ("first seat s from first where (s is first)", ast.FirstSeat),
        ("first team t where (t is north)", ast.First),
        ("the seat first where (first is s)", ast.TheOne),
        ("before (before)", ast.Before),
        ("2 times times", ast.Times),
        ("2 points for each points", ast.PointsEach),
        ("2 seats after after", ast.SeatsAfter),
        ("most of s", ast.Of),
        ("first of s", ast.Of),
        ("cards of s", ast.Of),
        ("most", ast.Word),
    ],
)
def test_the_language_means_what_it_says_wherever_that_has_a_place(text: str, kind: type) -> None:
    file = file_of(f"define x as {text}")
    (entry,) = file.entries
    assert isinstance(entry, ast.Clause)
    (item,) = entry.items
    assert isinstance(item, ast.Define)
    assert isinstance(item.value, kind)
    assert parse(SourceFile("again", show(file))) == file


def test_an_effect_for_each_does_not_take_the_word_before_it() -> None:
    items = "on go let a be most for each seat s let b of s be least for each seat t let c be 1"
    file = file_of(items)
    assert parse(SourceFile("again", show(file))) == file


@pytest.mark.parametrize("word", sorted(reserved() - {"reading", "card", "truth"}))
def test_any_other_word_is_refused_as_a_name_and_another_is_offered(word: str) -> None:
    with pytest.raises(ReservedWordError, match="is a word of the language") as caught:
        file_of(f"zone {word}, seen by all")
    assert f"`my-{word}`" in caught.value.hint


def test_a_relation_that_cannot_be_is_told_of() -> None:
    with pytest.raises(RuleError) as caught:
        file_of("define x as (a deal b)")
    assert "`deal` is a word of the language" in caught.value.hint
    assert "`my-deal`" in caught.value.hint


@pytest.mark.parametrize("text", ["tableof2seats", "table of2 seats", "table office 2 seats"])
def test_no_word_begins_inside_another(text: str) -> None:
    with pytest.raises(RuleError):
        file_of(text)
