"""Definitions, and single expressions, as functions of the lowered form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, i32, kind_of
from haggis_rules.codegen.lowered.form import LocalVariable, LoweredExpression, Return
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Definition, Game
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import Plain, Type
from haggis_rules.lowering.bodies.arithmetic import weight
from haggis_rules.lowering.bodies.body import (
    LocalNames,
    LoweredBody,
    LoweredDefinition,
    LoweringContext,
)
from haggis_rules.lowering.clauses.expressions import definition_value, expression
from haggis_rules.lowering.layouts.match_places import RANDOM_AT
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.layouts.state_layout import kind_of_type

MOST_INLINED: Final = 40  # nodes of a definition that is written out in the place of a call

STATE: Final = LocalVariable(I32, "state")
BEFORE: Final = LocalVariable(I32, "before")


def random_at(context: LoweringContext) -> LoweredExpression:
    """Return where the generator of a match stands."""
    return build.add(STATE, i32(context.layout.size + RANDOM_AT))


def lower_definitions(context: LoweringContext) -> None:
    """Write all definitions, each after those that it speaks of.

    A word that cannot be lowered is refused only where something else speaks of it: what only
    promises speak of is never asked for in play.
    """
    for definition in _in_order(context.game):
        try:
            _definition(definition, context)
        except NotLoweredError as refusal:
            context.refused[definition.name] = refusal


def function_body(
    context: LoweringContext, names: Mapping[str, Type], clause: str = ""
) -> tuple[LoweredBody, list[LocalVariable]]:
    """Begin the body of a function of a state and of values with names, and its parameters."""
    own = LocalNames()
    own.fresh(STATE.name)
    own.fresh(BEFORE.name)
    parameters = [
        LocalVariable(kind_of_type(kind), own.fresh(name)) for name, kind in names.items()
    ]
    named: dict[str, LoweredExpression] = dict(zip(names, parameters, strict=True))
    return LoweredBody(context, own, STATE, named, clause=clause), [STATE, *parameters]


def expression_function(
    context: LoweringContext,
    node: nodes.Expr,
    names: Mapping[str, Type],
    *,
    before: bool = False,
    called: str = "value",
) -> str:
    """Write one expression as a function of the state, of the one before, and of names."""
    body, parameters = function_body(context, names)
    body.before = BEFORE if before else None
    value = expression(node, body)
    body.do(Return(value))
    together = [parameters[0], BEFORE, *parameters[1:]]
    return context.write(called, together, body, result=kind_of(value), exported=True)


def _definition(definition: Definition, context: LoweringContext) -> None:
    if definition.type is Plain.COMBINATION:
        raise NotLoweredError("a combination as the value of a word", definition.clause)
    clauses = [definition.clause, *(one.clause for one in definition.exceptions)]
    names = {param.name: param.type for param in definition.params}
    body, parameters = function_body(context, names, definition.clause)
    value = definition_value(definition, body)
    inlined = not body.statements and weight(value, MOST_INLINED) <= MOST_INLINED
    body.do(Return(value))
    name = f"word {definition.name}"  # else an author's word could be called as a function is
    context.write(name, parameters, body, result=kind_of(value), clauses=clauses)
    safe = name not in context.unsafe
    callee = LoweredDefinition(name, kind_of(value), safe, inlined)
    context.callees[definition.name] = callee


def _in_order(game: Game) -> list[Definition]:
    """Return the definitions so that each stands after those that it speaks of."""
    done: dict[str, Definition] = {}

    def visit(name: str) -> None:
        if name not in done:
            for called in _called(game.definitions[name]):
                visit(called)
            done[name] = game.definitions[name]

    for name in game.definitions:
        visit(name)
    return list(done.values())


def _called(definition: Definition) -> Iterator[str]:
    inside = [part for one in definition.exceptions for part in (one.when, one.value)]
    for expr in (definition.base, *inside):
        yield from (one.definition for one in everywhere(expr) if isinstance(one, nodes.Call))
