"""A clause that is misread turns an example red: each change gets the game wrong in a known way."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from haggis_rules.cases import check, every
from haggis_rules.diagnostics.errors import FailedExampleError, NotMadeError, UnclearExampleError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.syntax import ast
from tests.systems.misread import reworded

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Misreading:
    """What is misread, and an example that shows it. ``new`` stands for ``old`` in the text."""

    name: str
    old: str
    new: str
    example: str
    variant: str = "classic"


CHANGED = [
    Misreading(
        "the bomber keeps the trick",
        "as 1 seats after best.player",
        "as best.player",
        "The bomb wins the lead, and the other player gets the cards.",
    ),
    Misreading(
        "the sum of the hands scores",
        "most for every seat t where (t is not s) of (cards in hand of t)",
        "total for every seat t of (cards in hand of t)",
        "Not the sum of the hands but the largest of them counts.",
    ),
    Misreading(
        "a bet may be raised",
        "stake of s is none and not begun of s",
        "not begun of s",
        "A bet out of turn stands and cannot be raised.",
    ),
    Misreading(
        "a bet can wait for the first cards",
        "stake of s is none and not begun of s",
        "stake of s is none",
        "I have played a card, and only then I see how good my hand is. May I still bet?",
    ),
    Misreading(
        "the suited bomb is the lowest",
        "bomb one of rainbow JQ JK QK JQK suited",
        "bomb one of suited rainbow JQ JK QK JQK",
        "The lowest bomb beats the longest sequence; "
        "of two jack-queen bombs neither beats the other.",
    ),
    Misreading(
        "a failed bet pays everybody",
        "(s is first.out or s is not betting)",
        "s is not b",
        "The same two bets, and the player without a bet is first out.",
    ),
    Misreading(
        "a failed bet pays those without a bet alone",
        "(s is first.out or s is not betting)",
        "s is not betting",
        "I bet 15, my opponent bet 30 and is first out. Does he get my 15 as well?",
    ),
    Misreading(
        "a court card is never itself",
        "r is at most rank of c",
        "r is below rank of c",
        "The jack is the 11 of a sequence, and beats the 10.",
    ),
    Misreading(
        "court cards alone make a sequence",
        "need at least 1 pip in set, sequence, stair",
        "",
        "Jack, queen and king are no sequence: they are a bomb.",
    ),
    Misreading(
        "the suits of a stair do not matter",
        "ending at top in matching suits",
        "ending at top",
        "Two pairs are a stair when their suits match.",
    ),
    Misreading(
        "a set of three beats a pair",
        "alike in width ranked by top",
        "ranked by width, top",
        "A pair is beaten by a higher pair only, and an equal one does not beat it.",
    ),
    Misreading(
        "the player after the winner leads",
        "define next.leader as first seat s from best.player",
        "define next.leader as first seat s after best.player",
        "One pass ends a trick between two.",
    ),
    Misreading(
        "one pass ends every trick",
        "and passes is number of seats s where (s is playing and s is not best.player) on close",
        "and passes is 1 on close",
        "Seat 2 passes, and plays later in the same trick.",
    ),
    Misreading(
        "the haggis goes to another",
        "move all from haggis to captured of first.out",
        "move all from haggis to captured of 1 seats after first.out",
        "First out gets the haggis and what is left in the hand, but not the last trick.",
    ),
    Misreading(
        "a king counts four",
        "5 points for each (K in captured of s)",
        "4 points for each (K in captured of s)",
        "What is in the haggis counts for first out.",
    ),
    Misreading(
        "after a tie the next player deals",
        "otherwise first.out)",
        "otherwise 1 seats after dealer)",
        "First out deals after a tie, even if he is not one of those who tie.",
    ),
    Misreading(
        "the winner may keep what his bomb won",
        "may award only when s is not actor",
        "",
        "The winner chooses who gets the cards, and then leads.",
    ),
    Misreading(
        "a bomb that was led goes to the left",
        "otherwise 1 seats before best.player",
        "otherwise 1 seats after best.player",
        "The bomb was led, and the player on the right captures it.",
        "tournament",
    ),
]

PASSED_IS_PASSED = """\
language 1
variant misread extends classic
  "Whoever has passed may not play again in the same trick."

chapter "The trick"

add trick.quiet
  because "this is how it is misread"
  "Whoever has passed may not play again in the same trick."
  ruling because "this is how it is misread"
  state quiet of each seat is truth, at first false, seen by all
  may play only when not quiet of actor
  on pass
    let quiet of actor be true
  on close
    for each seat s let quiet of s be false
"""


@pytest.mark.planted("misreading")
@pytest.mark.parametrize("one", CHANGED, ids=lambda one: one.name.replace(" ", "-"))
def test_a_misreading_turns_an_example_red(one: Misreading) -> None:
    *ancestors, own = lineage(source_of(one.variant))
    assert one.example in red([*ancestors, reworded(own, one.old, one.new)])


@pytest.mark.planted("misreading")
def test_an_added_misreading_turns_an_example_of_the_parent_red() -> None:
    found = red(lineage(SourceFile("misread.haggis", PASSED_IS_PASSED)))
    assert found == {"Seat 2 passes, and plays later in the same trick."}


@pytest.mark.parametrize("variant", ["classic", "tournament"])
def test_what_is_read_as_it_stands_turns_none_red(variant: str) -> None:
    assert red(lineage(source_of(variant))) == set()


def red(line: Sequence[ast.File]) -> set[str]:
    """Name the examples of a text that do not hold, at one table or another."""
    games, faults = lower_everywhere(line)
    assert not faults, "\n\n".join(map(str, faults))
    rules = {id(game): Rules(game) for game in games}
    checked = [check(rules[id(game)], case) for game, case in every(games)]
    kinds = {type(fault) for one in checked for fault in one.faults}
    assert kinds <= {FailedExampleError, NotMadeError, UnclearExampleError}
    return {one.case.words for one in checked if not one.passed}
