"""The mutants of a text: which there are, what each is called, and the lines that it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.descent.ancestry import parent_line
from haggis_rules.ir.descent.flattening import WrittenClause, flatten
from haggis_rules.ir.traversal import everywhere, placed
from haggis_rules.mutation.clause_mutations import (
    EDIT,
    IsSpared,
    PlacedRewrite,
    clause_rewrites,
    is_check,
)
from haggis_rules.mutation.edit_mutations import edit_rewrites
from haggis_rules.mutation.scope import MutationScope, words_of
from haggis_rules.syntax import ast
from haggis_rules.syntax.print import show_clause


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text that was changed in one place.

    ``name`` stays the same as long as the item does: its clause, the number of the item among
    those that are rules, and what was done. ``diff`` has the lines that differ in the canonical
    form, each after `- ` or `+ `.
    """

    name: str
    clause: str
    operator: str
    diff: tuple[str, ...]
    file: ast.File


def mutants(
    line: Sequence[ast.File], games: Iterable[ir.Game], *, checks: bool = False
) -> Iterator[Mutant]:
    """Yield the mutants of the last of a line of variants, in the order of its text.

    ``games`` are those of the text as it is, at every table. Promises, examples, questions and
    notes are not changed, and neither are words of theirs that no rule uses; with ``checks`` they
    are.
    """
    several = tuple(games)
    scene = MutationScope(words_of(several))
    spared: IsSpared = _nothing if checks else _sparing(words_of_checks(several))
    parents = {flat.clause.name: flat.written for flat in flatten(parent_line(line)).clauses}
    file = line[-1]
    for index, entry in enumerate(file.entries):
        before, after = file.entries[:index], file.entries[index + 1 :]
        found: Iterator[_Changed] = iter(())
        match entry:
            case ast.Chapter() | ast.Confirm():  # who says so makes no difference to play
                pass
            case ast.Remove(name=name):
                whole = replace(file, entries=(*before, *after))
                diff = (f"- remove {name.text}",)
                yield Mutant(f"{name.text}/0: not removed", name.text, EDIT, diff, whole)
            case ast.Change(name=name):
                whole = replace(file, entries=(*before, *after))
                gone = tuple(f"- {line}" for line in show_clause(entry).splitlines())
                yield Mutant(f"{name.text}/0: not changed", name.text, EDIT, gone, whole)
                found = _named(entry, edit_rewrites(entry, scene, spared))
            case ast.AddFrom() | ast.ReplaceFrom():
                yield from _not_taken(file, index, entry)
            case ast.Clause() | ast.Replace() | ast.Add():
                parent = parents.get(entry.name.text)
                found = _named(entry, clause_rewrites(entry, scene, parent, spared))
        for one in found:
            whole = replace(file, entries=(*before, one.entry, *after))
            yield Mutant(one.name, one.entry.name.text, one.operator, one.diff, whole)


def _not_taken(file: ast.File, index: int, entry: ast.Taking) -> Iterator[Mutant]:
    """Yield, for each clause that is taken from another variant, the text that does not take it."""
    for at, name in enumerate(entry.names):
        left = replace(entry, names=(*entry.names[:at], *entry.names[at + 1 :]))
        here = (left,) if left.names else ()
        whole = replace(file, entries=(*file.entries[:index], *here, *file.entries[index + 1 :]))
        diff = (f"- {name.text} from {entry.variant.text}",)
        yield Mutant(f"{name.text}/0: not taken", name.text, EDIT, diff, whole)


def words_of_checks(games: Iterable[ir.Game]) -> frozenset[str]:
    """Name the words of clauses with promises that no rule uses, at any table."""
    promise_words, used = set[str](), set[str]()
    for game in games:
        clauses = {promise.clause for promise in game.promises}
        promise_words |= {one.name for one in game.definitions.values() if one.clause in clauses}
        exported = {one.name for one in game.definitions.values() if one.exported}
        rules = replace(game, promises=(), definitions={})
        used |= _reached(game, {*exported, *(n for p in placed(rules) for n in _called(p.expr))})
    return frozenset(promise_words - used)


@dataclass(frozen=True, slots=True)
class _Changed:
    name: str
    operator: str
    diff: tuple[str, ...]
    entry: WrittenClause | ast.Change


def _named(
    entry: WrittenClause | ast.Change, changes: Iterable[PlacedRewrite]
) -> Iterator[_Changed]:
    """Yield the changes to one clause by their names, those of one text once."""
    old = show_clause(entry)
    seen, named = {old}, Counter[str]()
    for item, change in changes:
        new = show_clause(change.node)
        if new in seen:
            continue
        seen.add(new)
        name = f"{entry.name.text}/{item}: {change.what}"
        named[name] += 1
        unique_name = name if named[name] == 1 else f"{name} ({named[name]})"
        yield _Changed(unique_name, change.operator, _diff(old, new), change.node)


def _diff(old: str, new: str) -> tuple[str, ...]:
    lines = list(unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm=""))[2:]
    return tuple(f"{row[0]} {row[1:]}" for row in lines if not row.startswith("@@"))


def _nothing(_: ast.Item) -> bool:
    return False


def _sparing(words: frozenset[str]) -> IsSpared:
    """Leave checks as they are, and these words with their exceptions."""

    def spared(item: ast.Item) -> bool:
        match item:
            case ast.Define(signature=signature):
                return signature.name.text in words
            case ast.Except(name=name):
                return name.text in words
            case _:
                return is_check(item)

    return spared


def _reached(game: ir.Game, names: set[str]) -> set[str]:
    """Name all words that some words are made of, and these: a search of the graph of calls."""
    found, left = set[str](), list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            meaning = game.definitions[name]
            inside = [meaning.base]
            for one in meaning.exceptions:
                inside += [one.when, one.value]
            left += [each for expr in inside for each in _called(expr)]
    return found


def _called(expr: nodes.Expr) -> Iterator[str]:
    for part in everywhere(expr):
        if isinstance(part, nodes.Call):
            yield part.definition
