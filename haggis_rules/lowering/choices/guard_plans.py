"""Guards in the lowered form, and when each is looked at, as in ``enumeration.legal_actions``."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.codegen.lowered.build import I32
from haggis_rules.codegen.lowered.form import Return
from haggis_rules.ir.game import ActionSchema, CombinationParam, Guarded
from haggis_rules.ir.reads import reads, through_reading_only
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.choices.allowed_readings import AskedGuard
from haggis_rules.lowering.clauses.definitions import function_body
from haggis_rules.lowering.clauses.expressions import expression
from haggis_rules.lowering.clauses.transitions import action_names


@dataclass(frozen=True, slots=True)
class GuardLevel:
    """The guards that can be looked at once a parameter is chosen, those by reading first."""

    by_reading: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuardPlan:
    """An action, the guards that need no choice, and the functions of those of each parameter."""

    action: ActionSchema
    first: tuple[Guarded, ...]
    levels: tuple[GuardLevel, ...]


def _guard_name(action: ActionSchema, number: int) -> str:
    return f"guard {number + 1} of {action.name}"


def guard_plan(action: ActionSchema, context: LoweringContext) -> GuardPlan:
    """Write the guards, and assign each its place, as ``legal_actions`` does."""
    names = [param.name for param in action.params]
    first: list[Guarded] = []
    levels: list[tuple[list[str], list[str]]] = [([], []) for _ in names]
    latest = latest_unsafe = -1
    for number, guard in enumerate(action.guards):
        body, parameters = function_body(context, action_names(action), guard.clause)
        body.do(Return(expression(guard.expr, body)))
        name = _guard_name(action, number)
        context.write(name, parameters, body, result=I32, clauses=[guard.clause])
        safe = name not in context.unsafe
        read = reads(context.game, guard.expr)
        place = max((i for i, one in enumerate(names) if one in read.names), default=-1)
        place = max(place, latest_unsafe if safe else latest)
        latest, latest_unsafe = max(latest, place), latest_unsafe if safe else place
        if place < 0:
            first.append(guard)
            continue
        by_reading, others = levels[place]
        combined = isinstance(action.params[place], CombinationParam)
        alone = combined and through_reading_only(guard.expr, names[place])
        (by_reading if alone and not others else others).append(name)
    return GuardPlan(action, tuple(first), tuple(GuardLevel(tuple(a), tuple(b)) for a, b in levels))


def asked_guards(plan: GuardPlan) -> list[AskedGuard]:
    """Return the guards that look at a combination by its reading alone, and what they read."""
    (level,) = plan.levels
    numbers = {
        _guard_name(plan.action, number): number for number in range(len(plan.action.guards))
    }
    return [AskedGuard(name, plan.action.guards[numbers[name]].expr) for name in level.by_reading]
