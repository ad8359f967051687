"""Actions, steps, and what happens between two hands, as functions of the lowered form."""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, TRUE, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    Invoke,
    LoweredExpression,
    Perform,
    Return,
    Statement,
    When,
    While,
)
from haggis_rules.ir.game import ACTOR, ActionSchema, AnySeat, Chance, InTurn, Step
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import Plain, Type
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.clauses.definitions import STATE, function_body
from haggis_rules.lowering.clauses.effects import checked, effects
from haggis_rules.lowering.clauses.effects import store as store_value
from haggis_rules.lowering.clauses.expressions import expression
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.semantics.transition import MOST_STEPS

FOLLOW: Final = "follow"
BETWEEN: Final = "between"
UNTIL: Final = "until"
LASTING: Final = "lasting"
INITIAL: Final = "initial"


def lower_transitions(context: LoweringContext) -> None:
    """Write all functions of actions and steps, and those between two hands.

    Raises ``NotLoweredError``.
    """
    for action in context.game.actions:
        _do(action, context)
    for step in context.game.steps:
        _do_step(step, context)
    _follow(context)
    _between(context)
    _first_values(context, LASTING, lasting=True)
    _first_values(context, INITIAL, lasting=False)


def do_name(action: ActionSchema | Step) -> str:
    """Return the name of the function that does what an action or a step does."""
    return f"do {action.name}"


def action_names(action: ActionSchema) -> dict[str, Type]:
    """Return what effects and guards of an action may speak of: the actor and the choices."""
    return {ACTOR: Plain.SEAT, **{param.name: param_type(param) for param in action.params}}


def may_take(action: ActionSchema, body: LoweredBody) -> LoweredExpression:
    """Return whether the actor may take an action, after statements that it needs."""
    match action.actor:
        case InTurn(seat=seat):
            return build.equal(expression(seat, body), body.names[ACTOR])
        case AnySeat(where=where):
            return expression(where, body)


def _do(action: ActionSchema, context: LoweringContext) -> None:
    body, parameters = function_body(context, action_names(action), action.clause)
    effects(action.effects, body)
    clauses = [action.clause, *(one.clause for one in action.effects)]
    context.write(do_name(action), parameters, body, clauses=clauses, exported=True)


def _do_step(step: Step, context: LoweringContext) -> None:
    body, parameters = function_body(context, {}, step.clause)
    effects(step.effects, body)
    clauses = [step.clause, *(one.clause for one in step.effects)]
    context.write(do_name(step), parameters, body, clauses=clauses)


def _follow(context: LoweringContext) -> None:
    """Write what takes each step that follows by itself, until the table is at rest."""
    body, parameters = function_body(context, {})
    taken = body.begin(i32(0), "taken")
    inside = body.inner()
    _next_step(list(context.game.steps), inside)
    inside.do(Assign(taken, build.add(taken, i32(1))))
    inside.fail_when(build.equal(taken, i32(MOST_STEPS)), BreachCode.ENDLESS)
    body.do(While(TRUE, tuple(inside.statements)))
    clauses = [step.clause for step in context.game.steps]
    context.write(FOLLOW, parameters, body, clauses=clauses, exported=True)


def _next_step(steps: list[Step], body: LoweredBody) -> None:
    """Take the first step that waits, and return from the function where there is none."""
    if not steps:
        body.do(Return())
        return
    step, *others = steps
    body.clause = step.clause
    condition = expression(step.when, body)
    rest = body.inner()
    _next_step(others, rest)
    then: tuple[Statement, ...] = (Perform(Invoke(None, do_name(step), (STATE,))),)
    body.do(When(condition, then, tuple(rest.statements)))


def _between(context: LoweringContext) -> None:
    body, parameters = function_body(context, {})
    effects(context.game.between, body)
    clauses = [one.clause for one in context.game.between]
    context.write(BETWEEN, parameters, body, clauses=clauses, exported=True)
    over = context.game.until
    body, parameters = function_body(context, {}, over.clause if over else "")
    body.do(Return(expression(over.expr, body) if over else TRUE))
    clauses = [over.clause] if over else []
    context.write(UNTIL, parameters, body, result=I32, clauses=clauses, exported=True)


def _first_values(context: LoweringContext, name: str, *, lasting: bool) -> None:
    """Write what gives each variable, lasting or not, its first value, but for those by chance."""
    body, parameters = function_body(context, {})
    clauses: list[str] = []
    for slot, variable in zip(context.layout.values, context.game.states, strict=True):
        if variable.lasting is not lasting or isinstance(variable.initial, Chance):
            continue
        clauses.append(variable.clause)
        body.clause = variable.clause
        value: LoweredExpression = expression(variable.initial, body)
        value = checked(variable, variable.initial, value, body)
        for owner in range(slot.owners):
            store_value(body.state, slot.offset + owner * slot.size, slot.size, value, body)
    context.write(name, parameters, body, clauses=clauses, exported=True)
