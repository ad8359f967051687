"""Plays and readings of some rules that print in notation, as their actions do."""

from __future__ import annotations

from collections.abc import Callable

from haggis_rules.semantics.state import Combination, Reading


def shown_combination_class(show: Callable[[Combination], str]) -> type[Combination]:
    """Return a class of plays that are written so. They equal plain ones, and pickle as those."""

    class ShownCombination(Combination):
        __slots__ = ()

        def __repr__(self) -> str:
            return f"<Combination {self}>"

        def __str__(self) -> str:
            return show(Combination(*self))

        def __reduce__(self) -> tuple[object, ...]:
            return Combination, tuple(self)

    return ShownCombination


class PrintedReading(tuple[int, ...]):
    """A reading that prints; the class of each rules says how."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (tuple(self),)


def shown_reading_class(show: Callable[[Reading], str]) -> type[PrintedReading]:
    """Return a class of readings that are written so, equal plain ones and pickle as those."""

    class ReadingOfRules(PrintedReading):
        __slots__ = ()

        def __repr__(self) -> str:
            return f"<Reading {self}>"

        def __str__(self) -> str:
            return show(self)

    return ReadingOfRules
