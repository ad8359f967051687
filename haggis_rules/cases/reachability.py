"""Whether play can come to a position, as far as the promises of the rules tell.

Generated Python looks at each promise first, some thirty times as fast as the definition, which is
asked where that does not say yes, and tells why. A promise that might take generated Python long,
which counts no work while it runs, is left to the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from haggis_rules.cases.claim_functions import claim_functions
from haggis_rules.cases.supporting_clauses import clauses_behind
from haggis_rules.diagnostics.errors import BrokenPositionError, RuleError
from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.trace import in_order
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Always, Game, Promise
from haggis_rules.ir.traversal import everywhere
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, bindings, holds_true
from haggis_rules.semantics.state import GameState, Value
from haggis_rules.semantics.workload import Workload

MOST_UNITS = 2_000  # that one promise may cost generated Python


class _Promised(NamedTuple):
    """A claim that holds always.

    ``generated`` is None when it might take long; ``units`` is what it costs at most.
    """

    promise: Promise
    claim: nodes.Expr
    generated: Callable[[GameState, None, dict[str, Value]], Value] | None
    units: int


def broken_promise(rules: Rules, state: GameState, span: Span) -> RuleError | None:
    """Tell of a promise that holds always, but not here; None when there is none.

    Raises ``OverBudgetError``.
    """
    game, budget = rules.game, rules.budget
    budget.begin()
    scene = Environment(game, state, budget=budget)
    for promise, claim, generated, units in _promised(rules):
        if generated is not None:
            budget.spend(units)
            with suppress(Breach):
                if generated(state, None, {}):
                    continue
        why, at_fault = _why_not(claim, scene)
        if why is not None:
            places = [] if promise.span is None else [(promise.span, "it is promised here")]
            places += [] if at_fault is None else [(at_fault, "it breaks down here")]
            fault = BrokenPositionError(
                f"play can never come here: `{promise.name}` does not hold{why}",
                span,
                others=places,
                hint=_way_out(game, promise.clause),
            )
            fault.clauses = (*_around(game, at_fault), *_rested(claim, scene), promise.clause)
            return fault
    return None


@lru_cache(maxsize=16)
def _promised(rules: Rules) -> tuple[_Promised, ...]:
    """Return all claims that the promises of these rules make about every position."""
    expressions, work = claim_functions(rules), Workload(rules.game)
    found: list[_Promised] = []
    for promise in rules.game.promises:
        if promise.broken is None and isinstance(promise.form, Always):
            claim = promise.form.claim
            units = work.of(claim)
            generated = expressions.function(claim) if units <= MOST_UNITS else None
            found.append(_Promised(promise, claim, generated, units))
    return tuple(found)


def _around(game: Game, place: Span | None) -> tuple[str, ...]:
    """Name the clause in which a place lies."""
    if place is None:
        return ()
    clauses = game.clauses.items()
    return tuple(name for name, one in clauses if one.span is not None and one.span.covers(place))


def _rested(claim: nodes.Expr, scene: Environment) -> tuple[str, ...]:
    """Name the clauses that a claim rests on, those first that are nearest to its words."""
    trail = set[str]()
    with suppress(Breach):
        holds_true(claim, replace(scene, trail=trail))
    parts = [*everywhere(claim)]
    states = (scene.game.states[part.state] for part in parts if isinstance(part, nodes.Get))
    called = (part.definition for part in parts if isinstance(part, nodes.Call))
    near = (one for one in clauses_behind(scene.game, called) if one in trail)
    read = (one.clause for one in states)
    return tuple(dict.fromkeys((*read, *near, *in_order(scene.game, trail))))


def _way_out(game: Game, clause: str) -> str:
    hint = f"say more of the position, or correct it, or what `{clause}` promises"
    others = [seats for seats in game.seatings if seats != game.seats]
    if not others:
        return hint
    return f"{hint}; or guard the example, as `with {others[0]} seats`, when it is meant for that"


def _why_not(claim: nodes.Expr, scene: Environment) -> tuple[str | None, Span | None]:
    """Say for what a claim fails, or why and where it has no answer; None when it holds."""
    try:
        if holds_true(claim, scene):
            return None, None
        found = ", ".join(_failing(claim, scene))
    except Breach as breach:
        return f": {breach}", breach.place
    return f" for {found}" if found else "", None


def _failing(claim: nodes.Expr, scene: Environment) -> Iterator[str]:
    """Name the first values for which a false claim about all of them fails."""
    match claim:
        case nodes.Every(binder=binder, claim=inner):
            here = next(
                (one for one in bindings(binder, scene) if not holds_true(inner, one)), None
            )
            if here is not None:
                shown = show_value(scene.game, binder.type, here.names[binder.name])
                yield shown if shown.startswith(binder.type.value) else f"`{shown}`"
                yield from _failing(inner, here)
        case nodes.Implies(right=right):
            yield from _failing(right, scene)
        case nodes.And(left=left, right=right):
            yield from _failing(right if holds_true(left, scene) else left, scene)
        case _:
            return
