"""Why an action is not allowed: the clauses that stand against it."""

from collections.abc import Iterator

from haggis_rules.engine.action import Action, Reason
from haggis_rules.engine.choices import Choices, Plan
from haggis_rules.engine.compiled import Values, Zones
from haggis_rules.ir.game import Game
from haggis_rules.ir.reads import reads
from haggis_rules.run.breach import Breach
from haggis_rules.run.state import Combination, State, holds


def reasons(choices: Choices, values: Values, zones: Zones, action: Action) -> list[Reason]:
    """Give each clause that stands against an action, at rest; none when it is legal."""
    plan = choices.plans.get(action.name)
    if plan is None:
        return [Reason("", f"no action is called `{action.name}`")]
    if not choices.well_formed(plan, action):
        words = f"these are no seat and choices for `{action.name}`"
        return [Reason(plan.action.clause, words)]
    found = list(dict.fromkeys(_clauses(choices, plan, State(values, zones), action)))
    return [Reason(clause, words_of(choices.game, clause)) for clause in found]


def words_of(game: Game, clause: str) -> str:
    """Give what a clause says in words."""
    return game.clauses[clause].words if clause in game.clauses else ""


def _clauses(choices: Choices, plan: Plan, state: State, action: Action) -> Iterator[str]:
    values, zones, actor = state.values, state.zones, action.actor
    in_turn = plan.code.may(values, zones, actor)
    if not in_turn:
        yield plan.action.clause
    offered = list(_not_offered(choices, plan, state, action))
    yield from offered
    refused = offered or not in_turn
    params = {param.name for param in plan.action.params}
    for guard, check in zip(plan.action.guards, plan.code.guards, strict=True):
        if offered and reads(choices.game, guard.expr).names & params:
            continue  # a guard is asked only about choices that are offered
        try:
            holds_here = check(values, zones, actor, *action.arguments)
        except Breach:
            if not refused:
                raise
            continue  # it may rest on what stands against the action already
        if not holds_here:
            refused = True
            yield guard.clause


def _not_offered(choices: Choices, plan: Plan, state: State, action: Action) -> Iterator[str]:
    """Give the clauses against choices that their parameters do not offer."""
    values, zones, actor = state.values, state.zones, action.actor
    offered = choices.offered(plan, values, zones, action)
    for good, get, value in zip(offered, plan.code.zones, action.arguments, strict=True):
        if not good and isinstance(value, Combination):
            if not choices.enumerator.fits(*value):
                yield choices.game.patterns[value.reading[0]].clause
            if get is not None and not holds(get(values, zones, actor), value.cards):
                yield plan.action.clause
        elif not good:
            yield plan.action.clause
