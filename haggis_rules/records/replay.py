"""A record played again by the rules that it names: event by event, and none is believed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from haggis_rules.engine import match as engine
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.outcomes import is_pending
from haggis_rules.notation.dealings import dealing_of, dealing_to_json
from haggis_rules.notation.errors import (
    MisplacedEventError,
    OtherDealError,
    OtherRulesError,
    OtherScoreError,
)
from haggis_rules.notation.values import Json
from haggis_rules.records.events import (
    ActionEvent,
    DealEvent,
    EndEvent,
    MatchRecord,
    RecordHead,
    RecordLine,
)
from haggis_rules.records.reader import at_line
from haggis_rules.records.writer import RecordProgress, end_of
from haggis_rules.semantics.action import Action, IllegalAction


class ReplayedEvent(NamedTuple):
    """An event that was found right, the action in it if it has one, and the match after it."""

    line: RecordLine
    action: Action | None
    match: MatchState


@dataclass(slots=True)
class MatchReplay:
    """A match in the course of its record."""

    rules: Ruleset
    match: MatchState | None
    progress: RecordProgress
    acted: int = 0  # the number of the hand of the last action

    def take(self, line: RecordLine) -> ReplayedEvent:
        """Let the match go on by an event. Raises ``NotationError`` or ``IllegalAction``."""
        match line.event:
            case DealEvent(hand=hand, dealing=dealing):
                self.match = self._dealt(hand, dealing)
                return ReplayedEvent(line, None, self.match)
            case ActionEvent(action=data):
                action = self.rules.action_from_json(data)
                self.match = self._done(action, line.number)
                return ReplayedEvent(line, action, self.match)
            case EndEvent() as end:
                return ReplayedEvent(line, None, self._ended(end))

    def _dealt(self, hand: int, data: Mapping[str, Json]) -> MatchState:
        """Deal a hand, or see that it was dealt so."""
        dealing = self.rules.dealing_from_json(data, first=hand == 1)
        known = 0 if self.match is None else len(self.match.hands)
        waiting = self.match is None or self.match.undealt
        before = max(self.progress.dealt, self.progress.ended, self.acted)
        if hand <= before or hand > known + waiting:
            reason = f"hand {before} was dealt before" if hand <= before else "it is not its turn"
            raise MisplacedEventError(f"hand {hand} cannot be dealt here: {reason}")
        self.progress = RecordProgress(hand, self.progress.ended)
        if self.match is None:
            return engine.begin_dealt(self.rules, dealing)
        if hand > known:
            return self.match.deal(dealing)
        self._check_deal(self.match, hand, data)
        return self.match

    def _check_deal(self, match: MatchState, hand: int, data: Mapping[str, Json]) -> None:
        start = match.hands[hand - 1].start
        was = dealing_to_json(self.rules.game, dealing_of(self.rules.game, start, first=hand == 1))
        if not same(was, data):
            raise OtherDealError(f"hand {hand} is not dealt as its seed deals it")

    def _done(self, action: Action, number: int) -> MatchState:
        if self.match is None:
            raise MisplacedEventError("nothing has been dealt, so nobody can act")
        if self.match.undealt:
            raise MisplacedEventError(f"hand {self.match.hand + 1} has not been dealt")
        # A record says what chance chose: only a match that is played lets its seed choose.
        table = self.match.position if is_pending(self.rules.choices, action) else self.match
        if not table.is_legal(action):
            shown = self.rules.show_action(action, seated=True)
            raise IllegalAction(shown, table.why_not(action), f"line {number}")
        self.acted = self.match.hand
        return self.match.apply(action)

    def _ended(self, end: EndEvent) -> MatchState:
        """See that a hand is over, and that it brought what is said."""
        match, hand = self.match, end.hand
        if match is None or not 0 < hand <= len(match.sheet):
            raise MisplacedEventError(f"hand {hand} is not over here")
        if hand <= self.progress.ended or hand < max(self.acted, self.progress.dealt):
            raise MisplacedEventError(f"hand {hand} was over before")
        self.progress = RecordProgress(self.progress.dealt, hand)
        was = end_of(match, hand).found
        for part, wanted in was.items():
            if not same(end.found[part], wanted):
                raise OtherScoreError(
                    f"hand {hand} does not end as the rules say: `{part}` is"
                    f" {_shown(end.found[part])}, not {_shown(wanted)}"
                )
        return match


def judge(rules: Ruleset, record: MatchRecord) -> Iterator[ReplayedEvent]:
    """Play a record again, and give each event with the match after it.

    Raises ``NotationError`` and ``IllegalAction`` at the first event that is not right, with its
    line, and ``OtherRulesError`` at once when the record was made with other rules.
    """
    course = begin(rules, record)
    for line in record.lines:
        with at_line(line.number):
            judged = course.take(line)
        yield judged


def replay(rules: Ruleset, record: MatchRecord) -> MatchState:
    """Return the match as a record leaves it. Raises as ``judge`` does."""
    match, _ = resume(rules, record)
    return match


def resume(rules: Ruleset, record: MatchRecord) -> tuple[MatchState, RecordProgress]:
    """Return the match as a record leaves it, and what the record has told of its hands.

    Raises as ``judge`` does, and ``MisplacedEventError`` when nothing has been dealt.
    """
    course = begin(rules, record)
    for line in record.lines:
        with at_line(line.number):
            course.take(line)
    if course.match is None:
        with at_line(1):
            raise MisplacedEventError("the record has no seed, and no hand is dealt in it")
    progress = course.progress
    return course.match, RecordProgress(
        max(progress.dealt, course.acted), max(progress.ended, course.acted - 1)
    )


def begin(rules: Ruleset, record: MatchRecord) -> MatchReplay:
    """Begin with a record. Raises ``OtherRulesError`` when it was made with other rules."""
    with at_line(1):
        _check_rules(rules, record.head)
    seed = record.head.seed
    return MatchReplay(
        rules, None if seed is None else engine.begin(rules, seed), RecordProgress(0, 0)
    )


def same(one: object, other: object) -> bool:
    """Whether two values are one in JSON, where true is no number."""
    return _shown(one) == _shown(other)


def _check_rules(rules: Ruleset, head: RecordHead) -> None:
    if head.rules != rules.digest:
        raise OtherRulesError(
            f"this match was not played by the rules of {rules.name} for {rules.players} players"
            f" as they stand here, but by those of `{head.variant:.40}` for {head.players}, or by"
            " others of that name"
        )
    if not same([head.variant, head.players, head.options], _table(rules)):
        raise OtherRulesError("the rules in this record do not match its digest")


def _table(rules: Ruleset) -> Json:
    return [rules.name, rules.players, rules.options]


def _shown(data: object) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False)
