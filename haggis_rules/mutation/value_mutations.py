"""Changes to what is worked out: numbers, sums, branches, the largest, and who sits where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from haggis_rules.mutation.rewriting import Rewrite
from haggis_rules.mutation.scope import MutationScope
from haggis_rules.syntax import ast

NUMBER, SUM, BRANCHES = "number shifted", "sum", "branches"
EXTREME, AROUND = "most, least or total", "round the table"
PRODUCT, TABLE = "product", "table"


def numbers(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Shift a number by one, up and down, or to the other side of zero."""
    if isinstance(node, ast.Whole):
        below_zero = node.value < 0
        for value in (node.value + 1, node.value - 1, *((-node.value,) if below_zero else ())):
            # Most numbers count something: only those that are below zero already stay there.
            if value >= 0 or below_zero:
                yield Rewrite(NUMBER, f"{node.value} to {value}", replace(node, value=value))


def sums(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Change the sign of a part of a sum, or leave it out."""
    match node:
        case ast.Plus(left=left, right=right):
            yield Rewrite(SUM, "plus to minus", ast.Minus(left, right, span=node.span))
            if not isinstance(left, ast.Plus):
                yield Rewrite(SUM, "without the left of plus", right)
            yield Rewrite(SUM, "without the right of plus", left)
        case ast.Minus(left=left, right=right):
            yield Rewrite(SUM, "minus to plus", ast.Plus(left, right, span=node.span))
            yield Rewrite(SUM, "sides swapped", ast.Minus(right, left, span=node.span))
            yield Rewrite(SUM, "without the right of minus", left)
        case _:
            pass


def products(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Leave out a side of a product of two numbers that both vary, or add them up instead."""
    if isinstance(node, ast.Times) and not isinstance(node.factor, ast.Number):
        yield Rewrite(PRODUCT, "without the left of times", node.inner)
        yield Rewrite(PRODUCT, "without the right of times", node.factor)
        added = ast.Plus(node.factor, node.inner, span=node.span)
        yield Rewrite(PRODUCT, "times to plus", added)


def tables(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Let two neighbours in a table give what the other gives."""
    if not isinstance(node, ast.Lookup):
        return
    for index, (one, two) in enumerate(pairwise(node.rows)):
        if one.gives != two.gives:
            turned = (replace(one, gives=two.gives), replace(two, gives=one.gives))
            rows = (*node.rows[:index], *turned, *node.rows[index + 2 :])
            what = f"what rows {index + 1} and {index + 2} give swapped"
            yield Rewrite(TABLE, what, replace(node, rows=rows))


def branches(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Swap the branches of a value with a condition."""
    if isinstance(node, ast.If) and node.value != node.other:
        swapped = replace(node, value=node.other, other=node.value)
        yield Rewrite(BRANCHES, "branches swapped", swapped)


def extremes(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Take the least for the most, or the total, and the other way round."""
    match node:
        case ast.MostFor(binder=binder, where=where, inner=inner):
            yield Rewrite(
                EXTREME, "most to least", ast.LeastFor(binder, where, inner, span=node.span)
            )
            yield Rewrite(EXTREME, "most to total", _total(node))
        case ast.LeastFor(binder=binder, where=where, inner=inner):
            yield Rewrite(
                EXTREME, "least to most", ast.MostFor(binder, where, inner, span=node.span)
            )
            yield Rewrite(EXTREME, "least to total", _total(node))
        case ast.MostOf(parts=parts):
            yield Rewrite(EXTREME, "most to least", ast.LeastOf(parts, span=node.span))
            yield from _fewer(node)
        case ast.LeastOf(parts=parts):
            yield Rewrite(EXTREME, "least to most", ast.MostOf(parts, span=node.span))
            yield from _fewer(node)
        case ast.Total(binder=binder, inner=inner):
            yield Rewrite(
                EXTREME, "total to most", ast.MostFor(binder, None, inner, span=node.span)
            )
        case _:
            pass


def around(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Go the other way round the table, or begin one seat earlier or later, or swap a pair."""
    match node:
        case ast.SeatsAfter(count=count, inner=inner):
            yield Rewrite(AROUND, "after to before", ast.SeatsBefore(count, inner, span=node.span))
        case ast.SeatsBefore(count=count, inner=inner):
            yield Rewrite(AROUND, "before to after", ast.SeatsAfter(count, inner, span=node.span))
        case ast.FirstSeat(start=start):
            other = "after" if start.text == "from" else "from"
            moved = replace(node, start=replace(start, text=other))
            yield Rewrite(AROUND, f"{start.text} to {other}", moved)
        case ast.SeatPair(left=left, right=right):
            yield Rewrite(AROUND, "the other for the one", replace(node, left=right, right=left))
        case _:
            pass


def _fewer(node: ast.MostOf | ast.LeastOf) -> Iterator[Rewrite]:
    """Leave out one of several numbers; of two, the other one is left."""
    for index in range(len(node.parts)):
        left = (*node.parts[:index], *node.parts[index + 1 :])
        fewer = left[0] if len(left) == 1 else replace(node, parts=left)
        yield Rewrite(EXTREME, f"without number {index + 1}", fewer)


def _total(node: ast.MostFor | ast.LeastFor) -> ast.Total:
    """Add up over the same: what is left out counts for nothing."""
    if node.where is None:
        return ast.Total(node.binder, node.inner, span=node.span)
    nothing = ast.Number(ast.Whole(0, span=node.span), span=node.span)
    counted = ast.If(node.inner, node.where, nothing, span=node.span)
    return ast.Total(node.binder, counted, span=node.span)
