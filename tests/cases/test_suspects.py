"""To which clauses a failing example is put down: the deal, other effects, what limits plays."""

from pathlib import Path

import pytest

from haggis_rules.cases.causes.undoing import item_places
from haggis_rules.diagnostics.errors import causes_of
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.descent.flattening import WrittenClause
from haggis_rules.syntax.parse import parse
from tests.cases.small_child import HEAD, NEEDED, faults_of, labels, small_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_game(tmp_path)


def test_what_cards_make_points_to_the_pattern_that_is_claimed(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add pairs {NEEDED}
  "Two ends."
  ruling {NEEDED}
  example "A two and a five."
    then "2r 5g" makes "ends:outer"
add middles {NEEDED}
  "Two in the middle."
  ruling {NEEDED}
  pattern middle
    with kind one of inner
    made of 1 card on each of the ranks 2 4 in one suit when kind is inner
    ranked by kind
    written "middle:{{kind}}"
add ends {NEEDED}
  "The lowest and the highest."
  ruling {NEEDED}
  pattern ends
    with kind one of outer
    made of 1 card on each of the ranks 2 5 in one suit when kind is outer
    ranked by kind
    written "ends:{{kind}}"
""",
    )
    (cause,) = causes_of(faults)
    (others,) = [[text for text, _ in labels(cause) if text in {"ends", "middles"}]]
    assert others[0] == "ends"


def test_the_deal_is_among_what_an_example_of_it_rests_on(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""replace places {NEEDED}
  "Everybody holds a jack and one other card. The rest is the stock."
  ruling {NEEDED}
  zone hand of each seat, seen by all
  zone stock, seen by nobody
  zone pile, seen by all
  deal one each of J to hand of each seat
  deal 1 pip to hand of each seat
  deal the rest of pip to stock
add held {NEEDED}
  "What is held."
  ruling {NEEDED}
  example "At first."
    given the deal
    then cards in hand of seat 1 is 3
""",
    )
    (cause,) = causes_of(faults)
    assert ("deal 1 pip to hand of each seat", "this may make it so") in labels(cause)


def test_effects_that_find_nothing_left_point_to_those_before_them(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add taken {NEEDED}
  "A card that is played is taken up at once."
  ruling {NEEDED}
  on play
    move all from pile to stock
add taken.twice {NEEDED}
  "And once more."
  ruling {NEEDED}
  on play
    move all from pile to hand of actor
add shown {NEEDED}
  "A move."
  ruling {NEEDED}
  example "A three."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1,
      pile is "5r", the rest in stock
    when seat 1: play "3r"
    then turn is seat 2
""",
    )
    (cause,) = causes_of(faults)
    assert {"taken", "taken.twice"} <= {text for text, _ in labels(cause)}


def test_cards_that_are_several_things_point_to_what_limits_them(folder: Path) -> None:
    patterns = "".join(
        f"""add ends.{name} {NEEDED}
  "Two cards."
  ruling {NEEDED}
  pattern {name}
    with kind one of low
    made of 1 card on each of the ranks {ranks} in one suit when kind is low
    ranked by kind
    written "{name}:{{kind}}"
"""
        for name, ranks in (("near", "2 4"), ("far", "2 5"), ("steep", "3 5"))
    )
    faults = faults_of(
        folder,
        f"""add pairs {NEEDED}
  "Jacks."
  ruling {NEEDED}
  example "Jack and four beat a three."
    then "4r J" beats "3r"
{patterns}add pips {NEEDED}
  "A run needs a number card."
  ruling {NEEDED}
  need at least 1 pip in run
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "unclear-play"
    assert cause.clauses[0] == "pips"
    assert ("need at least 1 pip in run", "this may make it so") in labels(cause)


def test_the_clause_in_which_a_promise_breaks_down_comes_first(folder: Path) -> None:
    faults = faults_of(
        folder,
        f"""add sums {NEEDED}
  "Sums."
  ruling {NEEDED}
  define one as two
add sums.more {NEEDED}
  "Sums."
  ruling {NEEDED}
  define two as three
add sums.most {NEEDED}
  "Sums."
  ruling {NEEDED}
  define three as four
add sums.deep {NEEDED}
  "Sums."
  ruling {NEEDED}
  define four as cards in hand of turn
add sums.kept {NEEDED}
  "Sums."
  ruling {NEEDED}
  promise sums.few always one is at most 5
add shown {NEEDED}
  "A position."
  ruling {NEEDED}
  example "Nobody has the turn."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is none, the rest in stock
    then moves is 0
""",
    )
    (cause,) = causes_of(faults)
    assert cause.name() == "broken-position"
    assert cause.clauses[0] == "sums.deep"
    assert ("define four as cards in hand of turn", "this may make it so") in labels(cause)


def test_of_many_rules_what_happens_is_pointed_to_and_no_zone() -> None:
    zones = "".join(f"  zone place.{letter}, seen by all\n" for letter in "abcd")
    deals = [f"deal 1 pip to place.{letter}" for letter in "abc"]
    lines = "\n  ".join(deals)
    text = f"""{HEAD}
add places.more {NEEDED}
  "Four more."
  ruling {NEEDED}
{zones}  {lines}
"""
    file = parse(SourceFile("child.haggis", text))
    (entry,) = (one for one in file.entries if isinstance(one, WrittenClause))
    assert [span.text for span in item_places(entry, ())] == deals


def test_what_the_failing_claim_rests_on_comes_before_rarer_clauses(folder: Path) -> None:
    zeros = "".join(
        f"""  example "Nothing yet, {name}."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, the rest in stock
    then doubled is 0
"""
        for name in ("once", "twice", "again")
    )
    limits = "".join(
        f"""add calls.{name} {NEEDED}
  "A limit."
  ruling {NEEDED}
  may calls only when cards in hand of actor is at most {most}
"""
        for name, most in (("few", 5), ("fewer", 4), ("fewest", 3))
    )
    faults = faults_of(
        folder,
        f"""add common {NEEDED}
  "Twice the moves."
  ruling {NEEDED}
  define doubled as moves + moves
{zeros}{limits}add shown {NEEDED}
  "A call."
  ruling {NEEDED}
  example "A call."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, the rest in stock
    when seat 1: calls low
    then doubled is 3
""",
    )
    (cause,) = causes_of(faults)
    assert ("define doubled as moves + moves", "this may make it so") in labels(cause)
