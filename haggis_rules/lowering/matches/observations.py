"""What a seat sees now, in the lowered form, as ``observation_layout`` has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    ByteOperation,
    ByteOperator,
    IntegerOperator,
    Invoke,
    Load,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Store,
    ValueKind,
    When,
)
from haggis_rules.ir.game import ACTOR
from haggis_rules.ir.types import Plain
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.copying import copied
from haggis_rules.lowering.bodies.counting_loops import counting
from haggis_rules.lowering.clauses.definitions import STATE, function_body
from haggis_rules.lowering.layouts.match_places import HAND_AT, TOTALS_AT
from haggis_rules.lowering.layouts.module_names import OBSERVE
from haggis_rules.lowering.layouts.observation_layout import (
    CHUNK,
    HAND_SEEN_AT,
    SEAT_AT,
    TOTALS_SEEN_AT,
    UNSEEN_SIZE,
    ObservationLayout,
)
from haggis_rules.lowering.layouts.state_layout import NUMBER, WORD, Slot
from haggis_rules.semantics.between_hands import scorers

_SPREAD: Final = "masks of seats"
_ALIGNED: Final = 16
_ONES: Final = 0x0101_0101_0101_0101

_OUT = LocalVariable(I32, "out")


@dataclass(frozen=True, slots=True)
class SeatMasks:
    """What each seat sees of a state, byte by byte, at ``address``, a state for each seat.

    The module has a bit for each byte, of which it makes these when they are first asked for.
    """

    address: int

    def ready(self, body: LoweredBody) -> None:
        """Write what sees that they are there."""
        made = build.load(I32, i32(0), self.address - _ALIGNED, 4)
        spread = Perform(Invoke(None, _SPREAD, ()))
        body.do(When(build.equal(made, i32(0)), (spread,)))


def lower_masks(context: LoweringContext, layout: ObservationLayout) -> SeatMasks:
    """Write what makes the masks of all seats."""
    seats = range(context.game.seats)
    bits = context.memory.table(b"".join(_bits(layout.mask(seat)) for seat in seats))
    size = context.layout.size * len(seats)
    made = context.memory.room(_ALIGNED + size)
    body = plain_body(context)
    body.do(Store(i32(0), made, 4, i32(1)))
    with counting(body, "at", i32(0), i32(size)) as (at, inside):
        eight = build.load(I32, Operation(IntegerOperator.SHR_U, at, i32(3)), bits, 1)
        place = Operation(IntegerOperator.AND, at, i32(7))
        bit = Operation(IntegerOperator.AND, Operation(IntegerOperator.SHR_U, eight, place), i32(1))
        inside.do(Store(at, made + _ALIGNED, 1, build.subtract(i32(0), bit)))
    context.write(_SPREAD, [], body)
    return SeatMasks(made + _ALIGNED)


def _bits(mask: bytes) -> bytes:
    """Return a bit for each byte, the lowest for the first; states have eights of them."""
    eights = (mask[first : first + 8] for first in range(0, len(mask), 8))
    return bytes(sum(bool(one) << at for at, one in enumerate(eight)) for eight in eights)


def lower_observations(
    context: LoweringContext, layout: ObservationLayout, masks: SeatMasks
) -> None:
    """Write what makes the observation of a seat."""
    body, parameters = function_body(context, {ACTOR: Plain.SEAT})
    seat, behind = body.names[ACTOR], context.layout.size
    hand = build.load(I32, STATE, behind + HAND_AT, 4)
    body.do(Store(_OUT, SEAT_AT, 4, seat), Store(_OUT, HAND_SEEN_AT, 4, hand))
    size = NUMBER * scorers(context.game)
    body.do(*copied(_OUT, STATE, size, at=behind + TOTALS_AT, to=TOTALS_SEEN_AT))
    masks.ready(body)
    mask = body.begin(build.add(build.multiply(seat, i32(behind)), i32(masks.address)), "mask")
    for at in range(0, behind, CHUNK):
        seen = ByteOperation(ByteOperator.AND, _row(STATE, at), _row(mask, at))
        body.do(Store(_OUT, layout.state_at + at, CHUNK, seen))
    for zone, at in layout.unseen.items():
        slot = context.layout.zones[zone]
        for owner in range(slot.owners):
            count = _unseen(slot, owner, layout.state_at, body)
            body.do(Store(_OUT, at + UNSEEN_SIZE * owner, UNSEEN_SIZE, count))
    context.write(OBSERVE, [*parameters, _OUT], body, exported=True)


def _row(address: LoweredExpression, at: int) -> LoweredExpression:
    return Load(ValueKind.V128, address, at, CHUNK)


def _unseen(slot: Slot, owner: int, state_at: int, body: LoweredBody) -> LoweredExpression:
    """Return how many cards lie in a place besides those that are in the observation."""
    places = [slot.offset + owner * slot.size + word for word in range(0, slot.size, WORD)]
    apart = [
        build.subtract(build.load(I64, STATE, at, WORD), build.load(I64, _OUT, state_at + at, WORD))
        for at in places
    ]
    total = Operation(IntegerOperator.MUL, build.added_up(apart), i64(_ONES))
    return body.begin(Operation(IntegerOperator.SHR_U, total, i64(56)), "unseen")
