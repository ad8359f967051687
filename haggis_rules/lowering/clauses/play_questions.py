"""Whether some of the cards in a zone make a reading for which something holds."""

from __future__ import annotations

from haggis_rules.codegen.lowered.build import FALSE, I32, TRUE, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    Invoke,
    Leave,
    LoweredExpression,
    When,
)
from haggis_rules.ir import nodes
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.cards import CardsPlace, Lower, places
from haggis_rules.lowering.bodies.counting_loops import counting
from haggis_rules.lowering.clauses.held_cards import hold, reading_at
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.rows.reading_counts import COUNT


def some_play(node: nodes.SomePlay, body: LoweredBody, lower: Lower) -> LoweredExpression:
    """Go through the readings that the cards make, up to the first for which the claim holds.

    Raises ``NotLoweredError`` where nothing is written that finds plays.
    """
    known = body.context.places
    if known is None:
        raise NotLoweredError("`some play`", body.clause, node.span)
    (held,) = places(node.zone, body, lower)
    held = CardsPlace(body.keep(held.address), held.offset)
    hold(held, body)
    holds = body.begin(FALSE, "holds")
    with counting(body, "place", i32(0), i32(known.total)) as (place, each):
        count = each.begin(Invoke(I32, COUNT, (place,)), "count")
        number = reading_at(place, known)
        there = each.inner()
        there.names[node.binder.name] = there.begin(number, node.binder.name)
        claim = there.keep(lower(node.claim, there))
        if there.context.seeks(there.statements):  # among other cards, perhaps
            hold(held, there)
        there.do(When(claim, (Assign(holds, TRUE), Leave())))
        each.do(When(count, tuple(there.statements)))
    return holds
