"""How many ways a hand can go on, by how many actions are taken.

Counted are sequences of actions. Steps that follow by themselves belong to the action before them
and count nothing. A sequence that ends the hand counts at its own length and is not continued.

Where several seats may act at one time, as out of turn or in secret, the order in which they do so
often means nothing, and such sequences are counted once, in one canonical order. Say that an
action is *open* when the rules give it to any seat, and not to the seat in turn. An open action
*b* by a seat is left out directly after an open action *a* by a seat with a higher number, when *b*
could have been taken before *a*, *a* could then have followed it, and both orders lead to the same
state once all steps are taken. Nothing else is left out. So of several open actions of which none
bears on another, only the order by seat remains, the lowest number first, as in ``to_act``; every
other order can be brought to it by such exchanges of neighbours, and leads to the same state. A
seat may take any number of actions, and whether an open action comes before or after an action in
turn is always told apart.

Another program that follows these words comes to the same numbers; the page of the notation tells
them to whoever writes one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from haggis_rules.ir.game import AnySeat
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.state import GameState

if TYPE_CHECKING:
    from haggis_rules.engine.position import Position
    from haggis_rules.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class PerftCounts:
    """How many sequences there are of each length, from 0.

    ``canonical`` has each once, in the canonical order, and ``every`` in every order.
    """

    canonical: tuple[int, ...]
    every: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Last:
    """The last action of a sequence, and the position that it was taken in."""

    before: Position
    action: Action


def perft(table: Position, depth: int) -> PerftCounts:
    """Count the sequences of up to so many actions that can be taken from a position on.

    Raises a ``Breach`` with the clause at fault when the rules are not sound.
    """
    counting = _Counting(table.rules, depth)
    counting.go(table, 0, None, canonical=True)
    return PerftCounts(tuple(counting.canonical), tuple(counting.every))


class _Counting:
    """Walks through all sequences, and counts them as it goes."""

    def __init__(self, rules: Ruleset, depth: int) -> None:
        self.canonical, self.every = [0] * (depth + 1), [0] * (depth + 1)
        self._rules, self._depth = rules, depth
        self._open = {one.name for one in rules.game.actions if isinstance(one.actor, AnySeat)}

    def go(self, table: Position, length: int, last: _Last | None, *, canonical: bool) -> None:
        """Count a sequence that has come to a position, and all that go on from there."""
        # All sequences are walked, also those that are not canonical; ``canonical`` says that no
        # exchange has been found on the way here.
        self.canonical[length] += canonical
        self.every[length] += 1
        if length == self._depth or self._is_over(table):
            return
        ends = length + 1 == self._depth
        for seat in table.to_act:
            actions = table.actions(seat)
            exchanged = self._exchanged(table, seat, actions, last) if canonical else set[Action]()
            if ends:  # the last actions need not be taken to be counted, and they are the most
                self.canonical[-1] += (len(actions) - len(exchanged)) * canonical
                self.every[-1] += len(actions)
                continue
            for action in actions:
                keeps = canonical and action not in exchanged
                after = table.apply(action)
                self.go(after, length + 1, _Last(table, action), canonical=keeps)

    def _is_over(self, table: Position) -> bool:
        return FINISHED in self._rules.queries and table.finished

    def _exchanged(
        self, table: Position, seat: int, actions: list[Action], last: _Last | None
    ) -> set[Action]:
        """Return the actions of a seat that are counted before the last one and not after it."""
        if last is None or seat >= last.action.actor or last.action.name not in self._open:
            return set()
        return {one for one in actions if one.name in self._open and _swaps(table, one, last)}


def _swaps(table: Position, action: Action, last: _Last) -> bool:
    """Whether an action could as well have been taken before the last one.

    Found by taking both orders, up to three transitions for each action, and not by what actions
    read and write, which would leave in orders that differ in name alone.
    """
    if not last.before.is_legal(action):
        return False
    first = last.before.apply(action)
    return first.is_legal(last.action) and _same(first.apply(last.action), table.apply(action))


def _same(one: Position, other: Position) -> bool:
    left: GameState = one.state
    return left == other.state
