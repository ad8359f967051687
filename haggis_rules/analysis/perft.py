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

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from operator import add
from typing import NamedTuple

from haggis_rules.engine.own_rules import own_rules
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.executors.shares import in_order
from haggis_rules.ir.game import AnySeat
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.state import GameState

MOST_PARTS = 256  # into which a count is cut, as nearly equal as can be had without counting


@dataclass(frozen=True, slots=True)
class PerftCounts:
    """How many sequences there are of each length, from 0.

    ``canonical`` has each once, in the canonical order, and ``every`` in every order.
    """

    canonical: tuple[int, ...]
    every: tuple[int, ...]

    def __add__(self, other: PerftCounts) -> PerftCounts:
        """Return the sums, length by length."""
        return PerftCounts(
            tuple(map(add, self.canonical, other.canonical)),
            tuple(map(add, self.every, other.every)),
        )


@dataclass(frozen=True, slots=True)
class _Last:
    """The last action of a sequence, and the position that it was taken in."""

    before: Position
    action: Action


class _Sequence(NamedTuple):
    """A sequence of actions: where it has come to, and its last action.

    ``canonical`` says that no exchange has been found on the way here.
    """

    table: Position
    length: int = 0
    last: _Last | None = None
    canonical: bool = True


class PerftShare(NamedTuple):
    """Sequences that somebody else is to go on with, as states: what came before does not count."""

    rules: Rules
    depth: int
    begun: tuple[tuple[GameState, int, tuple[GameState, Action] | None, bool], ...]


@dataclass(frozen=True, slots=True)
class PerftCut:
    """A count that has been begun: what was counted, and the parts that are left.

    How it is cut depends on the position and the depth alone.
    """

    counted: PerftCounts
    rules: Rules
    depth: int
    parts: tuple[tuple[_Sequence, ...], ...]

    def rest(self, executor: Executor | None = None) -> Iterator[PerftCounts]:
        """Yield what comes of each part; in order, whoever counts them."""
        if executor is not None:
            yield from in_order(executor, _count_share, map(self._share, self.parts))
            return
        for part in self.parts:
            counting = _Counting(self.rules, self.depth)
            for one in part:
                counting.go(one)
            yield counting.counts

    def _share(self, part: Iterable[_Sequence]) -> PerftShare:
        return PerftShare(self.rules, self.depth, tuple(map(_states, part)))


def perft(table: Position, depth: int, *, executor: Executor | None = None) -> PerftCounts:
    """Count the sequences of up to so many actions that can be taken from a position on.

    With an executor of any kind many parts are counted at once; the counts are the same. Raises a
    ``Breach`` with the clause at fault when the rules are not sound.
    """
    cut = cut_perft(table, depth)
    found = cut.counted
    for part in cut.rest(executor):
        found += part
    return found


def cut_perft(table: Position, depth: int) -> PerftCut:
    """Begin to count, until there are parts enough for many workers. Raises as ``perft``."""
    rules = table.rules
    assert isinstance(rules, Rules)  # noqa: S101 - nothing else makes positions
    counting, begun = _Counting(rules, depth), [_Sequence(table)]
    while 0 < len(begun) < MOST_PARTS:
        begun = [longer for one in begun for longer in counting.visit(one)]
    each = -(-len(begun) // MOST_PARTS) or 1
    parts = (tuple(begun[first : first + each]) for first in range(0, len(begun), each))
    return PerftCut(counting.counts, rules, depth, tuple(parts))


def _states(one: _Sequence) -> tuple[GameState, int, tuple[GameState, Action] | None, bool]:
    last = None if one.last is None else (one.last.before.state, one.last.action)
    return one.table.state, one.length, last, one.canonical


def _count_share(share: PerftShare) -> PerftCounts:
    rules = own_rules(share.rules)
    counting = _Counting(rules, share.depth)
    for state, length, last, canonical in share.begun:
        before = None if last is None else _Last(rules.at(last[0]), last[1])
        counting.go(_Sequence(rules.at(state), length, before, canonical))
    return counting.counts


class _Counting:
    """Walks through all sequences, and counts them as it goes."""

    def __init__(self, rules: Ruleset, depth: int) -> None:
        self._canonical, self._every = [0] * (depth + 1), [0] * (depth + 1)
        self._rules, self._depth = rules, depth
        self._open = {one.name for one in rules.game.actions if isinstance(one.actor, AnySeat)}

    @property
    def counts(self) -> PerftCounts:
        """What has been counted so far."""
        return PerftCounts(tuple(self._canonical), tuple(self._every))

    def go(self, begun: _Sequence) -> None:
        """Count a sequence, and all that go on from it."""
        for longer in self.visit(begun):
            self.go(longer)

    def visit(self, begun: _Sequence) -> Iterator[_Sequence]:
        """Count a sequence, and yield those that are one action longer and are to be visited."""
        # All sequences are walked, also those that are not canonical.
        table, length, last, canonical = begun
        self._canonical[length] += canonical
        self._every[length] += 1
        if length == self._depth or self._is_over(table):
            return
        ends = length + 1 == self._depth
        for seat in table.to_act:
            actions = table.actions(seat)
            exchanged = self._exchanged(table, seat, actions, last) if canonical else set[Action]()
            if ends:  # the last actions need not be taken to be counted, and they are the most
                self._canonical[-1] += (len(actions) - len(exchanged)) * canonical
                self._every[-1] += len(actions)
                continue
            for action in actions:
                keeps = canonical and action not in exchanged
                yield _Sequence(table.apply(action), length + 1, _Last(table, action), keeps)

    def _is_over(self, table: Position) -> bool:
        return FINISHED in self._rules.queries and table.finished

    def _exchanged(
        self, table: Position, seat: int, actions: Iterable[Action], last: _Last | None
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
