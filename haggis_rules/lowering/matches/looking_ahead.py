"""What a seat would see after each action of anybody, in the lowered form.

A search groups actions by what its own seat sees of them, so all that it has to know of what is
seen is whether it is the same: a digest of 64 bits stands for it. Two that differ have the same
digest by chance alone, about once in 10^12 searches of 2,000 hands.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Return,
    Store,
    When,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.copying import copied_state
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.choices.legal_choices import decisions_name, take_counted_name
from haggis_rules.lowering.clauses.definitions import STATE, function_body
from haggis_rules.lowering.layouts.match_places import match_size
from haggis_rules.lowering.layouts.module_names import (
    ACTIONS,
    LEFT_TO_CHANCE,
    LOOK_AHEAD,
    MOST_AHEAD,
    OBSERVE,
    OVER,
    ahead_at,
)
from haggis_rules.lowering.layouts.observation_layout import ObservationLayout

_DIGEST: Final = "digest of what is seen"
_WORD: Final = 8
# Of SplitMix64 (Steele, Lea and Flood 2014): odd, and with about as many ones as zeros.
_FIRST, _FACTOR, _SHIFT = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 29

_WATCHING, _OUT = LocalVariable(I32, "watching"), LocalVariable(I32, "out")


def lower_looking_ahead(context: LoweringContext, layout: ObservationLayout) -> None:
    """Write what looks ahead: of each seat the number of actions, and behind all, their digests.

    The number is ``LEFT_TO_CHANCE``, and digests are not there, where a seat has more than
    ``MOST_AHEAD`` actions, or chance would choose one of them. It returns which seats can act, a
    bit each, the lowest for the first seat, and none when the hand is over.
    """
    taken, seen = (
        context.memory.room(size)
        for size in (match_size(context.game, context.layout), layout.size)
    )
    _digest(context, layout, seen)
    body, parameters = function_body(context, {})
    able = body.begin(i32(0), "able")
    over = body.begin(Invoke(I32, OVER, (STATE,)), "over")
    body.do(When(over, (Return(able),)))
    target = body.begin(build.add(_OUT, i32(ahead_at(context.game.seats))), "target")
    with counting(body, "seat", i32(0), i32(context.game.seats)) as (seat, each):
        count = each.begin(Invoke(I32, ACTIONS, (STATE, seat)), "count")
        can = each.inner()
        can.do(Assign(able, Operation(IntegerOperator.OR, able, _bit(seat))))
        wide = build.compare(IntegerOperator.GT_S, count, i32(MOST_AHEAD))
        if (decisions := decisions_name(context.game.actions)) != ACTIONS:
            decided = can.begin(Invoke(I32, decisions, (STATE, seat)), "decided")
            wide = build.either(wide, build.negated(build.equal(decided, count)))
        looking = can.inner()
        with counting(looking, "place", i32(0), count) as (place, inside):
            inside.do(copied_state(i32(taken), STATE))
            take = take_counted_name(context.game.actions)
            inside.do(Perform(Invoke(I32, take, (i32(taken), seat, place))))
            inside.do(Perform(Invoke(None, OBSERVE, (i32(taken), _WATCHING, i32(seen)))))
            digest = inside.begin(Invoke(I64, _DIGEST, ()), "digest")
            inside.do(Store(target, 0, _WORD, digest), grow(target, i32(_WORD)))
        left = Assign(count, i32(LEFT_TO_CHANCE))
        can.do(When(wide, (left,), tuple(looking.statements)))
        each.do(When(count, tuple(can.statements)))
        place_of_count = build.add(_OUT, build.multiply(seat, i32(4)))
        each.do(Store(place_of_count, 0, 4, count))
    body.do(Return(able))
    given = [*parameters, _WATCHING, _OUT]
    context.write(LOOK_AHEAD, given, body, result=I32, exported=True)


def _digest(context: LoweringContext, layout: ObservationLayout, seen: int) -> None:
    """Write what makes one number of what a seat sees."""
    body: LoweredBody = plain_body(context)
    found = body.begin(i64(build.wrapped(I64, _FIRST)), "found")
    with counting(body, "at", i32(seen), i32(seen + layout.size), _WORD) as (at, inside):
        mixed = Operation(IntegerOperator.XOR, found, build.load(I64, at, 0, _WORD))
        inside.do(Assign(found, build.multiply(mixed, i64(build.wrapped(I64, _FACTOR)))))
        high = Operation(IntegerOperator.SHR_U, found, i64(_SHIFT))
        inside.do(Assign(found, Operation(IntegerOperator.XOR, found, high)))
    body.do(Return(found))
    context.write(_DIGEST, [], body, result=I64)


def _bit(seat: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.SHL, i32(1), seat)
