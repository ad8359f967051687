"""One number of several, as terms: the largest, and what a table gives."""

from collections.abc import Callable

from haggis_rules.ir import nodes
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm


def largest(numbers: list[IntTerm], higher: Callable[[IntTerm, IntTerm], BoolTerm]) -> IntTerm:
    """Return the number that no other is higher than."""
    best, *others = numbers
    for number in others:
        best = build.int_ite(higher(best, number), number, best)
    return best


def looked_up(rows: tuple[nodes.LookupRow, ...], value: IntTerm) -> IntTerm:
    """Return what a table gives: a chain of a choice for each row but the last."""
    *tested, last = rows
    found: IntTerm = build.int_const(last.gives)
    for row in reversed(tested):
        found = build.int_ite(_in_row(row, value), build.int_const(row.gives), found)
    return found


def _in_row(row: nodes.LookupRow, value: IntTerm) -> BoolTerm:
    if row.low is not None and row.low == row.high:
        return build.eq(value, build.int_const(row.low))
    least = build.TRUE if row.low is None else build.le(build.int_const(row.low), value)
    most = build.TRUE if row.high is None else build.le(value, build.int_const(row.high))
    return build.conjunction([least, most])
