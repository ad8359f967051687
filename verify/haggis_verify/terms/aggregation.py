"""Numbers that stand in the same sums and nowhere else, each as often: one number for all of them.

A claim mostly asks how many cards a hand holds and not which. Its 45 counts are then one number,
from the sum of their lowest to the sum of their highest values. Every whole number in between is
a sum of such counts, so the facts hold with the one number exactly when they hold with the many.

Which ones: variables that are a part of the very same sums, in each with the same factor, and of
no comparison or choice by themselves. The facts then depend on them through their total alone.
Finding them is one pass over the terms, linear in the parts of all sums; going back from a total
to the many is greedy (``shares``). Both solvers get the smaller text, so their agreement does not
check this step: a ``sat`` is worked out again with the many, an ``unsat`` rests on the argument
above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from haggis_verify.terms.nodes import Assignment, IntSum, IntVar, Term


@dataclass(frozen=True, slots=True)
class SharedSum:
    """Two variables or more, and the one number for their sum."""

    name: str
    parts: tuple[IntVar, ...]

    @property
    def low(self) -> int | None:
        """Return the lowest sum, None when there is none."""
        lows = [part.low for part in self.parts if part.low is not None]
        return sum(lows) if len(lows) == len(self.parts) else None

    @property
    def high(self) -> int | None:
        """Return the highest sum, None when there is none."""
        highs = [part.high for part in self.parts if part.high is not None]
        return sum(highs) if len(highs) == len(self.parts) else None

    def shares(self, total: int) -> Iterator[tuple[str, int]]:
        """Yield each variable's name and its value, the first as much as its bounds let it be.

        The values add up to ``total``, which has to lie from ``low`` to ``high``. Each begins at
        an end that it has; what is then left over, or owed, goes to those that can take it.
        """
        begun = [_an_end(part) for part in self.parts]
        left = total - sum(begun)
        for part, begin in zip(self.parts, begun, strict=True):
            if left >= 0:
                more = left if part.high is None else min(left, part.high - begin)
            else:
                more = left if part.low is None else max(left, part.low - begin)
            left -= more
            yield part.name, begin + more


def _an_end(part: IntVar) -> int:
    """Return the lowest value of a variable, or else the highest, or else 0."""
    if part.low is not None:
        return part.low
    return 0 if part.high is None else part.high


def find_shared_sums(
    terms: Mapping[Term, tuple[Term, ...]], roots: Iterable[Term] = ()
) -> list[SharedSum]:
    """Find what stands together in all terms that some are made of.

    ``terms``: as ``term_children`` returns them, all of them. ``roots``: those that are asserted,
    where a variable stands by itself.
    """
    alone = {root for root in roots if isinstance(root, IntVar)}
    occurrences: dict[IntVar, list[tuple[int, int]]] = {}
    for place, (term, inner) in enumerate(terms.items()):
        if isinstance(term, IntSum):
            for factor, part in term.parts:
                if isinstance(part, IntVar):
                    occurrences.setdefault(part, []).append((place, factor))
        else:
            alone.update([child for child in inner if isinstance(child, IntVar)])
    # A sum has each variable once at most, so the places and factors say all about where it stands.
    groups: dict[tuple[tuple[int, int], ...], list[IntVar]] = {}
    for variable, where in occurrences.items():
        if variable not in alone:
            groups.setdefault(tuple(where), []).append(variable)
    return [
        SharedSum(f"{parts[0].name} and {len(parts) - 1} more", tuple(parts))
        for parts in groups.values()
        if len(parts) > 1
    ]


def distribute_sum(groups: Iterable[SharedSum], chosen: Assignment) -> dict[str, int | bool]:
    """Return a case with values for the many numbers where a solver has chosen the one."""
    found = dict(chosen)
    for group in groups:
        total = found.pop(group.name, None)
        if total is not None:
            found.update(group.shares(int(total)))
    return found
