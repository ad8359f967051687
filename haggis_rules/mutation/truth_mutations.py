"""Changes to what holds: conditions joined, compared, negated, and said of every or some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from haggis_rules.mutation.rewriting import Rewrite
from haggis_rules.mutation.scope import MutationScope
from haggis_rules.syntax import ast

JOINED, COMPARED, NEGATED, QUANTIFIED = "joined", "compared", "negated", "every or some"

# Where a condition stands; a part of one is changed by its own words.
_CONDITIONS = {
    ast.Wild: "when",
    ast.WildWhen: "when",
    ast.Except: "when",
    ast.May: "when",
    ast.Step: "when",
    ast.Let: "when",
    ast.Move: "when",
    ast.Shown: "when",
    ast.If: "when",
    ast.ForEach: "where",
    ast.AnySeat: "where",
    ast.NumberOf: "where",
    ast.MostFor: "where",
    ast.LeastFor: "where",
    ast.Every: "where",
    ast.Some: "where",
    ast.SomeCombination: "where",
    ast.FirstSeat: "where",
    ast.First: "where",
    ast.TheOne: "where",
    ast.Until: "claim",
}
_TURNED = (
    ast.Is | ast.IsNot | ast.AtLeast | ast.AtMost | ast.Above | ast.Below | ast.Not | ast.TrueValue
)


def joined(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Change how conditions hang together, or leave one out."""
    match node:
        case ast.And(left=left, right=right):
            yield Rewrite(JOINED, "and to or", ast.Or(left, right, span=node.span))
            yield from _halves(node, "and")
        case ast.Or(left=left, right=right):
            yield Rewrite(JOINED, "or to and", ast.And(left, right, span=node.span))
            yield from _halves(node, "or")
        case ast.Implies(left=left, right=right):
            yield Rewrite(JOINED, "implies turned round", ast.Implies(right, left, span=node.span))
            yield Rewrite(JOINED, "without the left of implies", right)
        case _:
            pass


def compared(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Change a comparison: at its edge, and to its contrary."""
    match node:
        case ast.Is(left=left, right=right):
            yield Rewrite(COMPARED, "is to is not", ast.IsNot(left, right, span=node.span))
        case ast.IsNot(left=left, right=right):
            yield Rewrite(COMPARED, "is not to is", ast.Is(left, right, span=node.span))
        case ast.AtLeast(left=left, right=right):
            yield Rewrite(COMPARED, "at least to above", ast.Above(left, right, span=node.span))
            yield Rewrite(COMPARED, "at least to below", ast.Below(left, right, span=node.span))
        case ast.AtMost(left=left, right=right):
            yield Rewrite(COMPARED, "at most to below", ast.Below(left, right, span=node.span))
            yield Rewrite(COMPARED, "at most to above", ast.Above(left, right, span=node.span))
        case ast.Above(left=left, right=right):
            yield Rewrite(COMPARED, "above to at least", ast.AtLeast(left, right, span=node.span))
            yield Rewrite(COMPARED, "above to at most", ast.AtMost(left, right, span=node.span))
        case ast.Below(left=left, right=right):
            yield Rewrite(COMPARED, "below to at most", ast.AtMost(left, right, span=node.span))
            yield Rewrite(COMPARED, "below to at least", ast.AtLeast(left, right, span=node.span))
        case ast.Outranks(left=left, right=right) | ast.Related(left=left, right=right):
            if left != right:
                yield Rewrite(COMPARED, "sides swapped", replace(node, left=right, right=left))
        case _:
            pass


def negated(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Turn a condition into its contrary, unless its own word is changed so anyhow."""
    match node:
        case ast.Not(inner=inner):
            yield Rewrite(NEGATED, "without not", inner)
        case ast.TrueValue():
            yield Rewrite(NEGATED, "true to false", ast.FalseValue(span=node.span))
        case ast.FalseValue():
            yield Rewrite(NEGATED, "false to true", ast.TrueValue(span=node.span))
        case ast.Define(signature=ast.Predicate() | ast.PairPredicate() | ast.RelationOf()):
            yield from _contrary(node, "value")
        case _:
            if type(node) in _CONDITIONS:
                yield from _contrary(node, _CONDITIONS[type(node)])


def quantified(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Say of some what is said of every one, and the other way round."""
    match node:
        case ast.Every(binder=binder, where=where, claim=claim):
            some = ast.Some(binder, where, claim, span=node.span)
            yield Rewrite(QUANTIFIED, "every to some", some)
        case ast.Some(binder=binder, where=where, claim=claim):
            every = ast.Every(binder, where, claim, span=node.span)
            yield Rewrite(QUANTIFIED, "some to every", every)
        case _:
            pass


def _halves(node: ast.And | ast.Or, word: str) -> Iterator[Rewrite]:
    """Leave out each of the two; of a longer row its parts are left out one by one."""
    if not isinstance(node.left, type(node)):
        yield Rewrite(JOINED, f"without the left of {word}", node.right)
    yield Rewrite(JOINED, f"without the right of {word}", node.left)


def _contrary(node: Any, name: str) -> Iterator[Rewrite]:
    condition = getattr(node, name)
    if condition is not None and not isinstance(condition, _TURNED | ast.FalseValue):
        contrary = ast.Not(condition, span=condition.span)
        yield Rewrite(NEGATED, f"`{name}` negated", replace(node, **{name: contrary}))
