"""What a seat had plays of, kept from the count of its choices until one of them is taken.

In between, choices of other matches are counted, which would have it forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, i32
from haggis_rules.codegen.lowered.form import (
    IntegerOperator,
    Load,
    LocalVariable,
    LoweredExpression,
    Return,
    Store,
    ValueKind,
    When,
)
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.choices.allowed_readings import CountedReadings
from haggis_rules.lowering.layouts.batch_block import COUNTS_SIZE
from haggis_rules.lowering.rows.line_counting import FOUND

KEEP_COUNTS, RECALL_COUNTS = "keep counts", "recall counts"

# What is kept: whether there is anything, for each action how many bytes its list has, and the
# lists. Those of a lead are long, and are counted again where there is no room for them.
_KEPT, _SIZES, _ROW = 0, 4, 16
_SEAT, _ROOM = LocalVariable(I32, "seat"), LocalVariable(I32, "room")


def lower_kept_choices(context: LoweringContext, counted: Sequence[CountedReadings]) -> bool:
    """Write what keeps the counts of a seat, and what recalls them; return whether there are any.

    ``recall`` tells whether it has found them.
    """
    lists_at = -(-(_SIZES + 4 * len(counted)) // _ROW) * _ROW
    if not counted or lists_at + FOUND > COUNTS_SIZE:
        return False
    _keep(context, counted, lists_at)
    _recall(context, counted, lists_at)
    return True


def _keep(context: LoweringContext, counted: Sequence[CountedReadings], lists_at: int) -> None:
    body = plain_body(context, _SEAT, _ROOM)
    lists = [each.bounds(_SEAT, body) for each in counted]
    sizes: list[LoweredExpression] = [
        body.begin(build.subtract(stop, start), "size") for start, stop in lists
    ]
    many = build.compare(
        IntegerOperator.GT_S, reduce(build.add, sizes), i32(COUNTS_SIZE - lists_at)
    )
    body.do(When(many, (Store(_ROOM, _KEPT, 4, i32(0)), Return())))
    body.do(Store(_ROOM, _KEPT, 4, i32(1)))
    target = body.begin(build.add(_ROOM, i32(lists_at)), "target")
    for number, ((start, stop), size) in enumerate(zip(lists, sizes, strict=True)):
        body.do(Store(_ROOM, _SIZES + 4 * number, 4, size))
        with counting(body, "source", start, stop, FOUND) as (source, inside):
            for at in range(0, FOUND, _ROW):
                inside.do(Store(target, at, _ROW, Load(ValueKind.V128, source, at, _ROW)))
            inside.do(grow(target, i32(FOUND)))
    context.write(KEEP_COUNTS, [_SEAT, _ROOM], body)


def _recall(context: LoweringContext, counted: Sequence[CountedReadings], lists_at: int) -> None:
    body = plain_body(context, _SEAT, _ROOM)
    kept = build.load(I32, _ROOM, _KEPT, 4)
    body.do(When(build.equal(kept, i32(0)), (Return(i32(0)),)))
    start = body.begin(build.add(_ROOM, i32(lists_at)), "start")
    for number, each in enumerate(counted):
        size = build.load(I32, _ROOM, _SIZES + 4 * number, 4)
        end = body.begin(build.add(start, size), "end")
        each.note(_SEAT, start, end, body)
        start = end
    body.do(Return(i32(1)))
    context.write(RECALL_COUNTS, [_SEAT, _ROOM], body, result=I32)
