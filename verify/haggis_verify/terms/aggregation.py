"""Numbers that stand in the same sums and nowhere else, each as often: one number for all of them.

A claim mostly asks how many cards a hand holds and not which. Its 45 counts are then one number,
from the sum of their lowest to the sum of their highest values. Every whole number in between is
a sum of such counts, so the facts hold with the one number exactly when they hold with the many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from haggis_verify.terms.nodes import Assignment, IntSum, IntVar, Term, children


@dataclass(frozen=True, slots=True)
class SharedSum:
    """Two variables or more, and the one number for their sum."""

    name: str
    parts: tuple[IntVar, ...]

    @property
    def low(self) -> int:
        """Return the lowest sum."""
        return sum(part.low for part in self.parts)

    @property
    def high(self) -> int | None:
        """Return the highest sum, None when there is none."""
        highs = [part.high for part in self.parts if part.high is not None]
        return sum(highs) if len(highs) == len(self.parts) else None

    def shares(self, total: int) -> Iterator[tuple[str, int]]:
        """Assign each variable a value within its bounds, the first as much as can be."""
        left = total - self.low
        for part in self.parts:
            more = left if part.high is None else min(left, part.high - part.low)
            left -= more
            yield part.name, part.low + more


def find_shared_sums(terms: Sequence[Term], roots: Iterable[Term] = ()) -> list[SharedSum]:
    """Find what stands together in all terms that some are made of, as ``in_order`` lists them."""
    alone = {root for root in roots if isinstance(root, IntVar)}
    stands: dict[IntVar, list[tuple[int, int]]] = {}
    for place, term in enumerate(terms):
        if isinstance(term, IntSum):
            for factor, part in term.parts:
                if isinstance(part, IntVar):
                    stands.setdefault(part, []).append((place, factor))
        else:
            alone.update(child for child in children(term) if isinstance(child, IntVar))
    groups: dict[tuple[tuple[int, int], ...], list[IntVar]] = {}
    for variable, where in stands.items():
        if variable not in alone:
            groups.setdefault(tuple(where), []).append(variable)
    return [
        SharedSum(f"{parts[0].name} and {len(parts) - 1} more", tuple(parts))
        for parts in groups.values()
        if len(parts) > 1
    ]


def distribute_sum(groups: Iterable[SharedSum], chosen: Assignment) -> dict[str, int | bool]:
    """Return the many numbers values where a solver has chosen the one."""
    found = dict(chosen)
    for group in groups:
        total = found.pop(group.name, None)
        if total is not None:
            found.update(group.shares(int(total)))
    return found
