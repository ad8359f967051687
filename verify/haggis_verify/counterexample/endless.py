"""Hands that stop or never end, looked for by playing: a deadlock, and a state that comes again.

Both are told by a match that is played from its deal. That none was found is no proof.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from haggis_rules.analysis.simulate import random_playout
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.records.writer import text_of
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.breach import Breach, Endless
from haggis_rules.semantics.random_streams import StreamPurpose, pick, random_stream, shuffled
from haggis_rules.semantics.state import Combination, GameState
from haggis_rules.verdicts.model import Reached
from haggis_verify.counterexample.description import action_lines

MOST_ACTIONS = 500  # in one hand, should the rules let it go on for ever
HANDS = 200  # first hands that are played in search of one in which nobody can act
WALKS = 12  # first hands in which states are looked for that come again
STATES = 24  # how many are looked at from one state of such a hand
LOOKED = 8  # at how many states of such a hand
PLAYS = 2  # of what a seat can play in one state, how many are tried

NOBODY = "nobody can act, and the hand is not over"


@dataclass(frozen=True, slots=True)
class _FirstHand:
    """A first hand, so far: its actions, and the state that they led to.

    There is none if the rules cannot be run on after the last of them.
    """

    actions: list[Action]
    state: GameState | None


def find_deadlock(rules: Rules) -> Reached | None:
    """Find a hand in which nobody can act before the rules say that it is over."""
    finished = rules.queries[FINISHED]
    for seed in range(HANDS):
        hand = _first_hand(rules, seed)
        if hand.state is None or finished(hand.state.values, hand.state.zones):
            continue
        match = _played(rules, seed, hand.actions)
        if match is not None and match.hand == 1 and not match.position.to_act:
            return _told(rules, seed, hand.actions, NOBODY)
    return None


def _first_hand(rules: Rules, seed: int) -> _FirstHand:
    """Play a first hand fast. In every other, some seats only look on."""
    actions = list[Action]()
    seats, chance = range(rules.game.seats), random_stream(seed, StreamPurpose.SEARCH)
    idle = shuffled(list(seats), chance)[: pick(seats, chance)] if seed % 2 else []
    try:
        state = rules.new_match(seed).position.state
        for action, after in random_playout(rules, state, seed, idle):
            actions += () if action is None else (action,)
            state = after
            if len(actions) == MOST_ACTIONS:
                break
    except Breach:
        return _FirstHand(actions, None)
    return _FirstHand(actions, state)


def find_loop(rules: Rules) -> Reached | None:
    """Find a hand in which a state comes again, or steps follow one another without end."""
    for seed in range(WALKS):
        found = _loop_in(rules, seed)
        if found is not None:
            return found
    return None


def _loop_in(rules: Rules, seed: int) -> Reached | None:
    """Look for states that come again along one hand: of each, and of what can follow it."""
    actions = _first_hand(rules, seed).actions
    try:
        table = rules.new_match(seed).position
    except Endless as fault:
        return _told(rules, seed, [], str(fault))
    except Breach:
        return None
    step = max(1, len(actions) // LOOKED)
    for done, action in enumerate(actions):
        if done % step == 0:
            found = _again(table)
            if found is not None:
                path, words = found
                return _told(rules, seed, [*actions[:done], *path], words)
        try:
            table = table.apply(action)
        except Endless as fault:
            return _told(rules, seed, actions[: done + 1], str(fault))
        except Breach:
            return None
    return None


def _again(start: Position) -> tuple[list[Action], str] | None:
    """Find what leads from a position back to its state, the shortest first; breadth first."""
    seen, left = {start.state}, deque([(start, list[Action]())])
    while left:
        here, path = left.popleft()
        for action in _tried(here):
            taken = [*path, action]
            try:
                after = here.apply(action)
            except Endless as fault:
                return taken, str(fault)
            except Breach:
                continue
            if after.state == start.state and not after.finished:
                many = f"{len(taken)} actions" if len(taken) > 1 else "1 action"
                return taken, f"the state is that of {many} before, and so it can go on for ever"
            if after.state not in seen and len(seen) < STATES and not after.finished:
                seen.add(after.state)
                left.append((after, taken))
    return None


def _tried(table: Position) -> Iterator[Action]:
    """Yield what is tried in a position: all that can be done, but few plays of cards.

    Cards that are played seldom come back, and there are many ways to play them.
    """
    for seat in table.to_act:
        plays = 0
        for action in table.actions(seat):
            if any(isinstance(one, Combination) for one in action.arguments):
                plays += 1
                if plays > PLAYS:
                    continue
            yield action


def _played(rules: Rules, seed: int, actions: list[Action]) -> MatchState | None:
    """Play a match so far; None if the rules cannot be run."""
    try:
        match: MatchState = rules.new_match(seed)
        for action in actions:
            match = match.apply(action)
    except Breach:
        return None
    return match


def _told(rules: Rules, seed: int, actions: list[Action], breach: str) -> Reached:
    """Tell of a match that was played so far, and keep its record.

    An action that steps follow without end is told, and comes to no record.
    """
    match = _played(rules, seed, actions) or _played(rules, seed, actions[:-1])
    record = () if match is None else tuple(text_of(match).splitlines())
    return Reached(seed, action_lines(rules, actions), breach, record=record)
