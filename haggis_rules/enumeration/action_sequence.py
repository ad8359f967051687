"""The legal actions of a seat as a sequence that makes none of them until it is asked.

Its length comes from counting. One action is made from the plays with one reading; all are made
once somebody goes through them, or asks for one after another.
"""

# A sequence is begun outside of its class, since a call of the class takes longer.
# pyright: reportPrivateUsage=false
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import overload

from haggis_rules.enumeration.legal_actions import LegalActions
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import StateValues, StateZones

MOST_SINGLE = 16  # actions that are made one by one, before all are


class ActionSequence(Sequence[Action]):
    """All that a seat can do in a state, in the order of ``LegalActions``. It never changes.

    Equal to another one, or to a list, with equal actions. Whatever is asked of it may raise
    ``OverBudgetError``. ``begun`` is as for ``LegalActions.options_of``.
    """

    __slots__ = (
        "_begun",
        "_choices",
        "_each",
        "_ends",
        "_every",
        "_known",
        "_marks",
        "_seat",
        "_single",
        "_total",
    )

    def __init__(
        self,
        choices: LegalActions,
        values: StateValues,
        zones: StateZones,
        seat: int,
        begun: Sequence[int] | None = None,
    ) -> None:
        self._choices, self._known, self._seat = choices, (values, zones), seat
        self._begun = begun
        self._single: dict[int, Action] = {}
        self._total: int | None = None
        self._every: list[Action] | None = None
        self._marks: set[int] | None = None

    def __len__(self) -> int:
        total = self._total
        return self._count() if total is None else total

    def __bool__(self) -> bool:
        total = self._total
        return (self._count() if total is None else total) > 0

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> list[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | list[Action]:
        """Return one action, the first by 0 and the last by -1, or a list of some."""
        if isinstance(place, slice):
            wanted = range(len(self))[place]
            if len(wanted) > MOST_SINGLE:
                return self._all()[place]
            return [self._one(number) for number in wanted]
        total = self._total
        if total is None:
            total = self._count()
        return self._one(place if 0 <= place < total else range(total)[place])

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __contains__(self, action: object) -> bool:
        """Whether an action is one of these, without making them."""
        if not isinstance(action, Action) or action.actor != self._seat:
            return False
        return self._choices.is_legal(*self._known, action)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ActionSequence):
            return self is other or self._all() == other._all()
        if isinstance(other, list):
            return self._all() == other
        return NotImplemented

    __hash__ = None  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[object, ...]:
        return list, (self._all(),)

    def made(self, action: Action) -> bool:
        """Whether this very action, and not only an equal one, was made here."""
        if self._every is None:
            for one in self._single.values():  # noqa: SIM110 - a generator takes longer
                if action is one:
                    return True
            return False
        if self._marks is None:
            # No other thing has the identity of an action that is kept here.
            self._marks = set(map(id, self._every))
        return id(action) in self._marks

    def _count(self) -> int:
        """Find the options of each action that has some, and count the actions up to its last."""
        values, zones = self._known
        self._each, self._ends = self._choices.options_of(values, zones, self._seat, self._begun)
        self._total = total = self._ends[-1] if self._ends else 0
        return total

    def _one(self, number: int) -> Action:
        """Return one action; the actions have been counted."""
        if self._every is not None:
            return self._every[number]
        found = self._single.get(number)
        if found is None:
            if len(self._single) >= MOST_SINGLE:
                return self._all()[number]
            choices, ends = self._choices, self._ends
            choices.budget.begin()
            at = bisect_right(ends, number)
            name, options = self._each[at]
            arguments = options[number - ends[at - 1] if at else number]
            found = self._single[number] = choices.make((name, self._seat, arguments))
        return found

    def _all(self) -> list[Action]:
        if self._every is None:
            if self._total is None:
                self._count()
            self._choices.budget.begin()
            every: list[Action] = []
            for name, options in self._each:
                made = zip(repeat(name), repeat(self._seat), options, strict=False)
                every += map(self._choices.make, made)
            for number, one in self._single.items():
                every[number] = one  # what was given away stays what it is
            self._every = every
            self._single.clear()
        return self._every


_new = object.__new__


def counted_actions(
    choices: LegalActions,
    values: StateValues,
    zones: StateZones,
    seat: int,
    begun: Sequence[int] | None = None,
) -> ActionSequence:
    """Return the legal actions of a seat, counted at once; quickly, as at each action.

    Raises ``OverBudgetError``.
    """
    found = _new(ActionSequence)
    found._choices, found._known, found._seat = choices, (values, zones), seat  # noqa: SLF001
    found._begun, found._single, found._every, found._marks = begun, {}, None, None  # noqa: SLF001
    found._count()  # noqa: SLF001 - it is about to be a sequence
    return found
