"""How many hands a match can take until somebody has reached the goal, by what is promised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from haggis_rules.analysis.sheet.lookups import inside, words_in
from haggis_rules.ir import nodes
from haggis_rules.ir.game import EachHand, Game
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import NumberType


@dataclass(frozen=True, slots=True)
class HandsToGoal:
    """After so many ``hands`` somebody has reached ``goal``, if ``promise`` is kept."""

    hands: int
    goal: int
    promise: str


def hands_to_goal(game: Game) -> HandsToGoal | None:
    """Return after how many hands at most somebody has reached the goal; None if nothing says so.

    What counts is a promise that each hand adds so many points to the total of all. As long as
    everybody is below the goal, that total is at most so many times the goal less one.
    """
    goals = dict(_goals(game))
    for promise in game.promises:
        risen = _rise(promise.form.claim) if isinstance(promise.form, EachHand) else None
        if risen is None or promise.broken is not None or risen[0] not in goals:
            continue
        state, rise = game.states[risen[0]], risen[1]
        goal, owners = goals[risen[0]], game.owners(state.owner)
        start = state.initial.value if isinstance(state.initial, nodes.Number) else None
        if start is not None and goal > start and rise > 0:
            return HandsToGoal(owners * (goal - 1 - start) // rise + 1, goal, promise.name)
    return None


def _goals(game: Game) -> Iterator[tuple[int, int]]:
    """Yield the states that the end of a match holds against a number, with that number."""
    if game.until is None:
        return
    words = words_in(game, [game.until.expr]).values()
    for node in (*everywhere(game.until.expr), *(one for word in words for one in inside(word))):
        if isinstance(node, nodes.AtMost) and isinstance(node.right, nodes.Get):
            goal = _number(game, node.left)
            if goal is not None:
                yield node.right.state, goal


def _number(game: Game, node: nodes.Expr) -> int | None:
    """Return a number that is written, or that the players agreed on."""
    if isinstance(node, nodes.Number):
        return node.value
    if isinstance(node, nodes.Agreed) and isinstance(game.options[node.option].type, NumberType):
        return int(game.options[node.option].value)
    return None


def _rise(claim: nodes.Expr) -> tuple[int, int] | None:
    """Return the state whose total over all owners rises with each hand, and by how much."""
    if not isinstance(claim, nodes.AtMost) or not isinstance(claim.left, nodes.Plus):
        return None
    for old, more in ((claim.left.left, claim.left.right), (claim.left.right, claim.left.left)):
        if (
            isinstance(more, nodes.Number)
            and isinstance(old, nodes.Before)
            and old.inner == claim.right
            and isinstance(claim.right, nodes.Total)
            and isinstance(claim.right.inner, nodes.Get)
            and isinstance(claim.right.inner.owner, nodes.Variable)
            and claim.right.inner.owner.name == claim.right.binder.name
        ):
            return claim.right.inner.state, more.value
    return None
