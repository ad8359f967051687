"""Things gathered by what they have in common, and names in an order that several lists share."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Grouped = TypeVar("Grouped")
GroupKey = TypeVar("GroupKey")


def grouped(
    items: Iterable[Grouped], key: Callable[[Grouped], GroupKey]
) -> dict[GroupKey, list[Grouped]]:
    """Return items by their keys; keys and items stay in the order in which they come."""
    found: dict[GroupKey, list[Grouped]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def merged(lists: Iterable[Iterable[str]]) -> list[str]:
    """Return the names of all lists, each once; one that others lack follows its neighbour."""
    found: list[str] = []
    for names in lists:
        place = 0
        for name in names:
            if name not in found:
                found.insert(place, name)
            place = found.index(name) + 1
    return found
