"""The conditions of a promise: where none of them ever holds, the promise says nothing.

A condition is what stands before ``implies``, after ``where`` of ``every``, after ``when`` of a
promise of plays or of progress; and between hands, that a hand is over. What is only counted, as
in ``number of seats s where``, is none: that it is nothing says something.

A condition that stands inside another, or speaks of a bound name, is taken together with what it
stands in: it holds of some value, and the others hold as well. So each is a truth of a state, or of
the parameters of a promise for any values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.traversal import children
from haggis_rules.ir.types import Plain
from haggis_verify.encode.expressions import SymbolicEnvironment
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

Inside = Callable[[nodes.Expr], nodes.Expr]  # says of a condition what it stands in

TRUE = nodes.Truth(Plain.TRUTH, value=True)


@dataclass(frozen=True, slots=True)
class PromiseCondition:
    """A condition as the text has it, where it stands, and when it holds."""

    words: str
    place: str
    holds: nodes.Expr


def conditions(promise: ir.Promise) -> tuple[PromiseCondition, ...]:
    """Return the conditions of a promise, in the order of the text."""
    match promise.form:
        case ir.Always(claim=claim) | ir.AtRest(claim=claim) | ir.EachMove(claim=claim):
            found = _within(claim, _itself)
        case ir.ForAny(claim=claim):
            found = _within(claim, _itself)
        case ir.EachHand(claim=claim):
            over = PromiseCondition("the hand is over", str(promise.span or ""), TRUE)
            return (over, *_within(claim, _itself))
        case ir.Measure(parts=parts):
            found = (each for part in parts for each in _within(part, _itself))
        case ir.Progress(witnesses=witnesses):
            found = (_condition(one.when, _itself) for one in witnesses)
        case ir.AnyMade(when=when):
            found = iter(() if when is None else (_condition(when, _itself),))
        case ir.Apart():
            found = iter(())
    return tuple(found)


def _itself(condition: nodes.Expr) -> nodes.Expr:
    return condition


def _condition(expr: nodes.Expr, inside: Inside) -> PromiseCondition:
    words = "" if expr.span is None else " ".join(expr.span.text.split())
    return PromiseCondition(words, str(expr.span or ""), inside(expr))


def _within(node: nodes.Expr, inside: Inside) -> Iterator[PromiseCondition]:
    """Yield the conditions in an expression, each with what it stands in."""
    match node:
        case nodes.Implies(left=left, right=right):
            yield _condition(left, inside)
            yield from _within(left, inside)
            yield from _within(right, _and_inside(left, inside))
        case nodes.If(when=when, value=value, other=other):
            yield from _within(when, inside)
            yield from _within(value, _and_inside(when, inside))
            yield from _within(other, _and_inside(nodes.Not(Plain.TRUTH, when), inside))
        case nodes.Every(binder=binder, claim=claim) | nodes.Some(binder=binder, claim=claim):
            yield from _within(claim, _of_some(binder, inside))
        case (
            nodes.NumberOf(binder=binder, where=where)
            | nodes.First(binder=binder, where=where)
            | nodes.TheOne(binder=binder, where=where)
        ):
            yield from _within(where, _of_some(binder, inside))
        case nodes.SomePlay(claim=claim):
            yield from _within(claim, lambda one: inside(replace(node, claim=one)))
        case nodes.Total(binder=binder, inner=inner):
            yield from _within(inner, _of_some(binder, inside))
        case nodes.Most() | nodes.Least() | nodes.FirstSeat():
            for child in children(node):
                yield from _within(child, _of_some(node.binder, inside))
        case nodes.Before(inner=inner):
            yield from _within(inner, lambda one: inside(nodes.Before(Plain.TRUTH, one)))
        case _:
            for child in children(node):
                yield from _within(child, inside)


def _and_inside(other: nodes.Expr, inside: Inside) -> Inside:
    return lambda one: inside(nodes.And(Plain.TRUTH, other, one))


def _of_some(binder: nodes.Binder, inside: Inside) -> Inside:
    return lambda one: inside(nodes.Some(Plain.TRUTH, binder, one))


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a promise speaks: what holds there, and how its conditions are looked at."""

    facts: tuple[BoolTerm, ...]
    view: SymbolicEnvironment


def situations(promise: ir.Promise, matter: EncodedGame) -> Iterator[Situation]:
    """Yield all kinds of states, or of moves, of which a promise speaks.

    A condition that holds in none of them, with what is proved of every state, never holds.
    Raises ``NotEncodableError`` where the game uses what has no form in terms.
    """
    match promise.form:
        case ir.Always() | ir.Measure() | ir.AnyMade():
            yield Situation((matter.formed,), matter.view)
        case ir.AtRest() | ir.Progress():
            yield Situation((matter.formed, build.negation(matter.waits)), matter.view)
        case ir.EachMove():
            for move in matter.transitions:
                yield Situation((matter.formed, *move.legal), matter.after(move))
        case ir.EachHand():
            if matter.between is not None:
                after = replace(matter.between.after, before=matter.view.table)
                yield Situation((matter.formed, *matter.over), after)
        case ir.ForAny(params=params):
            yield any_values(params, matter)
        case ir.Apart():
            pass


def any_values(params: tuple[ir.Param, ...], matter: EncodedGame) -> Situation:
    """Say that the parameters of a promise have any values of their types, whatever the state."""
    view, facts = matter.view, [matter.formed]
    for param in params:
        value = matter.shape.fresh(param.type, f"any!{param.name}")
        facts.append(matter.shape.well_formed(value))
        view = view.naming(param.name, value)
    return Situation(tuple(facts), view)
