"""Clauses taken from another variant: what they need and did not bring, and what is there twice.

Such a fault shows somewhere in the other variant, whose text is sound. It is told where the clause
is taken, and what else would have to come is told at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from haggis_rules.diagnostics.errors import (
    LeftBehindError,
    NameTwiceError,
    RuleError,
    TakenGuardError,
    TakenTwiceError,
)
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.ir.descent.flattening import FlatClause, TakenClause
from haggis_rules.ir.lower.declared import names_of
from haggis_rules.ir.lower.dependencies import names_in
from haggis_rules.ir.lower.options.agreement import OptionOffer, either
from haggis_rules.ir.lower.options.option_declarations import seats_hold
from haggis_rules.ir.lower.symbols import World
from haggis_rules.syntax import ast

_MOST_PLACES = 6  # that a fault points to


def taken_faults(
    world: World, faults: Sequence[RuleError], taken: Iterable[TakenClause], own: SourceFile
) -> list[RuleError]:
    """Return the faults of clauses that the text itself takes from other variants.

    The faults that these explain are marked as following from them.
    """
    places = _TakenPlaces.of(one for one in taken if one.place.span.source == own)
    lacking = defaultdict[str, list[tuple[TakenClause, RuleError]]](list)
    found: list[RuleError] = []
    for fault in faults:
        one = places.clause_at(fault.span)
        if isinstance(fault, NameTwiceError) and fault.others:
            first = places.clause_at(fault.others[0][0])
            taken_one = one or first
            if taken_one is not None:
                fault.follows = True
                found.append(_twice(world, taken_one, fault))
        elif one is not None and not _is_taken_out(fault, own) and fault.missing in _declared(one):
            fault.follows = True
            lacking[one.variant].append((one, fault))
    return [*(_left_behind(world, each) for each in lacking.values()), *found]


def guard_faults(taken: Iterable[TakenClause], offer: OptionOffer) -> Iterator[RuleError]:
    """Yield a fault for each taken clause whose guard means nothing at the tables of this text."""
    for one in taken:
        guard = one.flat.written.guard
        if guard is None or not offer.seatings:
            continue
        seatings = [seats for seats in offer.seatings if seats_hold(guard, seats)]
        if not seatings:
            yield TakenGuardError(
                f"`{one.place.text}` of `{one.variant}` is only there {one.flat.clause.guard}",
                one.place.span,
                others=[(guard.span, "its guard")],
                hint=f"here the table has {either(offer.seatings)} seats: leave the clause out",
            )
        names = {c.name.text for c in guard.conditions if not isinstance(c, ast.SeatsAre)}
        lacking = [n for n in names if not any(offer.find(n, seats) for seats in seatings)]
        if seatings and lacking:
            others = {flat.clause.name for name in lacking for flat in _declared(one).get(name, [])}
            yield LeftBehindError(
                f"`{one.place.text}` of `{one.variant}` needs what is not here: {_listed(lacking)}",
                one.place.span,
                others=[(guard.span, "its guard looks at it")],
                hint=f"`add {', '.join(sorted(others))} from {one.variant}` as well, or offer "
                "it here, or leave the clause out",
            )


@dataclass(frozen=True, slots=True)
class _TakenPlaces:
    """Where the items of taken clauses stand, in order, for bisection."""

    starts: list[tuple[str, int]]
    items: list[tuple[Span, TakenClause]]

    @staticmethod
    def of(taken: Iterable[TakenClause]) -> _TakenPlaces:
        items = [(item.span, one) for one in taken for item in one.flat.written.items]
        items.sort(key=lambda pair: (pair[0].source.path, pair[0].start))
        return _TakenPlaces([(span.source.path, span.start) for span, _ in items], items)

    def clause_at(self, place: Span) -> TakenClause | None:
        """Return the taken clause within which a place lies."""
        index = bisect_right(self.starts, (place.source.path, place.start)) - 1
        if index < 0:
            return None
        span, one = self.items[index]
        return one if span.source == place.source and place.start < span.end else None


def _is_taken_out(fault: RuleError, own: SourceFile) -> bool:
    """Whether an edit of the text itself took away what a fault is about, which is its cause."""
    return fault.edit is not None and fault.edit.source == own


def _declared(one: TakenClause) -> Mapping[str, list[FlatClause]]:
    """Return the names that the other variant gives a meaning, each with the clauses that do."""
    found = defaultdict[str, list[FlatClause]](list)
    for flat in one.beside:
        for item in flat.written.items:
            for name in names_of(item):
                found[name.text].append(flat)
    return found


def _twice(world: World, one: TakenClause, fault: NameTwiceError) -> TakenTwiceError:
    places = (fault.span, fault.others[0][0])
    clauses = [
        located.clause
        for place in places
        for located in world.items
        if located.item.span.source == place.source
        and located.item.span.start <= place.start < located.item.span.end
    ]
    here = next((name for name in clauses if name != one.place.text), one.place.text)
    return TakenTwiceError(
        f"with `{one.place.text}` of `{one.variant}`, {fault.message}",
        one.place.span,
        others=[(places[1], "it is here"), (places[0], "and here")],
        hint=f"replace, change or remove `{here}`, or write `change {one.place.text}` below this",
    )


def _left_behind(world: World, left: Sequence[tuple[TakenClause, RuleError]]) -> LeftBehindError:
    """Make the fault of clauses that need what was left behind, with all that has to come."""
    first = left[0][0]
    here = {name.text for located in world.items for name in names_of(located.item)}
    # An item is typed as far as its first unknown name, and all of them are wanted.
    wanted = {name for one, _ in left for name in names_in(one.flat.written.items)} - here
    names = [name for name in _declared(first) if name in wanted]
    clauses = list(dict.fromkeys(one.place.text for one, _ in left))
    spans = sorted({one.place.span for one, _ in left}, key=lambda span: span.start)
    return LeftBehindError(
        f"{_listed(clauses)} of `{first.variant}` need{'' if clauses[1:] else 's'} what is not "
        f"here: {_listed(names)}",
        spans[0],
        others=[
            *((span, "this as well") for span in spans[1:_MOST_PLACES]),
            *((fault.span, "it is needed here") for _, fault in left[:_MOST_PLACES]),
        ],
        hint=_ways_out(world, first, names, here),
    )


def _ways_out(world: World, one: TakenClause, names: Iterable[str], here: Container[str]) -> str:
    """Say which clauses have to come as well, those that they need themselves among them."""
    come = _needed(one, names, here)
    clauses = {located.clause for located in world.items}
    new, other = ([n for n in come if (n in clauses) == there] for there in (False, True))
    parts = [f"`add {', '.join(new)} from {one.variant}`"] if new else []
    parts += [f"`replace {', '.join(other)} from {one.variant}`"] if other else []
    return f"{' and '.join(parts)} as well, or give the names a meaning here"


def _needed(one: TakenClause, names: Iterable[str], here: Container[str]) -> list[str]:
    """Name the clauses of the other variant that names lead to, and those that these lead to.

    A search of the graph of names: each clause is looked at once.
    """
    declared, found, left = _declared(one), dict[str, None](), list(names)
    while left:
        for flat in declared.get(left.pop(0), ()):
            if flat.clause.name not in found:
                found[flat.clause.name] = None
                left += [name for name in names_in(flat.written.items) if name not in here]
    return list(found)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_PLACES
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_PLACES])
    return f"{shown} and {more} more" if more > 0 else shown
