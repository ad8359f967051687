"""Going through a tree: every change in one place, with the whole tree around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from haggis_rules.diagnostics.source import Span
from haggis_rules.mutation.scope import MutationScope
from haggis_rules.syntax import ast


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A tree that was changed in one place: the operator, and what it did there in words."""

    operator: str
    what: str
    node: Any
    place: Span | None = None  # where it was changed; None for the whole of what was given


Operator = Callable[[Any, MutationScope], Iterator[Rewrite]]

# Nothing is changed inside these; a rank among all ranks would only be there twice.
_LEAVES = (Span, ast.Name, ast.Words, ast.Ledger, ast.Ranks)


def rewrites(node: Any, scene: MutationScope, operators: tuple[Operator, ...]) -> Iterator[Rewrite]:
    """Yield every change that the operators make at a node or anywhere inside it.

    Each change has one place alone (first-order mutants). The tree is frozen, so a mutant shares
    all of it but the nodes on the way to that place.
    """
    row: Any = node
    for operator in operators:
        for one in operator(node, scene):
            yield replace(one, place=getattr(node, "span", None))
    if isinstance(node, tuple):
        for index, part in enumerate(row):
            for one in rewrites(part, scene, operators):
                yield replace(one, node=(*row[:index], one.node, *row[index + 1 :]))
    elif is_dataclass(node) and not isinstance(node, (*_LEAVES, type)):
        for field in fields(node):
            inside = scene.inside(node, field.name)
            for one in rewrites(getattr(node, field.name), inside, operators):
                yield replace(one, node=replace(node, **{field.name: one.node}))
