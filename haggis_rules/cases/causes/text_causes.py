"""From which edits of a variant its faults come: what is told first, and what follows from that.

What a parent says is sound by itself. So where a fault lies in what is inherited, an edit makes it,
and it is told at that edit. Where an example of the variant itself does not hold, the edits that
make it so are pointed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from haggis_rules.cases.causes.repairing import Repair, RepairSearch
from haggis_rules.cases.causes.rule_coverage import idle_rules
from haggis_rules.cases.causes.suspects import Suspects
from haggis_rules.cases.causes.trials import Trial
from haggis_rules.cases.causes.undoing import (
    CulpritEdit,
    Line,
    SearchLimit,
    culprit_edits,
    line_without,
)
from haggis_rules.cases.checking import CheckedCase
from haggis_rules.cases.other_variants import CasePlace
from haggis_rules.diagnostics.errors import (
    MOST_SHOWN,
    BreaksParentError,
    RuleError,
    SeveralFaultsError,
    TwoExceptionsError,
)
from haggis_rules.ir.descent.ancestry import parent_line
from haggis_rules.ir.descent.flattening import flatten
from haggis_rules.ir.lower import lower_everywhere

_MOST_SUSPECTS = 3  # clauses that are pointed to where no small change repairs an example
_MOST_LOOKED_AT = 8  # clauses of which it is found out on which of their rules an example rests
_MOST_PLACES = 4  # of what an edit puts at fault; how many there are besides is said

FaultKey = tuple[object, ...]


def untyped_causes(
    line: Line, faults: Sequence[RuleError], limit: SearchLimit
) -> tuple[RuleError, ...]:
    """Return the faults of a text that cannot be typed, those first that edits make elsewhere."""
    own = line[-1].variant.name.span.source
    found: list[RuleError] = []
    left: list[RuleError] = [f for f in faults if not f.follows and f.span.source != own]
    while left and len(found) < MOST_SHOWN and len(line) > 1:
        edits = culprit_edits(line, partial(_is_untyped, _key(left[0])), limit)
        if not edits:
            break
        still = _untyped(line_without(line, edits))
        gone = [one for one in left if one is left[0] or _key(one) not in still]
        found.append(_edit_fault(line, edits, gone, []))
        left = [one for one in left if one not in gone]
    return _in_order([*found, *faults])


def failing_causes(search: RepairSearch, faults: Sequence[RuleError]) -> tuple[RuleError, ...]:
    """Return the faults of examples, each after the edit from which it comes."""
    if len(search.line) == 1 or not faults:
        return tuple(faults)
    blaming = _Blaming(search.line, search.checked, faults, search.limit, search)
    return _in_order(blaming.reported())


@dataclass
class _Blaming:
    """Faults of examples, and of which of them the edits are known."""

    line: Line
    checked: Sequence[CheckedCase]
    faults: Sequence[RuleError]
    limit: SearchLimit
    search: RepairSearch

    def reported(self) -> Iterator[RuleError]:
        """Yield the faults of edits, and then those of examples."""
        own = self.line[-1].variant.name.span.source
        shown = {_key(one): one for one in self.faults}
        # Of exceptions that hold at once both places are known, if the text says one of them.
        known = [
            fault
            for fault in self.faults
            if isinstance(fault, TwoExceptionsError) and fault.span.source == own
        ]
        self._point_to_edits(known)
        left: list[tuple[CheckedCase, RuleError]] = [
            (one, fault)
            for one in self._failing()
            for fault in one.faults[:1]
            if fault not in known
        ]
        # Otherwise in the order in which they are told, so that what is told first is looked at.
        left.sort(key=lambda pair: (pair[1].span.source == own, *_place(pair[1])))
        for _ in range(MOST_SHOWN):
            if not left:
                break
            case, first = left[0]
            # Those of a parent were sound, and go wrong by one edit together. One of the text
            # itself may be wrong in its own way: with an edit undone it seldom means anything, so
            # that no edit can be told by that, and no other example follows from it.
            edits = () if first.span.source == own else self._culprits(case, first)
            without = line_without(self.line, edits) if edits else ()
            gone = [
                (one, fault)
                for one, fault in left
                if one is case
                or (
                    edits
                    and fault.span.source != own
                    and not self.limit.passed
                    and not self._occurs(without, one, fault)
                )
            ]
            left = [pair for pair in left if pair not in gone]
            faults = [shown.get(_key(fault), fault) for one, _ in gone for fault in one.faults]
            if edits:
                fault = self._of_edits(edits, faults)
                self._point_to_repairs(fault, case, edits)
                yield fault
                continue
            repaired = {case.place, *self._point_to_suspects(case, faults[0])}
            for other in (f for one in self.checked if one.place in repaired for f in one.faults):
                following = shown.get(_key(other), other)
                following.follows |= following is not faults[0]
            left = [pair for pair in left if pair[0].place not in repaired]
        yield from self.faults

    def _point_to_edits(self, overlaps: Sequence[RuleError]) -> None:
        """Point from exceptions that hold at once to the other edits with which they do."""
        for fault in (one for one in overlaps if not one.follows):
            case = next((one for one in self.checked if fault in one.faults), None)
            edits = () if case is None else self._culprits(case, fault)
            named = {fault.span, *(span for span, _ in fault.others)}
            places = [place for one in edits for place in one.places]
            fault.others += tuple(
                (place, "with this edit they do")
                for place in places
                if not any(one.covers(place) or place.covers(one) for one in named)
            )

    def _of_edits(self, edits: Sequence[CulpritEdit], faults: Sequence[RuleError]) -> RuleError:
        cases = [one.case.clause for one in self._failing() if set(one.faults) & set(faults)]
        return _edit_fault(self.line, edits, faults, list(dict.fromkeys(cases)))

    def _point_to_repairs(
        self, fault: RuleError, case: CheckedCase, edits: Sequence[CulpritEdit]
    ) -> None:
        """Point to what would repair a case in edits of which no item makes the fault alone."""
        whole = [one.name.text for one in edits if one.places == (one.name.span,)]
        repairs = self.search.repairs(case, whole) if whole else ()
        fault.others += tuple((one.change.place, _label(one)) for one in repairs)

    def _point_to_suspects(self, case: CheckedCase, fault: RuleError) -> frozenset[CasePlace]:
        """Point from a fault of an example to what would repair it, or else to what it rests on.

        Return the other cases that hold with each of the repairs: their faults follow from this.
        """
        clauses = self._suspects.of(case)
        idle = idle_rules(self.line, self.search.tables, case, clauses[:_MOST_LOOKED_AT])
        repairs = self.search.repairs(case, clauses, idle)
        found = [(one.change.place, _label(one)) for one in repairs]
        own = case.case.clause
        undone = [one.change.clause for one in repairs if one.change.whole]
        written = [name for name in clauses if self._suspects.places(name, idle)]
        # What promises alone say makes nothing so; the one that is broken is named already.
        promising = [name for name in written if self._suspects.only_promises(name)]
        rules = [name for name in written if name not in {own, *promising}]
        likely = [*rules[:_MOST_SUSPECTS], *promising[:1]]
        shown = [own, *undone] if repairs else [own, *likely]
        for name in (one for one in dict.fromkeys(shown) if one in clauses):
            found.append((self._suspects.head(name), "this clause may lack something"))
            found += [(place, "this may make it so") for place in self._suspects.places(name, idle)]
        named = {fault.span, *(span for span, _ in fault.others)}
        for place, label in found:
            if place not in named:
                named.add(place)
                fault.others += ((place, label),)
        together = frozenset[CasePlace]().union(*(one.repaired for one in repairs))
        return together.intersection(*(one.repaired for one in repairs)) - {case.place}

    def _failing(self) -> list[CheckedCase]:
        """Return each case that fails, once."""
        once: dict[CasePlace, CheckedCase] = {}
        for one in self.checked:
            if one.faults:
                once.setdefault(one.place, one)
        return list(once.values())

    def _culprits(self, case: CheckedCase, fault: RuleError) -> tuple[CulpritEdit, ...]:
        return culprit_edits(self.line, lambda text: self._occurs(text, case, fault), self.limit)

    def _occurs(self, text: Line, case: CheckedCase, fault: RuleError) -> bool:
        """Whether the case fails in the same way in another text."""
        again = Trial(text, self.search.tables, whole=True).again(case)
        return again is not None and _key(fault) in {_key(one) for one in again.faults}

    @cached_property
    def _suspects(self) -> Suspects:
        return Suspects(self.line, self.search.tables, self.checked)


def _label(repair: Repair) -> str:
    """Say what holds with a change, and how much of what was looked at no longer does."""
    more, broken = len(repair.repaired) - 1, repair.broken
    others = f", and so would {more} more" if more else ""
    others += f", but not {broken} that hold{'' if broken > 1 else 's'} now" if broken else ""
    return f"with one change here it would hold{others}: {repair.change.what}"


def _edit_fault(
    line: Line, edits: Sequence[CulpritEdit], faults: Sequence[RuleError], clauses: Sequence[str]
) -> RuleError:
    """Make the fault of edits that put others at fault, which then follow from it."""
    name, parent = edits[0].name.text, parent_line(line)[-1].variant.name.text
    for one in faults:
        one.follows = True
    places = [place for one in edits for place in one.places]
    more = len(faults) - _MOST_PLACES
    many = f"{len(faults)} examples" if len(faults) > 1 else "an example"
    what = f"{many} of `{parent}` no longer hold{'s' if len(faults) == 1 else ''}"
    if clauses:
        hint = f"replace {_listed(clauses)} as well, with examples that hold"
    else:
        inherited = _listed(_parents_at(line, faults))
        ways = (faults[0].hint, f"edit {inherited} as well" if inherited else "")
        hint = "; or ".join(filter(None, ways))
    return BreaksParentError(
        f"with this edit of `{name}`, {what if clauses else faults[0].message}",
        places[0],
        others=[
            *((place, "together with this") for place in places[1:]),
            *((place, "it says this instead") for one in edits for place in one.instead),
            *((one.span, one.message) for one in faults[:_MOST_PLACES]),
            *(other for other in faults[0].others if other[0].source == places[0].source),
        ],
        hint=hint if more <= 0 else f"{hint}; there are {more} more places",
    )


def _parents_at(line: Line, faults: Sequence[RuleError]) -> list[str]:
    """Name the clauses of the parent in which some faults lie."""
    return [
        flat.clause.name
        for flat in flatten(parent_line(line)).clauses
        if any(flat.written.span.covers(one.span) for one in faults)
    ]


def _listed(clauses: Sequence[str]) -> str:
    return ", ".join(f"`{one}`" for one in clauses[:_MOST_PLACES])


def _is_untyped(key: FaultKey, text: Line) -> bool:
    return key in _untyped(text)


def _untyped(text: Line) -> set[FaultKey]:
    try:
        return {_key(one) for one in lower_everywhere(text)[1]}
    except SeveralFaultsError as several:
        return {_key(one) for one in several.faults}


def _place(fault: RuleError) -> tuple[str, int]:
    return fault.span.source.path, fault.span.start


def _key(fault: RuleError) -> FaultKey:
    return (type(fault), fault.span.source.path, fault.span.start, fault.span.end)


def _in_order(faults: Iterable[RuleError]) -> tuple[RuleError, ...]:
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: fault.follows))
