"""Hands played by chance, in the lowered form, by the same numbers as ``analysis.simulate``."""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, I32, I64, TRUE, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Perform,
    Return,
    Store,
    When,
    While,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import below, plain_body, stream
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.choices.legal_choices import TAKE_COUNTED, decisions_name
from haggis_rules.lowering.clauses.definitions import STATE, function_body, random_at
from haggis_rules.lowering.layouts.match_places import PLIES_AT, SEED_AT
from haggis_rules.lowering.layouts.module_names import OVER, PLAYOUT, PLAYOUTS, PLY, RESET
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.random_streams import StreamPurpose

MOST_PLIES: Final = 10_000  # in one hand, should the rules let it go on for ever

_SEED, _HANDS = LocalVariable(I64, "seed"), LocalVariable(I32, "hands")


def lower_playouts(context: LoweringContext) -> None:
    """Write one action by chance, a hand by chance, and many hands from seed to seed."""
    _over(context)
    _ply(context)
    _playout(context)
    _playouts(context)


def _over(context: LoweringContext) -> None:
    """Write whether the hand is over, where the rules say so at all."""
    body, parameters = function_body(context, {})
    finished = context.callees.get(FINISHED)
    over: LoweredExpression = FALSE
    if finished is not None:
        over = body.begin(Invoke(I32, finished.function, (STATE,)), "over")
    body.do(Return(over))
    context.write(OVER, parameters, body, result=I32, exported=True)


def _ply(context: LoweringContext) -> None:
    """Write one action by chance: a seat that can act, and then one of its actions.

    It returns how many actions there were to choose from, 0 when nobody can act.
    """
    body, parameters = function_body(context, {})
    seats, decisions = context.game.seats, decisions_name(context.game.actions)
    counts = [
        body.begin(Invoke(I32, decisions, (STATE, i32(seat))), "count") for seat in range(seats)
    ]
    able = [build.compare(IntegerOperator.GT_S, count, i32(0)) for count in counts]
    number = body.begin(build.added_up(able), "able")
    body.do(When(build.equal(number, i32(0)), (Return(i32(0)),)))
    left = body.begin(below(random_at(context), number), "left")
    for seat, (count, can) in enumerate(zip(counts, able, strict=True)):
        inside = body.inner()
        which = inside.begin(below(random_at(context), count), "which")
        inside.do(Perform(Invoke(I32, TAKE_COUNTED, (STATE, i32(seat), which))), Return(count))
        here = When(build.equal(left, i32(0)), tuple(inside.statements))
        body.do(When(can, (here, Assign(left, build.subtract(left, i32(1))))))
    body.do(Return(i32(0)))
    context.write(PLY, parameters, body, result=I32, exported=True)


def _playout(context: LoweringContext) -> None:
    """Write a hand by chance, from a state at rest to its end; it returns how many plies it had."""
    body, parameters = function_body(context, {})
    seed = build.load(I64, STATE, context.layout.size + SEED_AT, 8)
    body.do(stream(random_at(context), seed, StreamPurpose.PLAYOUT))
    plies = body.begin(i32(0), "plies")
    inside = body.inner()
    over = inside.begin(Invoke(I32, OVER, (STATE,)), "over")
    inside.do(When(over, (_ended(context, plies),)))
    choices = inside.begin(Invoke(I32, PLY, (STATE,)), "choices")
    inside.do(When(build.equal(choices, i32(0)), (_ended(context, plies),)))
    inside.do(grow(plies, i32(1)))
    inside.do(When(build.equal(plies, i32(MOST_PLIES)), (_ended(context, plies),)))
    body.do(While(TRUE, tuple(inside.statements)), Return(plies))
    context.write(PLAYOUT, parameters, body, result=I32, exported=True)


def _ended(context: LoweringContext, plies: LocalVariable) -> When:
    store = Store(STATE, context.layout.size + PLIES_AT, 4, plies)
    return When(TRUE, (store, Return(plies)))


def _playouts(context: LoweringContext) -> None:
    """Write many hands, the first from a seed and each other from the next number.

    It returns how many plies they had together.
    """
    body: LoweredBody = plain_body(context, STATE, _SEED, _HANDS)
    total = body.begin(i32(0), "total")
    with counting(body, "hand", i32(0), _HANDS) as (hand, inside):
        seed = build.add(_SEED, build.widened(hand))
        inside.do(Perform(Invoke(None, RESET, (STATE, seed))))
        inside.do(grow(total, inside.begin(Invoke(I32, PLAYOUT, (STATE,)), "plies")))
    body.do(Return(total))
    context.write(PLAYOUTS, [STATE, _SEED, _HANDS], body, result=I32, exported=True)
