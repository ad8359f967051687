"""Bytes copied in the lowered form: few of them by instructions in a row.

``CopyBytes`` calls the host's own code, which takes longer. One function copies a whole state.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32
from haggis_rules.codegen.lowered.form import (
    CopyBytes,
    Invoke,
    Load,
    LocalVariable,
    LoweredExpression,
    Perform,
    Statement,
    Store,
    ValueKind,
)
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body

COPY_STATE: Final = "copy state"
MOST_IN_A_ROW: Final = 1024  # bytes, sixteen an instruction
_ROW, _WORD = 16, 8
_TARGET, _SOURCE = LocalVariable(I32, "target"), LocalVariable(I32, "source")


def lower_copying(context: LoweringContext) -> None:
    """Write what copies a state."""
    body = plain_body(context, _TARGET, _SOURCE)
    body.do(*copied(_TARGET, _SOURCE, context.layout.size))
    context.write(COPY_STATE, [_TARGET, _SOURCE], body)


def copied_state(target: LoweredExpression, source: LoweredExpression) -> Statement:
    """Return the statement that copies a state."""
    return Perform(Invoke(None, COPY_STATE, (target, source)))


def copied(
    target: LoweredExpression, source: LoweredExpression, size: int, *, at: int = 0, to: int = 0
) -> list[Statement]:
    """Return the statements that copy so many bytes, which lie apart from where they go.

    ``at`` and ``to`` are offsets in the source and in the target. ``size`` is a multiple of eight.
    """
    if size > MOST_IN_A_ROW:
        goal, start = build.add(target, i32(to)), build.add(source, i32(at))
        return [CopyBytes(goal, start, i32(size))]
    found: list[Statement] = []
    for done in range(0, size - size % _ROW, _ROW):
        row = Load(ValueKind.V128, source, at + done, _ROW)
        found.append(Store(target, to + done, _ROW, row))
    if size % _ROW:
        last = size - _WORD
        found.append(Store(target, to + last, _WORD, build.load(I64, source, at + last, _WORD)))
    return found
