"""Texts, changes of a text, and questions that notice slips: each has one answer that is right.

A text is Heron, or Long Heron, with some items more, and what comes of a promise of it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from haggis_rules.engine.rules import Rules
from haggis_verify.counterexample.endless import find_deadlock, find_loop
from haggis_verify.proving.measure_search import MeasuredMove, lexicographic_order
from tests.verify.changed import heron_with
from tests.verify.exactness import looked_at, notices_what_counting_leaves_out


@dataclass(frozen=True, slots=True)
class CheckedText:
    """Items that are added to Heron, a promise, and the class of what comes of it."""

    items: str
    expected: str
    promise: str = "tried"
    parent: str = "heron"


ENDS = "measure (0 when done otherwise 1) then cards in every fist then cards in table-top"
AWAKE = "then number of seats s where (not asleep of s)"
USING = "using awake, turn.awake"
LAY = "for some card c where (c in fist of actor is above 0)"
LEADING = "promise tried progress unless done or top is not none when not done and top is none"
SINGLE = "by lay with (combination of c as single with top rank of c colour suit of c)"

TEXTS = {
    # What is promised of states, moves, hands and measures.
    "a measure": CheckedText(f"promise tried {ENDS} {AWAKE} {USING}", "Proved"),
    "a measure that rises first": CheckedText(
        f"promise tried measure number of seats s where (not asleep of s) then"
        f" {ENDS.removeprefix('measure ')} {AWAKE} {USING}",
        "Countermodel",
    ),
    "a measure in the wrong order": CheckedText(
        f"promise tried measure cards in table-top then cards in every fist {AWAKE}"
        f" then (0 when done otherwise 1) {USING}",
        "Countermodel",
    ),
    "a measure with a part below zero": CheckedText(
        f"promise tried {ENDS} {AWAKE} - 9 {USING}", "Countermodel"
    ),
    "a measure with a part without a value": CheckedText(
        f"promise tried {ENDS} {AWAKE} then cards in fist of owner-of-top {USING}", "Countermodel"
    ),
    "a measure that a step leaves": CheckedText(
        f"promise tried measure (0 when done otherwise 1) then cards in every fist {AWAKE} {USING}",
        "Countermodel",
    ),
    "a measure that an action leaves": CheckedText(f"promise tried {ENDS} {USING}", "Countermodel"),
    "wrong at first": CheckedText("promise tried always done", "Countermodel"),
    "wrong after a step": CheckedText("promise tried always not done", "Countermodel"),
    "wrong after cards move": CheckedText(
        "promise tried always cards in table-top is 0", "Countermodel"
    ),
    "wrong when a step waits no more": CheckedText(
        "state bad is truth, at first false, seen by all"
        " state due is truth, at first false, seen by all"
        " on sleep let bad be true on sleep let due be true"
        " step settle when due on settle let due be false"
        " promise tried at rest not bad",
        "Countermodel",
    ),
    "carried by itself": CheckedText("", "Proved", "awake"),
    "wrong after a later hand": CheckedText(
        "promise tried always every seat s has (tally of s is 0)",
        "Countermodel",
        parent="long-heron",
    ),
    "wrong when the match opens": CheckedText(
        "promise tried always some seat s has (tally of s is above 0)",
        "Countermodel",
        parent="long-heron",
    ),
    "wrong between hands": CheckedText(
        "promise tried between hands every seat s has (tally of s is before (tally of s))",
        "Countermodel",
        parent="long-heron",
    ),
    "wrong between two states": CheckedText(
        "promise tried after each move before (top) is none or top is not none", "Countermodel"
    ),
    "a helper that is never kept": CheckedText(
        "promise never always cards in leftover is 11 and cards in leftover is 12"
        " promise tried always cards in gone is 0 using never",
        "Vacuous",
    ),
    # Progress.
    "progress": CheckedText("", "Proved", "never.stuck"),
    "a case is missing": CheckedText(
        f"promise tried progress unless done when not done and top is none {LAY} {SINGLE}"
        " using turn.awake",
        "Countermodel",
    ),
    "a guard stands against it": CheckedText(
        "promise tried progress unless done when not done by sleep using turn.awake", "Countermodel"
    ),
    "nobody may act": CheckedText(
        "action bow by owner-of-top on bow let turn be turn"
        " promise tried progress when done or not done by bow",
        "Countermodel",
    ),
    "no card is as it says": CheckedText(
        f"{LEADING} for some card c where (c in fist of actor is 2 and c in leftover is 1)"
        f" {SINGLE} using turn.awake",
        "Countermodel",
    ),
    "a card that is not held": CheckedText(
        f"{LEADING} for some card c"
        f" where (c in fist of actor is 0 or c in fist of actor is above 0) {SINGLE}"
        " using turn.awake",
        "Countermodel",
    ),
    "a reading that the cards do not make": CheckedText(
        f"{LEADING} {LAY} by lay with (combination of c as pair with top rank of c)"
        " using turn.awake",
        "Countermodel",
    ),
    # What every game has to keep.
    "a first value that is none": CheckedText(
        "state mark is seat, at first owner-of-top, seen by all", "Countermodel", "auto.defined"
    ),
    "an effect without a value": CheckedText(
        "state mark is seat, at first dealer, seen by all on lay let mark be owner-of-top",
        "Countermodel",
        "auto.defined",
    ),
    "a guard without a value": CheckedText(
        "may lay only when cards in fist of owner-of-top is above 0", "Countermodel", "auto.defined"
    ),
    "a step without a value": CheckedText(
        "step odd when cards in fist of owner-of-top is 15 on odd let top be none",
        "Countermodel",
        "auto.defined",
    ),
    "an actor without a value": CheckedText(
        "action odd by 1 seats after owner-of-top on odd let top be top",
        "Countermodel",
        "auto.defined",
    ),
    "a number out of its bounds": CheckedText(
        "state count is 0 to 3 seats, at first 0, seen by all on sleep let count be count + 1",
        "Countermodel",
        "auto.bounds",
    ),
    "cards that are not there": CheckedText(
        "on sleep move all from table-top to gone move all from table-top to leftover",
        "Countermodel",
        "auto.bounds",
    ),
    "two steps at one time": CheckedText(
        "step other when not done and top is not none on other let top be none",
        "Countermodel",
        "auto.apart",
    ),
    "two exceptions at one time": CheckedText(
        "except beats when b is single as true", "Countermodel", "auto.apart"
    ),
    # Secrecy.
    "a first value from a hidden hand": CheckedText(
        "state hint is truth, at first 3c in fist of dealer is 0, seen by all",
        "Countermodel",
        "auto.secret",
    ),
    "a legality from a hidden hand": CheckedText(
        "may sleep only when 3c in fist of next of actor is 0", "Countermodel", "auto.secret"
    ),
    "a turn from a hidden hand": CheckedText(
        "action odd by any seat s where (3c in fist of s is above 0) on odd let top be top",
        "Countermodel",
        "auto.secret",
    ),
    "a step from a hidden card": CheckedText(
        "step odd when 3c in leftover is above 1 and done on odd let top be none",
        "Countermodel",
        "auto.secret",
    ),
    "an effect from a hidden hand": CheckedText(
        "state hint is truth, at first false, seen by all"
        " on sleep let hint be 3c in fist of next of actor is 0",
        "Countermodel",
        "auto.secret",
    ),
    "a score from a hidden number": CheckedText(
        "score lucky of seat s as 1 point for each (3c in leftover)",
        "Countermodel",
        "auto.secret",
        "long-heron",
    ),
    # The cards of a play.
    "cards of a pair": CheckedText(
        "promise tried always top is not none and top is pair"
        " implies cards in table-top is at least 2",
        "Proved",
    ),
    "cards of a pair with wild cards": CheckedText(
        "any suit for plain wild plain c in pair as rank r when r is at most rank of c"
        " promise tried always top is not none and top is pair"
        " implies cards in table-top is at least 2",
        "Proved",
    ),
    "cards of a quake": CheckedText(
        "promise tried always top is not none and top is quake"
        " implies cards in table-top is at least size of top",
        "Proved",
    ),
    "cards of a quake that needs few": CheckedText(
        "need at most 5 plain in quake promise tried always top is not none and top is quake"
        " implies size of top is at most 5",
        "Proved",
    ),
    "one card too many": CheckedText(
        "promise tried always top is not none and top is pair"
        " implies cards in table-top is at least 3",
        "Countermodel",
    ),
    # How a hand goes on.
    "a follower who is stuck": CheckedText(
        "may sleep only when cards in fist of actor is above 12", "Countermodel", "auto.live"
    ),
    "progress that leaves out who follows": CheckedText(
        f"may sleep only when cards in fist of actor is above 12 {LEADING} {LAY} {SINGLE}"
        " using turn.awake",
        "Countermodel",
        "auto.live",
    ),
}

KNOCK = "action knock by turn may knock only when not done on knock let turn be turn"
PAIRED = [MeasuredMove("play", (5, 5), (4, 6)), MeasuredMove("pass", (5, 5), (6, 4))]
SELDOM = [MeasuredMove("play", (5, 5), after) for after in ((4, 5), (5, 5))]
# What else holds, told whether it does.
COURSES: dict[str, Callable[[], bool]] = {
    "two numbers of which each rises once": lambda: (
        lexicographic_order(PAIRED, ["play", "pass"], 2) is None
    ),
    "a number that does not always fall": lambda: (
        lexicographic_order(SELDOM, ["play", "pass"], 2) is None
    ),
    "plays said exactly": lambda: all(
        right for _, right in looked_at(heron_with('note "As it is."'), plays=25)
    ),
    "plays that counting leaves out": notices_what_counting_leaves_out,
    "a hand that can go on for ever": lambda: find_loop(Rules(heron_with(KNOCK))) is not None,
    "a hand that goes on": lambda: find_deadlock(Rules(heron_with('note "As it is."'))) is None,
}

# What is written otherwise in Heron, so that questions about some of its promises are others.
CHANGES = {
    "a definition": ("first seat s after p where", "first seat s from p where"),
    "a guard": ("may lay only when not done", "may lay only when not done and top is none"),
    "when a step waits": ("some seat s has (cards in fist of s is 0)", "top is none"),
    "an effect of a step": ("move all from table-top to gone", "move all from gone to table-top"),
    "cards that an action moves": ("move p from fist of actor to table-top", "let done be done"),
    "a value that a step gives": ("be true\n    let turn be next of actor", "be true"),
    "a pattern": ("with size 4 or more", "with size 5 or more"),
    "who sees a zone": ("zone table-top, seen by all", "zone table-top, seen by nobody"),
}
