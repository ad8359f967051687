"""What lines of rows are counted with, in the lowered form: how many plays a lane gives, by number.

A table is made once for each hand of wild cards of a role. Of each line of plain rows it has first
how many plays of wild cards alone each row has, and then, for each number that a lane can have from
the least that counts on, how many plays such a lane gives. Each is one byte, 255 for whatever is
more.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Conversion,
    Converted,
    IntegerOperator,
    LocalVariable,
    LoweredExpression,
    Store,
    When,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow, smaller
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.play_tables import PlayTables

_FILLED, _TABLE = LocalVariable(I32, "filled"), LocalVariable(I32, "table")
_MANY: Final = 255


def line_table_name(role: int) -> str:
    """Return the name of the function that makes the table of a hand of wild cards."""
    return f"line table by role {role}"


def write_line_table(context: LoweringContext, tables: PlayTables, role: int) -> None:
    """Write the function that makes the table of a hand of wild cards of a role.

    It is given where it stands in how many ways these fill each filling, and where the table goes.
    """
    body = plain_body(context, _FILLED, _TABLE)
    start, size = tables.lines.plain[role]
    with counting(body, "row", i32(start), i32(start + size), r.PLAIN) as (row, inside):
        number = build.load(I32, row, r.PLAIN_FILLING, 2)
        place = build.multiply(number, i32(4 * (tables.most_wild + 1)))
        ways = inside.begin(build.add(place, _FILLED), "ways")
        table = build.add(build.load(I32, row, r.PLAIN_TABLE, 4), _TABLE)
        at = inside.begin(table, "at")
        many = inside.begin(_byte(row, r.PLAIN_SIZE), "size")
        most_wild = tables.most_wild
        whole = inside.inner()
        whole.do(Store(at, 0, 1, _at_most(_choices_with(ways, many), whole)))
        fits = build.compare(IntegerOperator.LE_S, many, i32(most_wild))
        inside.do(When(build.both(_byte(row, r.PLAIN_WHOLE), fits), tuple(whole.statements)))
        _by_number(tables, (row, many, ways), inside)
    context.write(line_table_name(role), [_FILLED, _TABLE], body)


def _by_number(
    tables: PlayTables,
    row: tuple[LocalVariable, LocalVariable, LocalVariable],
    body: LoweredBody,
) -> None:
    """Write how many plays a lane of a row gives, for each number that it can have."""
    row_, many, ways = row
    gives = body.begin(build.add(build.load(I32, row_, r.PLAIN_GIVES, 2), _TABLE), "gives")
    step = body.begin(build.load(I32, row_, r.PLAIN_STEP, 2), "step")
    few = build.subtract(many, _byte(row_, r.PLAIN_MOST))
    first = body.keep(build.choose(_more(few, i32(0)), few, i32(0)), "first")
    fewest = build.subtract(many, _byte(row_, r.PLAIN_LEAST))
    wild = smaller(body, fewest, i32(tables.most_wild))
    stop = body.begin(build.add(wild, i32(1)), "stop")
    low = body.begin(_byte(row_, r.PLAIN_LOW), "low")
    high = body.begin(build.add(_byte(row_, r.PLAIN_HIGH), i32(1)), "high")
    with counting(body, "held", low, high) as (held, each):
        total = each.begin(i32(0), "total")
        power = each.begin(build.multiply(held, i32(WORD * (tables.largest + 1))), "power")
        with counting(each, "wild", first, stop) as (taken, inside):
            natural = build.multiply(build.subtract(many, taken), i32(WORD))
            chosen = build.load(I64, build.add(power, natural), tables.powers, WORD)
            binomial = inside.begin(_narrow(chosen, inside), "binomial")
            inside.do(grow(total, build.multiply(binomial, _choices_with(ways, taken))))
        place = build.multiply(build.subtract(held, low), step)
        target = each.begin(build.add(gives, place), "target")
        each.do(Store(target, 0, 1, _at_most(total, each)))


def _narrow(number: LoweredExpression, body: LoweredBody) -> LoweredExpression:
    """Return a number with 32 bits, or the largest byte where it is larger."""
    wide = body.begin(number, "wide")
    large = build.compare(IntegerOperator.GT_S, wide, i64(_MANY))
    return Converted(Conversion.WRAP, build.choose(large, i64(_MANY), wide))


def _at_most(number: LoweredExpression, body: LoweredBody) -> LoweredExpression:
    return smaller(body, number, i32(_MANY))


def _more(one: LoweredExpression, other: LoweredExpression) -> LoweredExpression:
    return build.compare(IntegerOperator.GT_S, one, other)


def _choices_with(ways: LoweredExpression, wild: LoweredExpression) -> LoweredExpression:
    return build.load(I32, build.add(ways, build.multiply(wild, i32(4))), 4, 4)


def _byte(address: LoweredExpression, offset: int) -> LoweredExpression:
    return build.load(I32, address, offset, 1)
