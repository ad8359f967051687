"""The mutants of one clause as what may repair it, each with the place that it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from haggis_rules.cases.causes.repairing import ChangesTo, SmallChange
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.descent.ancestry import parent_line
from haggis_rules.ir.descent.flattening import WrittenClause, flatten
from haggis_rules.ir.game import Game
from haggis_rules.mutation.clause_mutations import (
    CLAUSE,
    GUARD,
    ITEM,
    PlacedRewrite,
    clause_rewrites,
    is_check,
)
from haggis_rules.mutation.edit_mutations import edit_rewrites
from haggis_rules.mutation.scope import MutationScope, words_of
from haggis_rules.syntax import ast

_LEAVING_OUT = (ITEM, CLAUSE)


def small_changes(line: Sequence[ast.File], games: Sequence[Game]) -> ChangesTo:
    """Return what yields the changes to a clause of the last of a line of variants, by its name.

    Examples, questions and promises stay as they are, for they say what is to be repaired.
    """
    scene = MutationScope(words_of(games))
    parents = {flat.clause.name: flat.written for flat in flatten(parent_line(line)).clauses}
    file = line[-1]

    def changes_to(clause: str) -> Iterator[SmallChange]:
        for index, entry in enumerate(file.entries):
            for name in ast.clauses_in(entry):
                if name.text == clause:
                    for one in _changes(entry, name, scene, parents.get(clause)):
                        entries = (*file.entries[:index], *one.entries, *file.entries[index + 1 :])
                        whole = replace(file, entries=entries)
                        yield SmallChange(clause, one.what, one.place, one.item, whole, one.whole)

    return changes_to


@dataclass(frozen=True, slots=True)
class _EntryChange:
    """What stands in the place of an entry: itself with a change, or nothing."""

    what: str
    place: Span
    item: Span
    entries: tuple[ast.Entry, ...]
    whole: bool = False


def _changes(
    entry: ast.Entry, name: ast.Name, scene: MutationScope, parent: WrittenClause | None
) -> Iterator[_EntryChange]:
    """Yield the changes to an entry; of clauses that are taken, to the one of this name."""
    found: Iterator[PlacedRewrite] = iter(())
    items: Sequence[ast.Node] = ()
    match entry:
        case ast.Chapter() | ast.Confirm():
            pass
        case ast.Remove():
            yield _EntryChange("not removed", name.span, name.span, (), whole=True)
        case ast.AddFrom(names=names) | ast.ReplaceFrom(names=names):
            left = tuple(one for one in names if one is not name)
            entries = (replace(entry, names=left),) if left else ()
            yield _EntryChange("not taken", name.span, name.span, entries, whole=True)
        case ast.Change(edits=items):
            yield _EntryChange("not changed", name.span, name.span, (), whole=True)
            found = edit_rewrites(entry, scene, is_check)
        case ast.Clause() | ast.Replace() | ast.Add():
            items = [one for one in entry.items if not is_check(one)]
            found = clause_rewrites(entry, scene, parent, is_check)
            if any(isinstance(one, ast.Promise) for one in entry.items):
                # With another guard a promise is not kept there: it is only not made.
                found = (one for one in found if one.change.operator != GUARD)
    # To leave out something is a repair of little help, so it is tried last.
    for number, change in sorted(found, key=lambda one: one.change.operator in _LEAVING_OUT):
        head = change.place or name.span  # the guard, or the clause as a whole
        item = items[number - 1].span if number else head
        # With another guard all of a clause is gone where it stood before: it is undone.
        yield _EntryChange(change.what, change.place or item, item, (change.node,), not number)
