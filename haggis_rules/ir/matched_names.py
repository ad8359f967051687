"""Two games with one set of names: what stands at the same place, and is only called otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Protocol, TypeVar, cast

from haggis_rules.ir.game import Game, Pattern


class _WithName(Protocol):
    @property
    def name(self) -> str: ...


NamedT = TypeVar("NamedT", bound=_WithName)


@dataclass(frozen=True, slots=True)
class Renaming:
    """What the one game calls so and the other so: a kind, such as ``suit``, and both names."""

    kind: str
    first: str
    second: str


def matched(first: Game, second: Game) -> tuple[Game, tuple[Renaming, ...]]:
    """Return the second game with the names of the first, and what was called otherwise.

    Suits, groups of cards, zones and teams are matched by their order where there are as many of
    them and they are alike in all but their names; combinations by what they are made of, wherever
    they stand. Whatever is called the same in both keeps its name.
    """
    found = second
    renamed: list[Renaming] = []
    if len(first.suits) == len(second.suits):
        renamed += _renamings("suit", [s.name for s in first.suits], [s.name for s in second.suits])
        found = replace(found, suits=first.suits)
    if len(first.teams) == len(second.teams):
        renamed += _renamings("team", first.teams, second.teams)
        found = replace(found, teams=first.teams)
    groups = _matched(first.groups, second.groups)
    zones = _matched(first.zones, second.zones)
    renamed += _renamings(
        "group", [g.name for g in second.groups], [g.name for g in groups], back=True
    )
    renamed += _renamings(
        "zone", [z.name for z in second.zones], [z.name for z in zones], back=True
    )
    patterns = tuple(_pattern(first, one, second) for one in second.patterns)
    names = [p.name for p in second.patterns], [p.name for p in patterns]
    renamed += _renamings("combination", *names, back=True)
    return replace(found, groups=groups, zones=zones, patterns=patterns), tuple(renamed)


def bare(value: object) -> object:
    """Return a value without names, clauses and places: what is left is how it is made."""
    if is_dataclass(value):
        compared = [one.name for one in fields(value) if one.compare and one.name not in _NAMES]
        return type(value).__name__, [(name, bare(getattr(value, name))) for name in compared]
    if isinstance(value, tuple):
        return [bare(each) for each in cast("tuple[object, ...]", value)]
    return value


_NAMES = {"name", "clause", "notation", "lines", "any_suit"}


def _renamings(
    kind: str, first: Sequence[str], second: Sequence[str], *, back: bool = False
) -> list[Renaming]:
    pairs = zip(second, first, strict=True) if back else zip(first, second, strict=True)
    return [Renaming(kind, mine, theirs) for mine, theirs in pairs if mine != theirs]


def _matched(first: Sequence[NamedT], second: Sequence[NamedT]) -> tuple[NamedT, ...]:
    """Return the second things, each with the name of that which stands at its place."""
    names = {one.name for one in first} & {one.name for one in second}
    if len(first) != len(second):
        return tuple(second)
    return tuple(
        replace(theirs, name=mine.name)  # type: ignore[type-var]  # each is a dataclass
        if theirs.name not in names and mine.name not in names and bare(mine) == bare(theirs)
        else theirs
        for mine, theirs in zip(first, second, strict=True)
    )


def _pattern(first: Game, theirs: Pattern, second: Game) -> Pattern:
    """Return a combination with the names of the one that is made alike, if there is one."""
    if any(theirs.name == one.name for one in first.patterns):
        return theirs
    for mine in first.patterns:
        taken = any(mine.name == one.name for one in second.patterns)
        if not taken and bare(mine) == bare(theirs):
            return replace(theirs, name=mine.name, fields=mine.fields, notation=mine.notation)
    return theirs


__all__ = ["Renaming", "bare", "matched"]
