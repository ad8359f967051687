"""A recorded match under other rules: the same cards and the same actions, until they part.

Zones, cards, seats, values and actions are carried over by name, in the JSON of records. What a
seat may do, what lies where, and the scores are compared after each event; what rules keep in mind
besides is their own affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import cast

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.matched_names import matched
from haggis_rules.notation.dealings import dealt_to, decided
from haggis_rules.notation.errors import NotationError
from haggis_rules.notation.position import position_to_json
from haggis_rules.notation.values import Json
from haggis_rules.records.events import ActionEvent, DealEvent, EndEvent, MatchRecord
from haggis_rules.records.replay import begin, judge
from haggis_rules.semantics.action import Reason

_Named = Mapping[str, Json]


class PartingGround(Enum):
    """In what two matches part."""

    DEAL = "deal"  # the other rules do not deal these cards
    HAND = "hand"  # a hand, or the match, is over by one of them alone
    UNKNOWN = "unknown"  # the other rules have no such action, or no such choices
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
    ground: PartingGround
    words: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryDifference:
    """An entry of the score sheet in which a hand differs: its owner, and both scores."""

    entry: str
    owner: int
    own: int
    other: int


@dataclass(frozen=True, slots=True)
class PartingMove:
    """What was done when two matches parted: the match before it, the action, and it as written."""

    before: MatchState
    shown: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a recorded match is under other rules.

    ``parting`` is where they first differ, and ``stop`` where play cannot go on by the other
    rules; None when they never do. ``match`` is how far it came there in so many ``actions``, and
    ``then`` how far it had come by the rules of the record, and ``own`` its end by these: None
    when they are not at hand. ``move`` is the action on which they part, if they do on one, and
    ``entries`` what the hand in which they part scored, where both came to its end.
    """

    own: MatchState | None
    then: MatchState | None
    match: MatchState | None
    parting: Parting | None
    stop: Parting | None
    actions: int
    move: PartingMove | None = None
    entries: tuple[EntryDifference, ...] = ()


def compare(record: MatchRecord, other: Rules, own: Rules | None) -> Comparison:
    """Play a recorded match under other rules.

    What stands at one place in both and is only called otherwise, such as a suit, is called as in
    the record.

    Raises ``NotationError`` and ``IllegalAction`` when the record is not right by its ``own``
    rules. When these are not at hand, only its actions and the ends of its hands are looked at.
    """
    course = _ComparedReplay(other if own is None else _with_names_of(own, other))
    move: PartingMove | None = None
    match: MatchState | None = None
    then: MatchState | None = None
    if own is None:
        for line in record.lines:
            course.line = line.number
            course.follow(line.event)
    else:
        match = then = begin(own, record).match
        course.check_deals(match)
        for line, action, after in judge(own, record):
            before, course.line, match = match, line.number, after
            shown = "" if action is None else own.show_action(action, seated=True)
            if action is not None:
                course.act(cast("_Named", own.action_to_json(action)), shown)
            course.check_deals(match)
            course.check(match)
            if move is None and shown and before is not None and course.parting is not None:
                move = PartingMove(before, shown)
            then = match if course.stop is None else then
    entries = tuple(_entries(match, course.match, course.parting))
    return Comparison(
        match, then, course.match, course.parting, course.stop, course.actions, move, entries
    )


def _with_names_of(own: Rules, other: Rules) -> Rules:
    """Return the other rules, with the names of the record for what is only called otherwise."""
    game, renamed = matched(own.game, other.game)
    return Rules(game, checked=other.checked, budget=other.budget) if renamed else other


def _entries(
    own: MatchState | None, other: MatchState | None, parting: Parting | None
) -> Iterator[EntryDifference]:
    """Yield the entries of the hand in which two matches part that do not score the same."""
    if own is None or other is None or parting is None:
        return
    sheets = [[hand for hand in match.sheet if hand.hand == parting.hand] for match in (own, other)]
    if not all(sheets) or own.rules.scorers != other.rules.scorers:
        return
    found = [{(one.name, one.owner): one.points for one in hands[0].entries} for hands in sheets]
    for key in dict.fromkeys([*found[0], *found[1]]):
        mine, theirs = (one.get(key, 0) for one in found)
        if mine != theirs:
            yield EntryDifference(*key, mine, theirs)


class _ComparedReplay:
    """A match by the other rules, in the course of a record."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.match: MatchState | None = None
        self.parting: Parting | None = None
        self.stop: Parting | None = None
        self.line, self.hand, self.actions = 1, 0, 0

    def follow(self, event: DealEvent | ActionEvent | EndEvent) -> None:
        """Let the match go on by an event of which nothing else is known."""
        match event:
            case DealEvent(hand=hand, dealing=dealing):
                cards, drawn = dealing["dealt"], dealing["drawn"]
                if isinstance(cards, Mapping) and isinstance(drawn, Mapping):
                    self.deal(hand, cards, drawn)
                else:
                    self._stop(PartingGround.DEAL, "the record does not say what was dealt")
            case ActionEvent(action=action):
                self.act(action, f"{action['action']!s:.40}")
            case EndEvent(hand=hand, found=found):
                self._check_scores(found["scores"], "the record")

    def check_deals(self, own: MatchState | None) -> None:
        """Deal the hands that were dealt by the rules of the record."""
        for hand, table in enumerate(own.hands if own else (), start=1):
            if hand > self.hand:
                start = position_to_json(table.rules.game, table.start)
                self.deal(hand, cast("_Named", start["zones"]), cast("_Named", start["values"]))

    def deal(self, hand: int, zones: _Named, values: _Named) -> None:
        """Deal a hand, with the cards in each zone and the values that somebody may want."""
        self.hand = hand
        if self.stop is not None:
            return
        if self.match is not None and not self.match.undealt:
            what = "the match is over" if self.match.finished else "the one before is not over"
            self._stop(
                PartingGround.HAND, f"hand {hand} cannot be dealt: {what} by {self.rules.name}"
            )
            return
        try:
            dealing = self.rules.dealing_from_json(
                self._translated_deal(zones, values), first=hand == 1
            )
        except NotationError as fault:
            self._stop(PartingGround.DEAL, str(fault))
            return
        begun = self.match
        self.match = self.rules.dealt_match(dealing) if begun is None else begun.deal(dealing)

    def act(self, action: _Named, shown: str) -> None:
        """Take an action, if there is one and it is allowed."""
        if self.stop is not None:
            return
        if self.match is None:
            self._stop(PartingGround.DEAL, "the record does not say what was dealt")
            return
        if self.match.undealt:
            self._stop(
                PartingGround.HAND, f"`{shown}`: hand {self.hand} is over by {self.rules.name}"
            )
            return
        try:
            meant = self.rules.action_from_json(_renamed(self.rules.game, action))
        except NotationError as fault:
            self._stop(
                PartingGround.UNKNOWN, f"`{shown}` means nothing by {self.rules.name}: {fault}"
            )
            return
        if not self.match.is_legal(meant):
            words = f"`{shown}` is not allowed by {self.rules.name}"
            self._stop(PartingGround.ILLEGAL, words, self.match.why_not(meant))
            return
        self.match, self.actions = self.match.apply(meant), self.actions + 1

    def check(self, own: MatchState) -> None:
        """Note the first difference to the match by the rules of the record."""
        if self.stop is None and self.parting is None and self.match is not None:
            found = next(_differences(own, self.match), None)
            if found is not None:
                self._part(*found)

    def _check_scores(self, scores: Json, whose: str) -> None:
        if self.stop is None and self.parting is None and self.match is not None:
            mine = list(self.match.scores)
            if isinstance(scores, Sequence) and list(scores) != mine:
                self._part(
                    PartingGround.SCORES, f"{scores} by {whose}, {mine} by {self.rules.name}"
                )

    def _translated_deal(self, zones: _Named, values: _Named) -> Json:
        """Return the deal in the words of the other rules. What is missing is refused there."""
        game = self.rules.game
        wanted = [one.name for one in decided(game, lasting=False)]
        wanted += [one.name for one in decided(game, lasting=True)] if self.hand == 1 else []
        places = [one.name for one in dealt_to(game)]
        return {
            "dealt": {name: zones[name] for name in places if name in zones},
            "drawn": {name: values[name] for name in wanted if name in values},
        }

    def _part(self, ground: PartingGround, words: str, reasons: Sequence[Reason] = ()) -> None:
        if self.parting is None:
            self.parting = Parting(self.line, self.hand, ground, words, tuple(reasons))

    def _stop(self, ground: PartingGround, words: str, reasons: Sequence[Reason] = ()) -> None:
        self.stop = Parting(self.line, self.hand, ground, words, tuple(reasons))
        self._part(ground, words, reasons)


def _renamed(game: Game, action: _Named) -> _Named:
    """Return an action with the names that its choices have here, when only these differ."""
    choices = action["choices"]
    declared = next((one for one in game.actions if one.name == action["action"]), None)
    if declared is None or not isinstance(choices, Mapping):
        return action
    names = [param.name for param in declared.params]
    if len(names) != len(choices) or set(names) == set(choices):
        return action
    return {**action, "choices": dict(zip(names, choices.values(), strict=True))}


def _differences(own: MatchState, other: MatchState) -> Iterator[tuple[PartingGround, str]]:
    """Yield in what two matches differ, the greatest difference first."""
    mine, theirs = own.rules.name, other.rules.name
    stages = _stage(own), _stage(other)
    if stages[0] != stages[1]:
        yield PartingGround.HAND, f"{stages[0]} by {mine}, and {stages[1]} by {theirs}"
    if own.to_act != other.to_act:
        seats = _seats(own.to_act), _seats(other.to_act)
        yield PartingGround.TO_ACT, f"{seats[0]} can act by {mine}, and {seats[1]} by {theirs}"
    places = _places(own), _places(other)
    for place, cards in places[0].items():
        if place in places[1] and cards != places[1][place]:
            more = cards - places[1][place], places[1][place] - cards
            differences = [
                f"{' '.join(sorted(one.elements()))} by {name} alone"
                for one, name in zip(more, (mine, theirs), strict=True)
                if one
            ]
            yield PartingGround.CARDS, f"{place} has {', and '.join(differences)}"
    if len(own.scores) == len(other.scores) and own.scores != other.scores:
        yield (
            PartingGround.SCORES,
            f"{list(own.scores)} by {mine}, {list(other.scores)} by {theirs}",
        )


def _stage(match: MatchState) -> str:
    if match.finished:
        return "the match is over"
    return f"hand {match.hand} is over" if match.undealt else f"hand {match.hand} goes on"


def _seats(seats: Sequence[int]) -> str:
    return " and ".join(f"seat {seat + 1}" for seat in seats) or "nobody"


def _places(match: MatchState) -> dict[str, Counter[str]]:
    """Return the cards in each place by their names, each place by its zone and its owner."""
    game = match.rules.game
    zones = position_to_json(game, match.state)["zones"]
    found: dict[str, Counter[str]] = {}
    for zone in game.zones:
        held = zones[zone.name]
        owned = cast("list[list[str]]", [held] if zone.owner is Owner.NOBODY else held)
        for owner, cards in enumerate(owned):
            found[_place(game, zone.name, zone.owner, owner)] = Counter(cards)
    return found


def _place(game: Game, zone: str, kind: Owner, owner: int) -> str:
    return zone if kind is Owner.NOBODY else f"{zone} of {game.owner_name(kind, owner)}"
