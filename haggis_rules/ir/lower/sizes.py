"""How many ways there are to choose, told from the declarations alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

from haggis_rules.diagnostics.errors import TooManyChoicesError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir.bounds import count
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.syntax import ast

MOST_WORDS = 1_000  # of one choice
MOST_FORMS = 1_000_000  # of one action
MOST_LAYOUTS = 100_000  # of one pattern; the largest that is shipped has 3,828
PLAYS = 1_000  # what a combination is reckoned as: about as many plays as a full hand has


def size_faults(world: World, actions: Iterable[ir.ActionSchema]) -> Iterator[TooManyChoicesError]:
    """Yield the fault of each choice, pattern and action with more forms than may be."""
    for _, choice in world.of_kind(ast.Choice):
        yield from _above(
            len(choice.choices), MOST_WORDS, f"the choice `{choice.name.text}` has", "words",
            choice.name.span,
        )  # fmt: skip
    named = {item.name.text: item.name.span for _, item in world.of_kind(ast.Pattern)}
    for pattern in world.patterns:
        yield from _above(
            _layouts(world, pattern), MOST_LAYOUTS, f"`{pattern.name}` can be laid out in",
            "ways", named[pattern.name],
        )  # fmt: skip
    places = {item.name.text: item.name.span for _, item in world.of_kind(ast.Action)}
    for action in actions:
        yield from _above(
            prod(_values(world, param) for param in action.params), MOST_FORMS,
            f"`{action.name}` can be chosen in", "ways", places[action.name],
        )  # fmt: skip


def _above(
    found: int, most: int, what: str, things: str, span: Span
) -> Iterator[TooManyChoicesError]:
    if found > most:
        shown = f"{found:,}" if found < most**3 else f"more than {most**3:,}"
        message = f"{what} {shown} {things}"
        yield TooManyChoicesError(message, span, hint=f"there can be {most:,}; offer less at once")


def _values(world: World, param: ir.ActionParam) -> int:
    match param:
        case ir.CombinationParam():
            return PLAYS
        case ir.CardParam():
            return len(world.cards)
        case ir.FreeParam(type=kind):
            return _size(world, kind)


def _layouts(world: World, pattern: ir.Pattern) -> int:
    """Count the values of all fields together, and the ranks of each row that may have any."""
    fields = prod(_size(world, field.type) for field in pattern.fields)
    free = sum(isinstance(part.place, ir.Another) for part in pattern.parts)
    ranks: int = max(1, len(world.ranks)) ** free
    return fields * ranks


def _size(world: World, kind: NumberType | ChoiceType | Plain) -> int:
    match kind:
        case NumberType(bounds=bounds):
            return count(bounds) or 1
        case ChoiceType(choices=choices):
            return len(choices)
        case Plain():
            return 2 if kind is Plain.TRUTH else world.sizes()[kind]
