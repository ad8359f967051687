"""How many ways there are to choose, told from the declarations alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from math import comb, prod

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
    others = [part.place for part in pattern.parts if isinstance(part.place, ir.Others)]
    free = sum(isinstance(part.place, ir.Another) for part in pattern.parts)
    ranks: int = max(1, len(world.ranks)) ** free
    if not others:
        return ranks * prod(_size(world, field.type) for field in pattern.fields)
    counting = {one.count.field for one in others if isinstance(one.count, ir.FieldRef)}
    runs = [part.place for part in pattern.parts if isinstance(part.place, ir.Run)]
    counting |= {run.length.field for run in runs if isinstance(run.length, ir.FieldRef)}
    left = [f for i, f in enumerate(pattern.fields) if i not in counting]
    fields = ranks * prod(_size(world, field.type) for field in left)
    return fields * sum(
        _ways_of_others(world, pattern, others, dict(zip(sorted(counting), values, strict=True)))
        for values in _first_values(pattern, sorted(counting))
    )


def _first_values(pattern: ir.Pattern, fields: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the values of some number fields, as many as there can be layouts at most."""
    kinds = [pattern.fields[index].type for index in fields]
    ranges = (kind.values() for kind in kinds if isinstance(kind, NumberType))
    yield from islice(product(*ranges), MOST_LAYOUTS + 1)


def _ways_of_others(
    world: World, pattern: ir.Pattern, others: Iterable[ir.Others], values: Mapping[int, int]
) -> int:
    """Count the ways to choose all other ranks, when some fields have these values; one at least.

    Ranks that a run takes, or any part that is wanted whatever the case, are no other ranks.
    """
    left, ways = len(world.ranks), 1
    for part in pattern.parts:
        if part.case is None:
            left -= _taken(part.place, values)
    for one in others:
        count = one.count if isinstance(one.count, int) else values[one.count.field]
        count = max(0, count - len(one.highest))  # the fields have been counted
        ways *= comb(max(0, left) + (count - 1 if one.repeated else 0), count)
    return max(1, ways)  # a value is gone through even when nothing can be laid out


def _taken(place: ir.Place, values: Mapping[int, int]) -> int:
    match place:
        case ir.AtField() | ir.Another():
            return 1
        case ir.Listed(ranks=ranks):
            return len(ranks)
        case ir.Run(length=length):
            return length if isinstance(length, int) else values[length.field]
        case ir.Others():
            return 0


def _size(world: World, kind: NumberType | ChoiceType | Plain) -> int:
    match kind:
        case NumberType(bounds=bounds):
            return count(bounds) or 1
        case ChoiceType(choices=choices):
            return len(choices)
        case Plain():
            return 2 if kind is Plain.TRUTH else world.sizes()[kind]
