"""A breach that play has come to, cut down: a small position, and the few actions that lead there.

Cards that do not matter are put where most cards lie, values that do not matter get their first
ones back, and of the actions the last few are kept. Whatever is left keeps every promise that is
made always, is legal action by action, and ends in the same breach; the interpreter looks at each
step. That play comes to the small position itself is not said: it came to the whole one.

The method is a greedy descent in the manner of delta debugging (Zeller and Hildebrandt 2002), with
reductions that know the game instead of halves of a list. In this order: for each number of last
actions from one up, all values of one owner get their first ones, then pairs of values, then single
values; then whole heaps go, then single cards of hands. What still breaks is kept at once. Rounds
go on until one changes nothing, so that no single reduction is left that would do; the smallest
position of all is not promised. With r reductions a round replays the actions r times, and there
are at most as many rounds as reductions that did something, and one more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, combinations, pairwise
from typing import Any

from haggis_rules.cases.reachability import broken_promise
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Owner
from haggis_rules.semantics.action import Action, IllegalAction
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.state import Cards, GameState, counts, holds, pack, size
from haggis_rules.semantics.transition import waiting
from haggis_rules.verdicts.model import ShrunkCase
from haggis_verify.counterexample.description import action_lines, describe_state
from haggis_verify.counterexample.moments import WatchedPromise, moments

MOST_KEPT = 6  # of the last actions
NOWHERE = Span(SourceFile("", ""), 0, 0)

ZoneSlot = tuple[int, int]  # a zone, or a variable, by its index, and its owner


@dataclass
class Shrinker:
    """Cuts down what the rules of one game came to."""

    rules: Rules

    def smallest(
        self, states: Sequence[GameState], actions: Sequence[Action], watched: WatchedPromise
    ) -> ShrunkCase | None:
        """Return the smallest position; None when the deal alone is a breach.

        ``states`` has the state before each action, with no step waiting.
        """
        found: list[tuple[int, GameState, Sequence[Action]]] = []
        for length in range(1, min(MOST_KEPT, len(actions)) + 1):
            start, last = states[len(actions) - length], actions[len(actions) - length :]
            if self._breach_after(start, last, watched):
                small = self._reduced(start, last, watched)
                found.append((self._cards(small) + length, small, last))
        if not found:
            return None
        _, start, last = min(found, key=lambda each: each[0])
        lines = action_lines(self.rules, last)
        breach, line = self._breach_after(start, last, watched), self.rules.state_to_text(start)
        return ShrunkCase(tuple(self._describe(start)), lines, breach, line)

    def _breach_after(
        self, start: GameState, actions: Sequence[Action], watched: WatchedPromise
    ) -> str:
        """Tell of the breach to which these actions lead; nothing when they do not.

        Only a breach by the last action counts, and none before it: a shorter case is tried by
        itself. Any breach of running on the way, or an illegal action, is nothing as well.
        """
        try:
            if waiting(self.rules.game, start):
                return ""
            found = self._played(start, actions, watched)
        except (Breach, IllegalAction):
            return ""
        # Dearer than to play, and so asked last: most reductions lead to no breach.
        kept = found and not broken_promise(self.rules, start, NOWHERE)
        return found if kept else ""

    def _played(self, start: GameState, actions: Sequence[Action], watched: WatchedPromise) -> str:
        """Tell of the breach by the last action. Raises as playing does."""
        each = partial(moments, self.rules.game, between_hands=watched.between_hands)
        table = self.rules.at(start)
        for number, action in enumerate(actions, start=1):
            before = len(table.history)
            table = table.apply(action)
            states = [table.start, *(event.state for event in table.history)][before:]
            pairs = (each(next_one, one) for one, next_one in pairwise(states))
            for moment in chain.from_iterable(pairs):
                found = watched.breach(moment)
                if found:
                    return found if number == len(actions) else ""
        return ""

    def _reduced(
        self, state: GameState, actions: Sequence[Action], watched: WatchedPromise
    ) -> GameState:
        """Take away what does not matter, until nothing more can go."""
        # Ends: values only go to their first ones, and cards only to where most cards lie.
        before = None
        while before != state:
            before = state
            for reduction in self._reductions(state):
                if reduction(state) != state and self._breach_after(
                    reduction(state), actions, watched
                ):
                    state = reduction(state)
        return state

    def _reductions(self, state: GameState) -> Iterator[Callable[[GameState], GameState]]:
        """Yield ways to make a state smaller: values first, then heaps of cards, then single cards.

        What seats or teams own together is tried together, since it may go together only.
        """
        values = [
            (index, owner)
            for index, variable in enumerate(self.rules.game.states)
            for owner in range(self.rules.game.owners(variable.owner))
        ]
        for kind in Owner:
            states = self.rules.game.states
            owned = [one for one in values if states[one[0]].owner is kind]
            for owner in sorted({owner for _, owner in owned}):
                yield partial(self._with_first, [one for one in owned if one[1] == owner])
            for pair in combinations(owned, 2):
                yield partial(self._with_first, pair)
        for one in values:
            yield partial(self._with_first, [one])
        for place in self._heaps:
            yield partial(self._without, place, None)
        for place in self._hands:
            for card, count in counts(_held(state, *place)):
                yield from [partial(self._without, place, card)] * count

    @cached_property
    def _first(self) -> GameState:
        return self.rules.new_hand(1).start

    def _with_first(self, variables: Iterable[ZoneSlot], state: GameState) -> GameState:
        """Reset values, each by its variable and its owner, to their first ones."""
        values: list[Any] = list(state.values)
        for index, owner in variables:
            first: Any = self._first.values[index]
            owned = self.rules.game.states[index].owner is not Owner.NOBODY
            values[index] = _replaced(values[index], owner, first[owner]) if owned else first
        return GameState(tuple(values), state.zones)

    @cached_property
    def _hands(self) -> list[ZoneSlot]:
        """The places that cards are played from."""
        params = [param for action in self.rules.game.actions for param in action.params]
        zones = {
            param.zone.zone
            for param in params
            if isinstance(param, ir.CombinationParam | ir.CardParam)
        }
        return [place for place in self._places if place[0] in zones]

    @cached_property
    def _heaps(self) -> list[ZoneSlot]:
        """The other places."""
        return [place for place in self._places if place not in self._hands]

    @cached_property
    def _places(self) -> list[ZoneSlot]:
        game = self.rules.game
        return [
            (index, owner)
            for index, zone in enumerate(game.zones)
            for owner in range(game.owners(zone.owner))
        ]

    def _without(self, place: ZoneSlot, card: int | None, state: GameState) -> GameState:
        """Put a card, or all cards, of a place where most cards lie."""
        held = _held(state, *place)
        moved = held if card is None else pack([(card, 1)])
        target = max(self._heaps, key=lambda heap: size(_held(state, *heap)), default=place)
        if target == place or not holds(held, moved):
            return state
        zones: list[Any] = list(state.zones)
        for (zone, owner), change in ((place, -moved), (target, moved)):
            there: Any = zones[zone]
            owned = self.rules.game.zones[zone].owner is not Owner.NOBODY
            zones[zone] = (
                _replaced(there, owner, there[owner] + change) if owned else there + change
            )
        return GameState(state.values, tuple(zones))

    def _cards(self, state: GameState) -> int:
        return sum(size(_held(state, *place)) for place in self._hands)

    def _describe(self, state: GameState) -> Iterator[str]:
        """Tell of what is not as it is at first, and of all cards but those of the largest heap."""
        game, first = self.rules.game, set(describe_state(self.rules.game, self._first))
        lines = [line for line in describe_state(game, state) if line not in first]
        heaps = [line for line in lines if ":" in line]
        largest = max(heaps, key=lambda line: len(line.split()), default="")
        for line in lines:
            if line == largest and len(line.split()) > len(game.ranks):
                yield f"{line.split(':')[0]}: all other cards"
            else:
                yield line


def _held(state: GameState, zone: int, owner: int) -> Cards:
    held = state.zones[zone]
    return held if isinstance(held, int) else held[owner]


def _replaced(values: tuple[Any, ...], owner: int, value: Any) -> tuple[Any, ...]:
    return (*values[:owner], value, *values[owner + 1 :])
