"""What chance may choose for an action, and how likely each choice is.

An action by chance that has no choice yet is *pending*: a player decides to take it, and chance
says what comes of it. Everything else takes, keeps and replays it with its choice, as any other.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from haggis_rules.enumeration.legal_actions import ActionPlan, Arguments, LegalActions
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.random_streams import below
from haggis_rules.semantics.state import StateValues, StateZones, count_of

WeightedItem = TypeVar("WeightedItem")


def is_pending(choices: LegalActions, action: Action) -> bool:
    """Whether chance has still to choose for an action of these rules by one of their seats."""
    plan = choices.plans.get(action.name)
    seated = type(action.actor) is int and 0 <= action.actor < choices.game.seats
    return plan is not None and plan.action.by_chance and seated and not action.arguments


def is_chosen(choices: LegalActions, action: Action) -> bool:
    """Whether somebody has chosen for an action what only chance can."""
    plan = choices.plans.get(action.name)
    return plan is not None and plan.action.by_chance and bool(action.arguments)


def decisions(choices: LegalActions, actions: Sequence[Action]) -> Sequence[Action]:
    """Return actions in their order, those by chance pending and once each."""
    by_chance = {name for name, plan in choices.plans.items() if plan.action.by_chance}
    if not by_chance:
        return actions
    found = (one._replace(arguments=()) if one.name in by_chance else one for one in actions)
    return list(dict.fromkeys(found))


def outcomes(
    choices: LegalActions, plan: ActionPlan, values: StateValues, zones: StateZones, seat: int
) -> list[tuple[Arguments, int]]:
    """Return all that chance can choose for a seat, and in how many ways: the copies of a card.

    Empty when the seat cannot take the action. Raises ``OverBudgetError``.
    """
    if not choices.may_choose(plan, (values, zones, seat)):
        return []
    found = choices.arguments(plan, values, zones, seat)
    return [(one, _copies(plan, values, zones, seat, one)) for one in found]


def drawn(weighted: list[tuple[WeightedItem, int]], chance: Random) -> WeightedItem:
    """Return one of several things, each as likely as the number beside it says."""
    which = below(sum(weight for _, weight in weighted), chance)
    for item, weight in weighted[:-1]:
        if which < weight:
            return item
        which -= weight
    return weighted[-1][0]


def _copies(
    plan: ActionPlan, values: StateValues, zones: StateZones, seat: int, chosen: Arguments
) -> int:
    (get,), (value,) = plan.code.zones, chosen
    held = 0 if get is None else get(values, zones, seat, *chosen)
    return count_of(held, value) if get is not None and isinstance(value, int) else 1
