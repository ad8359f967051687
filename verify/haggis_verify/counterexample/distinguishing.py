"""Two positions that a seat cannot tell apart and yet can: those of a solver, and those of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

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
from haggis_verify.encode.states import decode_state
from haggis_verify.encode.transitions import Transition, decode_arguments
from haggis_verify.obligations.origins import ComparedAspect, StatePair
from haggis_verify.proving.prover import Countermodel

LONGEST = 60  # actions of a match that are looked at
STRIDE = 2  # of which each second one


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
    relevances = [relevant(view.table, terms) for view in (pair.one, pair.other)]
    relevance = RelevantState(
        relevances[0].states | relevances[1].states, relevances[0].zones | relevances[1].zones
    )
    moves = None
    if pair.moves is not None:
        moves = _decoded_move(game, pair.moves[0], found), _decoded_move(game, pair.moves[1], found)
    lines = tuple(_lines(game, pair.seat, (one, other), moves, relevance))
    observer = list(observers(patterns))[pair.seat]
    try:
        difference = _difference(pair.ask, observer, one, other, moves)
    except Breach as fault:
        return DistinguishedPositions(lines, "", f"it is a breach: {fault}")
    return DistinguishedPositions(
        lines, difference, "" if difference else "nothing is seen to tell them apart"
    )


def _difference(
    ask: ComparedAspect,
    observer: Observer,
    one: GameState,
    other: GameState,
    moves: tuple[ObservedMove, ObservedMove] | None,
) -> str:
    """Tell by evaluation what tells two positions apart; nothing when they do not look the same."""
    if ask in {ComparedAspect.FIRSTS, ComparedAspect.OPENING}:
        return observer.firsts(one, other, lasting=ask is ComparedAspect.OPENING)
    if not observer.looks_same(one, other):
        return ""
    if moves is not None:
        if ask is ComparedAspect.CHOICES:
            return observer.choices(moves[0], one, other)
        both = zip(moves, (one, other), strict=True)
        possible = all(_is_possible(observer, observed, state) for observed, state in both)
        return observer.moves(moves, (one, other)) if possible else ""
    if ask is ComparedAspect.STEPS:
        return observer.steps(one, other)
    if ask is ComparedAspect.RIGHTS:
        return observer.rights(one, other)
    return observer.over(one, other)


def _is_possible(observer: Observer, observed: ObservedMove, state: GameState) -> bool:
    """Whether a move can be made."""
    if isinstance(observed.move, ir.Step):
        return waiting(observer.game, state) == observed.move
    return is_legal(
        observer.game, observer.patterns, state, observed.move, observed.actor, observed.arguments
    )


def _decoded_move(game: ir.Game, move: Transition, found: Countermodel) -> ObservedMove:
    return ObservedMove(move.move, move.actor or 0, decode_arguments(game, move, found.chosen))


def _lines(
    game: ir.Game,
    seat: int,
    states: tuple[GameState, GameState],
    moves: tuple[ObservedMove, ObservedMove] | None,
    relevance: RelevantState | None = None,
) -> Iterator[str]:
    """Tell of the one position, and of the other what is not the same."""
    one, other = (list(describe_state(game, state, relevance)) for state in states)
    yield from one
    if moves is not None:
        yield describe_move(game, *moves[0])
    yield f"or, which looks the same to seat {seat + 1}:"
    yield from (line for line in other if line not in one)
    if moves is not None and moves[0] != moves[1]:
        yield describe_move(game, *moves[1])


# In play


def reach(rules: Rules, count: int) -> tuple[Reached, tuple[str, ...]] | None:
    """Find a position of so many matches that a seat can tell from another of the same view.

    Both have come about by the rules: to the seat, all that it was shown so far is the same. Gives
    the two positions in words as well.
    """
    for seed in range(count):
        for match, actions in islice(_positions(rules, seed), 0, LONGEST, STRIDE):
            for observer in observers(rules.patterns):
                found = _compared(rules, observer, match.position, Random(seed))  # noqa: S311
                if found is not None:
                    lines = action_lines(rules, actions)
                    record = tuple(text_of(match).splitlines())
                    breach = f"{found.shown}, for seat {observer.seat + 1}"
                    arrival = f"and so play comes there, with the deal of seed {seed}:"
                    return Reached(seed, lines, breach, record=record), (*found.lines, arrival)
    return None


def _positions(rules: Rules, seed: int) -> Iterator[tuple[MatchState, tuple[Action, ...]]]:
    """Yield each position of the first hand of a match, and the actions before it."""
    match, chance, actions = rules.new_match(seed), Random(seed), list[Action]()  # noqa: S311
    try:
        while match.hand == 1 and not match.finished:
            yield match, tuple(actions)
            action = draw_action(match.position, chance)
            if action is None:
                return
            actions.append(action)
            match = match.apply(action)
    except Breach:
        return  # which is another promise's


def _compared(
    rules: Rules, observer: Observer, table: Position, chance: Random
) -> DistinguishedPositions | None:
    """Put another position beside one, and see whether the seat can tell them apart."""
    try:
        other = rules.determinize(table.view(observer.seat), chance)
        difference, moves = _visible_difference(rules, observer, table, other, chance)
    except (Breach, ImpossibleViewError):
        return None
    if not difference:
        return None
    states = table.state, other.state
    return DistinguishedPositions(
        tuple(_lines(rules.game, observer.seat, states, moves)), difference
    )


def _visible_difference(
    rules: Rules, observer: Observer, table: Position, other: Position, chance: Random
) -> tuple[str, tuple[ObservedMove, ObservedMove] | None]:
    """Tell what tells two positions at rest apart, and by which move if by one."""
    difference = observer.rights(table.state, other.state)
    if difference:
        return difference, None
    mine, theirs = (set(each.actions(observer.seat)) for each in (table, other))
    for only in sorted(mine ^ theirs, key=str)[:1]:
        observed = _as_observed(rules, only)
        return observer.choices(observed, table.state, other.state), (observed, observed)
    action = draw_action(table, chance)
    if action is None:
        return "", None
    again = _same_action(rules, observer, action, other, chance)
    if again is None:
        return "", None
    moves = _as_observed(rules, action), _as_observed(rules, again)
    return _later_difference(rules, observer, (table.state, action), (other.state, again)), moves


def _same_action(
    rules: Rules, observer: Observer, action: Action, other: Position, chance: Random
) -> Action | None:
    """Return an action that looks the same when it is taken in the other position."""
    secret = rules.game.action(action.name).secret and action.actor != observer.seat
    if not secret:
        return action if other.is_legal(action) else None
    same = [one for one in other.actions(action.actor) if one.name == action.name]
    return chance.choice(same) if same else None


def _as_observed(rules: Rules, action: Action) -> ObservedMove:
    return ObservedMove(rules.game.action(action.name), action.actor, action.arguments)


def _later_difference(
    rules: Rules, observer: Observer, one: tuple[GameState, Action], other: tuple[GameState, Action]
) -> str:
    """Tell what the seat sees otherwise of an action and of all that follows from it."""
    states = one[0], other[0]
    entries = (take_unchecked(rules.patterns, *each) for each in (one, other))
    for first, second in zip(*entries, strict=False):
        if (first.part, first.name) != (second.part, second.name):
            return observer.steps(*states)
        if first.part is EntryKind.REST:
            return (
                observer.over(*states) if _is_over(observer, states) else observer.rights(*states)
            )
        observed = _observed_move(rules, first, one[1])
        difference, same = observer.turned(
            observed, (states[0], _turn(first)), (states[1], _turn(second))
        )
        if not same:
            return difference
        states = first.state, second.state
    return ""


def _is_over(observer: Observer, states: tuple[GameState, GameState]) -> bool:
    """Whether the hand is over in both."""
    game = observer.game
    return says_when_over(game) and all(holds_true(OVER, Environment(game, one)) for one in states)


def _turn(entry: TraceEntry) -> MoveResult:
    return MoveResult(entry.state, entry.moved)


def _observed_move(rules: Rules, entry: TraceEntry, action: Action) -> ObservedMove:
    if entry.part is EntryKind.ACTION:
        return _as_observed(rules, action)
    return ObservedMove(next(step for step in rules.game.steps if step.name == entry.name))
