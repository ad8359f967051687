"""What a seat sees at a node as numbers from 0 to 1, and what it has said of its decision."""

from __future__ import annotations

from typing import Final

import numpy as np

from haggis_rules.hosts.observation_vector import MOST, vector_of
from haggis_rules.hosts.sequential_game import GameNode, SequentialGame

_USUAL: Final = 1000  # what a number without bounds, such as a score, is divided by


class ObservationTensor:
    """Makes arrays of what seats see, ``size`` numbers each.

    First come the numbers of ``ObservationVector``, each between its bounds; one without bounds is
    in thousands. Then a 1 for the seat that is asked, and a 1 for each part that the seat whose
    array it is has said. All are 0 while the cards are dealt.

    Raises ``NotLoweredError`` where a state has no layout in bytes.
    """

    def __init__(self, game: SequentialGame) -> None:
        self._vector = vector_of(game.rules)
        self._seats = game.rules.players
        spans = self._vector.high - self._vector.low
        bounded = spans < MOST
        self._low = np.where(bounded, self._vector.low, 0)
        self._span = np.where(bounded, np.maximum(spans, 1), _USUAL)
        self.size = self._vector.size + self._seats + game.numbers.count

    def fill(self, found: np.ndarray, node: GameNode, seat: int) -> None:
        """Write what a seat sees at a node."""
        found[:] = 0
        match, seen = node.match, self._vector.size
        if match is None or node.deal is not None:
            return
        vector = self._vector.seen(seat, match.hand, match.scores, match.state)
        found[:seen] = (vector - self._low) / self._span
        if node.by_chance or node.over:
            return
        asked = node.asking.seat
        found[seen + asked] = 1
        if node.decision is not None and asked == seat:
            for part in node.decision.said:
                found[seen + self._seats + part] = 1
