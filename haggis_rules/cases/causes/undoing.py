"""Which edits of a variant make a fault: those with which it comes, and without which it goes.

Edits are undone, a few at a time, until no fewer of them have the fault: delta debugging (Zeller
and Hildebrandt, 2002), first with whole clauses, then with the items of one. What cannot be told,
since a text with some of the edits has other faults, counts as if the fault were gone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import TypeVar

from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.descent.ancestry import parent_line
from haggis_rules.ir.descent.flattening import WrittenClause, flatten
from haggis_rules.ir.lower.declared import subjects_of
from haggis_rules.syntax import ast

# Texts that are typed to find one fault: each takes a good part of a second. For each edit that is
# found, half as many more may be typed to find which of its items it is.
MOST_TRIES = 16
FEWEST_SECONDS = 5  # for a text that is quickly checked
MOST_RULES = 6  # likewise, of a clause of which no more can be told
MOST_ITEMS = 2  # of a clause that are pointed to; of more, its head is

Line = Sequence[ast.File]
Occurs = Callable[[Line], bool]
Undoable = TypeVar("Undoable")

CASES = ast.Example | ast.Question | ast.Note


@dataclass(frozen=True, slots=True)
class SearchLimit:
    """Until when edits are sought, in seconds of this process; what is told after it is less."""

    until: float

    @staticmethod
    def seconds(most: float) -> SearchLimit:
        """Return a limit so many seconds from now, but never less than a few."""
        return SearchLimit(process_time() + max(most, FEWEST_SECONDS))

    @property
    def passed(self) -> bool:
        """Whether there is no time left."""
        return process_time() > self.until


@dataclass(frozen=True, slots=True)
class CulpritEdit:
    """An edit that makes a fault: the name of its clause, and the places in it that do.

    Where what it leaves out does, its head is the place, and ``instead`` the few rules it has.
    """

    name: ast.Name
    places: tuple[Span, ...]
    instead: tuple[Span, ...] = ()


def culprit_edits(line: Line, occurs: Occurs, limit: SearchLimit) -> tuple[CulpritEdit, ...]:
    """Return the fewest edits of the last of a line of variants with which a fault occurs.

    None is returned where the fault is there without any edit, or where it cannot be told in time.
    """
    if limit.passed:
        return ()
    undoing = _Undoing(line, occurs, limit)
    edits = undoing.edits()
    if not edits or undoing.occurs_with(()):
        return ()
    kept = undoing.smallest(edits, undoing.occurs_with)
    if len(kept) == len(edits) > MOST_ITEMS:
        return ()
    return tuple(undoing.narrowed(index, kept) for index in kept)


def line_without(line: Line, edits: Sequence[CulpritEdit]) -> Line:
    """Return a line of variants in which these edits of the last are undone."""
    places = {place.text for one in edits for place in one.places}  # of clauses that are taken
    names = {one.name.text for one in edits} | places
    return _Undoing(line, lambda _: False, SearchLimit.seconds(0)).without(names)


def item_places(entry: WrittenClause, idle: Container[Span]) -> tuple[Span, ...]:
    """Return the places of the rules of a clause that are not idle; of many, that of its name.

    Of many, those that say what happens are enough, if they are few: a zone alone does nothing.
    """
    items = (item for item in entry.items if not isinstance(item, CASES))
    rules = tuple(item for item in items if item.span not in idle)
    if len(rules) > MOST_RULES:
        rules = tuple(item for item in rules if not isinstance(item, ast.Zone))
    return (
        tuple(item.span for item in rules) if 0 < len(rules) <= MOST_RULES else (entry.name.span,)
    )


class _Undoing:
    def __init__(self, line: Line, occurs: Occurs, limit: SearchLimit) -> None:
        self._line, self._occurs, self._tries = tuple(line), occurs, MOST_TRIES
        self._limit = limit
        self._file = line[-1]
        self._before = {f.clause.name: f.written for f in flatten(parent_line(line)).clauses}

    def edits(self) -> tuple[int, ...]:
        """Return which entries change a rule."""
        entries = enumerate(self._file.entries)
        return tuple(index for index, one in entries if self._undone(one, ()) != (one,))

    def occurs_with(self, kept: Sequence[int]) -> bool:
        """Try the text with these edits alone."""
        entries = enumerate(self._file.entries)
        return self._try(
            part
            for index, one in entries
            for part in ((one,) if index in kept else self._undone(one, ()))
        )

    def without(self, names: Container[str]) -> Line:
        """Return the line with the edits of these clauses undone."""
        entries = (
            part
            for one in self._file.entries
            for part in (
                (one,)
                if not any(name.text in names for name in ast.clauses_in(one))
                else self._without_some(one, names)
            )
        )
        return (*self._line[:-1], replace(self._file, entries=tuple(entries)))

    def _without_some(self, entry: ast.Entry, names: Container[str]) -> tuple[ast.Entry, ...]:
        """Undo an edit; of clauses that are taken, those with these names."""
        kept = [n for n, one in enumerate(ast.clauses_in(entry)) if one.text not in names]
        return self._undone(entry, kept if isinstance(entry, ast.Taking) else ())

    def narrowed(self, index: int, kept: Sequence[int]) -> CulpritEdit:
        """Find the items of one edit that make the fault, the other edits kept as they are."""
        entry = self._file.entries[index]
        numbers = _parts_of(entry)
        (name, *_) = ast.clauses_in(entry)
        self._tries = max(self._tries, MOST_TRIES // 2)

        def occurs_with(items: Sequence[int]) -> bool:
            entries = enumerate(self._file.entries)
            return self._try(
                part
                for place, one in entries
                for part in (
                    self._undone(one, items)
                    if place == index
                    else (one,)
                    if place in kept
                    else self._undone(one, ())
                )
            )

        if numbers and not occurs_with(()):
            numbers = self.smallest(numbers, occurs_with)
            # With the parent's other rules beside them they may be sound: then what the edit
            # leaves out makes the fault, which stands nowhere but in the clause as a whole.
            if not occurs_with(numbers):
                numbers = ()
        match entry:
            case ast.AddFrom(names=names) | ast.ReplaceFrom(names=names):
                taken = [names[n] for n in numbers]
                return CulpritEdit(taken[0], tuple(one.span for one in taken))
            case ast.Clause() | ast.Replace() | ast.Add() if 0 < len(numbers) <= MOST_ITEMS:
                return CulpritEdit(name, tuple(entry.items[n].span for n in numbers))
            case ast.Clause() | ast.Replace() | ast.Add():
                rules = [entry.items[n].span for n in _parts_of(entry)]
                return CulpritEdit(
                    name, (name.span,), tuple(rules if len(rules) <= MOST_ITEMS else ())
                )
            case _:
                return CulpritEdit(name, (name.span,))

    def smallest(
        self, parts: Sequence[Undoable], occurs_with: Callable[[Sequence[Undoable]], bool]
    ) -> tuple[Undoable, ...]:
        """Return some of the parts with which the fault occurs, none of which can go (ddmin)."""
        left, many = tuple(parts), 2
        while len(left) > 1 and self._tries > 0:
            size = -(-len(left) // many)
            chunks = [left[start : start + size] for start in range(0, len(left), size)]
            others = [tuple(one for one in left if one not in chunk) for chunk in chunks]
            found = next((one for one in chunks if occurs_with(one)), None)
            if found is not None:
                left, many = found, 2
                continue
            found = next((one for one in others if len(chunks) > 2 and occurs_with(one)), None)  # noqa: PLR2004 - of two, the other was tried
            if found is not None:
                left, many = found, max(many - 1, 2)
            elif many >= len(left):
                break
            else:
                many = min(2 * many, len(left))
        return left

    def _try(self, entries: Iterator[ast.Entry]) -> bool:
        self._tries -= 1
        if self._tries < 0 or self._limit.passed:
            return False
        return self._occurs((*self._line[:-1], replace(self._file, entries=tuple(entries))))

    def _undone(self, entry: ast.Entry, kept: Sequence[int]) -> tuple[ast.Entry, ...]:
        """Return an edit with these of its rules, and for the others what the parent has.

        Examples stay, so that what they show can be looked at.
        """
        match entry:
            case ast.Remove() | ast.Change():
                return ()
            case ast.AddFrom(names=names) | ast.ReplaceFrom(names=names):
                left = tuple(names[index] for index in kept)
                return (replace(entry, names=left),) if left else ()
            case ast.Replace() | ast.Add():
                old = self._before.get(entry.name.text)
                rules = _with_old(entry, old, kept)
                return (
                    replace(
                        entry,
                        guard=entry.guard if kept or old is None else old.guard,
                        items=(*rules, *(i for i in entry.items if isinstance(i, CASES))),
                    ),
                )
            case ast.Chapter() | ast.Clause() | ast.Confirm():
                return (entry,)


def _parts_of(entry: ast.Entry) -> tuple[int, ...]:
    """Return the numbers of the rules, or of the clauses taken, by which an edit can be undone."""
    match entry:
        case ast.AddFrom(names=names) | ast.ReplaceFrom(names=names):
            return tuple(range(len(names)))
        case ast.Clause(items=items) | ast.Replace(items=items) | ast.Add(items=items):
            return tuple(n for n, one in enumerate(items) if not isinstance(one, CASES))
        case ast.Chapter() | ast.Remove() | ast.Change() | ast.Confirm():
            return ()


def _with_old(
    entry: ast.Replace | ast.Add, old: WrittenClause | None, kept: Sequence[int]
) -> tuple[ast.Item, ...]:
    """Return the rules of an edit that are kept, and of the old ones those that say something else.

    Two say the same thing if they are of one kind and about the same names.
    """
    new = tuple(entry.items[index] for index in kept)
    about = {_about(one) for one in new}
    before = () if old is None else old.items
    rules = (one for one in before if not isinstance(one, CASES))
    return (*new, *(one for one in rules if _about(one) not in about))


def _about(item: ast.Item) -> tuple[object, ...]:
    return (type(item), *subjects_of(item))
