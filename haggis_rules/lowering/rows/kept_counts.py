"""How many plays single rows have, in the lowered form, as they are kept.

How many plays a row has rests on its shape, on its lanes (``row_lines``), and on the wild cards at
hand: so the last counts are kept by these, in a table that is looked at by a hash.
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
    Return,
    Store,
    When,
)
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import play_tables as t
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.play_counting import ROW_COUNT, RowCounting
from haggis_rules.lowering.rows.plays import PlayLowering, byte, wide
from haggis_rules.semantics.budget import MOST_WORK

KEPT_COUNT = "plays of row kept"
_KEPT_BITS: Final = 16  # of the number of a count that is kept
_SPREAD: Final = build.wrapped(I64, 0x9E37_79B9_7F4A_7C15)  # as in ``random_streams``
# A count that is kept: the lanes, four bits each; the shape and the wild cards; and the count.
_ENTRY: Final = 16
_LANES, _SHAPE, _PLAYS = 0, 8, 12
_ROW = LocalVariable(I32, "row")


class KeptCounts:
    """Writes the function that counts the plays of a row, by its number; lanes are looked at."""

    def __init__(self, plays: PlayLowering) -> None:
        RowCounting(plays)
        self.plays, self.context, self.rooms = plays, plays.context, plays.rooms
        self.lines, self.tables = plays.tables.lines, plays.tables
        self.kept = self.context.memory.room(_ENTRY << _KEPT_BITS)
        body = plain_body(self.context, _ROW)
        body.do(Return(self.count_of(_ROW, body)))
        self.context.write(KEPT_COUNT, [_ROW], body, result=I32)

    def count_of(self, row: LocalVariable, body: LoweredBody) -> LocalVariable:
        """Write what finds the count of a row where it is kept, or counts and keeps it."""
        place = build.multiply(row, i32(r.KEY))
        key = body.begin(build.add(place, i32(self.lines.keys)), "key")
        shape = body.begin(build.load(I32, key, r.KEY_SHAPE, 2), "shape")
        lanes = self._lanes(key, body)
        shape_and_hand = body.begin(self._with_hand(key, shape), "shape")
        kept = self._place(lanes, shape_and_hand, body)
        count = body.begin(build.load(I32, kept, _PLAYS, 4), "count")
        same = build.both(
            build.equal(build.load(I64, kept, _LANES, WORD), lanes),
            build.equal(build.load(I32, kept, _SHAPE, 4), shape_and_hand),
        )
        new = body.inner()
        new.do(Assign(count, self._counted(row, new)))
        new.do(Store(kept, _LANES, WORD, lanes), Store(kept, _SHAPE, 4, shape_and_hand))
        new.do(Store(kept, _PLAYS, 4, count))
        known = build.both(shape, same)  # without a shape it rests on more than lanes
        body.do(When(build.negated(known), tuple(new.statements)))
        return count

    def _lanes(self, key: LocalVariable, body: LoweredBody) -> LocalVariable:
        """Write what puts all lanes of the row together, four bits each."""
        found = body.begin(i64(0), "lanes")
        first = build.load(I32, key, r.KEY_LANE, 2)
        at = body.begin(build.add(first, i32(self.lines.held)), "at")
        step = body.begin(build.load(I32, key, r.KEY_STEP, 2), "step")
        with counting(body, "number", i32(0), byte(key, r.KEY_LANES)) as (_, inside):
            before = Operation(IntegerOperator.SHL, found, i64(4))
            lane = build.load(I64, at, 0, 1)
            inside.do(Assign(found, Operation(IntegerOperator.OR, before, lane)))
            inside.do(Assign(at, build.add(at, step)))
        return found

    def _with_hand(self, key: LocalVariable, shape: LocalVariable) -> LoweredExpression:
        """Return a shape with the number of the hand of wild cards."""
        role = build.multiply(byte(key, r.KEY_ROLE), i32(4))
        hand = build.load(I32, role, self.rooms.hands, 4)
        higher = Operation(IntegerOperator.SHL, hand, i32(16))
        return Operation(IntegerOperator.OR, higher, shape)

    def _place(
        self, lanes: LocalVariable, shape: LocalVariable, body: LoweredBody
    ) -> LocalVariable:
        """Return where a count is kept, if it is."""
        mixed = build.add(lanes, build.multiply(wide(shape), i64(_SPREAD)))
        spread = build.multiply(mixed, i64(_SPREAD))
        number = build.narrowed(Operation(IntegerOperator.SHR_U, spread, i64(64 - _KEPT_BITS)))
        place = build.multiply(number, i32(_ENTRY))
        return body.begin(build.add(place, i32(self.kept)), "kept")

    def _counted(self, row: LocalVariable, body: LoweredBody) -> LocalVariable:
        """Write what counts the plays of the row, and return their number."""
        at = build.add(build.multiply(row, i32(t.ROW)), i32(self.tables.rows))
        found = body.begin(Invoke(I64, ROW_COUNT, (body.begin(at, "at"),)), "plays")
        many = build.compare(IntegerOperator.GT_S, found, i64(MOST_WORK))
        body.fail_when(many, BreachCode.TOO_LARGE)
        return body.begin(build.narrowed(found), "count")
