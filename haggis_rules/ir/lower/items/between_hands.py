"""From hand to hand: what lasts, what happens between two hands, and when the match is over."""

from __future__ import annotations

from haggis_rules.diagnostics.errors import UnfinishedError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir.game_laws import FINISHED
from haggis_rules.ir.lower.expressions import truth
from haggis_rules.ir.lower.items.effects import effects
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import Plain
from haggis_rules.syntax import ast


def between_hands(world: World) -> tuple[ir.Effected, ...]:
    """Type what happens between two hands."""
    by_clause = ((clause, item.effects) for clause, item in world.of_kind(ast.Between))
    return effects(world, by_clause, Scope(world), "between hands", between=True)


def match_until(world: World) -> ir.Guarded | None:
    """Type when the match is over."""
    found = list(world.of_kind(ast.Until))
    if not found:
        return None
    typed: ir.Guarded | None = None
    world.only(ast.Until, "when the match is over")
    for clause, item in found[:1]:
        with world.noting():
            typed = ir.Guarded(clause, truth(item.claim, Scope(world)))
    return typed


def check_finished(world: World) -> None:
    """Note it when hands follow one another, but nothing says when a hand is over."""
    several = [i.item for i in world.items if isinstance(i.item, ast.Between | ast.Until)]
    if several:
        with world.noting():
            _finishes(world, several[0].span)


def _finishes(world: World, span: Span) -> None:
    found = world.definition(FINISHED)
    lawful = (
        found is not None
        and found.exported
        and found.form is ir.Form.CONSTANT
        and found.type is Plain.TRUTH
    )
    if not lawful:
        place = world.places.get(FINISHED)
        raise UnfinishedError(
            "nothing says when a hand is over, so no hand can follow it",
            span,
            others=[] if place is None else [(place, _lack(found))],
            hint=f"write `export {FINISHED} as ...`, which holds when the hand is over",
        )


def _lack(found: ir.Definition | None) -> str:
    """Say why a word does not tell that a hand is over."""
    if found is None or found.form is not ir.Form.CONSTANT:
        return "this is no word by itself"
    return "this is no truth" if found.type is not Plain.TRUTH else "this is not exported"
