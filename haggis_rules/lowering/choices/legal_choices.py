"""What a seat can do, in the lowered form. Mirrors ``enumeration.legal_actions``."""

from __future__ import annotations

from collections.abc import Sequence

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, i32
from haggis_rules.codegen.lowered.form import Assign, Invoke, Perform, Return, When
from haggis_rules.ir.game import ACTOR, ActionSchema
from haggis_rules.ir.types import Plain
from haggis_rules.lowering.bodies.body import LoweringContext
from haggis_rules.lowering.bodies.chance import below
from haggis_rules.lowering.bodies.counting_loops import grow
from haggis_rules.lowering.choices.action_choices import (
    ActionChoices,
    count_name,
    counted_name,
    take_name,
    take_way_name,
    ways_name,
)
from haggis_rules.lowering.choices.allowed_readings import CountedReadings
from haggis_rules.lowering.choices.choice_search import NOT_TAKEN, WHICH
from haggis_rules.lowering.choices.guard_plans import guard_plan
from haggis_rules.lowering.clauses.definitions import STATE, function_body, random_at
from haggis_rules.lowering.clauses.transitions import FOLLOW
from haggis_rules.lowering.layouts.module_names import ACTIONS, TAKE
from haggis_rules.lowering.rows.play_choice import LoweredPlays

DECISIONS, TAKE_COUNTED = "decisions", "take counted"


def lower_choices(
    context: LoweringContext, plays: LoweredPlays | None
) -> tuple[CountedReadings, ...]:
    """Write what counts and takes the choices of each action, and of all together.

    ``plays`` has what finds plays, where an action has a combination to choose. It returns what
    of a count is there until the next one, and raises ``NotLoweredError``.
    """
    actions, counted = context.game.actions, list[CountedReadings]()
    for action in actions:
        choices = ActionChoices(context, plays, guard_plan(action, context))
        choices.write()
        counted += () if choices.listed is None else (choices.listed,)
        if action.by_chance:
            _decide(action, context)
    _count_all(ACTIONS, context)
    if decisions_name(actions) == DECISIONS:
        _count_all(DECISIONS, context, pending=True)
    written = {one.name for one in context.functions}
    _take_any(TAKE, [take_name(action) for action in actions], context, exported=True)
    quick = [next(name for name in _quickest(action) if name in written) for action in actions]
    _take_any(TAKE_COUNTED, quick, context)
    return tuple(counted)


def _quickest(action: ActionSchema) -> tuple[str, ...]:
    """Return what may take one of the decisions that were counted just before, the best first."""
    return decide_name(action), counted_name(action), take_name(action)


def take_counted_name(actions: Sequence[ActionSchema]) -> str:
    """Return the name of the function that takes an action where all have just been counted."""
    # Of an action by chance, what has just been counted need not be each choice.
    return TAKE if any(one.by_chance for one in actions) else TAKE_COUNTED


def decide_name(action: ActionSchema) -> str:
    """Return the name of the function that takes an action by chance, which then chooses."""
    return f"decide {action.name}"


def decisions_name(actions: Sequence[ActionSchema]) -> str:
    """Return the name of the function that counts what a seat can decide.

    An action by chance is one decision, whatever it may bring.
    """
    return DECISIONS if any(one.by_chance for one in actions) else ACTIONS


def _decide(action: ActionSchema, context: LoweringContext) -> None:
    """Write what takes an action by chance if it is the one that is wanted, and can be taken."""
    body, parameters = function_body(context, {ACTOR: Plain.SEAT}, action.clause)
    actor = body.names[ACTOR]
    ways = body.begin(Invoke(I32, ways_name(action), (STATE, actor)), "ways")
    body.do(When(build.equal(ways, i32(0)), (Return(i32(0)),)))
    body.do(When(build.negated(build.equal(WHICH, i32(0))), (Return(i32(1)),)))
    way = body.begin(below(random_at(context), ways), "way")
    body.do(Return(body.begin(Invoke(I32, take_way_name(action), (STATE, actor, way)), "seen")))
    given = [*parameters, WHICH]
    context.write(decide_name(action), given, body, result=I32, clauses=[action.clause])


def _count_all(name: str, context: LoweringContext, *, pending: bool = False) -> None:
    """Write what counts all actions of a seat; if ``pending``, those by chance once each."""
    body, parameters = function_body(context, {ACTOR: Plain.SEAT})
    actor = body.names[ACTOR]
    total = body.begin(i32(0), "total")
    for action in context.game.actions:
        count = body.begin(Invoke(I32, count_name(action), (STATE, actor)), "count")
        once = pending and action.by_chance
        more = build.choose(count, i32(1), i32(0)) if once else count
        body.do(grow(total, more))
    body.do(Return(total))
    context.write(name, parameters, body, result=I32, exported=True)


def _take_any(
    name: str, each: Sequence[str], context: LoweringContext, *, exported: bool = False
) -> None:
    """Write what takes one of all actions of a seat, and returns 1, or 0 when it has none there."""
    body, parameters = function_body(context, {ACTOR: Plain.SEAT})
    actor, left = body.names[ACTOR], body.begin(WHICH, "left")
    for called in each:
        seen = body.begin(Invoke(I32, called, (STATE, actor, left)), "seen")
        done = (Perform(Invoke(None, FOLLOW, (STATE,))), Return(i32(1)))
        body.do(When(build.equal(seen, i32(NOT_TAKEN)), done))
        body.do(Assign(left, build.subtract(left, seen)))
    body.do(Return(i32(0)))
    context.write(name, [*parameters, WHICH], body, result=I32, exported=exported)
