"""A log taken again from a beginning: what others chose in secret is sought until all fits.

The search mends greedily. A turn that does not come out as it was shown tries its own alternatives,
then those of earlier turns, the latest first, one turn at a time, and keeps a change that makes it
less wrong. It is not complete, since it never undoes an improvement to change two turns together;
the caller begins anew with other cards instead. Where a turn has a alternatives, mending turn n
takes O(a n^2) turns at worst, and ``SearchBudget`` bounds the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from haggis_rules.knowledge.card_tracking import DeadEndError
from haggis_rules.knowledge.playable import Playable
from haggis_rules.knowledge.seen import SeenEvent
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.event import Event
from haggis_rules.semantics.state import GameState, StateParts
from haggis_rules.semantics.transition import Moved

WORST = 1_000_000  # how wrong it is when something cannot be done
PLAYS = 60  # how often an action is taken at most until all fits, for each action in the log


@dataclass(slots=True)
class SearchBudget:
    """How often an action may still be taken, however often a log is taken again."""

    left: int


@dataclass(slots=True)
class LoggedTurn:
    """An action of a log and the steps that follow, as a seat was shown them.

    ``offered`` gives the actions that may have been this one, in the order in which they are tried;
    None in the first turn, which has only what follows from the deal. ``chosen`` is the one taken.
    """

    seen: list[SeenEvent]
    offered: Callable[[StateParts], list[Action]] | None = None
    alternatives: list[Action] = field(default_factory=list[Action])
    chosen: int = 0


class LogSearch:
    """Takes a log again, turn by turn, and mends what is wrong where a choice was secret."""

    def __init__(
        self, rules: Playable, seat: int, turns: Sequence[LoggedTurn], allowed: SearchBudget
    ) -> None:
        self.rules, self.seat, self.turns, self.allowed = rules, seat, turns, allowed
        self._states: list[StateParts] = []  # before each turn
        self._events: list[list[Event]] = []
        self._least = allowed.left - PLAYS * len(turns)  # the share of this attempt

    def events(self, start: GameState) -> list[Event]:
        """Return what happened from a start. Raises ``DeadEndError`` if it does not fit the log."""
        self._states, self._events = [(start.values, start.zones)], []
        for number, turn in enumerate(self.turns):
            if turn.offered is not None:
                turn.alternatives = turn.offered(self._states[number])
                if not turn.alternatives:
                    raise DeadEndError
            wrong = self._first(number)
            for earlier in reversed(range(number)):
                if wrong and len(self.turns[earlier].alternatives) > 1:
                    wrong = self._otherwise(earlier, number, wrong)
            if wrong:
                raise DeadEndError
        return [event for events in self._events for event in events]

    def _first(self, number: int) -> int:
        """Take a turn in the first way that fits, or the least wrong; tell how wrong that is."""
        turn = self.turns[number]
        wrong = self._play(number)
        if wrong and len(turn.alternatives) > 1:
            wrong = self._otherwise(number, number, wrong)
        return wrong

    def _otherwise(self, changed: int, number: int, wrong: int) -> int:
        """Choose otherwise in a turn if that makes a later one, or itself, less wrong."""
        turn = self.turns[changed]
        best = turn.chosen
        for way in range(len(turn.alternatives)):
            turn.chosen = way
            if way == best:
                continue
            now = self._again(changed, number)
            if now < wrong:
                best, wrong = way, now
            if not wrong:
                return 0
        turn.chosen = best
        self._again(changed, number)  # the last way tried has left its own states behind
        return wrong

    def _again(self, changed: int, number: int) -> int:
        """Take turns again; tell how wrong the last is, or that it cannot be reached."""
        for index in range(changed, number):
            if self._play(index):
                return WORST
        return self._play(number)

    def _play(self, number: int) -> int:
        """Take a turn; return how wrong it is. Raises ``DeadEndError`` after too many attempts."""
        self.allowed.left -= 1
        if self.allowed.left < max(0, self._least):
            raise DeadEndError
        turn, state = self.turns[number], self._states[number]
        try:
            events = self._happen(turn, state)
        except Breach:
            events = None
        if events is None:
            return WORST
        before, shown = GameState(*state), list[SeenEvent]()
        for done, moved, after in events:
            shown.append(self.rules.visibility.happened(done, moved, (before, after), self.seat))
            before = after
        # What came after this turn rested on how it was taken before, so it is forgotten.
        self._states[number + 1 :] = [(before.values, before.zones)]
        self._events[number:] = [events]
        return 0 if shown == turn.seen else _differences(shown, turn.seen)

    def _happen(self, turn: LoggedTurn, state: StateParts) -> list[Event] | None:
        """Return what happens in a turn; None when the action is not allowed."""
        rules, found = self.rules, list[Event]()
        if turn.alternatives:
            action = turn.alternatives[turn.chosen]
            if not rules.choices.is_legal(*state, action):
                return None
            moved, do = list[Moved](), rules.choices.plans[action.name].code.do
            state = do(*state, action.actor, *action.arguments, moved)
            found.append(Event(action, tuple(moved), GameState(*state)))
        return found + followed(rules, state)


def followed(rules: Playable, state: StateParts) -> list[Event]:
    """Return the steps that follow from a state by themselves, until all is at rest.

    Raises a ``Breach`` when the rules are not sound.
    """
    rules.choices.budget.begin()
    return [
        Event(rules.game.steps[step].name, tuple(moved), GameState(*after))
        for step, moved, after in rules.code.follow(
            state, rules.choices.budget, checked=rules.checked
        )
    ]


def _differences(shown: Sequence[SeenEvent], wanted: Sequence[SeenEvent]) -> int:
    """Count in how much two tellings differ.

    Only the order of the results matters: as a rule an event too many or too few is worse than
    another event, and that is worse than other cards or values.
    """
    found = abs(len(shown) - len(wanted)) * 1000
    for one, other in zip(shown, wanted, strict=False):
        if one != other:
            found += 1 + 100 * (one[:4] != other[:4])
            found += len(set(one.moves) ^ set(other.moves))
            found += len(set(one.values) ^ set(other.values))
    return found
