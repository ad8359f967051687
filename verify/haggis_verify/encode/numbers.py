"""One number made of several, as terms: the largest, what a table gives, the first that holds."""

from collections.abc import Callable

from haggis_rules.ir import nodes
from haggis_verify.encode import symbols
from haggis_verify.encode.symbols import Symbol, SymbolicOption, pick
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntConst, IntTerm


def largest(numbers: list[IntTerm], higher: Callable[[IntTerm, IntTerm], BoolTerm]) -> IntTerm:
    """Return the number that no other is higher than."""
    best, *others = numbers
    for number in others:
        best = build.int_ite(higher(best, number), number, best)
    return best


def above(left: IntTerm, right: IntTerm) -> BoolTerm:
    """Say that one number is higher than another."""
    return build.lt(right, left)


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


def first_value(holds: list[tuple[int, BoolTerm]]) -> SymbolicOption:
    """Return the first value for which it holds, in this order."""
    # The last one needs no condition of its own: when none holds, the value means nothing.
    value = build.int_const(holds[-1][0]) if holds else build.int_const(0)
    for index, truth in reversed(holds[:-1]):
        value = build.int_ite(truth, build.int_const(index), value)
    return SymbolicOption(build.negation(build.disjunction(truth for _, truth in holds)), value)


def first_seat(start: IntTerm, holds: list[BoolTerm], *, inclusive: bool) -> SymbolicOption:
    """Go clockwise once round from a seat, which is a choice among all seats to start from.

    Seats squared many choices, unless the seat to start from is known.
    """
    seats = len(holds)
    found: list[Symbol] = []
    for begin in range(seats):
        if isinstance(start, IntConst) and start.value != begin:
            found.append(SymbolicOption(build.TRUE, build.int_const(0)))
            continue
        order = [(begin + step) % seats for step in range(0 if inclusive else 1, seats)]
        found.append(first_value([(seat, holds[seat]) for seat in order]))
    return symbols.option(pick(start, found))
