"""On what a claim that does not hold turns: its parts, and their values as a player writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from haggis_rules.cases.outcome import FalseOperands, Operand
from haggis_rules.ir import nodes
from haggis_rules.ir.types import NumberType, OptionType, Plain
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, bindings, evaluate, holds_true

MOST_OPERANDS = 4  # parts; more are no help


def false_operands(scene: Environment, claim: nodes.Expr) -> FalseOperands:
    """Return the parts on which a false claim turns, without those that say their own value."""
    operands: dict[str, Operand] = {}
    for side in _operands(claim, scene):
        if side.words and len(operands) < MOST_OPERANDS:
            operands.setdefault(side.words, side)
    return FalseOperands(tuple(operands.values()))


def _operands(node: nodes.Expr, scene: Environment) -> Iterator[Operand]:
    """Yield the parts of a truth that decide it, the outermost that are no truths themselves."""
    match node:
        case nodes.And(left=left, right=right):
            yield from _operands(right if _true(left, scene) else left, scene)
        case nodes.Not(inner=inner) | nodes.IsNothing(inner=inner) | nodes.Just(inner=inner):
            yield from _operands(inner, scene)
        case nodes.IsPattern(reading=inner) | nodes.InGroup(card=inner):
            yield from _operands(inner, scene)
        case (
            nodes.Or(left=left, right=right)
            | nodes.Implies(left=left, right=right)
            | nodes.Equal(left=left, right=right)
            | nodes.AtMost(left=left, right=right)
            | nodes.Below(left=left, right=right)
            | nodes.Outranks(left=left, right=right)
        ):
            for part in sorted((left, right), key=_start):
                yield from _operands(part, scene)
        case nodes.Every(binder=binder, claim=claim):
            wrong = next((one for one in bindings(binder, scene) if not _true(claim, one)), None)
            if wrong is not None:
                value = wrong.names[binder.name]
                yield Operand(binder.name, show_value(scene.game, binder.type, value))
                yield from _operands(claim, wrong)
        case nodes.Call() if node.type is Plain.TRUTH:
            yield from _called(node, scene)
        case (
            nodes.Number()
            | nodes.Truth()
            | nodes.Constant()
            | nodes.Nothing()
            | nodes.Variable()  # told where it was bound
        ):
            return
        case _:
            if node.type is not Plain.TRUTH or isinstance(node, nodes.Get):
                yield Operand(_words(node), _value(node, scene))


def _called(node: nodes.Call, scene: Environment) -> Iterator[Operand]:
    """Yield what a word is said of; where that says nothing, look at what the word means."""
    found = [side for argument in node.arguments for side in _operands(argument, scene)]
    yield from found
    definition = scene.game.definitions[node.definition]
    if not found:
        pairs = zip(definition.params, node.arguments, strict=True)
        names = {param.name: evaluate(argument, scene) for param, argument in pairs}
        inside = replace(scene, names=names)
        held = [one.value for one in definition.exceptions if _true(one.when, inside)]
        yield from _operands(held[0] if held else definition.base, inside)


def _true(node: nodes.Expr, scene: Environment) -> bool:
    try:
        return holds_true(node, scene)
    except Breach:
        return False


def _start(node: nodes.Expr) -> int:
    return 0 if node.span is None else node.span.start


def _words(node: nodes.Expr) -> str:
    """Return the words of a part as they stand in the text."""
    return "" if node.span is None else " ".join(node.span.text.split())


def _value(node: nodes.Expr, scene: Environment) -> str:
    try:
        value = evaluate(node, scene)
    except Breach as breach:
        return f"nothing: {breach}"
    kind = node.type.inner if isinstance(node.type, OptionType) else node.type
    shown = show_value(scene.game, node.type, value)
    if value is None or not isinstance(kind, NumberType) or kind.unit is None:
        return shown
    return f"{shown} {kind.unit.value.removesuffix('s') if value == 1 else kind.unit.value}"
