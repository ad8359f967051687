"""Information set tree search (Cowling, Powley and Whitehouse 2012) over worlds of one seat.

A hand goes down the tree by what has done best so far, until it comes to something new; from there
it is played out by chance, and how it ends is noted all the way up. The tree is that of the seat
which searches: a node is what this seat would see, so worlds that it cannot tell apart share their
nodes, actions that look alike to it are one, and different ways to the same observation lead to one
node. What a world hides decides only which actions there are. Everybody is taken to play for their
own good, by how well a node did for whoever moved there.

Which one is tried: first each that is new, in an order by chance; then by UCB1 (Auer, Cesa-Bianchi
and Fischer 2002), with how often an action could be taken in place of how often its node was
visited, since not every world offers it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from haggis_rules.players.worlds import Worlds
from haggis_rules.semantics.random_streams import SplitMix64, pick

EXPLORING: Final = 0.7  # how much what was seldom tried is worth, for results from -1 to 1


@dataclass(slots=True)
class _Node:
    """What a seat can come to see: how often it was there, could have been, and how it did."""

    offered: int = 0
    visits: int = 0
    results: float = 0.0

    def promise(self) -> float:
        return self.results / self.visits + EXPLORING * sqrt(log(self.offered) / self.visits)


class SeenTree:
    """The tree of one choice that a seat has to make, in the worlds that are made for it."""

    def __init__(
        self, worlds: Worlds, result: Callable[[float], float], chance: SplitMix64
    ) -> None:
        """Begin without a node. ``result`` makes a number from -1 to 1 of the lead at an end."""
        self._worlds, self._result, self._chance = worlds, result, chance
        self._nodes: dict[tuple[int, Hashable], _Node] = {}

    def play(self, choice: int | None) -> list[float]:
        """Play a hand out from the world, after a decision of the seat; return each seat's lead."""
        worlds, path = self._worlds, list[tuple[int, _Node]]()
        worlds.begin(choice)
        while ahead := worlds.look_ahead():
            able = [*ahead.items()]
            seat, observations = pick(able, self._chance) if len(able) > 1 else able[0]
            if observations is None:
                break
            place, node = self._chosen(seat, observations)
            worlds.take(seat, place)
            path.append((seat, node))
            if not node.visits:
                break
        leads = worlds.finish()
        for seat, node in path:
            node.visits += 1
            node.results += self._result(leads[seat])
        return leads

    def _chosen(self, seat: int, observations: Sequence[Hashable]) -> tuple[int, _Node]:
        """Return where an action stands among those of a seat, and the node to which it leads."""
        nodes, found = self._nodes, dict[Hashable, _Node]()
        for observation in observations:
            if observation not in found:
                node = nodes.get((seat, observation))
                if node is None:
                    nodes[seat, observation] = node = _Node()
                node.offered += 1
                found[observation] = node
        new = [observation for observation, node in found.items() if not node.visits]
        best = pick(new, self._chance) if new else max(found, key=lambda one: found[one].promise())
        alike = [place for place, observation in enumerate(observations) if observation == best]
        return (pick(alike, self._chance) if len(alike) > 1 else alike[0]), found[best]
