"""What a seat sees now, as bytes of one shape for all seats and positions: where what stands.

An observation is the state as it stands in memory, with zeros for what the seat does not see.
Before it stand whose it is and how the match stands, and behind it how many cards lie unseen.
Who sees what is said by ``semantics.visibility``; what a seat remembers is no part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from haggis_rules.ir.game import Game
from haggis_rules.ir.types import show
from haggis_rules.lowering.layouts.state_layout import NUMBER, Slot, StateLayout
from haggis_rules.semantics.between_hands import scorers
from haggis_rules.semantics.state import group_mask
from haggis_rules.semantics.visibility import Visibility

SEAT_AT, HAND_SEEN_AT, TOTALS_SEEN_AT = 0, 4, 8
UNSEEN_SIZE: Final = 2  # bytes of how many cards lie unseen in one place
CHUNK: Final = 16  # bytes that are looked at together


@dataclass(frozen=True, slots=True)
class ObservationPlane:
    """One part of an observation: where it stands, and for each owner who sees it at all.

    ``part``: ``number``, ``value``, ``cards`` with a byte for each kind of card, or ``unseen``, how
    many cards lie there besides. ``seen_by`` has the seats for each group of cards or, as
    ``value``, for a value: a tuple of seats for each owner. Where a seat is not among them, there
    are zeros.
    """

    name: str
    part: str
    offset: int
    owners: int
    size: int
    type: str
    seen_by: Mapping[str, tuple[tuple[int, ...], ...]]


class ObservationLayout:
    """Where everything of an observation stands, and what of a state each seat sees."""

    def __init__(self, game: Game, layout: StateLayout) -> None:
        self.game, self.layout, self.visibility = game, layout, Visibility(game)
        self.state_at = _up(TOTALS_SEEN_AT + NUMBER * scorers(game))
        self.unseen_at = self.state_at + layout.size
        hidden = [index for index, _ in enumerate(game.zones) if self._is_hidden(index)]
        self.unseen, end = dict[int, int](), self.unseen_at
        for zone in hidden:
            self.unseen[zone] = end
            end += UNSEEN_SIZE * layout.zones[zone].owners
        self.unseen_end, self.size = end, _up(end)

    def _is_hidden(self, zone: int) -> bool:
        """Tell whether some seat does not see all the cards of some owner of a zone."""
        everything = self.visibility.everything
        owners = range(self.layout.zones[zone].owners)
        seats = range(self.game.seats)
        return any(self.visibility.mask(s, zone, o) != everything for s in seats for o in owners)

    def mask(self, seat: int) -> bytes:
        """Return the bits of a state that a seat sees."""
        found = bytearray(self.layout.size)
        for index, owner in self.visibility.known(seat):
            slot = self.layout.values[index]
            at = slot.offset + owner * slot.size
            found[at : at + slot.size] = b"\xff" * slot.size
        for zone, slot in enumerate(self.layout.zones):
            for owner in range(slot.owners):
                at, seen = slot.offset + owner * slot.size, self.visibility.mask(seat, zone, owner)
                found[at : at + slot.size] = seen.to_bytes(slot.size, "little")
        return bytes(found)

    @cached_property
    def planes(self) -> tuple[ObservationPlane, ...]:
        """All parts, in order."""
        game, layout, owners = self.game, self.layout, scorers(self.game)
        found = [
            ObservationPlane("seat", "number", SEAT_AT, 1, 4, "seat", {}),
            ObservationPlane("hand", "number", HAND_SEEN_AT, 1, 4, "number of the hand", {}),
            ObservationPlane("totals", "number", TOTALS_SEEN_AT, owners, NUMBER, "points", {}),
        ]
        for index, slot in enumerate(layout.values):
            seen = {"value": self._seats_that_know(index, slot)}
            kind = show(game.states[index].type)
            at = self.state_at + slot.offset
            plane = ObservationPlane(slot.name, "value", at, slot.owners, slot.size, kind, seen)
            found.append(plane)
        for zone, slot in enumerate(layout.zones):
            at, seen = self.state_at + slot.offset, self._seats_that_see(zone, slot)
            plane = ObservationPlane(slot.name, "cards", at, slot.owners, slot.size, "cards", seen)
            found.append(plane)
        for zone, at in self.unseen.items():
            slot = layout.zones[zone]
            name, size = slot.name, UNSEEN_SIZE
            found.append(ObservationPlane(name, "unseen", at, slot.owners, size, "cards", {}))
        return tuple(found)

    def _seats_that_know(self, index: int, slot: Slot) -> tuple[tuple[int, ...], ...]:
        known = [set(self.visibility.known(seat)) for seat in range(self.game.seats)]
        return tuple(
            tuple(seat for seat, each in enumerate(known) if (index, owner) in each)
            for owner in range(slot.owners)
        )

    def _seats_that_see(self, zone: int, slot: Slot) -> dict[str, tuple[tuple[int, ...], ...]]:
        return {
            group.name: tuple(
                tuple(
                    seat
                    for seat in range(self.game.seats)
                    if self.visibility.mask(seat, zone, owner) & group_mask(self.game, number)
                )
                for owner in range(slot.owners)
            )
            for number, group in enumerate(self.game.groups)
        }


def _up(offset: int) -> int:
    return -(-offset // CHUNK) * CHUNK
