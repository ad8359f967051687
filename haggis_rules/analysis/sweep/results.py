"""What a sweep has found, as a table of numbers in a file that grows match by match.

There is a row for each hand and owner of points, a seat or a team. Matches come in an order that
the plan alone decides, so a file that was cut off is the beginning of the whole one: what follows
its last whole match is taken away, and the rest is played.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from haggis_rules.analysis.sweep.matches import SweptMatch
from haggis_rules.analysis.sweep.plan import SweepPlan, SweptTable
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Owner
from haggis_rules.players.line_up import LineUp
from haggis_rules.semantics.between_hands import scoring
from haggis_rules.storage.whole_file import write_whole

FIXED = ("rules", "variant", "players", "seed", "hand", "last", "owner", "leads", "actions")
SEATED = ("seats", "player")  # where a table has named players: all of them, and the owner's
MATCHES_IN_SHARE = 5  # that are played together, and of one table before another has its turn


SweepValue: TypeAlias = str | int | bool | None


class OtherSweepError(Exception):
    """A file that holds the results of another plan, or of other rules, or none."""


@dataclass(frozen=True, slots=True)
class SweepRow:
    """What a hand brought to one owner; of what the rules have no entry for, None.

    ``table`` is the place of the table in the plan.
    """

    table: int
    seed: int
    hand: int
    last: bool
    owner: int
    leads: bool
    actions: int
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SweepColumns:
    """The columns of a file: fixed ones, then all options and all entries of any of its tables.

    ``line_ups`` has who plays at each table, None where chance does. Who plays has columns only
    where players are named at all.
    """

    rules: tuple[Rules, ...]
    line_ups: tuple[LineUp | None, ...]
    options: tuple[str, ...]
    entries: tuple[str, ...]

    @staticmethod
    def of(rules: Sequence[Rules], tables: Sequence[SweptTable]) -> SweepColumns:
        """Return the columns for these tables, each of which has its rules."""
        options = dict.fromkeys(name for one in rules for name in one.options)
        entries = dict.fromkeys(name for one in rules for name in one.game.scores)
        line_ups = tuple(table.line_up for table in tables)
        return SweepColumns(tuple(rules), line_ups, tuple(options), tuple(entries))

    @property
    def head(self) -> list[str]:
        """The first line of the file."""
        options = (f"option {name}" for name in self.options)
        return [*FIXED, *self._seated, *options, *(f"points {name}" for name in self.entries)]

    @property
    def _seated(self) -> tuple[str, ...]:
        return SEATED if any(one is not None for one in self.line_ups) else ()

    def players_of(self, table: int, owner: int) -> str:
        """Return the players who score together at a table; nothing where chance plays."""
        line_up = self.line_ups[table]
        return "" if line_up is None else line_up.scoring(self.rules[table].game, owner)

    def rows(self, table: int, match: SweptMatch) -> Iterator[SweepRow]:
        """Yield the rows of a match."""
        scores = self.rules[table].game.scores
        places = [scores.index(name) if name in scores else None for name in self.entries]
        for number, hand in enumerate(match.hands, start=1):
            for owner in range(self.rules[table].scorers):
                points = tuple(None if at is None else hand.points[at][owner] for at in places)
                last, leads = number == len(match.hands), hand.leader == owner
                yield SweepRow(table, match.seed, number, last, owner, leads, hand.actions, points)

    def values(self, row: SweepRow) -> list[SweepValue]:
        """Return what stands in a row, column by column; None where a table has no such thing."""
        rules, line_up = self.rules[row.table], self.line_ups[row.table]
        options = (rules.options.get(name) for name in self.options)
        fixed = (
            *(rules.digest[:12], rules.name, rules.players, row.seed, row.hand),
            *(int(row.last), owner_label(rules, row.owner), int(row.leads), row.actions),
        )
        seated: tuple[str | None, ...] = (None, None)
        if line_up is not None:
            seated = (str(line_up), self.players_of(row.table, row.owner))
        return [*fixed, *(seated if self._seated else ()), *options, *row.points]

    def texts(self, row: SweepRow) -> list[str]:
        """Write a row."""
        return [*map(_text, self.values(row))]

    def lines(self, rows: Iterable[SweepRow]) -> str:
        """Write rows as lines of a file."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(map(self.texts, rows))
        return text.getvalue()


def turns(plan: SweepPlan) -> Iterator[tuple[int, range]]:
    """Yield which table plays which seeds, in the order of the file."""
    end = plan.seed + plan.matches
    for first in range(plan.seed, end, MATCHES_IN_SHARE):
        for table in range(len(plan.tables)):
            yield table, range(first, min(first + MATCHES_IN_SHARE, end))


def begin_file(path: Path, columns: SweepColumns) -> None:
    """Begin a file. Raises ``OSError``."""
    write_whole(path, _line(columns.head))


def read_whole_matches(
    path: Path, plan: SweepPlan, columns: SweepColumns
) -> list[tuple[SweepRow, ...]]:
    """Return the rows of each whole match that a file has, and cut off what follows them.

    Raises ``OtherSweepError``, ``OSError``, and ``UnicodeDecodeError``.
    """
    data = path.read_text(encoding="utf-8")
    lines = data[: data.rfind("\n") + 1].splitlines(keepends=True)
    if not lines or lines[0] != _line(columns.head):
        message = "its first line is not that of this plan"
        raise OtherSweepError(message)
    found: list[tuple[SweepRow, ...]] = []
    rows: list[SweepRow] = []
    whole, read = len(lines[0]), len(lines[0])
    expected = ((table, seed) for table, seeds in turns(plan) for seed in seeds)
    at = next(expected, None)
    for number, line in enumerate(lines[1:], start=2):
        row = None if at is None else _row(columns, at, rows, line)
        if row is None:
            message = f"line {number} is not what this plan has there"
            raise OtherSweepError(message)
        rows.append(row)
        read += len(line)
        if row.last and row.owner == columns.rules[row.table].scorers - 1:
            found.append(tuple(rows))
            rows, whole, at = [], read, next(expected, None)
    if whole != len(data):
        write_whole(path, data[:whole])
    return found


def _row(
    columns: SweepColumns, at: tuple[int, int], before: Sequence[SweepRow], line: str
) -> SweepRow | None:
    """Read a line that is to follow some rows of a match; None when it cannot."""
    (table, seed), rules = at, columns.rules[at[0]]
    hand, owner = (before[-1].hand, before[-1].owner + 1) if before else (1, 0)
    if owner == rules.scorers:
        hand, owner = hand + 1, 0
    parts = next(csv.reader([line]))
    try:
        named = dict(zip(columns.head, parts, strict=True))
        points = tuple(
            int(named[f"points {name}"]) if name in rules.game.scores else None
            for name in columns.entries
        )
        flags = named["last"] == "1", named["leads"] == "1"
        row = SweepRow(table, seed, hand, flags[0], owner, flags[1], int(named["actions"]), points)
    except ValueError:
        return None
    return row if columns.texts(row) == parts else None


def _text(value: SweepValue) -> str:
    """Write a value; of an option, True is the word and not a number."""
    return "" if value is None else str(value)


def owner_label(rules: Rules, owner: int) -> str:
    """Return the name of a team, or the number of a seat, the first being 1."""
    game = rules.game
    return game.teams[owner] if scoring(game) is Owner.TEAM else str(owner + 1)


def _line(parts: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(parts)
    return text.getvalue()
