"""Changes to a clause as a whole: it does nothing, its guard, an item of it, an edit undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from haggis_rules.ir.descent.flattening import WrittenClause
from haggis_rules.mutation import name_mutations, part_mutations, truth_mutations, value_mutations
from haggis_rules.mutation.rewriting import Operator, Rewrite, rewrites
from haggis_rules.mutation.scope import MutationScope
from haggis_rules.syntax import ast
from haggis_rules.syntax.print import show_item
from haggis_rules.syntax.print_guard import show_value

CLAUSE, ITEM, GUARD, EDIT = "clause left out", "item left out", "guard", "edit undone"

OPERATORS: tuple[Operator, ...] = (
    *(
        truth_mutations.joined,
        truth_mutations.compared,
        truth_mutations.negated,
        truth_mutations.quantified,
    ),
    *(
        value_mutations.numbers,
        value_mutations.sums,
        value_mutations.products,
        value_mutations.tables,
        value_mutations.branches,
        value_mutations.extremes,
        value_mutations.around,
    ),
    *(
        name_mutations.players,
        name_mutations.words,
        name_mutations.zones,
        name_mutations.cards,
        name_mutations.audiences,
    ),
    *(part_mutations.dropped, part_mutations.swapped, part_mutations.flags, part_mutations.suits),
)

_CHECKS = ast.Promise | ast.Breaks | ast.Example | ast.Question | ast.Note

IsSpared = Callable[[ast.Item], bool]  # whether an item is left as it is


class PlacedRewrite(NamedTuple):
    """A changed entry: the number of its changed item from 1, 0 for the whole, and the change."""

    item: int
    change: Rewrite


def is_check(item: ast.Item) -> bool:
    """Whether an item says nothing of play itself, but what holds of it, or nothing at all."""
    return isinstance(item, _CHECKS)


def clause_rewrites(
    entry: WrittenClause, scene: MutationScope, parent: WrittenClause | None, spared: IsSpared
) -> Iterator[PlacedRewrite]:
    """Yield every change to a clause. ``parent`` is the one that it replaces."""
    yield from (PlacedRewrite(0, one) for one in _whole(entry, parent, spared))
    yield from (PlacedRewrite(0, one) for one in _guarded(entry, scene))
    number = 0
    for index, item in enumerate(entry.items):
        number += not is_check(item)
        if spared(item):
            continue
        around = entry.items[:index], entry.items[index + 1 :]
        if not isinstance(item, ast.Note):
            without = replace(entry, items=(*around[0], *around[1]))
            what = f"without {_called(item)}"
            yield PlacedRewrite(number, Rewrite(ITEM, what, without, item.span))
        for one in rewrites(item, scene, OPERATORS):
            items = (*around[0], one.node, *around[1])
            yield PlacedRewrite(number, replace(one, node=replace(entry, items=items)))


def _whole(
    entry: WrittenClause, parent: WrittenClause | None, spared: IsSpared
) -> Iterator[Rewrite]:
    """Leave out all that a clause does, or let its parent's stand; what checks it stays."""
    spared_items = tuple(item for item in entry.items if spared(item))
    if spared_items != entry.items:
        yield Rewrite(CLAUSE, "clause left out", replace(entry, items=spared_items))
    if parent is not None:
        old = tuple(item for item in parent.items if not is_check(item))
        checks = tuple(item for item in entry.items if is_check(item))
        if spared_items != entry.items or old:
            before = replace(entry, guard=parent.guard, items=(*old, *checks))
            yield Rewrite(EDIT, "as in the parent", before)


def _guarded(entry: WrittenClause, scene: MutationScope) -> Iterator[Rewrite]:
    """Take the guard away, or let it hold elsewhere."""
    guard = entry.guard
    if guard is None or all(map(is_check, entry.items)):
        return
    yield Rewrite(GUARD, "without its guard", replace(entry, guard=None), guard.span)
    for index, condition in enumerate(guard.conditions):
        for what, other in _conditions(condition, scene):
            row = (*guard.conditions[:index], other, *guard.conditions[index + 1 :])
            changed = replace(entry, guard=replace(guard, conditions=row))
            yield Rewrite(GUARD, what, changed, condition.span)
        if len(guard.conditions) > 1:
            row = (*guard.conditions[:index], *guard.conditions[index + 1 :])
            what = f"without condition {index + 1} of its guard"
            fewer = replace(entry, guard=replace(guard, conditions=row))
            yield Rewrite(GUARD, what, fewer, condition.span)


def _conditions(
    condition: ast.Condition, scene: MutationScope
) -> Iterator[tuple[str, ast.Condition]]:
    match condition:
        case ast.SeatsAre(counts=counts, span=span):
            here = {count.value for count in counts}
            others = [seats for seats in scene.words.seatings if seats not in here]
            if others:
                words = " or ".join(map(str, others))
                elsewhere = tuple(ast.Whole(seats, span=span) for seats in others)
                yield f"with {words} seats instead", replace(condition, counts=elsewhere)
        case ast.OptionOn(name=name, span=span):
            yield f"with not {name.text}", ast.OptionOff(name, span=span)
        case ast.OptionOff(name=name, span=span):
            yield f"with {name.text}", ast.OptionOn(name, span=span)
        case ast.OptionIs(value=value):
            for other in _other_values(value, scene):
                words = f"with {show_value(value)} to {show_value(other)}"
                yield words, replace(condition, value=other)


def _other_values(
    value: ast.Name | ast.Whole, scene: MutationScope
) -> Iterator[ast.Name | ast.Whole]:
    if isinstance(value, ast.Whole):
        yield replace(value, value=value.value + 1)
        return
    for row in scene.words.choices:
        yield from (
            replace(value, text=one) for one in row if value.text in row and one != value.text
        )


def _called(item: ast.Item) -> str:
    """Name an item: the words that it begins with, and its own name if it has one."""
    first, second, *_ = show_item(item).split()
    name: Any = getattr(item, "name", None)
    if isinstance(item, ast.Define):
        name = item.signature.name
    return f"{first} {second if name is None else name.text}"
