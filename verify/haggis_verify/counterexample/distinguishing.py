"""Two positions that a seat cannot tell apart and yet can: those of a solver, and those of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.trace import EntryKind, TraceEntry, take_unchecked
from haggis_rules.ir import game as ir
from haggis_rules.notation.errors import ImpossibleViewError
from haggis_rules.records.writer import text_of
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from haggis_rules.semantics.state import GameState
from haggis_rules.semantics.transition import MoveResult, is_legal, waiting
from haggis_rules.verdicts.model import Reached
from haggis_verify.counterexample.description import (
    RelevantState,
    action_lines,
    describe_move,
    describe_state,
    relevant,
)
from haggis_verify.counterexample.observers import ObservedMove, Observer, observers
from haggis_verify.counterexample.reach import draw_action
from haggis_verify.encode.between_hands import OVER, says_when_over
from haggis_verify.encode.states import decode, decode_state
from haggis_verify.encode.transitions import Transition, type_of
from haggis_verify.obligations.origins import ComparedAspect, StatePair
from haggis_verify.proving.prover import Countermodel

LONGEST = 60  # actions of a hand that are looked at
STRIDE = 2  # of which each second one; and all that something follows, to the end of the hand


@dataclass(frozen=True, slots=True)
class DistinguishedPositions:
    """Two positions in words, and what tells them apart; or why nothing is seen to."""

    lines: tuple[str, ...]
    shown: str
    fault: str = ""


def distinguish(pair: StatePair, patterns: Patterns, found: Countermodel) -> DistinguishedPositions:
    """Look at the two positions that a solver has found."""
    game, chosen = patterns.game, found.chosen
    one, other = (decode_state(game, view.table, chosen) for view in (pair.one, pair.other))
    terms = [found.obligation.claim, *(t for move in pair.moves or () for t in move.legal)]
    looked_at = [relevant(view.table, terms) for view in (pair.one, pair.other)]
    matters = RelevantState(
        looked_at[0].states | looked_at[1].states, looked_at[0].zones | looked_at[1].zones
    )
    observed_moves = None
    if pair.moves is not None:
        observed_moves = (
            _move_line(game, pair.moves[0], found),
            _move_line(game, pair.moves[1], found),
        )
    lines = tuple(_lines(game, pair.seat, (one, other), observed_moves, matters))
    watcher = list(observers(patterns))[pair.seat]
    try:
        shown = _apart(pair.ask, watcher, one, other, observed_moves)
    except Breach as fault:
        return DistinguishedPositions(lines, "", f"it is a breach: {fault}")
    return DistinguishedPositions(
        lines, shown, "" if shown else "nothing is seen to tell them apart"
    )


def _apart(
    ask: ComparedAspect,
    watcher: Observer,
    one: GameState,
    other: GameState,
    observed_moves: tuple[ObservedMove, ObservedMove] | None,
) -> str:
    """Tell by evaluation what tells two positions apart; nothing when they do not look the same."""
    if ask in {ComparedAspect.FIRSTS, ComparedAspect.OPENING}:
        return watcher.firsts(one, other, lasting=ask is ComparedAspect.OPENING)
    if not watcher.looks_same(one, other):
        return ""
    if observed_moves is not None:
        if ask is ComparedAspect.CHOICES:
            return watcher.choices(observed_moves[0], one, other)
        makes = (
            _can(watcher, observed, s)
            for observed, s in zip(observed_moves, (one, other), strict=True)
        )
        return watcher.moves(observed_moves, (one, other)) if all(makes) else ""
    if ask is ComparedAspect.STEPS:
        return watcher.steps(one, other)
    return watcher.rights(one, other) if ask is ComparedAspect.RIGHTS else watcher.over(one, other)


def _can(watcher: Observer, observed: ObservedMove, state: GameState) -> bool:
    """Whether a move can be made."""
    if isinstance(observed.move, ir.Step):
        return waiting(watcher.game, state) == observed.move
    return is_legal(
        watcher.game, watcher.patterns, state, observed.move, observed.actor, observed.arguments
    )


def _move_line(game: ir.Game, move: Transition, found: Countermodel) -> ObservedMove:
    if isinstance(move.move, ir.Step) or move.actor is None:
        return ObservedMove(move.move)
    kinds = [type_of(param) for param in move.move.params]
    pairs = zip(kinds, move.arguments, strict=True)
    chosen = tuple(decode(game, kind, symbol, found.chosen) for kind, symbol in pairs)
    return ObservedMove(move.move, move.actor, chosen)


def _lines(
    game: ir.Game,
    seat: int,
    states: tuple[GameState, GameState],
    observed_moves: tuple[ObservedMove, ObservedMove] | None,
    matters: RelevantState | None = None,
) -> Iterator[str]:
    """Tell of the one position, and of the other what is not the same."""
    one, other = (list(describe_state(game, state, matters)) for state in states)
    yield from one
    if observed_moves is not None:
        yield describe_move(game, *observed_moves[0])
    yield f"or, which looks the same to seat {seat + 1}:"
    yield from (line for line in other if line not in one)
    if observed_moves is not None and observed_moves[0] != observed_moves[1]:
        yield describe_move(game, *observed_moves[1])


# In play


def reach(rules: Rules, count: int) -> tuple[Reached, tuple[str, ...]] | None:
    """Find a position of so many matches that a seat can tell from another of the same view.

    Both have come about by the rules: to the seat, all that it was shown so far is the same. Gives
    the two positions in words as well.
    """
    for seed in range(count):
        for at in _positions(rules, seed):
            for watcher in observers(rules.patterns):
                found = _at(rules, watcher, at, random_stream(seed, StreamPurpose.SEARCH))
                if found is not None:
                    lines = action_lines(rules, at.actions)
                    record = tuple(text_of(at.match).splitlines())
                    breach = f"{found.shown}, for seat {watcher.seat + 1}"
                    comes = f"and play gets there, with the deal of seed {seed}:"
                    return Reached(seed, lines, breach, record=record), (*found.lines, comes)
    return None


class _Played(NamedTuple):
    """A position of a match, the actions before it, and the one that is taken there, if any is."""

    match: MatchState
    actions: tuple[Action, ...]
    action: Action | None


def _positions(rules: Rules, seed: int) -> Iterator[_Played]:
    """Yield positions of the first hand of a match: where something follows, and some others."""
    actions, chance = list[Action](), random_stream(seed, StreamPurpose.SEARCH)
    try:
        match = rules.new_match(seed)
        while match.hand == 1 and not match.finished:
            action = draw_action(match.position, chance)
            after = match if action is None else match.apply(action)
            soon = len(actions) < LONGEST and len(actions) % STRIDE == 0
            if soon or action is None or _follows(match, after):
                yield _Played(match, tuple(actions), action)
            if action is None:
                return
            actions.append(action)
            match = after
    except Breach:
        return  # which is another promise's


def _follows(match: MatchState, after: MatchState) -> bool:
    """Whether a step follows an action, or the hand ends."""
    over = after.hand != match.hand or after.finished
    return over or len(after.position.history) > len(match.position.history) + 1


def _at(
    rules: Rules, watcher: Observer, at: _Played, chance: Random
) -> DistinguishedPositions | None:
    """Put another position beside one, and see whether the seat can tell them apart."""
    table = at.match.position
    try:
        other = rules.determinize(table.view(watcher.seat), chance)
        shown, observed_moves = _seen_apart(rules, watcher, at, other, chance)
    except (Breach, ImpossibleViewError):
        return None
    if not shown:
        return None
    states = table.state, other.state
    return DistinguishedPositions(
        tuple(_lines(rules.game, watcher.seat, states, observed_moves)), shown
    )


def _seen_apart(
    rules: Rules, watcher: Observer, at: _Played, other: Position, chance: Random
) -> tuple[str, tuple[ObservedMove, ObservedMove] | None]:
    """Tell what tells two positions at rest apart, and by which move if by one."""
    table, action = at.match.position, at.action
    shown = watcher.rights(table.state, other.state)
    if shown:
        return shown, None
    mine, theirs = (set(each.decisions(watcher.seat)) for each in (table, other))
    for only in sorted(mine ^ theirs, key=str)[:1]:
        observed = _as_observed(rules, only)
        return watcher.choices(observed, table.state, other.state), (observed, observed)
    if action is None:
        return "", None
    again = _again(rules, watcher, action, other, chance)
    if again is None:
        return "", None
    observed_moves = _as_observed(rules, action), _as_observed(rules, again)
    return _following(rules, watcher, (table.state, action), (other.state, again)), observed_moves


def _again(
    rules: Rules, watcher: Observer, action: Action, other: Position, chance: Random
) -> Action | None:
    """Return an action that looks the same when it is taken in the other position."""
    declared = rules.game.action(action.name)
    hidden = declared.by_chance or (declared.secret and action.actor != watcher.seat)
    if not hidden:
        return action if other.is_legal(action) else None
    same = [one for one in other.actions(action.actor) if one.name == action.name]
    return chance.choice(same) if same else None


def _as_observed(rules: Rules, action: Action) -> ObservedMove:
    return ObservedMove(rules.game.action(action.name), action.actor, action.arguments)


def _following(
    rules: Rules, watcher: Observer, one: tuple[GameState, Action], other: tuple[GameState, Action]
) -> str:
    """Tell what the seat sees otherwise of an action and of all that follows from it."""
    states = one[0], other[0]
    entries = (take_unchecked(rules.patterns, *each) for each in (one, other))
    for first, second in zip(*entries, strict=False):
        if (first.part, first.name) != (second.part, second.name):
            return watcher.steps(*states)
        if first.part is EntryKind.REST:
            return watcher.over(*states) if _is_over(watcher, states) else watcher.rights(*states)
        observed = _observed_move(rules, first, one[1]), _observed_move(rules, first, other[1])
        difference, same = watcher.turned(
            observed, (states[0], _turn(first)), (states[1], _turn(second))
        )
        if not same:
            return difference
        states = first.state, second.state
    return ""


def _is_over(watcher: Observer, states: tuple[GameState, GameState]) -> bool:
    """Whether the hand is over in both."""
    game = watcher.game
    return says_when_over(game) and all(holds_true(OVER, Environment(game, one)) for one in states)


def _turn(entry: TraceEntry) -> MoveResult:
    return MoveResult(entry.state, entry.moved)


def _observed_move(rules: Rules, entry: TraceEntry, action: Action) -> ObservedMove:
    if entry.part is EntryKind.ACTION:
        return _as_observed(rules, action)
    return ObservedMove(next(step for step in rules.game.steps if step.name == entry.name))
