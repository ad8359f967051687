"""Python for who may begin which action, before anything is chosen.

It asks what ``LegalActions`` asks before the first choice: whom an action is for, and the guards
that speak of no choice. All actions and all seats are asked in one function.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from haggis_rules.codegen.body import MOST_NESTED, Body, function
from haggis_rules.codegen.compiled import Expressions
from haggis_rules.codegen.expressions import expression
from haggis_rules.codegen.generate import STATE, Module
from haggis_rules.enumeration.legal_actions import ActionPlan, LegalActions
from haggis_rules.ir import nodes
from haggis_rules.ir.game import ACTOR, AnySeat, InTurn
from haggis_rules.ir.reads import reads
from haggis_rules.semantics.state import StateValues, StateZones

ActorActions: TypeAlias = Callable[[StateValues, StateZones], list[tuple[int, int]]]


def make_actor_actions(choices: LegalActions) -> ActorActions:
    """Make a function that gives each seat and action, by its number, that the seat may begin.

    The actions of a seat come in the order of the text.
    """
    expressions = Expressions(choices.game)
    body = expressions.module.body()
    found = body.own.fresh("found")
    body.line(f"{found} = []")
    for number, plan in enumerate(choices.plans.values()):
        _action_condition(number, plan, found, expressions.module, body)
    body.line(f"return {found}")
    name = body.own.fresh("offers")
    text = function(f"{name}({STATE})", "the seats that may begin an action, and which", body)
    actor_actions: ActorActions = expressions.functions(text)[name]
    return actor_actions


def _action_condition(
    number: int, plan: ActionPlan, found: str, module: Module, body: Body
) -> None:
    """Write lines that add each seat that may begin an action."""
    body.line(f"# {plan.action.name}: {plan.action.clause}")
    guards = [plan.action.guards[plan.code.guards.index(one)].expr for one in plan.first]
    actor = body.own.fresh(ACTOR)

    def add(inside: Body) -> None:
        inside.line(f"{found}.append(({actor}, {number}))")

    match plan.action.actor:
        case InTurn(seat=seat):
            body.line(f"{actor} = {expression(seat, body)}")
            inside = body.inner({ACTOR: actor})
            _turn_condition(guards, inside, add)
            body.take(f"if {actor} is not None:", inside)
        case AnySeat(where=where):
            shared = _same_for_all(plan, where, module)

            def each(outside: Body) -> None:
                inside = outside.inner({ACTOR: actor})
                _turn_condition([where, *guards[shared:]], inside, add)
                outside.take(f"for {actor} in range({outside.game.seats}):", inside)

            _turn_condition(guards[:shared], body, each)


def _turn_condition(claims: Sequence[nodes.Expr], body: Body, then: Callable[[Body], None]) -> None:
    """Write lines that count only when all claims hold, each asked after those before it."""
    if len(claims) > MOST_NESTED:
        _turn_condition_flat(claims, body, then)
    elif claims:
        with body.only_when(expression(claims[0], body)) as inside:
            _turn_condition(claims[1:], inside, then)
    else:
        then(body)


def _turn_condition_flat(
    claims: Sequence[nodes.Expr], body: Body, then: Callable[[Body], None]
) -> None:
    """Do the same, with the claims one below another: nested ones would be indented too far."""
    holding = body.own.fresh("holding")
    body.line(f"{holding} = {expression(claims[0], body)}")
    for claim in claims[1:]:
        with body.only_when(holding) as inside:
            inside.line(f"{holding} = {expression(claim, inside)}")
    with body.only_when(holding) as inside:
        then(inside)


def _same_for_all(plan: ActionPlan, where: nodes.Expr, module: Module) -> int:
    """Count the guards, from the first, that can be asked once for all seats.

    They say the same for each, and neither they nor what is asked before them raises a breach: a
    loop-invariant guard is moved out of the loop over seats only where nobody can tell.
    """
    body = module.body()
    body.names = {ACTOR: body.own.fresh(ACTOR)}
    expression(where, body)
    if not module.is_safe(body):
        return 0
    shared = 0
    for check in plan.first:
        index = plan.code.guards.index(check)
        read = reads(module.game, plan.action.guards[index].expr)
        if not plan.code.safe[index] or ACTOR in read.names:
            break
        shared += 1
    return shared
