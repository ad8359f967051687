"""A module that answers about plays, and plays none: what cards make, and what beats what.

It has the words of the order as ``haggis build`` writes them into a whole game, and the same rows
of plays, so that a hand is asked for all that it holds. Beside them stands what is asked of exactly
some cards (``asked_readings``), and which clauses an answer rests on (``noted_clauses``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, i32
from haggis_rules.codegen.lowered.form import (
    BREACH_CODE,
    Invoke,
    LocalVariable,
    LoweredModule,
    Return,
    Store,
)
from haggis_rules.codegen.lowered.pruning import pruned
from haggis_rules.ir.game import Definition, Game
from haggis_rules.ir.nodes import Call
from haggis_rules.ir.traversal import everywhere
from haggis_rules.lowering.asking.asked_readings import (
    MADE,
    MAKES,
    PIN,
    AskedReadings,
    lower_asked_readings,
)
from haggis_rules.lowering.bodies.body import LoweringContext, context_of
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting
from haggis_rules.lowering.clauses.definitions import lower_definitions
from haggis_rules.lowering.clauses.expressions import call
from haggis_rules.lowering.clauses.noted_clauses import NotedClauses
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD
from haggis_rules.lowering.rows.play_choice import PLAY, LoweredPlays
from haggis_rules.lowering.rows.plays import HELD
from haggis_rules.lowering.rows.reading_counts import COUNT, COUNT_ALL
from haggis_rules.lowering.search.play_finder import lower_finding

HOLDS, COUNTED = "beats asked", "plays counted"

_ONE, _OTHER = LocalVariable(I32, "one"), LocalVariable(I32, "other")


class HandCounts(NamedTuple):
    """The function that counts the plays of all readings, and where they are then, by place."""

    function: str
    counts: int


@dataclass(frozen=True, slots=True)
class LoweredAsking:
    """A game as a module that answers about plays, and where a host finds its way in it.

    ``notes`` is None where the rules do not say what beats what by readings alone. ``plays`` is
    what counts the plays of a hand, or why this cannot be.
    """

    module: LoweredModule
    context: LoweringContext
    readings: AskedReadings
    notes: NotedClauses | None
    plays: HandCounts | NotLoweredError
    play: int


def lower_asking(game: Game, order: str | None) -> LoweredAsking:
    """Lower what answers about plays, with the word ``order`` for what beats what, if there is one.

    Raises ``NotLoweredError``.
    """
    asked = _asked_game(game, order)
    context, plays = _with_plays(asked)
    readings = lower_asked_readings(context)
    notes = None if order is None else _lower_order(context, asked.definitions[order])
    play = context.memory.room(CARDS_AT + WORD * context.layout.words)
    module = LoweredModule(tuple(context.functions), context.memory.data, context.memory.end)
    return LoweredAsking(pruned(module), context, readings, notes, plays, play)


def _asked_game(game: Game, order: str | None) -> Game:
    """Return a game with no words but those of its order."""
    wanted = dict[str, Definition]()

    def visit(name: str) -> None:
        if name not in wanted:
            wanted[name] = one = game.definitions[name]
            inside = [part for each in one.exceptions for part in (each.when, each.value)]
            for expr in (one.base, *inside):
                for node in everywhere(expr):
                    if isinstance(node, Call):
                        visit(node.definition)

    if order is not None:
        visit(order)
    return replace(game, definitions=wanted)


def _with_plays(game: Game) -> tuple[LoweringContext, HandCounts | NotLoweredError]:
    """Begin a module, with the plays of hands where there are any, and they can be lowered."""
    context = context_of(game)
    counts: HandCounts | NotLoweredError
    try:
        plays = lower_finding(context) if game.patterns else None
        counts = _lower_counts(context, plays)
    except NotLoweredError as refusal:
        context, counts = context_of(game), refusal
    lower_definitions(context)
    return context, counts


def _lower_counts(context: LoweringContext, plays: LoweredPlays | None) -> HandCounts:
    """Write what counts the plays of all readings, which rows do in one walk.

    Raises ``NotLoweredError`` where no plays are found.
    """
    if context.places is None:
        raise NotLoweredError("a game in which nobody plays any cards")
    if plays is not None:
        return HandCounts(COUNT_ALL, plays.counts)
    counts, body = context.memory.room(4 * context.places.total), plain_body(context)
    with counting(body, "place", i32(0), i32(context.places.total)) as (place, each):
        count = each.begin(Invoke(I32, COUNT, (place,)), "count")
        each.do(Store(build.multiply(place, i32(4)), counts, 4, count))
    context.write(COUNTED, [], body, exported=True)
    return HandCounts(COUNTED, counts)


def _lower_order(context: LoweringContext, definition: Definition) -> NotedClauses:
    """Write what tells whether a reading beats another, and by which clauses."""
    body = plain_body(context, _ONE, _OTHER)
    beats = body.keep(call(definition.name, [_ONE, _OTHER], body))
    body.do(Return(beats))
    clauses = [definition.clause, *(one.clause for one in definition.exceptions)]
    context.write(HOLDS, [_ONE, _OTHER], body, result=I32, clauses=clauses, exported=True)
    return NotedClauses(context, definition)


def asking_layout(low: LoweredAsking) -> dict[str, object]:
    """Return what a host has to know of the module beside its bytes, as JSON.

    All that stands somewhere is an address in its memory. Readings have places, in their order:
    ``numbers`` has for each place the number of its reading, which what beats what is asked by.
    ``first`` has the first number of each pattern; there the last field runs first.
    """
    readings, layout, count = low.readings, low.context.layout, low.context.readings.number
    return {
        "breach": BREACH_CODE,
        "cards": readings.cards,
        "cards_size": WORD * layout.words,
        "pins": readings.pins,
        "pin_size": PIN,
        "found": readings.found,
        "first": low.context.readings.first,
        "numbers": [count(one) for one in readings.order],
        "made": MADE,
        "makes": MAKES,
        "order": None if low.notes is None else _order(low.notes),
        "plays": _plays(low),
    }


def _order(notes: NotedClauses) -> Mapping[str, object]:
    return {
        "beats": HOLDS,
        "notes": notes.function,
        "marks": notes.marks,
        "clauses": notes.names,
        "decides": notes.decides,
    }


def _plays(low: LoweredAsking) -> Mapping[str, object]:
    match low.plays:
        case NotLoweredError() as refusal:
            return {"refused": refusal.reason}
        case HandCounts(function=function, counts=counts):
            return {
                "hold": HELD,
                "count": function,
                "counts": counts,
                "make": PLAY,
                "play": low.play,
                "play_cards": CARDS_AT,
            }
