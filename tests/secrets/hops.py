"""Texts in which a hidden fact is kept in mind, handed on, and at last leaves a trace in the open.

Each is Heron, or Heron hand after hand, with a clause of its own. Variables that their owners alone
see hand the fact on, from one moment to a later one. In the end something that others see rests on
it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.engine.games import PLACES

CITES = 'cites heron-sheet "Play"'
FACTS = (  # of seat s
    "3c in fist of s is above 0",
    "9s in fist of s is 1",
    "some card c where (rank of c is 5) has (c in fist of s is 2)",
    "number of cards c where (suit of c is hearts and c in fist of s is above 0) is at least 3",
    "8h in fist of s is above 0",
)
MOMENTS = ("lay", "sleep", "sweep")


@dataclass(frozen=True, slots=True)
class Trace:
    """What shows a truth ``{kept}`` of each seat: items, and what is done at ``{moment}``.

    ``long``: it needs a match of several hands. ``options``: what has to be agreed on.
    """

    items: str
    effects: str
    long: bool = False
    options: tuple[tuple[str, bool], ...] = ()

    @property
    def game(self) -> str:
        """The name of the game to which the clause is added."""
        return "long-heron" if self.long else "heron"


TRACES = {
    "a value": Trace(
        "state told of each seat is truth, at first false, seen by all",
        "for each seat s {openly} let told of s be {kept} of s",
    ),
    "a zone": Trace(
        "zone shelf, seen by all",
        "{openly} move all from gone to shelf when {kept} of dealer",
    ),
    "a count": Trace(
        "state many is 0 to 3 seats, at first 0, seen by all",
        "{openly} let many be number of seats s where ({kept} of s)",
    ),
    "a legal choice": Trace(
        "may lay only when {kept} of next of actor implies top is none or p is single",
        "",
    ),
    "a right": Trace(
        "action nod by any seat s where (top is not none and not {kept} of 1 seats after s)"
        " on nod let asleep of actor be true",
        "",
    ),
    "a score": Trace(
        "score spied of seat s as 1 point for each (number of seats x where ({kept} of x))",
        "",
        long=True,
    ),
    "a match state": Trace(
        "match state spied of each seat is truth, at first false, seen by all"
        " between hands for each seat s {openly} let spied of s be {kept} of s",
        "",
        long=True,
    ),
    "an option": Trace(
        "state told of each seat is truth, at first false, seen by all",
        "for each seat s {openly} let told of s be doubled and {kept} of s",
        long=True,
        options=(("doubled", True),),
    ),
}


@dataclass(frozen=True, slots=True)
class Hops:
    """A fact, the moments at which it is noted and handed on, and how it shows at last."""

    fact: str
    moments: tuple[str, ...]
    trace: str

    @property
    def shown(self) -> Trace:
        """How it shows."""
        return TRACES[self.trace]

    def text(self, *, openly: bool = False, kept: bool = False) -> str:
        """Return the whole text; ``openly`` opens the trace, and when ``kept`` there is none."""
        last = f"noted{len(self.moments) - 1}"
        said = {"kept": last, "openly": "openly" if openly else ""}
        trace = [] if kept else [self.shown.items.format(**said), self._effect(said)]
        rows = "\n  ".join([*self._hops(), *trace])
        clause = f'clause spied\n  "Somebody is watched."\n  {CITES}\n  {rows}\n'
        text = PLACES[self.shown.game].read_text("utf-8")
        if self.shown.long:
            added = clause.replace("clause spied", 'add spied because "a test needs it"')
            return f"{text}\n{added}"
        return text.replace("clause win", f"{clause}\nclause win", 1)

    def _hops(self) -> Iterator[str]:
        for index, moment in enumerate(self.moments):
            source = f"noted{index - 1} of s" if index else self.fact
            yield f"state noted{index} of each seat is truth, at first false, seen by owner"
            yield f"on {moment} for each seat s let noted{index} of s be {source}"

    def _effect(self, said: dict[str, str]) -> str:
        return f"on sweep {self.shown.effects.format(**said)}" if self.shown.effects else ""


def generated(count: int) -> Iterator[Hops]:
    """Yield different leaks over one to three hops, always the same."""
    chance = Random("leaks")
    found: dict[Hops, None] = {}
    while len(found) < count:
        hops = tuple(chance.choice(MOMENTS) for _ in range(chance.randint(1, 3)))
        found[Hops(chance.choice(FACTS), hops, chance.choice(list(TRACES)))] = None
    yield from found
