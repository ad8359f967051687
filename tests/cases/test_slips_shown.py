"""Faults show the line of a slip: a use in a circle, a name much like a missing one, a guard."""

from pathlib import Path

import pytest

from haggis_rules.cases import check_text
from haggis_rules.diagnostics.errors import causes_of
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.mutation.small_changes import small_changes
from tests.cases.small_child import HEAD, NEEDED, faults_of, labels, small_game

TWO = """with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, the rest in stock
"""
DEALT = f"""add shown {NEEDED}
  "The beginning."
  ruling {NEEDED}
  example "At first."
    given the deal
    then moves is 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_game(tmp_path)


def test_a_circle_points_to_each_use_that_closes_it(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add sums {NEEDED}
  "Sums."
  ruling {NEEDED}
  define first.sum as 1
add sums.more {NEEDED}
  "More of them."
  ruling {NEEDED}
  define other.sum as first.sum + 1
  except first.sum when moves is 2 as other.sum
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "circle"
    assert labels(cause) == [
        ("other.sum", "`first.sum` needs `other.sum` here"),
        ("first.sum", "`other.sum` needs `first.sum` here"),
    ]
    assert cause.others[0][0].first_line().strip().startswith("except first.sum when")


def test_a_misspelt_declaration_is_shown_though_a_used_name_is_more_like_it(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""replace beating {NEEDED}
  "A play beats a lower one of its kind."
  ruling {NEEDED}
  define reading a beast reading b as a outranks b
add counts {NEEDED}
  "How many times."
  ruling {NEEDED}
  define beat as 1
  define beaten as beat + 1
""",
    )
    (cause,) = causes_of(faults)
    assert (cause.name(), cause.span.text) == ("breaks-parent", "beating")
    assert ("beast", "did you mean this one?") in labels(cause)


def test_a_deck_that_is_too_small_points_to_what_is_dealt_before(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""replace places {NEEDED}
  "Everybody holds a jack and two other cards. The rest is the stock."
  ruling {NEEDED}
  zone hand of each seat, seen by all
  zone stock, seen by nobody
  zone pile, seen by all
  deal one each of J to hand of each seat
  deal 3 pip to hand of each seat
  deal 1 pip to stock
  deal 2 pip to pile
  deal the rest of pip to stock
""",
    )
    (cause, *_) = causes_of(faults)
    assert (cause.name(), cause.span.text) == ("deck-too-small", "2")
    places = [text for text, words in labels(cause) if words == "dealt before this"]
    assert places == ["deal 3 pip to hand of each seat", "deal 1 pip to stock"]


def test_exceptions_that_hold_at_once_point_to_the_guards_of_their_clauses(folder: Path) -> None:
    clauses = "".join(
        f"""add heir.{name} with 2 seats {NEEDED}
  "Somebody else."
  ruling {NEEDED}
  except heir when moves is 2 as {who}
"""
        for name, who in (("near", "1 seats after starter"), ("none", "none"))
    )
    faults = faults_of(
        folder,
        f"""add heir {NEEDED}
  "Who is next."
  ruling {NEEDED}
  define heir as (starter when moves is 1 otherwise none)
{clauses}""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "two-exceptions"
    heads = [text for text, words in labels(cause) if words == "this is there with 2 seats"]
    assert [head.split()[1] for head in heads] == ["heir.near", "heir.none"]


def test_a_promise_broken_at_the_deal_points_to_the_first_value_of_a_state(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add marks {NEEDED}
  "Marks."
  ruling {NEEDED}
  state marks of each seat is 0 to 3 points, at first 1, seen by all
add marks.kept {NEEDED}
  "Nobody has a mark while no move is made."
  ruling {NEEDED}
  promise marks.none always every seat s where (moves is 0) has (marks of s is 0)
{DEALT}""",
    )
    cause = next(one for one in causes_of(faults) if one.name() == "broken-position")
    assert "marks" in cause.clauses
    wanted = "state marks of each seat is 0 to 3 points, at first 1, seen by all"
    assert (wanted, "this may make it so") in labels(cause)


def test_a_promise_broken_at_the_deal_points_to_the_cards_there_are(folder: Path) -> None:
    marks = "".join(
        f"""add marks.{name} {NEEDED}
  "A mark."
  ruling {NEEDED}
  state mark.{name} is 0 to 3 points, at first 0, seen by all
"""
        for name in ("one", "two")
    )
    faults = faults_of(
        folder,
        f"""replace deck.cards {NEEDED}
  "There are cards from 2 to 5 in two suits, and a jack for each player."
  ruling {NEEDED}
  ranks 2 3 4 5 J
  suits red r, green g
  deck pip of ranks 2 to 5 in each suit, 2 copies
  deck court of ranks J to J without suit, 1 copy for each seat
{marks}add stocked {NEEDED}
  "The stock is small."
  ruling {NEEDED}
  promise stock.small always mark.one is 0 and mark.two is 0 implies cards in stock is at most 8
{DEALT}""",
    )
    cause = next(one for one in causes_of(faults) if one.name() == "broken-position")
    deck = "deck pip of ranks 2 to 5 in each suit, 2 copies"
    assert (deck, "this may make it so") in labels(cause)


def test_a_clause_without_rules_is_looked_at_if_its_own_examples_fail(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add shown {NEEDED}
  "Who has called low may not play."
  ruling {NEEDED}
  example "No call is made twice."
    {TWO.strip()}
    when seat 1: calls low
    then seat 1 can not play "3r"
add called.low {NEEDED}
  "A low call ends the plays of who made it."
  ruling {NEEDED}
  example "Not after a low call."
    {TWO.strip()}
    when seat 1: calls low
    then seat 1 can not play "3r"
  example "Nor with a jack."
    {TWO.strip()}
    when seat 1: calls low
    then seat 1 can not play "J"
""",
    )
    cause = causes_of(faults)[0]
    assert cause.span.text == 'seat 1 can not play "3r"'
    assert ("called.low", "this clause may lack something") in labels(cause)


def test_an_edit_as_a_whole_points_to_the_change_with_which_the_parent_holds(folder: Path) -> None:
    path = folder / "child.haggis"
    path.write_text(
        f"""{HEAD}
replace turns {NEEDED}
  "The player in turn plays, and beats what lies there."
  ruling {NEEDED}
  state starter is seat, at first by chance, seen by all
  state turn is seat or none, at first starter, seen by all
  state top is reading or none, at first none, seen by all
  state moves is 0 to 3 seats, at first 0, seen by all
  state played of each seat is 0 to 3 seats, at first 0, seen by all
  action play of combination p from hand of actor by turn
  may play only when top is none or p beats top
  on play
    move p from hand of actor to pile
    let top be p
    let turn be 1 seats before actor
    let moves be moves + 2
    let played of actor be moves
""",
        "utf-8",
    )
    (cause, *_) = causes_of(check_text(lineage(source_of(path)), changes=small_changes).faults)
    assert cause.name() == "breaks-parent"
    changes = [(text, words) for text, words in labels(cause) if "it would hold" in words]
    assert ("2", "with one change here it would hold: 2 to 1") in changes
