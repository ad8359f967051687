"""Every choice of wild cards, in the lowered form: a table that is made when it is first needed.

It stands in no data of a module, where it would be a tenth of all.
"""

from __future__ import annotations

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    Operation,
    Perform,
    Statement,
    Store,
    When,
)
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import play_tables as t
from haggis_rules.lowering.rows.play_tables import PlayTables, WildChoices


def write_choices(context: LoweringContext, tables: PlayTables, role: int) -> None:
    """Write the function that makes the choices of a role."""
    choices, game = tables.choices[role], context.game
    body = plain_body(context)
    at = body.begin(i32(choices.table), "choice")
    with counting(body, "number", i32(0), i32(choices.number)) as (number, inside):
        left, size = inside.begin(number, "left"), inside.begin(i32(0), "size")
        word = inside.begin(i64(0), "word")
        packed = [inside.begin(i64(0), "packed") for _ in range(tables.packed.words)]
        for place, kind in enumerate(choices.kinds):
            copies = i32(game.cards[kind].copies + 1)
            count = inside.begin(Operation(IntegerOperator.REM_U, left, copies), "count")
            inside.do(Assign(left, Operation(IntegerOperator.DIV_U, left, copies)))
            inside.do(grow(size, count), Store(at, t.CHOICE_CARDS + kind, 1, count))
            wide = inside.begin(build.widened(count), "wide")
            inside.do(Assign(word, build.add(word, build.multiply(wide, i64(1 << 8 * place)))))
            own, shift = tables.packed.place(kind)
            one = build.wrapped(I64, 1 << shift)
            inside.do(Assign(packed[own], build.add(packed[own], build.multiply(wide, i64(one)))))
        inside.do(Store(at, t.CHOICE_KINDS, WORD, word), Store(at, t.CHOICE_SIZE, 4, size))
        inside.do(Store(at, t.CHOICE_NUMBER, 4, number))
        for place, each in enumerate(packed):
            inside.do(Store(at, tables.choice_packed + WORD * place, WORD, each))
        inside.do(grow(at, i32(tables.choice)))
    context.write(_name(role), [], body)


def choices_made(tables: PlayTables, choices: WildChoices, role: int) -> Statement:
    """Return what sees that the choices of a role are there: the last one has its number then."""
    last = choices.table + tables.choice * (choices.number - 1)
    known = build.load(I32, i32(0), last + t.CHOICE_NUMBER, 4)
    make = Perform(Invoke(None, _name(role), ()))
    return When(build.equal(known, i32(0)), (make,))


def _name(role: int) -> str:
    return f"choices by role {role}"
