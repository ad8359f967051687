"""A recorded match under other rules: the same cards and the same actions, until they part.

Zones, cards, seats, values and actions are carried over by name, in the JSON of records. What a
seat may do, what lies where, and the scores are compared after each action; what rules keep in
mind besides is their own affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import cast

from haggis_rules.engine.action import Action, Reason
from haggis_rules.engine.game import Rules
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.notation import Json, action_from_json
from haggis_rules.engine.position import position_to_json
from haggis_rules.engine.dealings import dealt_to, decided
from haggis_rules.engine.refusals import NotationError
from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.walk import param_type
from haggis_rules.record.events import Deal, Deed, End, Line, Record
from haggis_rules.record.judging import Judged, judge


class Ground(Enum):
    """In what two matches part."""

    DEAL = "deal"  # the other rules cannot deal these cards
    HAND = "hand"  # a hand, or the match, is over by one of them alone
    UNKNOWN = "unknown"  # the other rules have no such action, or no such cards
    ILLEGAL = "illegal"  # the action is not allowed there
    TO_ACT = "to act"
    CARDS = "cards"  # what lies where
    SCORES = "scores"


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two matches part: the line of the record, the hand, in what, and in words.

    ``reasons`` has the clauses that stand against an action.
    """

    line: int
    hand: int
    ground: Ground
    words: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a recorded match is under other rules.

    ``parting`` is where they first differ, and ``stop`` where play cannot go on by the other
    rules; None when they never do. ``match`` is how far it came there, and ``own`` the whole match
    by the rules of the record, None when those are not at hand. ``actions`` is how many were taken.
    """

    own: MatchState | None
    match: MatchState | None
    parting: Parting | None
    stop: Parting | None
    actions: int


def compare(record: Record, other: Rules, own: Rules | None) -> Comparison:
    """Play a recorded match under other rules.

    Raises ``NotationError`` and ``IllegalAction`` when the record is not right by its ``own``
    rules. When these are not at hand, only its actions and the ends of its hands are looked at.
    """
    course = _Course(other)
    match: MatchState | None = None
    if own is None:
        for line in record.lines:
            course.follow(line)
    else:
        for judged in _with_first(judge(own, record), own, record):
            match = judged.match
            course.lead(judged)
    return Comparison(match, course.match, course.parting, course.stop, course.actions)
