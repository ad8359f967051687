"""Tables that give a number for a value: each value has one row, and no row is idle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from haggis_rules.diagnostics.errors import LookupRowsError, NeverError, WrongTypeError
from haggis_rules.diagnostics.source import Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir import nodes
from haggis_rules.ir.lower.typing import join_types, number_type, plain, wrong
from haggis_rules.ir.types import ChoiceType, NumberType
from haggis_rules.syntax import ast


@dataclass(frozen=True, slots=True)
class _CheckedRow:
    """A row with the values that it is for, from ``low`` to ``high``, and its place."""

    low: int | float
    high: int | float
    gives: int
    span: Span


def lookup(inner: nodes.Expr, node: ast.Lookup) -> nodes.Expr:
    """Type a table. ``inner`` is what is looked up.

    Raises ``WrongTypeError``, ``MixedUnitsError``, ``NeverError`` or ``LookupRowsError``.
    """
    value = plain(inner)
    kind = value.type
    if not isinstance(kind, NumberType | ChoiceType):
        raise wrong(value, "a number or a word of a choice", node.inner.span)
    rows = [_row(row, kind) for row in node.rows]
    _whole(rows, kind, node)
    given = [row.gives for row in rows]
    typed = tuple(nodes.LookupRow(_end(row.low), _end(row.high), row.gives) for row in rows)
    return nodes.Lookup(NumberType(min(given), max(given)), value, typed, node.span)


def _row(row: ast.LookupRow, kind: NumberType | ChoiceType) -> _CheckedRow:
    low, high = _ends(row.key, kind)
    return _CheckedRow(low, high, row.gives.value, row.key.span)


def _ends(key: ast.LookupKey, kind: NumberType | ChoiceType) -> tuple[int | float, int | float]:
    match key, kind:
        case ast.Name(text=text), ChoiceType(choices=choices):
            if text not in choices:
                raise WrongTypeError(
                    f"`{text}` is not a {kind.name}", key.span, hint=did_you_mean(text, choices)
                )
            return choices.index(text), choices.index(text)
        case ast.Name(text=text), _:
            raise WrongTypeError(
                f"a number is looked up here, and `{text}` is not one",
                key.span,
                hint=f"it is {kind}",
            )
        case _, ChoiceType(choices=choices):
            words = " or ".join(f"`{word}`" for word in choices)
            raise WrongTypeError(f"a {kind.name} is looked up here", key.span, hint=words)
        case ast.Whole(value=number), NumberType():
            return number, number
        case ((ast.NumberType() | ast.OpenNumber() | ast.NumberUpTo()), NumberType()):
            range_of_row = number_type(key)
            join_types([kind, range_of_row], key.span)  # in one unit
            return _span_of(range_of_row)


def _span_of(kind: NumberType | ChoiceType) -> tuple[int | float, int | float]:
    match kind:
        case ChoiceType(choices=choices):
            return 0, len(choices) - 1
        case NumberType(low=low, high=high):
            return -inf if low is None else low, inf if high is None else high


def _whole(rows: Sequence[_CheckedRow], kind: NumberType | ChoiceType, node: ast.Lookup) -> None:
    """See that each value has one row, and each row a value."""
    low, high = _span_of(kind)
    for row in rows:
        if row.high < low or high < row.low:
            raise NeverError(
                "this is never looked up", row.span, hint=f"what is looked up is {_values(kind)}"
            )
    ordered = sorted(rows, key=lambda row: row.low)
    for one, two in pairwise(ordered):
        if two.low <= one.high:
            raise LookupRowsError(
                f"{_shown(two.low, min(one.high, two.high), kind)} has two rows",
                two.span,
                others=[(one.span, "the other")],
                hint="leave out one of the two, or let one end where the other begins",
            )
    gaps, numbers = list(_gaps(ordered, low, high)), isinstance(kind, NumberType)
    if gaps:
        shown = ", ".join(_shown(*gap, kind) for gap in gaps)
        raise LookupRowsError(
            f"nothing is given for {shown}",
            node.span,
            hint=f"what is looked up is {_values(kind)}; add a row for each, as "
            f"`{_shown(gaps[0][0], gaps[0][1] if numbers else gaps[0][0], kind)} gives ...`",
        )


def _gaps(
    ordered: Sequence[_CheckedRow], low: float, high: float
) -> Iterator[tuple[int | float, int | float]]:
    begin = low
    for row in ordered:
        if begin < row.low:
            yield begin, row.low - 1
        begin = row.high + 1
    if begin <= high and begin != inf:
        yield begin, high


def _shown(low: float, high: float, kind: NumberType | ChoiceType) -> str:
    match kind:
        case ChoiceType(choices=choices):
            return " and ".join(choices[int(low) : int(high) + 1])
        case NumberType():
            return str(low) if low == high else str(NumberType(_end(low), _end(high)))


def _values(kind: NumberType | ChoiceType) -> str:
    match kind:
        case ChoiceType(choices=choices):
            return " or ".join(choices)
        case NumberType():
            return str(kind)


def _end(end: float) -> int | None:
    return None if end in {-inf, inf} else int(end)
