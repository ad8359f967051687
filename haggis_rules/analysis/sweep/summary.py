"""What the rows of a sweep come to, with how sure that is.

Hands count as if each stood alone, though those of one match have some things in common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from haggis_rules.analysis.exact_sums import ExactSums
from haggis_rules.analysis.sweep.results import SweepColumns, SweepRow


@dataclass(slots=True)
class EntrySums:
    """An entry of the score sheet: points for the leader and for others, and how often not 0."""

    leader: ExactSums = field(default_factory=ExactSums)
    others: ExactSums = field(default_factory=ExactSums)
    counts: ExactSums = field(default_factory=ExactSums)


@dataclass(slots=True)
class OwnerSums:
    """A seat or a team: its points in a hand, and how often it alone had most in a match."""

    points: ExactSums = field(default_factory=ExactSums)
    wins: ExactSums = field(default_factory=ExactSums)


@dataclass(slots=True)
class TableSummary:
    """What the matches of one table come to."""

    matches: int = 0
    hands: ExactSums = field(default_factory=ExactSums)
    actions: ExactSums = field(default_factory=ExactSums)
    leader_best: ExactSums = field(default_factory=ExactSums)
    winner_led_first: ExactSums = field(default_factory=ExactSums)
    entries: dict[str, EntrySums] = field(default_factory=lambda: defaultdict(EntrySums))
    owners: dict[int, OwnerSums] = field(default_factory=lambda: defaultdict(OwnerSums))

    def add(self, columns: SweepColumns, match: Sequence[SweepRow]) -> None:
        """Add the rows of a match."""
        self.matches += 1
        self.hands.add(match[-1].hand)
        scores: dict[int, int] = defaultdict(int)
        by_hand: dict[int, list[SweepRow]] = defaultdict(list)
        for row in match:
            by_hand[row.hand].append(row)
            scores[row.owner] += _points(row)
            self.owners[row.owner].points.add(_points(row))
        for rows in by_hand.values():
            self.actions.add(rows[0].actions)
            for name, place in ((n, p) for p, n in enumerate(columns.entries)):
                self._add_entry(name, [(row.leads, row.points[place]) for row in rows])
            leaders = [row for row in rows if row.leads]
            if leaders:
                best = max(map(_points, rows))
                alone = sum(_points(row) == best for row in rows) == 1
                self.leader_best.add(alone and _points(leaders[0]) == best)
        first = [row.owner for row in by_hand[1] if row.leads]
        most = [owner for owner, got in scores.items() if got == max(scores.values())]
        for owner in scores:
            self.owners[owner].wins.add(most == [owner])
        if first and len(most) == 1:
            self.winner_led_first.add(first == most)

    def _add_entry(self, name: str, found: Iterable[tuple[bool, int | None]]) -> None:
        for leads, points in found:
            if points is not None:
                entry = self.entries[name]
                (entry.leader if leads else entry.others).add(points)
                entry.counts.add(points != 0)


def summarize(columns: SweepColumns, matches: Iterable[Sequence[SweepRow]]) -> list[TableSummary]:
    """Return what the matches of each table come to, in the order of the plan."""
    found = [TableSummary() for _ in columns.rules]
    for match in matches:
        if match:
            found[match[0].table].add(columns, match)
    return found


def _points(row: SweepRow) -> int:
    return sum(one for one in row.points if one is not None)
