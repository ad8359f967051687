"""What a seat sees as one vector of numbers: the fields of an observation of a module, in a row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Final, cast

import numpy as np

from haggis_rules.engine.batch import observation_type
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.game import Game, StateVariable
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain
from haggis_rules.lowering.layouts.match_places import places_of
from haggis_rules.lowering.layouts.observation_layout import (
    HAND_SEEN_AT,
    SEAT_AT,
    TOTALS_SEEN_AT,
    UNSEEN_SIZE,
    ObservationLayout,
    ObservationPlane,
)
from haggis_rules.lowering.layouts.state_layout import NUMBER
from haggis_rules.semantics.state import GameState, size

LEAST, MOST = -(2**31), 2**31 - 1  # what a number of the vector can be
MOST_LAID_OUT: Final = 16  # rules whose vectors are kept
_CARDS: Final = 127  # the most cards that a deck has


@lru_cache(maxsize=MOST_LAID_OUT)
def vector_of(rules: Ruleset) -> ObservationVector:
    """Return what makes vectors of what the seats of some rules see; it is kept."""
    return ObservationVector(rules)


class ObservationVector:
    """Makes vectors of 32-bit numbers of what seats see.

    ``fields`` has the slice of each field by the name that ``MatchBatch.observations`` has for it,
    such as ``cards hand``, with all owners one after the other. ``low`` and ``high`` bound each
    number. A value that is none is one less than its lowest, and what is not seen is 0. Numbers
    that have no bounds, such as what has been scored, end at those of 32 bits.
    """

    def __init__(self, rules: Ruleset) -> None:
        game = self.game = rules.game
        self._rules = rules
        self.layout = places_of(game, 0).observation
        self._masks = [self.layout.mask(seat) for seat in range(game.seats)]
        self._type = np.dtype(observation_type(self.layout.planes, self.layout.size))
        names = [f"{plane.part} {plane.name}" for plane in self.layout.planes]
        lengths = [self._length(name) for name in names]
        ends = [*accumulate(lengths)]
        self.size = ends[-1]
        starts = [end - length for end, length in zip(ends, lengths, strict=True)]
        self.fields: Mapping[str, slice] = {
            name: slice(start, end) for name, start, end in zip(names, starts, ends, strict=True)
        }
        bounds = [self._bounds(plane) for plane in self.layout.planes]
        self.low = np.repeat(np.array([low for low, _ in bounds], "<i8"), lengths)
        self.high = np.repeat(np.array([high for _, high in bounds], "<i8"), lengths)
        for plane in self.layout.planes:
            if plane.part == "cards":  # each kind of card has as many copies as the deck has
                copies = [max(1, card.copies) for card in game.cards]
                one = np.zeros(plane.size, "<i8") + 1
                one[: len(copies)] = copies
                self.high[self.fields[f"cards {plane.name}"]] = np.tile(one, plane.owners)

    def seen(self, seat: int, hand: int, totals: tuple[int, ...], state: GameState) -> np.ndarray:
        """Return the vector of what a seat sees in a state of a match."""
        return self.of_bytes(self.seen_bytes(seat, hand, totals, state))

    def everything(self, hand: int, totals: tuple[int, ...], state: GameState) -> np.ndarray:
        """Return the vector of a state as somebody sees it who sees everything."""
        return self.of_bytes(self._bytes(hand, totals, state))

    def seen_bytes(self, seat: int, hand: int, totals: tuple[int, ...], state: GameState) -> bytes:
        """Return what a seat sees, as ``CompiledGame.observation`` has it.

        ``totals`` is what each seat or team has got in the hands that are over.
        """
        layout = self.layout
        found = bytearray(self._bytes(hand, totals, state, self._masks[seat]))
        found[SEAT_AT : SEAT_AT + 4] = seat.to_bytes(4, "little")
        for zone, at in layout.unseen.items():
            held = state.zones[zone]
            for owner, cards in enumerate(held if isinstance(held, tuple) else (held,)):
                unseen = size(cards & ~layout.visibility.mask(seat, zone, owner))
                place = at + owner * UNSEEN_SIZE
                found[place : place + UNSEEN_SIZE] = unseen.to_bytes(UNSEEN_SIZE, "little")
        return bytes(found)

    def _bytes(
        self, hand: int, totals: tuple[int, ...], state: GameState, mask: bytes | None = None
    ) -> bytes:
        """Return the head of an observation, and behind it a state as far as a mask shows it."""
        layout, content = self.layout, self.layout.layout.write(state)
        if mask is not None:
            seen = int.from_bytes(content, "little") & int.from_bytes(mask, "little")
            content = seen.to_bytes(len(content), "little")
        found = bytearray(layout.size)
        found[HAND_SEEN_AT : HAND_SEEN_AT + 4] = hand.to_bytes(4, "little")
        for owner, total in enumerate(totals):
            at = TOTALS_SEEN_AT + NUMBER * owner
            found[at : at + NUMBER] = total.to_bytes(NUMBER, "little", signed=True)
        found[layout.state_at : layout.state_at + len(content)] = content
        return bytes(found)

    def of_bytes(self, observation: bytes) -> np.ndarray:
        """Return the vector of an observation as ``CompiledGame.observation`` gives it."""
        return cast("np.ndarray", self.of_array(np.frombuffer(observation, self._type))[0])

    def of_array(self, observations: np.ndarray) -> np.ndarray:
        """Return the vectors of observations as ``MatchBatch.observations`` has them, in rows."""
        rows = observations.shape[0]
        found = np.empty((rows, self.size), "<i8")
        for name, place in self.fields.items():
            found[:, place] = observations[name].reshape(rows, -1)
        bounded: np.ndarray = np.clip(found, self.low, self.high).astype("<i4")
        return bounded

    def __reduce__(self) -> tuple[object, ...]:
        return vector_of, (self._rules,)

    def _length(self, name: str) -> int:
        length = 1
        for one in self._type[name].shape:
            length *= one
        return length

    def _bounds(self, plane: ObservationPlane) -> tuple[int, int]:
        """Return the least and the most that a number of a plane is."""
        match plane.part:
            case "cards" | "unseen":
                return 0, _CARDS
            case "number":
                return (0, self.game.seats - 1 or 1) if plane.name == "seat" else (LEAST, MOST)
            case _:
                variables = {one.name: one for one in self.game.states}
                low, high = _value_bounds(self.game, variables[plane.name], self.layout)
                return max(LEAST, min(low, 0)), min(MOST, max(high, low + 1, 0))


def _value_bounds(
    game: Game, variable: StateVariable, layout: ObservationLayout
) -> tuple[int, int]:
    """Return the least and the most that a variable is, with one less for none."""
    kind = variable.type
    none = int(isinstance(kind, OptionType))
    match kind.inner if isinstance(kind, OptionType) else kind:
        case NumberType(low=low, high=high):
            return (LEAST if low is None else low - none), (MOST if high is None else high)
        case ChoiceType(choices=words):
            return -none, len(words) - 1
        case Plain.READING:
            return -none, max(1, layout.layout.readings.count - 1)
        case Plain.COMBINATION:
            return LEAST, MOST
        case plain:
            return -none, game.size(plain) - 1
