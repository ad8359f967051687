"""A whole match by chance, with every check after every action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import pairwise, zip_longest
from random import Random
from typing import TYPE_CHECKING, TypeAlias, cast

from haggis_rules import Action, Breach, IllegalAction, MatchState, NotationError
from haggis_rules.engine.trace import dealing_clauses, take_unchecked
from haggis_rules.records.events import ActionEvent
from haggis_rules.records.reader import read
from haggis_rules.records.replay import replay
from haggis_rules.records.writer import line_of, text_of
from haggis_rules.semantics.between_hands import is_over, values_after_hand
from haggis_rules.semantics.state import Combination
from haggis_verify.counterexample.moments import moments
from tests.matches.conserving import see_deal, see_deck, see_kept, see_moved
from tests.matches.course import course_of, see_sheet
from tests.matches.faults import Fault, see
from tests.matches.happenings import CALLED_LOWER, READ_IN_SEVERAL_WAYS, Watching
from tests.matches.lying import Names
from tests.matches.players import PURE, Players, some_players
from tests.matches.promises import Promises
from tests.matches.reached import Reached, exceptions_of, kind_of
from tests.matches.reading import see_follows, written
from tests.matches.refereeing import Wording, referee_of, see_moves, see_position
from tests.matches.seatings import COURTS
from tests.matches.secrecy import Secrets

if TYPE_CHECKING:
    from haggis_rules import Position, Reading, Rules, View
    from haggis_rules.notation.values import Json
    from haggis_rules.semantics.event import Event
    from tests.matches.seatings import Seating

# How much is looked at by evaluation as well, or again, since that takes long.
MOVED = 1 / 16  # of the actions: another seat's view is looked at from then on
HIDDEN = 1 / 2  # of the actions: again, with other cards in hidden places
EVALUATED = 1 / 8  # of the actions: by evaluation, which names the clauses
PROMISED = 1 / 96  # of the actions: every promise, after them
ENDED = 1 / 24  # of the ends of hands: every promise
SETTLED = 1 / 24  # of the ends of hands: what is left to the next hand
REFUSED = 1 / 4  # of the turns: somebody tries what he was offered before, or somebody else
REPLAYED = 1 / 8  # of the matches: they are played again from their records

Apply: TypeAlias = Callable[[MatchState, Action], MatchState]


@dataclass(frozen=True, slots=True)
class Found:
    """Something that was wrong: where, what, and the record of the match up to there."""

    seating: str
    seed: int
    step: int
    kind: str
    words: str
    record: str


@dataclass(frozen=True, slots=True)
class Told:
    """A match that was played: how long it was, what it reached, and what was wrong."""

    seed: int
    hands: int
    steps: int
    found: Found | None


def play(
    seating: Seating, rules: Rules, seed: int, reached: Reached, *, apply: Apply | None = None
) -> Told:
    """Play the match of a seed to its end, or to the first thing that is wrong.

    ``apply`` takes an action in the engine's place, for those who want to see it go wrong.
    """
    playing = _Playing(seating, rules, seed, reached)
    if apply is not None:
        playing.apply = apply
    found = None
    try:
        playing.to_the_end()
    except (Fault, Breach, IllegalAction) as fault:
        kind = fault.kind if isinstance(fault, Fault) else "engine"
        words = fault.words if isinstance(fault, Fault) else f"{type(fault).__name__}: {fault}"
        record = playing.record()
        found = Found(str(seating), seed, playing.steps, kind, words, record)
    return Told(seed, playing.course.hands, playing.steps, found)


@dataclass(eq=False)
class _Hand:
    """What goes with a hand: its referee, who plays, and what each seat saw last."""

    watching: Watching
    players: Players
    views: dict[int, View] = field(default_factory=dict[int, "View"])
    played: list[Combination] = field(default_factory=list[Combination])
    tried: list[Action] = field(default_factory=list[Action])
    events: int = 0  # that have been looked at
    seat: int = 0  # whose view is looked at


class _Playing:
    """A match while it is played."""

    def __init__(self, seating: Seating, rules: Rules, seed: int, reached: Reached) -> None:
        self.seating, self.rules, self.seed, self.reached = seating, rules, seed, reached
        self.chance = Random(f"match {seating} {seed}")
        self.is_pure = self.chance.random() < PURE
        self.names, self.wording = Names(rules), Wording(rules)
        self.secrets = Secrets(seating, self.names, self.chance)
        self.promises, self.exceptions = Promises(rules, self.chance), exceptions_of(rules)
        self.match = rules.new_match(seed)
        self.course = course_of(seating, self.match)
        self.steps = 0
        self.pending: Action | None = None  # taken, and not yet found right
        self.apply: Apply = lambda match, action: match.apply(action)

    def to_the_end(self) -> None:
        """Play hand after hand. Raises ``Fault``."""
        while not self.match.finished:
            self._play_hand()
        see("turn", "who may act when the match is over", self.match.to_act, ())
        if self.chance.random() < REPLAYED:
            self._see_record()
        self.reached.happened.update(self.course.happened)
        self.reached.checks.update(self.secrets.seen)

    def _see_record(self) -> None:
        """See that the record of the match is the match."""
        try:
            again = replay(self.rules, read(BytesIO(text_of(self.match).encode())))
        except (NotationError, IllegalAction) as fault:
            raise Fault("record", str(fault)) from fault
        if again != self.match:
            raise Fault("record", "the match is another when it is played again from its record")
        self.reached.checks["records replayed"] += 1

    def record(self) -> str:
        """Return the record of the match up to the action that was not right, and with it."""
        if self.pending is None:
            return text_of(self.match)
        data = cast("dict[str, Json]", self.rules.action_to_json(self.pending))
        return f"{text_of(self.match)}{line_of(ActionEvent(data))}\n"

    def _play_hand(self) -> None:
        table, pattern = self.match.position, self.wording.bomb
        lying = self.names.of(table.start)
        see_deck(self.seating, lying)
        see_deal(self.seating, lying)
        self.reached.looked.update(dealing_clauses(self.rules.game))
        referee = referee_of(self.seating, self.rules, lying, self.course)
        players = some_players(self.chance, self.rules, pattern)
        if self.is_pure:
            players = replace(players, leanings=())
        hand = _Hand(Watching(referee), players)
        while True:
            action = self._chosen(hand)
            self.pending, before = action, self.match
            match = self.apply(before, action)
            is_over = match.last_hand is not before.last_hand
            after = match.last_hand if is_over and match.last_hand else match.position
            self._see_action(hand, before.position, action, after)
            if is_over:
                self._see_end(hand, match, after)
            self.match, self.pending = match, None
            if is_over:
                return

    def _chosen(self, hand: _Hand) -> Action:
        """See what everybody may do, and choose something."""
        table = self.match.position
        to_act = table.to_act
        offered = {seat: table.actions(seat) for seat in to_act}
        see_moves(self.wording, hand.watching.referee, offered, to_act)
        held = [cards.total() for cards in hand.watching.referee.hands]
        action = hand.players.choose(self.chance, offered, held)
        self._see_refusal(hand, table, offered)
        hand.tried.append(self.chance.choice(offered[action.actor]))
        return action

    def _see_refusal(
        self, hand: _Hand, table: Position, offered: Mapping[int, Sequence[Action]]
    ) -> None:
        """See that what is not offered is not allowed, and that clauses say so."""
        if not hand.tried or self.chance.random() > REFUSED:
            return
        seat = self.chance.randrange(self.seating.players)
        action = self.chance.choice(hand.tried)._replace(actor=seat)
        is_legal = action in offered.get(seat, [])
        reasons = table.why_not(action)
        if table.is_legal(action) != is_legal or bool(reasons) is is_legal:
            shown = self.rules.show_action(action, seated=True)
            raise Fault("turn", f"`{shown}` is offered: {is_legal}, and against it is {reasons}")
        self.reached.refused.update({one.clause for one in reasons})

    def _see_action(self, hand: _Hand, before: Position, action: Action, after: Position) -> None:
        """See that an action did what it should, and count what it reached."""
        self.steps += 1
        self.reached.checks["actions"] += 1
        self.reached.actions[kind_of(self.rules, action)] += 1
        history = after.history
        events, hand.events = history[hand.events :], len(history)
        if self.chance.random() < EVALUATED:
            self._see_evaluated(before, action, events)
        self._see_cards(before, action, events)
        self._see_reading(hand, before, action)
        referee, laid = hand.watching.referee, self.wording.laid(action)
        hand.watching.move(action.actor, () if laid else self.wording.words(action), laid)
        self.wording.tell(referee, action)
        see_position(referee, self.names.of(after.state), after)
        if not hand.views or self.chance.random() < MOVED:
            hand.seat = self.chance.randrange(self.seating.players)
        seat = hand.seat
        view = hand.views[seat] = self.secrets.see_view(seat, after, hand.views.get(seat))
        if self.chance.random() < HIDDEN:
            self.secrets.see_hidden(view, before, action, after, events)
        if self.chance.random() < (ENDED if after.finished else PROMISED):
            states = [before.state, *(event.state for event in events)]
            for earlier, state in pairwise(states):
                for moment in moments(self.rules.game, state, earlier):
                    self.reached.looked.update(self.promises.see(moment, hand.played))
                    self.reached.checks["moments at which promises hold"] += 1

    def _see_evaluated(self, before: Position, action: Action, events: Sequence[Event]) -> None:
        """See that evaluation has the same come of an action, and count its clauses."""
        entries = [*take_unchecked(self.rules.patterns, before.state, action)]
        done = [event.done if isinstance(event.done, str) else event.done.name for event in events]
        see("engine", "what is done", done, [entry.name for entry in entries[:-1]])
        state, looked, held = before.state, set[str](), set[str]()
        readings = self._readings(before, action)
        for entry, event in zip_longest(entries, events):
            looked.update(entry.clauses)
            held.update(self.exceptions.held(state, entry.clauses, readings))
            if event is not None:
                see("engine", "what has moved", event.moved, entry.moved)
                see("engine", "the state", event.state, entry.state)
            state = entry.state
        self.reached.looked.update(looked)
        self.reached.held.update(held)
        self.reached.checks["actions by evaluation"] += 1

    def _see_cards(self, before: Position, action: Action, events: Sequence[Event]) -> None:
        lying = self.names.of(before.state)
        see_moved(self.names, action, lying, self.names.of(events[0].state))
        for event in events:
            then = self.names.of(event.state)
            see_kept(lying, then)
            lying = then

    def _see_reading(self, hand: _Hand, before: Position, action: Action) -> None:
        """See that a play may follow, and note when its cards could be read otherwise."""
        played = action.arguments[0] if action.arguments else None
        if not isinstance(played, Combination):
            return
        hand.played.append(played)
        shown, top = self.rules.show(played.reading), self._top(before)
        see_follows(shown, None if top is None else self.rules.show(top))
        cards = self.names.cards(played.cards)
        if cards.total() > 1 and any(card in cards for card in COURTS):
            ways = [written(self.rules.show(one)) for one in self.rules.readings(played.cards)]
            mine, happened = written(shown), hand.watching.happened
            happened[READ_IN_SEVERAL_WAYS] += len(ways) > 1
            lower = any(one.type == mine.type and one.top > mine.top for one in ways)
            happened[CALLED_LOWER] += lower

    def _readings(self, table: Position, action: Action) -> tuple[Reading, ...]:
        """Return the readings of an action: of what is played, and of the highest play."""
        found = [one.reading for one in action.arguments if isinstance(one, Combination)]
        top = self._top(table)
        return (*found, *([] if top is None else [top]))

    def _top(self, table: Position) -> Reading | None:
        return cast("Reading | None", table.value("top"))

    def _see_end(self, hand: _Hand, match: MatchState, ended: Position) -> None:
        """See that a hand that is over is scored as it should be, and count its clauses."""
        if self.chance.random() < SETTLED:
            self._see_settled(match, ended)
        see_sheet(self.seating, match, hand.watching.referee, self.names.of(ended.state))
        self.course.add(hand.watching.referee)
        self.course.see_between(match)
        hand.watching.end()
        self.reached.happened.update(hand.watching.happened)
        self.reached.checks["hands"] += 1

    def _see_settled(self, match: MatchState, ended: Position) -> None:
        """See that evaluation leaves the same from a hand to the next, and count its clauses."""
        game, trail = self.rules.game, set[str]()
        after = values_after_hand(game, ended.state, trail)
        see("engine", "the end of the match", match.finished, is_over(game, after, trail))
        for kept, value, wanted in zip(game.states, match.state.values, after.values, strict=True):
            if kept.lasting:
                see("engine", f"`{kept.name}` between hands", value, wanted)
        for entry in match.sheet[-1].entries:
            trail.update(entry.clauses)
        self.reached.looked.update(trail)
        self.reached.checks["ends of hands by evaluation"] += 1
