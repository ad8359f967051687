"""A log taken again from a beginning: what others chose in secret is sought until it fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from haggis_rules.engine.action import Action
from haggis_rules.engine.compiled import Halves
from haggis_rules.engine.table import Event
from haggis_rules.engine.view import Seen
from haggis_rules.engine.ways import Stuck
from haggis_rules.run.breach import Breach
from haggis_rules.run.state import State
from haggis_rules.run.transition import Moved

if TYPE_CHECKING:
    from haggis_rules.engine.game import Rules

WORST = 1_000_000  # how wrong it is when something cannot be done, or something else happens
PLAYS = 60  # how often an action is taken at most, for each action in the log


@dataclass(slots=True)
class Turn:
    """An action of a log and the steps that follow, as the seat was shown them.

    ``ways`` has the ways to act that are tried, in order, and ``chosen`` the one that is taken.
    The first turn of a log has no action, and no ways: what follows from the deal by itself.
    """

    seen: list[Seen]
    ways: list[Action] = field(default_factory=list[Action])
    chosen: int = 0


class Retelling:
    """Takes a log again, turn by turn. What is wrong is mended where a choice was secret."""

    def __init__(self, rules: Rules, seat: int, turns: Sequence[Turn]) -> None:
        self.rules, self.seat, self.turns = rules, seat, turns
        self._states: list[Halves] = []  # before each turn
        self._events: list[list[Event]] = []
        self._plays = PLAYS * len(turns)

    def events(self, start: State) -> list[Event]:
        """Give all that happened from a start. Raises ``Stuck`` when it does not fit the log."""
        self._states, self._events = [(start.values, start.zones)], []
        for number in range(len(self.turns)):
            wrong = self._try(number, number, WORST + 1)
            for earlier in reversed(range(number)):
                if wrong and len(self.turns[earlier].ways) > 1:
                    wrong = self._try(earlier, number, wrong)
            if wrong:
                raise Stuck
        return [event for events in self._events for event in events]

    def _try(self, changed: int, number: int, wrong: int) -> int:
        """Choose otherwise in a turn if that makes a later turn, or itself, less wrong."""
        turn = self.turns[changed]
        best = turn.chosen
        for way in range(max(1, len(turn.ways))):
            turn.chosen = way
            now = self._again(changed, number)
            if now < wrong:
                best, wrong = way, now
            if not wrong:
                return 0
        turn.chosen = best
        self._again(changed, number)
        return wrong
