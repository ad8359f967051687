"""The planes of some cards, in the lowered form: which classes there are so many times."""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    ByteOperation,
    ByteOperator,
    Conversion,
    Converted,
    IntegerOperator,
    LocalVariable,
    LoweredExpression,
    Operation,
    ValueKind,
)
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.layouts.state_layout import WORD

_TOGETHER: Final = 16  # classes that are compared at once


def card_planes(cards: LocalVariable, depth: int, body: LoweredBody) -> list[LocalVariable]:
    """Write what finds the planes of the cards at an address, for 1 to ``depth`` copies."""
    size, copies = WORD * body.context.layout.words, range(1, depth + 1)
    if size < _TOGETHER:
        word = body.begin(build.load(I64, cards, 0, WORD), "cards")
        return [body.begin(_byte_bits(word, number), "plane") for number in copies]
    # The last sixteen may overlap those before them.
    places = sorted({*range(0, size - _TOGETHER + 1, _TOGETHER), size - _TOGETHER})
    every = [
        (at, body.begin(build.load(ValueKind.V128, cards, at, _TOGETHER), "cards")) for at in places
    ]
    return [_plane(every, number, body) for number in copies]


def _plane(every: list[tuple[int, LocalVariable]], number: int, body: LoweredBody) -> LocalVariable:
    plane: LoweredExpression = i64(0)
    least = body.begin(Converted(Conversion.SPLAT_BYTE, i32(number)), "least")
    for at, some in every:
        enough = ByteOperation(ByteOperator.GE_S, some, least)
        bits = Converted(Conversion.EXTEND_U, Converted(Conversion.BYTES_SET, enough))
        moved = Operation(IntegerOperator.SHL, bits, i64(at)) if at else bits
        plane = Operation(IntegerOperator.OR, plane, moved) if at else moved
    return body.begin(plane, "plane")


def _byte_bits(word: LoweredExpression, least: int) -> LoweredExpression:
    """Return eight bits, one for each byte of a word that is so large at least.

    A byte gets its highest bit by an addition, since none is above 127; the product then brings the
    lowest bits of all bytes side by side into the highest byte.
    """
    raised = build.add(word, i64((128 - least) * 0x0101_0101_0101_0101 & (1 << 64) - 1))
    flags = Operation(
        IntegerOperator.AND,
        Operation(IntegerOperator.SHR_U, raised, i64(7)),
        i64(0x0101_0101_0101_0101),
    )
    gathered = build.multiply(flags, i64(0x0102_0408_1020_4080))
    return Operation(IntegerOperator.SHR_U, gathered, i64(56))
