"""Examples and questions, each with its clause; their bodies stay as they were written."""

from __future__ import annotations

from haggis_rules.diagnostics.errors import NameTwiceError
from haggis_rules.ir import game as ir
from haggis_rules.ir.lower.options.guards import holds
from haggis_rules.ir.lower.symbols import World
from haggis_rules.syntax import ast


def cases(world: World) -> tuple[ir.Case, ...]:
    """Gather the examples and questions that are there at this table, in order."""
    found: list[ir.Case] = []
    for located in world.items:
        item = located.item
        if not isinstance(item, ast.Example | ast.Question):
            continue
        if holds(item.guard, world.agreement):
            with world.noting():
                _rest_once(item.given)
            answer = item.answer.text if isinstance(item, ast.Question) else None
            found.append(ir.Case(located.clause, item.words.text, answer, item, item.span))
    return tuple(found)


def _rest_once(given: ast.Given | None) -> None:
    parts = () if given is None else given.parts
    rest_settings = [p for p in parts if isinstance(p, ast.TheRest)]
    deals = [p for p in parts if isinstance(p, ast.TheDeal)]
    for second in deals[1:] or rest_settings[: len(deals)]:
        raise NameTwiceError(
            "no cards are left after the deal",
            second.span,
            others=[(deals[0].span, "all are dealt here")],
            hint="take one of the two away",
        )
    for second in rest_settings[1:]:
        raise NameTwiceError(
            "the rest can lie in one zone only",
            second.span,
            others=[(rest_settings[0].span, "it lies here")],
            hint='name the cards of the other zone, as `hand of seat 1 is "..."`',
        )
