"""On what a claim that does not hold turns: its parts, and their values as a player writes them."""

from __future__ import annotations

from collections.abc import Iterator

from haggis_rules.cases.outcome import Side, Sides
from haggis_rules.engine.notation import show_value
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import NumberType, OptionType, Plain
from haggis_rules.run.breach import Breach
from haggis_rules.run.evaluate import Scene, evaluate, holds_true
from haggis_rules.run.state import State


def sides(game: Game, state: State, claim: nodes.Expr) -> Sides:
    """Give the parts on which a false claim turns, without those that say their own value."""
    scene = Scene(game, state)
    told = {_words(part): _value(part, scene) for part in _parts(claim, scene)}
    return Sides(tuple(Side(words, value) for words, value in told.items() if words))


def _parts(node: nodes.Expr, scene: Scene) -> Iterator[nodes.Expr]:
    """Give the parts of a truth whose values decide it, the outermost that are no truths."""
    match node:
        case nodes.And(left=left, right=right):
            yield from _parts(left if not _true(left, scene) else right, scene)
        case (
            nodes.Or(left=left, right=right)
            | nodes.Implies(left=left, right=right)
            | nodes.Equal(left=left, right=right)
            | nodes.AtMost(left=left, right=right)
            | nodes.Below(left=left, right=right)
            | nodes.Outranks(left=left, right=right)
        ):
            yield from _parts(left, scene)
            yield from _parts(right, scene)
        case nodes.Not(inner=inner) | nodes.IsNothing(inner=inner) | nodes.Just(inner=inner):
            yield from _parts(inner, scene)
        case nodes.IsPattern(reading=inner) | nodes.InGroup(card=inner):
            yield from _parts(inner, scene)
        case nodes.Call(arguments=arguments) if node.type is Plain.TRUTH:
            for argument in arguments:
                yield from _parts(argument, scene)
        case nodes.Number() | nodes.Truth() | nodes.Constant() | nodes.Nothing():
            return
        case _:
            if node.type is not Plain.TRUTH or isinstance(node, nodes.Get):
                yield node


def _true(node: nodes.Expr, scene: Scene) -> bool:
    try:
        return holds_true(node, scene)
    except Breach:
        return False


def _words(node: nodes.Expr) -> str:
    """Give the words of a part as they stand in the text."""
    return "" if node.span is None else " ".join(node.span.text.split())


def _value(node: nodes.Expr, scene: Scene) -> str:
    try:
        value = evaluate(node, scene)
    except Breach as breach:
        return f"nothing: {breach}"
    kind = node.type.inner if isinstance(node.type, OptionType) else node.type
    shown = show_value(scene.game, node.type, value)
    if value is None or not isinstance(kind, NumberType) or kind.unit is None:
        return shown
    return f"{shown} {kind.unit.value.removesuffix('s') if value == 1 else kind.unit.value}"
