"""How many ways a hand can go on, in the lowered form. Mirrors ``analysis.perft``.

Counted are all sequences of actions of one length, in every order. The last actions are counted
and not taken, and those before them are taken in blocks, so that a position is not counted anew for
each. Functions do not call themselves, so what is being walked is kept level by level.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, TRUE, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Perform,
    Return,
    Statement,
    Store,
    When,
    While,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.copying import copied_state
from haggis_rules.lowering.bodies.counting_loops import counting, grow, smaller
from haggis_rules.lowering.choices.legal_choices import take_counted_name
from haggis_rules.lowering.clauses.definitions import STATE, function_body
from haggis_rules.lowering.layouts.module_names import ACTIONS, MOST_DEPTH, OVER, PERFT, TAKE

# Of a level, behind its state: whose actions are being taken, which is the next, how many it has.
_SEAT, _NEXT, _COUNT, _LEVEL = 0, 4, 8, 16
_BLOCK: Final = 64  # states that actions of one seat lead to, before any of them is counted
_ONE, _TWO = "actions of all", "sequences of two"

_DEPTH = LocalVariable(I32, "depth")


def lower_perft(context: LoweringContext) -> None:
    """Write how many sequences of so many actions go on from a state at rest.

    It takes from 0 to ``MOST_DEPTH`` actions, and returns -1 for any other number.
    """
    _lower_one(context)
    _lower_two(context)
    _Perft(context).write()


def _lower_one(context: LoweringContext) -> None:
    """Write how many actions all seats have together, none when the hand is over."""
    body, parameters = function_body(context, {})
    total = body.begin(i64(0), "total")
    over = body.begin(Invoke(I32, OVER, (STATE,)), "over")
    body.do(When(over, (Return(total),)))
    for seat in range(context.game.seats):
        count = body.begin(Invoke(I32, ACTIONS, (STATE, i32(seat))), "count")
        body.do(grow(total, build.widened(count)))
    body.do(Return(total))
    context.write(_ONE, parameters, body, result=I64)


def _lower_two(context: LoweringContext) -> None:
    """Write how many sequences of two actions there are, none when the hand is over."""
    size = context.layout.size
    room = context.memory.room(size * _BLOCK)
    body, parameters = function_body(context, {})
    total = body.begin(i64(0), "total")
    over = body.begin(Invoke(I32, OVER, (STATE,)), "over")
    body.do(When(over, (Return(total),)))
    with counting(body, "seat", i32(0), i32(context.game.seats)) as (seat, each):
        count = each.begin(Invoke(I32, ACTIONS, (STATE, seat)), "count")
        with counting(each, "first", i32(0), count, _BLOCK) as (first, inside):
            stop = smaller(inside, build.add(first, i32(_BLOCK)), count)
            again = (Perform(Invoke(I32, ACTIONS, (STATE, seat))),)
            inside.do(When(first, again))  # those of the block before were counted since
            after = inside.begin(i32(room), "after")
            with counting(inside, "place", first, inside.keep(stop)) as (place, taking):
                taking.do(copied_state(after, STATE))
                take = take_counted_name(context.game.actions)
                taking.do(Perform(Invoke(I32, take, (after, seat, place))))
                taking.do(grow(after, i32(size)))
            with counting(inside, "done", i32(room), after, size) as (done, adding):
                adding.do(grow(total, adding.begin(Invoke(I64, _ONE, (done,)), "more")))
    body.do(Return(total))
    context.write(_TWO, parameters, body, result=I64)


class _Perft:
    """Writes the walk: down to each action of a level, and up when it has no more."""

    def __init__(self, context: LoweringContext) -> None:
        self.context, self.behind = context, context.layout.size
        self.size = self.behind + _LEVEL
        self.levels = context.memory.room(self.size * MOST_DEPTH)
        self.seats = context.game.seats

    def write(self) -> None:
        """Write the function."""
        body, parameters = function_body(self.context, {})
        wrong = build.either(
            build.compare(IntegerOperator.LT_S, _DEPTH, i32(0)),
            build.compare(IntegerOperator.GT_S, _DEPTH, i32(MOST_DEPTH)),
        )
        body.do(When(wrong, (Return(i64(-1)),)))
        body.do(When(build.equal(_DEPTH, i32(0)), (Return(i64(1)),)))
        alone = body.inner()
        alone.do(Return(alone.begin(Invoke(I64, _ONE, (STATE,)), "found")))
        body.do(When(build.equal(_DEPTH, i32(1)), tuple(alone.statements)))
        total, level = body.begin(i64(0), "total"), body.begin(i32(self.levels), "level")
        steps = build.multiply(build.subtract(_DEPTH, i32(2)), i32(self.size))
        last = body.begin(build.add(steps, i32(self.levels)), "last")
        body.do(copied_state(level, STATE))
        self._enter(level, last, total, body)
        inside = body.inner()
        self._step(level, last, total, inside)
        body.do(While(TRUE, tuple(inside.statements)), Return(total))
        self.context.write(PERFT, [*parameters, _DEPTH], body, result=I64, exported=True)

    def _enter(
        self, level: LocalVariable, last: LocalVariable, total: LocalVariable, body: LoweredBody
    ) -> None:
        """Write what begins a level: of the last, sequences of two are counted at once.

        It then has no seat left whose actions are taken, as one has none where the hand is over.
        """
        seat = body.begin(i32(-1), "seat")
        inside, counted = body.inner(), body.inner()
        counted.do(grow(total, counted.begin(Invoke(I64, _TWO, (level,)), "more")))
        counted.do(Assign(seat, i32(self.seats)))
        over = inside.begin(Invoke(I32, OVER, (level,)), "over")
        inside.do(When(over, (Assign(seat, i32(self.seats)),)))
        last_one = build.equal(level, last)
        body.do(When(last_one, tuple(counted.statements), tuple(inside.statements)))
        body.do(self._set(level, _SEAT, seat), self._set(level, _NEXT, i32(0)))
        body.do(self._set(level, _COUNT, i32(0)))

    def _step(
        self, level: LocalVariable, last: LocalVariable, total: LocalVariable, body: LoweredBody
    ) -> None:
        """Write one step: to the next action of this seat, to the next seat, or up."""
        place = body.begin(self._get(level, _NEXT), "place")
        more = build.compare(IntegerOperator.LT_S, place, self._get(level, _COUNT))
        down, onward = body.inner(), body.inner()
        down.do(self._set(level, _NEXT, build.add(place, i32(1))))
        seat = down.begin(self._get(level, _SEAT), "actor")
        below = down.begin(build.add(level, i32(self.size)), "below")
        down.do(copied_state(below, level))
        down.do(Perform(Invoke(I32, TAKE, (below, seat, place))), Assign(level, below))
        self._enter(level, last, total, down)
        self._onward(level, total, onward)
        body.do(When(more, tuple(down.statements), tuple(onward.statements)))

    def _onward(self, level: LocalVariable, total: LocalVariable, body: LoweredBody) -> None:
        following = body.begin(build.add(self._get(level, _SEAT), i32(1)), "following")
        left = build.compare(IntegerOperator.LT_S, following, i32(self.seats))
        next_, up = body.inner(), body.inner()
        count = next_.begin(Invoke(I32, ACTIONS, (level, following)), "count")
        next_.do(self._set(level, _SEAT, following), self._set(level, _NEXT, i32(0)))
        next_.do(self._set(level, _COUNT, count))
        up.do(When(build.equal(level, i32(self.levels)), (Return(total),)))
        up.do(Assign(level, build.subtract(level, i32(self.size))))
        body.do(When(left, tuple(next_.statements), tuple(up.statements)))

    def _get(self, level: LocalVariable, at: int) -> LoweredExpression:
        return build.load(I32, level, self.behind + at, 4)

    def _set(self, level: LocalVariable, at: int, value: LoweredExpression) -> Statement:
        return Store(level, self.behind + at, 4, value)
