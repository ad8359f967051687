"""Whole numbers that flow through a net, so that each pipe carries what it must and can.

It alone knows how they are found: by paths that carry more, until every pipe has what it must.

What is asked is whether a flow is feasible, not how large one can be. A lower bound becomes room
from a new source to the pipe's end and from its start to a new drain, and a pipe back from the old
drain to the old source closes the circle (Ford and Fulkerson, 1962); the flow is feasible exactly
when all that new room can be filled. Paths are the shortest, found breadth first: Edmonds and Karp,
1972, O(V E^2). Here it is O(F E) with F the sum of the lower bounds, since each path carries at
least 1; F is the cells of a layout and what groups and lines need, a few dozen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable


class Net:
    """Pipes between named places, from one without an inflow to one without an outflow."""

    def __init__(self, source: Hashable, drain: Hashable) -> None:
        self._places: dict[Hashable, int] = {}
        self._ends: list[int] = []  # pipe 2n leads to its end, and 2n + 1 back to its start
        self._room: list[int] = []  # how much more each pipe can carry
        self._out: list[list[int]] = []  # the pipes that leave each place
        self._least: list[tuple[int, int, int]] = []  # a pipe's start, its end, what it must carry
        self._pipes: list[tuple[int, int]] = []  # its first direction, and what it must carry
        self._source, self._drain = source, drain

    def pipe(self, start: Hashable, end: Hashable, most: int, least: int = 0) -> int:
        """Lay a pipe that carries from ``least`` to ``most``, and give its number."""
        first, last = self._place(start), self._place(end)
        if least:
            self._least.append((first, last, least))
        self._pipes.append((self._lay(first, last, most - least), least))
        return len(self._pipes) - 1

    def flow(self) -> list[int] | None:
        """Return what each pipe carries, by its number; None exactly when it cannot be done.

        Asked once for each net, since it lays pipes of its own and uses up the room.
        """
        if any(self._room[first] < 0 for first, _ in self._pipes):
            return None
        start, end = self._place(object()), self._place(object())
        wanted = 0
        for first, last, least in self._least:
            self._lay(start, last, least)
            self._lay(first, end, least)
            wanted += least
        # No more than all that is wanted ever goes round, so this pipe never is the narrow one.
        self._lay(self._place(self._drain), self._place(self._source), max(1, wanted))
        while wanted:
            found = self._path(start, end)
            if found is None:
                return None
            wanted -= found
        # The room of the way back is what flows forth beyond the lower bound.
        return [self._room[first ^ 1] + least for first, least in self._pipes]

    def _place(self, name: Hashable) -> int:
        number = self._places.setdefault(name, len(self._out))
        if number == len(self._out):
            self._out.append([])
        return number

    def _lay(self, start: int, end: int, room: int) -> int:
        number = len(self._ends)
        self._ends += [end, start]
        self._room += [room, 0]
        self._out[start].append(number)
        self._out[end].append(number + 1)
        return number

    def _path(self, start: int, end: int) -> int | None:
        """Carry as much as fits along a shortest path, and give it; None when there is none."""
        room, ends, came = self._room, self._ends, {start: -1}  # came: by which pipe, from there
        todo = deque([start])
        while todo and end not in came:
            place = todo.popleft()
            for pipe in self._out[place]:
                if room[pipe] > 0 and ends[pipe] not in came:
                    came[ends[pipe]] = pipe
                    todo.append(ends[pipe])
        if end not in came:
            return None
        path: list[int] = []
        place = end
        while place != start:
            path.append(came[place])
            place = ends[came[place] ^ 1]
        amount = min(room[pipe] for pipe in path)
        for pipe in path:
            room[pipe] -= amount
            room[pipe ^ 1] += amount
        return amount
