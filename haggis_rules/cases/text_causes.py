"""From which edits of a variant its faults come: what is told first, and what follows from that.

What a parent says is sound by itself. So where a fault lies in what is inherited, an edit makes it,
and it is told at that edit. Where an example of the variant itself does not hold, the edits that
make it so are pointed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt

from haggis_rules.cases.checking import AgreedTable, CheckedCase, check, table_of
from haggis_rules.cases.other_variants import CasePlace, case_place
from haggis_rules.cases.undoing import (
    CulpritEdit,
    Line,
    SearchLimit,
    culprit_edits,
    item_places,
    line_without,
)
from haggis_rules.diagnostics.errors import (
    MOST_SHOWN,
    BreaksParentError,
    RuleError,
    SeveralFaultsError,
    TwoExceptionsError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.lower import lower_each, lower_everywhere
from haggis_rules.ir.lower.ancestry import parent_line
from haggis_rules.ir.lower.descent import WrittenClause

_MOST_SUSPECTS = 2  # clauses that an example rests on which are as likely at fault
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


def failing_causes(
    line: Line, checked: Sequence[CheckedCase], faults: Sequence[RuleError], limit: SearchLimit
) -> tuple[RuleError, ...]:
    """Return the faults of examples, each after the edit from which it comes."""
    if len(line) == 1:
        return tuple(faults)
    return _in_order(_Blaming(line, checked, faults, limit).reported())


@dataclass
class _Blaming:
    """Faults of examples, and of which of them the edits are known."""

    line: Line
    checked: Sequence[CheckedCase]
    faults: Sequence[RuleError]
    limit: SearchLimit

    def reported(self) -> Iterator[RuleError]:
        """Yield the faults of edits, and then those of examples."""
        own = self.line[-1].variant.name.span.source
        shown = {_key(one): one for one in self.faults}
        # Of exceptions that hold at once both places are known.
        known = [fault for fault in self.faults if isinstance(fault, TwoExceptionsError)]
        left = [
            (one, fault)
            for one in self._failing()
            for fault in one.faults[:1]
            if fault not in known
        ]
        left.sort(key=lambda pair: pair[1].span.source == own)
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
            yield from self._of_one_cause(edits, case, faults)
        yield from self.faults

    def _of_one_cause(
        self, edits: Sequence[CulpritEdit], case: CheckedCase, faults: Sequence[RuleError]
    ) -> Iterator[RuleError]:
        first = faults[0]
        if edits:
            cases = [one.case.clause for one in self._failing() if set(one.faults) & set(faults)]
            yield _edit_fault(self.line, edits, faults, list(dict.fromkeys(cases)))
            return
        named = {first.span, *(span for span, _ in first.others)}
        places = [place for place in self._suspects(case) if place not in named]
        first.others += tuple((place, "this may make it so") for place in places)
        for other in faults[1:]:
            other.follows = True

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
        game = _game(text, case.table)
        found = () if game is None else game.cases
        same = next((one for one in found if case_place(one) == case.place), None)
        if game is None or same is None:
            return False
        faults = check(Rules(game, checked=True), same).faults
        return _key(fault) in {_key(one) for one in faults}

    def _suspects(self, case: CheckedCase) -> Iterator[Span]:
        """Yield places in the case's own clause, and in that on which others rest rarely.

        The measure is that of Ochiai: how many failing cases rest on a clause, by the geometric
        mean of how many fail and how many rest on it (Abreu and others, 2006).
        """
        entries = {
            one.name.text: one for one in self.line[-1].entries if isinstance(one, WrittenClause)
        }
        rested = {} if case.outcome is None else dict.fromkeys(case.outcome.clauses)
        scores = _ochiai(self.checked, [name for name in rested if name in entries])
        best = max(scores.values(), default=0)
        likely = [name for name in scores if scores[name] == best]
        # An example shows what its own clause means, so it is that clause before all others.
        home = [case.case.clause] if case.case.clause in entries else []
        for name in dict.fromkeys([*home, *likely[:_MOST_SUSPECTS]]):
            yield from item_places(entries[name])


def _ochiai(checked: Sequence[CheckedCase], names: Iterable[str]) -> Mapping[str, float]:
    failing = [one for one in checked if one.faults]
    found: dict[str, float] = {}
    for name in names:
        resting = [one for one in checked if one.outcome and name in one.outcome.clauses]
        bad = sum(1 for one in resting if one.faults)
        if resting:
            found[name] = bad / sqrt(len(failing) * len(resting))
    return found


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
    listed = ", ".join(f"`{one}`" for one in clauses[:_MOST_PLACES])
    hint = f"replace {listed} as well, with examples that hold" if clauses else faults[0].hint
    return BreaksParentError(
        f"with this edit of `{name}`, {what if clauses else faults[0].message}",
        places[0],
        others=[
            *((place, "together with this") for place in places[1:]),
            *((one.span, one.message) for one in faults[:_MOST_PLACES]),
            *(other for other in faults[0].others if other[0].source == places[0].source),
        ],
        hint=hint if more <= 0 else f"{hint}; there are {more} more places",
    )


def _game(text: Line, table: AgreedTable) -> Game | None:
    """Lower a text for one table; None where it cannot be."""
    try:
        return next((one for one in lower_each(text) if table_of(one) == table), None)
    except SeveralFaultsError:
        return None


def _is_untyped(key: FaultKey, text: Line) -> bool:
    return key in _untyped(text)


def _untyped(text: Line) -> set[FaultKey]:
    try:
        return {_key(one) for one in lower_everywhere(text)[1]}
    except SeveralFaultsError as several:
        return {_key(one) for one in several.faults}


def _key(fault: RuleError) -> FaultKey:
    return (type(fault), fault.span.source.path, fault.span.start, fault.span.end)


def _in_order(faults: Iterable[RuleError]) -> tuple[RuleError, ...]:
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: fault.follows))
