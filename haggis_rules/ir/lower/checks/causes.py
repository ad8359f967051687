"""Which faults of a text are causes, and which only follow from them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from haggis_rules.diagnostics.errors import (
    MOST_SHOWN,
    BreaksParentError,
    IdleGuardError,
    MissingError,
    NameTwiceError,
    NeverError,
    NotOfferedError,
    RuleError,
    UnknownNameError,
    UnknownOptionError,
    WrongTypeError,
)
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.ir.bounds import count
from haggis_rules.ir.descent.flattening import FlatClause, TakenClause
from haggis_rules.ir.lower.checks.taken import taken_faults
from haggis_rules.ir.lower.declared import names_of, subjects_of
from haggis_rules.ir.lower.dependencies import names_in, placed_names
from haggis_rules.ir.lower.symbols import Located, World
from haggis_rules.ir.types import NumberType
from haggis_rules.syntax import ast

_OF_GUARDS = (IdleGuardError, NotOfferedError, UnknownOptionError, WrongTypeError)
_MOST_PLACES = 6  # that a fault points to; how many there are besides is said


def cause_first(
    world: World, own: SourceFile, taken: Sequence[TakenClause] = ()
) -> list[RuleError]:
    """Return every fault of a world once: causes, those of its own text first, then the others.

    A fault follows from another if it is about a name whose declaration is at fault itself, if it
    is the same name again, or if an edit took the name away: then the fault is that of the edit.
    Likewise if a clause needs the name that was taken from another variant without it.
    """
    faults = _once(world.faults)
    wrong = _wrong_declarations(world, faults)
    for fault in faults:
        fault.follows = bool(wrong.get(fault.missing, set()) - {fault.missing})
    _mark_guarded(faults)
    lacking = taken_faults(world, faults, taken, own) if taken else []
    edits = _edits(world, [one for one in faults if not one.follows], own)
    _mark_repeated(faults)
    causes = [fault for fault in faults if not fault.follows]
    order = sorted(causes, key=lambda fault: fault.span.source != own)
    for fault in order[:MOST_SHOWN]:
        _point_to_slip(world, fault)
        _point_to_settled(world, fault)
    return [*lacking, *edits, *order, *(fault for fault in faults if fault.follows)]


def point_to_guards(faults: Iterable[RuleError], clauses: Sequence[FlatClause]) -> None:
    """Point from a name that is given twice to the clauses, where one is not there at every table.

    One of them may have the wrong guard, or lack it.
    """
    for fault in (one for one in faults if isinstance(one, NameTwiceError)):
        places = (fault.span, *(place for place, _ in fault.others))
        giving = [flat for flat in clauses if any(flat.written.span.covers(one) for one in places)]
        if any(one.clause.guard for one in giving) and len(giving) > 1:
            fault.others += tuple((one.written.name.span, _when(one)) for one in giving)
            fault.hint += "; or see to it that only one of the clauses is there"


def _when(flat: FlatClause) -> str:
    return f"this is there {flat.clause.guard}" if flat.clause.guard else "this is always there"


def _mark_guarded(faults: Sequence[RuleError]) -> None:
    """Mark faults about a name that is there at other tables alone, by a guard at fault itself."""
    guards = [one for one in faults if isinstance(one, _OF_GUARDS)]
    for fault in faults:
        if isinstance(fault, UnknownNameError):
            places = [place for place, _ in fault.others]
            fault.follows |= any(place.covers(one.span) for one in guards for place in places)


def _point_to_slip(world: World, fault: RuleError) -> None:
    """Point to a name much like an unknown one, which the same item declares and does not use."""
    if not isinstance(fault, UnknownNameError) or fault.others:
        return
    for located in world.items:
        if located.item.span.covers(fault.span):
            declared = {name.text: name.span for name in names_of(located.item)}
            for close in get_close_matches(fault.span.text, declared, n=1):
                meant = f"`{close}`" in fault.hint
                if meant and [*names_in(located.item)].count(close) == 1:
                    fault.others = ((declared[close], "this is declared, and nothing uses it"),)


def _point_to_settled(world: World, fault: RuleError) -> None:
    """Point from a comparison with one answer to the words in it that always have one value."""
    around = [one.item for one in world.items if one.item.span.covers(fault.span)]
    if not isinstance(fault, NeverError) or not around:
        return
    inside = [one for one in placed_names(around[0]) if fault.span.covers(one.span)]
    inside.sort(key=lambda name: name.span.start)
    for defined in map(world.definition, dict.fromkeys(one.text for one in inside)):
        if defined is None or defined.base.span is None or not isinstance(defined.type, NumberType):
            continue
        if count(defined.type.bounds) == 1:
            words = f"so `{defined.name}` is always {defined.type.low}"
            fault.others += ((defined.base.span, words),)


def _once(faults: Iterable[RuleError]) -> list[RuleError]:
    """Return each fault once, in the order of the text."""
    once = {(f.span.source.path, f.span.start, f.message): f for f in faults}
    return [once[key] for key in sorted(once)]


def _edits(world: World, faults: Sequence[RuleError], own: SourceFile) -> list[RuleError]:
    """Return a fault for each edit of the text that took away what others need.

    Faults that it explains are marked as following from it.
    """
    found = defaultdict[Span, list[RuleError]](list)
    for one in faults:
        edit = _edit(one, own)
        if edit is not None:
            one.follows = True
            found[edit].append(one)
    return [_edit_fault(world, edit, left) for edit, left in found.items()]


def _edit(fault: RuleError, own: SourceFile) -> Span | None:
    """Return the edit of the text itself that took away what a fault is about."""
    return fault.edit if fault.edit is not None and fault.edit.source == own else None


def _edit_fault(world: World, edit: Span, left: Sequence[RuleError]) -> RuleError:
    names = list(dict.fromkeys(one.missing for one in left if one.missing))
    what = f"what it declared is still needed: {_listed(names)}" if names else left[0].message
    clauses = [name for one in left if (name := _clause_of(world.items, one.span))]
    more = len(left) - _MOST_PLACES
    hint = f"edit {_listed(list(dict.fromkeys(clauses)))} as well, or declare it again"
    return BreaksParentError(
        f"without the inherited `{edit.text}`, {what}",
        edit,
        others=[
            *((span, "did you mean this one?") for span in world.alike(names, edit.source)),
            *_choices_instead(world, edit, names),
            *((one.span, _label(world, one)) for one in left[:_MOST_PLACES]),
        ],
        hint=hint if more <= 0 else f"{hint}; there are {more} more places",
    )


def _choices_instead(world: World, edit: Span, names: Sequence[str]) -> Iterator[tuple[Span, str]]:
    """Yield the choices that an edit offers in place of those that are missing."""
    for clause, item in world.of_kind(ast.Choice):
        if names and clause == edit.text and item.span.source == edit.source:
            yield item.span, f"{_listed(names)} {'are' if names[1:] else 'is'} none of these"


def _label(world: World, fault: RuleError) -> str:
    clause = _clause_of(world.items, fault.span)
    return f"needed by `{clause}`" if clause else fault.message


def _mark_repeated(faults: Sequence[RuleError]) -> None:
    """Mark faults about a name that is told of already, and all where the deck or seats lack."""
    lacking = any(isinstance(one, MissingError) and not one.follows for one in faults)
    reported = set[str]()
    for fault in faults:
        fault.follows |= fault.missing in reported or (
            lacking and not isinstance(fault, MissingError)
        )
        reported |= {fault.missing} - {""}


def _wrong_declarations(world: World, faults: Sequence[RuleError]) -> dict[str, set[str]]:
    """Return the names on whose meaning an item with faults has a say, with what these lack.

    A fault that is about no name lacks the empty one. In proportion to the text: faults are in
    order, and those of an item are found by bisection.
    """
    places = [(one.span.source.path, one.span.start) for one in faults]
    found = defaultdict[str, set[str]](set)
    for located in world.items:
        span = located.item.span
        first = bisect_left(places, (span.source.path, span.start))
        last = bisect_left(places, (span.source.path, span.end))
        lacking = {one.missing for one in faults[first:last]}
        if lacking:
            for name in subjects_of(located.item):
                found[name] |= lacking
    return found


def _clause_of(items: Iterable[Located], span: Span) -> str:
    found = (one.clause for one in items if one.item.span.covers(span))
    return next(found, "")


def _listed(names: Sequence[str]) -> str:
    shown: Iterator[str] = (f"`{name}`" for name in names[:_MOST_PLACES])
    more = len(names) - _MOST_PLACES
    return f"{', '.join(shown)}{f' and {more} more' if more > 0 else ''}"
