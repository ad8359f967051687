"""Changes to the edits below a clause: one is left out, or what it brings in is changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from haggis_rules.ir.descent.edits import is_phrase
from haggis_rules.mutation.clause_mutations import (
    EDIT,
    OPERATORS,
    IsSpared,
    PlacedRewrite,
    is_check,
)
from haggis_rules.mutation.rewriting import Rewrite, rewrites
from haggis_rules.mutation.scope import MutationScope
from haggis_rules.syntax import ast


def edit_rewrites(
    entry: ast.Change, scene: MutationScope, spared: IsSpared
) -> Iterator[PlacedRewrite]:
    """Yield every change to the edits of a clause. One of several is undone; one alone is not."""
    for index, edit in enumerate(entry.edits):
        if not _matters(edit, spared):
            continue
        around = entry.edits[:index], entry.edits[index + 1 :]
        if len(entry.edits) > 1:
            without = replace(entry, edits=(*around[0], *around[1]))
            undone = Rewrite(EDIT, f"without edit {index + 1}", without, edit.span)
            yield PlacedRewrite(index + 1, undone)
        for one in _inside(edit, scene):
            edits = (*around[0], one.node, *around[1])
            yield PlacedRewrite(index + 1, replace(one, node=replace(entry, edits=edits)))


def _inside(edit: ast.Edit, scene: MutationScope) -> Iterator[Rewrite]:
    """Yield the changes to what an edit brings in; what it takes out has to be there."""
    match edit:
        case ast.Exchange(new=new) | ast.ItemExchange(new=new):
            for one in rewrites(new, scene, OPERATORS):
                yield replace(one, node=replace(edit, new=one.node))
        case ast.Also(item=item):
            for one in rewrites(item, scene, OPERATORS):
                yield replace(one, node=replace(edit, item=one.node))
        case ast.LeaveOut():
            pass


def _matters(edit: ast.Edit, spared: IsSpared) -> bool:
    """Tell whether an edit is one of the rule, and not of words, or of what only checks it."""
    match edit:
        case ast.Exchange():
            return not is_phrase(edit)
        case ast.ItemExchange(new=item) | ast.Also(item=item):
            return not spared(item)
        case ast.LeaveOut(part=part):
            match part:
                case ast.CaseName():
                    return False
                case ast.ItemName(kind=kind):
                    return kind.text != "promise"
                case ast.DefiniteName() | ast.SoleName():
                    return True
                case _:
                    return not is_check(part)
