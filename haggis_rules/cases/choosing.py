"""Which action an example means, and whether it is allowed, worked out in both ways."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from haggis_rules.cases.outcome import Allowed, ClaimFinding, Differ, Refused, Unclear
from haggis_rules.cases.script import OpenPlay, ScriptAction, ScriptChoice
from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.position import Position
from haggis_rules.ir import game as ir
from haggis_rules.semantics import transition
from haggis_rules.semantics.action import Action, Reason
from haggis_rules.semantics.breach import Breach, with_clause
from haggis_rules.semantics.evaluate import Environment, outranks
from haggis_rules.semantics.state import Combination, Value


def resolve_action(table: Position, wanted: ScriptAction, trail: set[str]) -> Action | ClaimFinding:
    """Return the action that an example means, or what stands against it.

    A play without its reading is the highest that is allowed, when all of those are of one type.
    Raises a ``Breach`` with the clause and the place at fault when the rules are not sound.
    """
    possible = actions(wanted)
    try:
        legal = [action for action in possible if table.is_legal(action)]
    except Breach as breach:
        raise with_clause(breach, lambda: [allowed(table, a, trail) for a in possible]) from None
    for action in possible:
        if allowed(table, action, trail) is not (action in legal):
            return Differ(*map(_said, (action not in legal, action in legal)))
    if not legal:
        places = [place for one in possible for place in _against(table, one)]
        return Refused(_reasons(table, possible, trail), tuple(dict.fromkeys(places)))
    highest = [one for one in legal if all(_no_lower(table, one, other) for other in legal)]
    if not highest:
        return Unclear(tuple(map(table.rules.show_action, legal)))
    return highest[0]


def may_not(table: Position, wanted: ScriptAction, trail: set[str]) -> ClaimFinding | None:
    """Return an action that an example can mean; None when none is allowed, however it is read."""
    found = resolve_action(table, wanted, trail)
    match found:
        case Action():
            return Allowed(table.rules.show_action(found))
        case Unclear(plays=plays):
            return Allowed(plays[0])
        case Refused():
            return None
        case other:
            return other


def actions(wanted: ScriptAction) -> list[Action]:
    """Return every action that an example can mean."""
    choices = [_readings(choice) for choice in wanted.choices]
    return [Action(wanted.action, wanted.seat, chosen) for chosen in product(*choices)]


def allowed(table: Position, action: Action, trail: set[str]) -> bool:
    """Whether an action is allowed by the definition. Notes all that was looked at."""
    rules = table.rules
    declared, scene = (
        rules.game.action(action.name),
        Environment(rules.game, table.state, trail=trail, budget=rules.budget),
    )
    if transition.waiting(rules.game, table.state, trail, rules.budget) is not None:
        return False
    if not transition.may_act(declared, action.actor, scene):
        return False
    known = (declared, action.actor, action.arguments, scene)
    if not transition.is_offered(*known, rules.patterns):
        return False
    return not list(transition.failing(declared, action.actor, action.arguments, scene))


def _readings(choice: ScriptChoice) -> list[Value]:
    if isinstance(choice, OpenPlay):
        return [Combination(reading, choice.cards) for reading in choice.readings]
    return [choice]


def _reasons(table: Position, possible: list[Action], trail: set[str]) -> tuple[Reason, ...]:
    found = [one._replace(wrong="") for action in possible for one in table.why_not(action)]
    trail.update(reason.clause for reason in found if reason.clause)
    return tuple(dict.fromkeys(found))


def _against(table: Position, action: Action) -> Iterator[Span]:
    """Yield the places that stand against an action: whose it is, or conditions that fail."""
    game = table.rules.game
    declared = game.action(action.name)
    scene = Environment(game, table.state, budget=table.rules.budget)
    match declared.actor:
        case ir.InTurn(seat=whose) | ir.AnySeat(where=whose):
            pass
    with suppress(Breach):
        if not transition.may_act(declared, action.actor, scene):
            failing = [whose]
        else:
            known = (declared, action.actor, action.arguments, scene)
            offered = transition.is_offered(*known, table.rules.patterns)
            failing = [one.expr for one in transition.failing(*known)] if offered else []
        yield from (one.span for one in failing if one.span is not None)


def _no_lower(table: Position, one: Action, other: Action) -> bool:
    """Whether each choice of one action is that of the other, or outranks it."""
    pairs = zip(one.arguments, other.arguments, strict=True)
    return all(a == b or _outranks(table, a, b) for a, b in pairs)


def _outranks(table: Position, one: Value, other: Value) -> bool:
    if isinstance(one, Combination) and isinstance(other, Combination):
        return outranks(table.rules.game, one.reading, other.reading)
    return False


def _said(legal: bool) -> str:  # noqa: FBT001
    return "allowed" if legal else "not allowed"
