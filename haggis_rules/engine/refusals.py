"""Why an action is not allowed: the clauses that stand against it, and what is wrong by each."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TypeGuard

from haggis_rules.engine.matchups import why_not_beats
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.enumeration.legal_actions import ActionPlan, LegalActions
from haggis_rules.enumeration.outcomes import is_pending, outcomes
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.nodes import Expr, OneZone, OwnedZone
from haggis_rules.ir.reads import reads
from haggis_rules.ir.traversal import everywhere, param_type
from haggis_rules.ir.types import show
from haggis_rules.near_misses.near_miss import near_miss
from haggis_rules.near_misses.nearest import NearestPlays
from haggis_rules.semantics.action import Action, Reason
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate, holds_true
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import (
    Cards,
    Combination,
    GameState,
    Reading,
    StateValues,
    StateZones,
    Value,
    counts,
    pack,
)
from haggis_rules.semantics.transition import naming_choices

Against = Iterator[tuple[str, str]]  # a clause, and what is wrong by it


def reasons(
    choices: LegalActions, values: StateValues, zones: StateZones, action: Action
) -> list[Reason]:
    """Return each clause that stands against an action, at rest; none when it is legal."""
    plan = choices.plans.get(action.name)
    if plan is None:
        return [Reason("", f"no action is called `{action.name}`")]
    if is_pending(choices, action):
        return [_pending_reason(choices, plan, GameState(values, zones), action)]
    if not choices.well_formed(plan, action):
        words = f"these are not a seat and choices for `{action.name}`"
        return [Reason(plan.action.clause, words, _malformed(choices, plan.action, action))]
    found: dict[str, list[str]] = {}
    for clause, wrong in _against(choices, plan, GameState(values, zones), action):
        found.setdefault(clause, []).append(wrong)
    return [
        Reason(clause, words_of(choices.game, clause), ", and ".join(dict.fromkeys(wrong)))
        for clause, wrong in found.items()
    ]


def _pending_reason(
    choices: LegalActions, plan: ActionPlan, state: GameState, action: Action
) -> Reason:
    """Say why an action by chance cannot be taken without its choice, or at all."""
    clause, known = plan.action.clause, (state.values, state.zones, action.actor)
    blank = (None,) * len(plan.action.params)
    failing = [check for check in plan.first if not check(*known, *blank)]
    if not plan.code.may(*known):
        wrong = _not_to_act(choices, plan, state, action.actor)
    elif failing:
        guard = plan.action.guards[plan.code.guards.index(failing[0])]
        clause, wrong = guard.clause, f"it needs {_text(guard.expr)}"
    elif not outcomes(choices, plan, *known):
        wrong = "there is nothing that chance can choose"
    else:
        wrong = "chance has to choose first"
    return Reason(clause, words_of(choices.game, clause), wrong)


def words_of(game: Game, clause: str) -> str:
    """Return what a clause says in words."""
    return game.clauses[clause].words if clause in game.clauses else ""


def _against(choices: LegalActions, plan: ActionPlan, state: GameState, action: Action) -> Against:
    values, zones, actor = state.values, state.zones, action.actor
    if not plan.code.may(values, zones, actor):
        # Nothing more is said: what else stands against it would tell of cards that are hidden
        # from whoever asks, who need not be the actor.
        yield plan.action.clause, _not_to_act(choices, plan, state, actor)
        return
    offered = list(_not_offered(choices, plan, state, action))
    yield from offered
    refused = bool(offered)
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
            inside = Environment(choices.game, state)
            inside = naming_choices(plan.action, actor, action.arguments, inside)
            beaten = "".join(_not_beaten(guard.expr, inside))
            yield guard.clause, f"it needs {_text(guard.expr)}{beaten}"


def _not_beaten(expr: Expr, scene: Environment) -> Iterator[str]:
    """Say why a play does not beat what lies there, wherever a condition asks that.

    Nothing is said where the condition looks at what some do not see.
    """
    game, looks = scene.game, reads(scene.game, expr)
    if looks.zones or any(game.states[one].audience is not ir.Audience.ALL for one in looks.states):
        return
    for node in everywhere(expr):
        if isinstance(node, nodes.Call) and node.definition == BEATS:
            # Nothing may lie there, and a name that is bound around this is not known here.
            with suppress(Breach, KeyError):
                play, other = (evaluate(part, scene) for part in node.arguments)
                if _is_reading(play) and _is_reading(other) and not holds_true(node, scene):
                    reason = why_not_beats(game, scene.state, play, other)
                    yield f": {reason.wrong} (`{reason.clause}`)"


def _is_reading(value: Value) -> TypeGuard[Reading]:
    return isinstance(value, tuple) and not isinstance(value, Combination)


def _not_to_act(choices: LegalActions, plan: ActionPlan, state: GameState, actor: int) -> str:
    """Say that a seat may not begin an action here, and whose turn it is."""
    match plan.action.actor:
        case ir.InTurn():
            may, every = plan.code.may, range(choices.game.seats)
            seats = [seat + 1 for seat in every if may(state.values, state.zones, seat)]
            whose = " and ".join(f"seat {seat}" for seat in seats) or "nobody"
            return f"it is for {whose} here, not for seat {actor + 1}"
        case ir.AnySeat(where=where):
            return f"it needs {_text(where)}, which does not hold here for seat {actor + 1}"


def _not_offered(
    choices: LegalActions, plan: ActionPlan, state: GameState, action: Action
) -> Against:
    """Yield the clauses against choices that their parameters do not offer."""
    game, actor = choices.game, action.actor
    offered = choices.offered(plan, state.values, state.zones, action)
    for good, get, value, param in zip(
        offered, plan.code.zones, action.arguments, plan.action.params, strict=True
    ):
        if good or get is None or isinstance(param, ir.FreeParam):
            continue
        plays = choices.enumerator.at(state.values)
        if isinstance(value, Combination) and not plays.fits(*value):
            yield from _not_made(game, plays, value)
        lacking = _lacking(get(state.values, state.zones, actor, *action.arguments), value)
        if lacking:
            scene = Environment(game, state)
            scene = naming_choices(plan.action, actor, action.arguments, scene)
            place = _place(game, param.zone, scene)
            yield plan.action.clause, f"there is no {show_cards(game, lacking)} in {place}"


def _not_made(game: Game, plays: Enumerator, play: Combination) -> Against:
    """Yield the clauses by which cards are not what they are played as."""
    made, cards = show_reading(game, play.reading), show_cards(game, play.cards)
    near = near_miss(NearestPlays(plays.patterns), play.cards, [play.reading])
    if near is None:  # no cards at all
        yield game.patterns[play.reading[0]].clause, f"the cards {cards} are not {made}"
        return
    for reason in near.reasons:
        yield reason.clause, f"the cards {cards} are not {made}: {reason.wrong}"


def _lacking(held: Cards, value: Value) -> Cards:
    """Return the cards of a choice that are not there, or not as often."""
    wanted = counts(value.cards) if isinstance(value, Combination) else [(value, 1)]
    there = dict(counts(held))
    left = [
        (card, number - there.get(card, 0))
        for card, number in wanted
        if isinstance(card, int) and number > there.get(card, 0)
    ]
    return pack(left)


def _place(game: Game, zone: OneZone | OwnedZone, scene: Environment) -> str:
    """Say which zone it is, and whose."""
    name = game.zones[zone.zone].name
    if not isinstance(zone, OwnedZone):
        return name
    owner = evaluate(zone.owner, scene)
    if not isinstance(owner, int):
        return name
    return f"{name} of {game.owner_name(game.zones[zone.zone].owner, owner)}"


def _malformed(choices: LegalActions, declared: ir.ActionSchema, action: Action) -> str:
    """Say what is wrong with an action that could not be taken anywhere."""
    game, name = choices.game, action.name
    if type(action.actor) is not int or not 0 <= action.actor < game.seats:
        return (
            f"there is no seat {action.actor!r:.40}; the first is 0 and the last {game.seats - 1}"
        )
    wanted = [f"{param.name}, a {show(param_type(param))}" for param in declared.params]
    described = "; ".join(wanted) or "nothing"
    return f"what is chosen for {name} is {described}; {action.arguments!r:.80} is not that"


def _text(expr: Expr) -> str:
    """Return a condition as the rules have it."""
    return "something else" if expr.span is None else f"`{' '.join(expr.span.text.split())}`"
